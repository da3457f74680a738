import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { type Kind, KINDS, type RecordOf } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { readDiscourse } from "../../server/transfer/sources/discourse/read.ts";
import type { SourceOptions, SourceReport } from "../../server/transfer/sources/source.ts";
import { ALGORITHM, dumpOf, HASH, ROWS, type Rows, SALT, shortUrl, stored } from "./discourse/community.ts";
import { SCHEMA } from "./discourse/schema.ts";

/** Files of the backup; one that its rows name is missing. */
const FILES = [
  "a.png",
  "b.png",
  "plan.pdf",
  "secret.pdf",
  "msg.png",
  "unused.pdf",
  "whisper.png",
  "lounge.png",
  "flagged.png",
  "hidden.png",
];
const [NOON, LATER] = ["2021-03-04T12:00:00.000Z", "2021-03-05T00:30:00.000Z"];
/** Id of the member in place of deleted authors, and of the category that administrators read. */
const [GHOST, CLOSED] = [10_011, 9];
/** Ids of groups here: of moderators, of the third trust level, and of both that the community made. */
const [MODERATORS, ELDERS, CLUB, READERS] = [102, 113, 141, 142];

const root = mkdtempSync(join(tmpdir(), "luntan-discourse-"));
const backup = join(root, "backup");
const dump = join(backup, "dump.sql.gz");
const folder = join(root, "neutral");
let report: SourceReport;

beforeAll(async () => {
  for (const name of FILES) put(join(backup, stored(name)), name);
  put(dump, gzipSync(dumpOf(ROWS)));
  report = await readDiscourse(options());
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function put(location: string, content: string | Buffer): void {
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, content);
}

function options(other: Partial<SourceOptions> = {}): SourceOptions {
  return {
    from: backup,
    address: "https://old.example.org/forum",
    files: null,
    folder,
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
    ...other,
  };
}

/** Reads the records of a kind, each of which has to fit the format; stored paths are named by the bytes of their files. */
async function records<K extends Kind>(kind: K, from = folder): Promise<RecordOf<K>[]> {
  const neutral = await NeutralFolder.open(from);
  const paths: string[] = [];
  for await (const { record } of neutral.records("files")) paths.push(record.path);
  const all: RecordOf<K>[] = [];
  for await (const { text } of neutral.records(kind)) {
    const named = paths.reduce(
      (line, path) => line.replaceAll(path, `{${readFileSync(neutral.location(path), "utf8")}}`),
      text,
    );
    all.push(JSON.parse(named) as RecordOf<K>);
  }
  return all;
}

function remarked(kind: string): string[] {
  return (report.remarks[kind]?.rows ?? []).map(({ row }) => row);
}

/** All that a reader writes, without its own memory. */
function bytesOf(from: string): string[] {
  return [...KINDS.map((kind) => `${kind}.ndjson`), "manifest.json"].map((name) =>
    readFileSync(join(from, name), "utf8"),
  );
}

/** Categories for which a group has a permission. */
async function categoriesOf(id: number, permission: string, from = folder): Promise<number[]> {
  const { grants } = (await records("groups", from)).find((group) => group.id === id)!;
  expect(grants, `group ${id} may do so in all categories`).not.toContain(permission);
  return grants.flatMap((grant) => {
    const [, category, key] = /^category(\d+)\.(.+)$/.exec(grant) ?? [];
    return key === permission ? [Number(category)] : [];
  });
}

describe("people", () => {
  test("keep their names, groups and times", async () => {
    const members = await records("members");
    expect(members.map(({ id, username, nickname, groupId }) => [id, username, nickname, groupId])).toEqual([
      [1, "站长", "站长", 1],
      [2, "ada", "ada", READERS],
      [3, "bob", "bob", MODERATORS],
      [4, "troll", "troll", 10],
      [5, "quiet", "quiet", 8],
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
    expect(remarked("renamed")).toEqual(["users 10", "users 10"]);
    expect(remarked("groups")).toEqual(["users 3", "users 8"]);
    expect(remarked("missingFiles")).toEqual(["users 2"]);
  });

  test("who were suspended or silenced are so until the same time", async () => {
    const members = await records("members");
    const states = members.map(({ id, status, bannedUntil }) => [id, status, bannedUntil]);
    expect(states.filter(([, status]) => status !== "NORMAL")).toEqual([
      [4, "BANNED", "3021-01-01T00:00:00.000Z"],
      [GHOST, "BANNED", null],
    ]);
    const silenced = members.filter(({ groupExpiresAt }) => groupExpiresAt !== null);
    expect(
      silenced.map(({ id, groupExpiresAt, returnGroupId }) => [id, groupExpiresAt, returnGroupId]),
    ).toEqual([[5, "2038-01-01T00:00:00.000Z", 10]]);
    expect(remarked("silenced")).toEqual(["users 5"]);
  });

  test("keep passwords, and addresses that they have proven", async () => {
    const plain = { scheme: "discourse", hash: `${ALGORITHM}${HASH}`, salt: SALT, charset: "utf-8" };
    expect(await records("credentials")).toEqual([1, 2, 3, 4, 5].map((memberId) => ({ memberId, ...plain })));
    expect([remarked("inactive"), remarked("passwords")]).toEqual([["users 9"], ["users 10"]]);
    const contacts = await records("contacts");
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
    expect(remarked("emails")).toEqual(["users 2", "users 4", "users 5"]);
  });

  test("keep whom they mute, and who invited them", async () => {
    expect(await records("blocks")).toEqual([
      { memberId: 2, blockedId: 4, createdAt: NOON },
      { memberId: 2, blockedId: 5, createdAt: NOON },
    ]);
    expect((await records("acceptances")).map(({ memberId, inviterId }) => [memberId, inviterId])).toEqual([
      [2, 1],
    ]);
    const invitations = await records("invitations");
    expect(
      invitations.map(({ code, memberId, maxUses, useCount }) => [code, memberId, maxUses, useCount]),
    ).toEqual([["goodcode", 2, 5, 1]]);
  });
});

describe("categories", () => {
  test("have two levels; tags are topics", async () => {
    const categories = await records("categories");
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
    expect((await records("topics")).map(({ id, name }) => [id, name])).toEqual([
      [1, "travel"],
      [4, "旅行"],
    ]);
    expect([remarked("categories"), remarked("mergedTopics")]).toEqual([["categories 3"], ["tags 2"]]);
  });

  test("that not everybody reads stay closed", async () => {
    const open = [1, 2, 3, 7];
    for (const id of [7, 8, 10]) expect(await categoriesOf(id, "viewThreads")).toEqual(open);
    // One of the club has the trust of the lounge, another one has not.
    expect(await categoriesOf(CLUB, "viewThreads")).toEqual([1, 2, 3, 4, 7]);
    expect(await categoriesOf(READERS, "viewThreads")).toEqual([1, 2, 3, 4, 7]);
    expect(await categoriesOf(ELDERS, "viewThreads")).toEqual([1, 2, 3, 5, 7]);
    expect(await categoriesOf(MODERATORS, "viewThreads")).toEqual([1, 2, 3, 6, 7]);
    expect(remarked("closedCategories")).toEqual(["categories 8"]);
    const all = (await records("groups")).flatMap(({ grants }) => grants);
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
    const other = join(root, "members-only");
    const names = ["login_required", "must_approve_users"];
    const site_settings = names.map((name, place) => ({ id: place + 1, name, value: "t" }));
    await readDiscourse(options({ from: dumpFile({ ...ROWS, site_settings }), folder: other }));
    const groups = await records("groups", other);
    expect(groups.find(({ id }) => id === 7)!.grants).toEqual([]);
    expect(await categoriesOf(10, "viewThreads", other)).toEqual([1, 2, 3, 7]);
    // Nobody but administrators, and those who have no account yet, is approved.
    const members = await records("members", other);
    expect(members.filter(({ status }) => status === "NORMAL").map(({ id }) => id)).toEqual([1, 6]);
    expect(members.filter(({ status }) => status === "BANNED").map(({ id }) => id)).toEqual([4, GHOST]);
  });

  test("are granted as a whole where everybody reads all of them", async () => {
    const other = join(root, "open");
    const rows = {
      ...ROWS,
      categories: ROWS["categories"]!.slice(0, 3),
      category_groups: [],
      topics: ROWS["topics"]!.filter(({ id }) => id === 100),
    };
    await readDiscourse(options({ from: dumpFile(rows), folder: other }));
    const groups = await records("groups", other);
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

/** Writes a dump of other rows. */
function dumpFile(rows: Rows, schema = SCHEMA): string {
  const location = join(root, "other.sql");
  put(location, dumpOf(rows, schema));
  return location;
}

describe("topics", () => {
  test("have the text of their first post, with files, polls and tags", async () => {
    const threads = await records("threads");
    expect(threads[0]).toMatchObject({
      id: 100,
      categoryId: 2,
      authorId: 2,
      title: "欢迎",
      isSticky: true,
      stickyUntil: "2038-01-01T00:00:00.000Z",
      lockedAt: null,
      solutionId: 1004,
      viewCount: 7,
      createdAt: NOON,
      editedAt: LATER,
    });
    expect(threads[0]!.body).toBe(
      [
        "**Hi** [@ada](/user/2) and @nobody, see [there](/thread/100?post=3#p3) and " +
          "[https\\:\\/\\/old\\.example\\.org\\/forum\\/t\\/101](/thread/101).",
        "![sea](/files/{b.png})",
        "**猫还是狗？**",
        "| 选项 | 票数 |\n| --- | --- |\n| 猫 \\| cat | 3 |\n| 狗 | 1 |",
        "#travel#",
      ].join("\n\n"),
    );
    const long = threads.find(({ id }) => id === 103)!;
    expect(long).toMatchObject({ authorId: GHOST, lockedAt: LATER, isSticky: false, stickyUntil: null });
    expect(long.title).toBe(`${"长".repeat(99)}…`);
    expect(long.body.split("\n\n")[0]).toBe("长".repeat(120));
    expect(threads.find(({ id }) => id === 106)!.solutionId).toBe(1061);
    expect(threads.find(({ id }) => id === 107)).toMatchObject({ authorId: GHOST, body: "news text" });
  });

  test("are where no more people read them than before", async () => {
    const threads = await records("threads");
    expect(threads.map(({ id, categoryId, deletedAt }) => [id, categoryId, deletedAt])).toEqual([
      [100, 2, null],
      [101, 4, null],
      [102, 5, null],
      [103, 1, null],
      // It is in no list there.
      [104, CLOSED, null],
      [105, 1, LATER],
      [106, 1, null],
      [107, 7, null],
      [108, 6, null],
      [109, CLOSED, null],
    ]);
    expect(remarked("closedThreads")).toEqual(["topics 104", "topics 109"]);
    expect(threads.find(({ id }) => id === 105)).toMatchObject({ deletedById: 1 });
    expect(threads.find(({ id }) => id === 106)!.body).toBe("#旅行#");
    expect(report.remarks["hiddenTexts"]!.rows[0]).toMatchObject({ row: "topics 106" });
    const all = bytesOf(folder).join("");
    for (const secret of [
      "whisper",
      "secret of",
      "hidden secret",
      "secret that",
      "secret77",
      "token77",
      "10.0.0.77",
      "cooked",
      "insiders",
    ])
      expect(all).not.toContain(secret);
  });

  test("keep the numbers of their replies, with gaps", async () => {
    const posts = await records("posts");
    expect(
      posts.map(({ id, threadId, number, authorId, replyToPostId, deletedAt }) => [
        id,
        threadId,
        number,
        authorId,
        replyToPostId,
        deletedAt,
      ]),
    ).toEqual([
      [1002, 100, 1, 3, null, null],
      [1004, 100, 3, 2, 1002, null],
      [1006, 100, 5, 2, null, LATER],
      [1007, 100, 7, 2, null, LATER],
      // What answers the text of the topic answers no reply.
      [1008, 100, 8, GHOST, null, null],
      [1009, 100, 9, 2, null, NOON],
      [1061, 106, 1, 2, null, null],
    ]);
    expect(posts[0]!.body).toBe(
      "> [ada](/thread/100)\n>\n> Hi\n\n[plan.pdf](/files/{plan.pdf}) (1 KB)\n\n* A\n* B",
    );
    expect(posts[1]!.body).toBe("一行\\n\twith tabs");
    expect([remarked("whispers"), remarked("smallActions"), remarked("polls")]).toEqual([
      ["posts 1003"],
      ["posts 1005", "posts 2003"],
      ["polls 2"],
    ]);
    expect(remarked("leftOut")).toContain("posts 1100");
  });
});

describe("other things", () => {
  test("files come with the most open text that shows them; those of no text stay behind", async () => {
    const attachments = await records("attachments");
    expect(
      attachments.map(({ id, kind, path, name, threadId, postId }) => [
        id,
        kind,
        path,
        name,
        threadId,
        postId,
      ]),
    ).toEqual([
      [2, "image", "{b.png}", "my b.png", 100, null],
      [3, "file", "{plan.pdf}", "my plan.pdf", null, 1002],
      [4, "file", "{secret.pdf}", "my secret.pdf", 101, null],
      [5, "image", "{msg.png}", "my msg.png", null, null],
      // The lounge shows it as well.
      [9, "image", "{lounge.png}", "my lounge.png", 103, null],
      [10, "image", "{flagged.png}", "my flagged.png", null, 1007],
    ]);
    expect((await records("files")).map(({ path }) => path).sort()).toEqual([
      "{a.png}",
      "{b.png}",
      "{flagged.png}",
      "{lounge.png}",
      "{msg.png}",
      "{plan.pdf}",
      "{secret.pdf}",
    ]);
  });

  test("likes, bookmarks and what is watched come along", async () => {
    expect(await records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt: LATER },
    ]);
    expect(await records("postReactions")).toEqual([
      { postId: 1002, memberId: 2, reaction: "", createdAt: NOON },
      { postId: 1002, memberId: 5, reaction: "", createdAt: NOON },
    ]);
    expect((await records("favorites")).map(({ threadId, memberId }) => [threadId, memberId])).toEqual([
      [100, 3],
      [101, 2],
    ]);
    const watches = await records("watches");
    expect(
      watches.map(({ memberId, target, targetId, level }) => [memberId, target, targetId, level]),
    ).toEqual([
      [2, "CATEGORY", 1, "WATCHING"],
      [2, "THREAD", 100, "WATCHING"],
      [3, "THREAD", 100, "MUTED"],
      [3, "TOPIC", 1, "WATCHING"],
    ]);
    expect(watches[1]!.changedAt).toBe(LATER);
    const words = await records("stopWords");
    expect(words.map(({ find, replacement, ugc }) => [find, replacement, ugc])).toEqual([
      ["赌场", "", "{BANNED}"],
      ["bad", "■■■", "{REPLACE}"],
      ["colour", "color", "{REPLACE}"],
    ]);
    expect(await records("settings")).toEqual([{ tag: "default", key: "site_name", value: "老论坛" }]);
  });

  test("messages of two members are one dialog; those of more are listed", async () => {
    const dialogs = await records("dialogs");
    expect(dialogs.map(({ id, lowMemberId, highMemberId }) => [id, lowMemberId, highMemberId])).toEqual([
      [200, 2, 3],
      [205, 2, GHOST],
    ]);
    expect(dialogs[0]!.sides).toEqual([
      { memberId: 2, readUpTo: 2002, deletedUpTo: 0 },
      { memberId: 3, readUpTo: 2011, deletedUpTo: 0 },
    ]);
    const messages = await records("messages");
    expect(
      messages.map(({ id, dialogId, authorId, body, attachmentId }) => [
        id,
        dialogId,
        authorId,
        body,
        attachmentId,
      ]),
    ).toEqual([
      [2001, 200, 2, "**Lunch\\?**\n\nAt noon?", null],
      [2002, 200, 3, "Yes ![m](/files/{msg.png})", 5],
      [2011, 200, 3, "**Again**\n\nNot read yet", null],
      [2051, 205, GHOST, "**With who left**\n\nBye", null],
    ]);
    expect(remarked("messagesOfMany")).toEqual(["topics 202", "topics 203"]);
    expect(remarked("systemMessages")).toEqual(["topics 204"]);
    expect(remarked("leftOut")).toEqual(expect.arrayContaining(["topics 206", "posts 2004", "posts 2052"]));
  });

  test("addresses that no pattern computes lead on, and so do those that the site had taken over", async () => {
    const targets = new Map((await records("oldAddresses")).map(({ address, target }) => [address, target]));
    for (const [address, target] of [
      ["/c/general", "/category/1"],
      ["/c/general/child/deep", "/category/3"],
      ["/p/1001", "/thread/100"],
      ["/tag/travel", "/topic/1"],
      ["/tag/trip", "/topic/1"],
      ["/tag/旅行/4", "/topic/4"],
      ["/u/ＡＤＡ", "/user/10"],
      [stored("b.png"), "/files/{b.png}"],
      [shortUrl("b.png"), "/files/{b.png}"],
      ["/thread-5-1-1.html", "/thread/100"],
      ["/showpost.php?p=2", "/thread/100?post=1#p1"],
      ["/forum-2-1.html", "/category/2"],
      ["/tag-t", "/topic/1"],
    ])
      expect([address, targets.get(`/forum${address}`)]).toEqual([address, target]);
    for (const name of ["unused.pdf", "whisper.png", "hidden.png", "a.png"])
      expect(targets.has(`/forum${stored(name)}`)).toBe(false);
    expect(remarked("leftOut")).toEqual(expect.arrayContaining(["permalinks 5", "permalinks 6"]));
    expect(await records("formerForums")).toEqual([
      { software: "discourse", postsPerPage: 20, basePath: "/forum" },
    ]);
  });
});

describe("a reader", () => {
  test("writes a folder that can be imported, the same bytes again, and leaves nothing else", async () => {
    await checkFolder(await NeutralFolder.open(folder), () => undefined);
    const [first, before] = [bytesOf(folder), readFileSync(dump)];
    expect(await readDiscourse(options())).toEqual(report);
    expect(bytesOf(folder)).toEqual(first);
    expect(readFileSync(dump)).toEqual(before);
    const names = [...KINDS.map((kind) => `${kind}.ndjson`), "files", "manifest.json", "reader.json"];
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    expect(readdirSync(backup).sort()).toEqual(["dump.sql.gz", "uploads"]);
  });

  test("reads a dump with its uploads elsewhere", async () => {
    const other = join(root, "elsewhere");
    mkdirSync(other);
    cpSync(join(folder, "reader.json"), join(other, "reader.json"));
    const reading = options({ from: dumpFile(ROWS), files: join(backup, "uploads"), folder: other });
    expect((await readDiscourse(reading)).records).toEqual(report.records);
    expect(await records("threads", other)).toEqual(await records("threads"));
  });

  test("reads a forum of an older version without plugins", async () => {
    const other = join(root, "older");
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
    const location = dumpFile({ ...ROWS, users, bookmarks }, older);
    put(location, readFileSync(location, "utf8").replaceAll("public.", ""));
    await readDiscourse(options({ from: location, folder: other }));
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    // Hashes from before their algorithm was stored have one that is known.
    expect((await records("credentials", other))[0]).toEqual({
      memberId: 1,
      scheme: "discourse",
      hash: HASH,
      salt: SALT,
      charset: "utf-8",
    });
    expect(await records("favorites", other)).toEqual([
      { threadId: 100, memberId: 2, createdAt: "2015-01-02T03:04:05.000Z" },
    ]);
    expect((await records("posts", other)).map(({ id, number }) => [id, number])).toEqual(
      (await records("posts")).map(({ id, number }) => [id, number]),
    );
  });

  test.each([
    ["a dump of another program", () => dumpFile({ schema_migrations: [] }), "is none of Discourse"],
    ["a server", () => "postgres://discourse@localhost/discourse", "is read from its backup"],
    ["a folder without a dump", () => join(backup, "uploads"), "holds no dump.sql.gz or dump.sql"],
    ["a file that is missing", () => join(root, "none.sql"), "cannot be read (ENOENT)"],
  ])("refuses %s", async (_name, from, message) => {
    const other = join(root, "refused");
    await expect(readDiscourse(options({ from: from(), folder: other }))).rejects.toThrow(message);
    expect(readdirSync(other)).toEqual([]);
  });
});
