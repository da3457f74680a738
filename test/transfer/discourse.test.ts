import { cpSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { KINDS } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { readDiscourse } from "../../server/transfer/sources/discourse/read.ts";
import { ALGORITHM, HASH, ROWS, SALT } from "./discourse/community.ts";
import { CLOSED, GHOST, Reading } from "./discourse/reading.ts";
import { SCHEMA } from "./discourse/schema.ts";

const [NOON, LATER] = ["2021-03-04T12:00:00.000Z", "2021-03-05T00:30:00.000Z"];
/** Ids of groups here: of moderators, of the third trust level, and of both that the community made. */
const [MODERATORS, ELDERS, CLUB, READERS] = [102, 113, 141, 142];

let reading: Reading;
beforeAll(async () => void (reading = await Reading.begin()));
afterAll(() => reading?.end());

/** All that a reader writes, without its own memory. */
function bytesOf(from: string): string[] {
  return [...KINDS.map((kind) => `${kind}.ndjson`), "manifest.json"].map((name) =>
    readFileSync(join(from, name), "utf8"),
  );
}

/** Categories for which a group has a permission. */
async function categoriesOf(id: number, permission: string, from = reading.folder): Promise<number[]> {
  const { grants } = (await reading.records("groups", from)).find((group) => group.id === id)!;
  expect(grants, `group ${id} may do so in all categories`).not.toContain(permission);
  return grants.flatMap((grant) => {
    const [, category, key] = /^category(\d+)\.(.+)$/.exec(grant) ?? [];
    return key === permission ? [Number(category)] : [];
  });
}

describe("people", () => {
  test("keep their names, groups and times", async () => {
    const members = await reading.records("members");
    expect(members.map(({ id, username, nickname, groupId }) => [id, username, nickname, groupId])).toEqual([
      [1, "站长", "站长", 1],
      [2, "ada", "ada", READERS],
      [3, "bob", "bob", MODERATORS],
      [4, "troll", "troll", 10],
      [5, "quiet", "quiet", 10],
      [6, "mailer", "mailer", 10],
      [7, "anon7", "anon7", 10],
      [8, "clubber", "clubber", CLUB],
      [9, "sleeper", "sleeper", 10],
      // The width of letters makes no other name.
      [10, "ＡＤＡ-2", "ＡＤＡ-2", 10],
      [11, "elder", "elder", ELDERS],
      [GHOST, "已注销用户", "已注销用户", 10],
    ]);
    expect(members[0]).toMatchObject({ avatar: "{a.png}", createdAt: NOON, lastSeenAt: LATER });
    expect(members[1]).toMatchObject({ signature: "Hello there.", avatar: null });
    expect(reading.remarked("renamed")).toEqual(["users 10", "users 10"]);
    expect(reading.remarked("groups")).toEqual(["users 3", "users 8"]);
    expect(reading.remarked("missingFiles")).toEqual(["users 2"]);
  });

  test("who were suspended or silenced are so until the same time", async () => {
    const members = await reading.records("members");
    const states = members.map(({ id, status, bannedUntil }) => [id, status, bannedUntil]);
    expect(states.filter(([, status]) => status !== "NORMAL")).toEqual([
      [4, "BANNED", "3021-01-01T00:00:00.000Z"],
      [GHOST, "BANNED", null],
    ]);
    const silenced = members.filter(({ silencedUntil }) => silencedUntil !== null);
    expect(silenced.map(({ id, groupId, silencedUntil }) => [id, groupId, silencedUntil])).toEqual([
      [5, 10, "2038-01-01T00:00:00.000Z"],
    ]);
  });

  test("keep passwords, and addresses that they have proven", async () => {
    const plain = { scheme: "discourse", hash: `${ALGORITHM}${HASH}`, salt: SALT, charset: "utf-8" };
    expect(await reading.records("credentials")).toEqual(
      [1, 2, 3, 4, 5].map((memberId) => ({ memberId, ...plain })),
    );
    expect([reading.remarked("inactive"), reading.remarked("passwords")]).toEqual([
      ["users 9"],
      ["users 10"],
    ]);
    const contacts = await reading.records("contacts");
    expect(contacts.map(({ memberId, address, verifiedAt }) => [memberId, address, verifiedAt])).toEqual([
      [1, "u1@example.org", NOON],
      [2, "u2@example.org", NOON],
      [3, "u3@example.org", NOON],
      // The same as that of the fifth, but for its case: it proves nothing for either.
      [4, "U5@example.org", null],
      [5, "u5@example.org", null],
      [6, "u6@example.org", null],
      [8, "u8@example.org", NOON],
      [9, "u9@example.org", null],
      [11, "u11@example.org", NOON],
    ]);
    expect(reading.remarked("mails")).toEqual(["users 2", "users 4", "users 5", "users 10"]);
  });

  test("keep whom they mute, and who invited them", async () => {
    expect(await reading.records("blocks")).toEqual([
      { memberId: 2, blockedId: 4, createdAt: NOON },
      { memberId: 2, blockedId: 5, createdAt: NOON },
    ]);
    expect(
      (await reading.records("acceptances")).map(({ memberId, inviterId }) => [memberId, inviterId]),
    ).toEqual([[2, 1]]);
    const invitations = await reading.records("invitations");
    expect(
      invitations.map(({ code, memberId, maxUses, useCount }) => [code, memberId, maxUses, useCount]),
    ).toEqual([["goodcode", 2, 5, 1]]);
  });
});

describe("categories", () => {
  test("have two levels; tags are topics", async () => {
    const categories = await reading.records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "General", null],
      [2, "Child", 1],
      [3, "Child / Deep", 1],
      [4, "Club room", null],
      [5, "Lounge", null],
      [6, "Staff", null],
      [7, "News", null],
      [8, "Safe", null],
      [CLOSED, "仅管理员可见", null],
    ]);
    expect(categories[0]).toMatchObject({ description: "All things & more", color: "#336699" });
    expect((await reading.records("topics")).map(({ id, name }) => [id, name])).toEqual([
      [1, "travel"],
      [4, "旅行"],
    ]);
    expect([reading.remarked("categories"), reading.remarked("mergedTopics")]).toEqual([
      ["categories 3"],
      ["tags 2"],
    ]);
  });

  test("that not everybody reads stay closed", async () => {
    const open = [1, 2, 3, 7];
    for (const id of [7, 8, 10]) expect(await categoriesOf(id, "viewThreads")).toEqual(open);
    // One of the club has the trust of the lounge, another one has not.
    expect(await categoriesOf(CLUB, "viewThreads")).toEqual([1, 2, 3, 4, 7]);
    expect(await categoriesOf(READERS, "viewThreads")).toEqual([1, 2, 3, 4, 7]);
    expect(await categoriesOf(ELDERS, "viewThreads")).toEqual([1, 2, 3, 5, 7]);
    expect(await categoriesOf(MODERATORS, "viewThreads")).toEqual([1, 2, 3, 6, 7]);
    expect(reading.remarked("closedCategories")).toEqual(["categories 8"]);
    const all = (await reading.records("groups")).flatMap(({ grants }) => grants);
    for (const id of [8, CLOSED])
      expect(all.filter((grant) => grant.startsWith(`category${id}.`))).toEqual([]);
  });

  test("are written in by who wrote in them", async () => {
    for (const id of [7, 8]) expect(await categoriesOf(id, "createThread")).toEqual([]);
    expect(await categoriesOf(10, "createThread")).toEqual([1, 2, 3]);
    expect(await categoriesOf(10, "thread.reply")).toEqual([1, 2, 3]);
    expect(await categoriesOf(ELDERS, "createThread")).toEqual([1, 2, 3]);
    expect(await categoriesOf(ELDERS, "thread.reply")).toEqual([1, 2, 3, 5]);
    expect(await categoriesOf(READERS, "thread.reply")).toEqual([1, 2, 3]);
    expect(await categoriesOf(MODERATORS, "createThread")).toEqual([1, 2, 3, 6, 7]);
    expect(await categoriesOf(MODERATORS, "thread.hidePosts")).toEqual([1, 2, 3, 6, 7]);
    expect(await categoriesOf(10, "thread.hidePosts")).toEqual([]);
  });

  test("are read by nobody but members where visitors had to sign in", async () => {
    const other = join(reading.root, "members-only");
    const names = ["login_required", "must_approve_users"];
    const site_settings = names.map((name, place) => ({ id: place + 1, name, value: "t" }));
    await readDiscourse(
      reading.options({ from: reading.otherDump({ ...ROWS, site_settings }), folder: other }),
    );
    const groups = await reading.records("groups", other);
    expect(groups.find(({ id }) => id === 7)!.grants).toEqual([]);
    expect(await categoriesOf(10, "viewThreads", other)).toEqual([1, 2, 3, 7]);
    // Nobody but administrators, and those who have no account yet, is approved.
    const members = await reading.records("members", other);
    expect(members.filter(({ status }) => status === "NORMAL").map(({ id }) => id)).toEqual([1, 6]);
    expect(members.filter(({ status }) => status === "BANNED").map(({ id }) => id)).toEqual([4, GHOST]);
  });

  test("are granted as a whole where everybody reads all of them", async () => {
    const other = join(reading.root, "open");
    const rows = {
      ...ROWS,
      categories: ROWS["categories"]!.slice(0, 3),
      category_groups: [],
      topics: ROWS["topics"]!.filter(({ id }) => id === 100),
    };
    await readDiscourse(reading.options({ from: reading.otherDump(rows), folder: other }));
    const groups = await reading.records("groups", other);
    expect(groups.map(({ id }) => id)).toEqual([1, 5, 6, 7, 8, 10, MODERATORS, CLUB, READERS]);
    expect(groups.find(({ id }) => id === 7)!.grants).toEqual([
      "thread.downloadAttachment",
      "thread.viewAttachment",
      "thread.viewPosts",
      "user.view",
      "viewThreads",
    ]);
  });
});

describe("a reader", () => {
  test("writes a folder that can be imported, the same bytes again, and leaves nothing else", async () => {
    await checkFolder(await NeutralFolder.open(reading.folder), () => undefined);
    const [first, before] = [bytesOf(reading.folder), readFileSync(reading.dump)];
    expect(await readDiscourse(reading.options())).toEqual(reading.report);
    expect(bytesOf(reading.folder)).toEqual(first);
    expect(readFileSync(reading.dump)).toEqual(before);
    const names = [...KINDS.map((kind) => `${kind}.ndjson`), "files", "manifest.json", "reader.json"];
    expect(readdirSync(reading.folder).sort()).toEqual(names.sort());
    expect(readdirSync(reading.backup).sort()).toEqual(["dump.sql.gz", "uploads"]);
  });

  test("reads a dump with its uploads elsewhere", async () => {
    const other = join(reading.root, "elsewhere");
    mkdirSync(other);
    cpSync(join(reading.folder, "reader.json"), join(other, "reader.json"));
    const elsewhere = reading.options({
      from: reading.otherDump(ROWS),
      files: join(reading.backup, "uploads"),
      folder: other,
    });
    expect((await readDiscourse(elsewhere)).records).toEqual(reading.report.records);
    expect(await reading.records("threads", other)).toEqual(await reading.records("threads"));
  });

  test("reads a forum of an older version without plugins", async () => {
    const other = join(reading.root, "older");
    const absent =
      /^(?:user_passwords|poll\w*|discourse_\w+|ignored_users|topic_custom_fields|tag_group_\w+)$/;
    const users = ROWS["users"]!.map((row) => ({ ...row, password_hash: HASH, salt: SALT }));
    const schema = Object.fromEntries(Object.entries(SCHEMA).filter(([name]) => !absent.test(name)));
    const older = {
      ...schema,
      users: `${SCHEMA["users"]}, password_hash character varying(64), salt character varying(32)`,
      posts: SCHEMA["posts"]!.replace(", hidden_at timestamp without time zone", ""),
      bookmarks: "id integer, user_id integer, post_id integer, created_at timestamp without time zone",
      tags: SCHEMA["tags"]!.replace(" target_tag_id integer,", ""),
    };
    const bookmarks = [{ id: 1, user_id: 2, post_id: 1001, created_at: "2015-01-02 03:04:05" }];
    const location = reading.otherDump({ ...ROWS, users, bookmarks }, older);
    writeFileSync(location, readFileSync(location, "utf8").replaceAll("public.", ""));
    await readDiscourse(reading.options({ from: location, folder: other }));
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    // Hashes from before their algorithm was stored have one that is known.
    expect((await reading.records("credentials", other))[0]).toEqual({
      memberId: 1,
      scheme: "discourse",
      hash: HASH,
      salt: SALT,
      charset: "utf-8",
    });
    expect(await reading.records("favorites", other)).toEqual([
      { threadId: 100, memberId: 2, createdAt: "2015-01-02T03:04:05.000Z" },
    ]);
    expect((await reading.records("posts", other)).map(({ id, number }) => [id, number])).toEqual(
      (await reading.records("posts")).map(({ id, number }) => [id, number]),
    );
  });

  test("reads a backup as Discourse packs it, to the same records, and leaves nothing of it", async () => {
    const other = join(reading.root, "from-archive");
    await readDiscourse(reading.options({ from: await reading.archive("backup.tar.gz"), folder: other }));
    // Stored names differ by folder, and with them the order of files.
    for (const kind of KINDS.filter((kind) => kind !== "files"))
      expect(await reading.records(kind, other)).toEqual(await reading.records(kind));
    expect(await reading.records("files", other)).toHaveLength((await reading.records("files")).length);
    expect(readdirSync(other).filter((name) => name.startsWith("."))).toEqual(
      readdirSync(reading.folder).filter((name) => name.startsWith(".")),
    );
  });

  test.each([
    ["a way out", { name: "uploads/../../../secret.key" }, "leads out of its folder"],
    ["an absolute name", { name: "/etc/cron.d/x" }, "leads out of its folder"],
    ["a link", { name: "uploads/x", type: "symlink" as const, linkname: "/etc/passwd" }, "has a link"],
    ["two files of one name", { name: "dump.sql.gz" }, "two files of one name"],
    ["a bomb", { name: "uploads/bomb", content: Buffer.alloc(30_000_000) }, "much larger than it looks"],
  ])("refuses a backup with %s", async (_name, entry, message) => {
    const [from, other] = [await reading.archive("odd.tar.gz", [entry]), join(reading.root, "refused")];
    await expect(readDiscourse(reading.options({ from, folder: other }))).rejects.toThrow(message);
    expect(readdirSync(other)).toEqual([]);
  });

  test.each([100, 700, 3_000])("refuses a backup that was cut off at byte %i", async (length) => {
    const whole = await reading.archive("short.tar.gz");
    expect(readFileSync(whole).length).toBeGreaterThan(length);
    truncateSync(whole, length);
    const other = join(reading.root, "refused");
    await expect(readDiscourse(reading.options({ from: whole, folder: other }))).rejects.toThrow(
      /is damaged, or not complete|cannot be read/,
    );
    expect(readdirSync(other)).toEqual([]);
  });

  test.each([
    ["a dump of another program", () => reading.otherDump({ schema_migrations: [] }), "is none of Discourse"],
    [
      "a server",
      () => "postgres://discourse@localhost/discourse",
      "is read from a file: name dump.sql.gz of its backup",
    ],
    ["a folder without a dump", () => join(reading.backup, "uploads"), "holds no dump.sql.gz or dump.sql"],
    ["a file that is missing", () => join(reading.root, "none.sql"), "cannot be read (ENOENT)"],
  ])("refuses %s", async (_name, from, message) => {
    const other = join(reading.root, "refused");
    await expect(readDiscourse(reading.options({ from: from(), folder: other }))).rejects.toThrow(message);
    expect(readdirSync(other)).toEqual([]);
  });
});
