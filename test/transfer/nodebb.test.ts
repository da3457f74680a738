import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { type Kind, KINDS, type RecordOf } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { readNodebb } from "../../server/transfer/sources/nodebb/read.ts";
import type { SourceOptions, SourceReport } from "../../server/transfer/sources/source.ts";
import { BARE, FILES, OBJECTS, WRAPPED } from "./nodebb/community.ts";
import { mongoDocuments, postgresDump, type Stored } from "./nodebb/objects.ts";

/** Id of the member in place of deleted authors and visitors. */
const GHOST = 10_007;
/** Groups of the community; those that every forum here has are below. */
const [MODERATORS, CLUB, READERS] = [101, 102, 103];
/** Categories for topics of no category, and for those whose category does not exist. */
const [WORLD, LOST] = [15, 16];

const root = mkdtempSync(join(tmpdir(), "luntan-nodebb-"));
const source = join(root, "objects.json");
const folder = join(root, "neutral");
let report: SourceReport;

beforeAll(async () => {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  writeFileSync(source, mongoDocuments(OBJECTS).join("\n"));
  report = await readNodebb(options());
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function options(other: Partial<SourceOptions> = {}): SourceOptions {
  return {
    from: source,
    address: "https://old.example.org/forum",
    files: join(root, "site"),
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

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Categories in which a group has a permission; `all` for one that holds in all of them. */
async function granted(id: number, permission: string, from = folder): Promise<(number | "all")[]> {
  const { grants } = (await records("groups", from)).find((group) => group.id === id)!;
  return grants.flatMap((grant) => {
    if (grant === permission) return "all";
    const [, category, key] = /^category(\d+)\.(.+)$/.exec(grant) ?? [];
    return key === permission ? Number(category) : [];
  });
}

/** Reads the same community from another file into a folder with the same memory. */
async function readAgain(name: string, content: string | Buffer): Promise<string> {
  const [from, other] = [join(root, name), join(root, `from-${name}`)];
  writeFileSync(from, content);
  mkdirSync(other);
  for (const file of ["reader.json", "reader-ids.db"]) cpSync(join(folder, file), join(other, file));
  expect(await readNodebb(options({ from, folder: other }))).toEqual(report);
  return other;
}

describe("people", () => {
  test("keep their names, passwords and proven addresses", async () => {
    const members = await records("members");
    expect(members.map(({ id, username, nickname, groupId }) => [id, username, nickname, groupId])).toEqual([
      [1, "站长", "站长", 1],
      [2, "Ada", "Ada", 10],
      [3, "John_Doe", "John_Doe", CLUB],
      // The width of letters makes no other name.
      [4, "ＡＤＡ-2", "ＡＤＡ-2", MODERATORS],
      [5, "troll", "troll", 10],
      [6, "was-banned", "was-banned", 10],
      [7, "gone-for-good", "gone-for-good", 10],
      [GHOST, "已注销用户", "已注销用户", 10],
    ]);
    expect(members[0]).toMatchObject({ avatar: null, background: null });
    expect(members[1]).toMatchObject({
      signature: "Hello.",
      avatar: "{avatar}",
      background: "{cover}",
      messagesFrom: "FOLLOWED",
      createdAt: "2021-03-04T12:00:00.000Z",
      lastSeenAt: "2021-03-05T00:30:00.000Z",
    });
    expect(members[2]!.messagesFrom).toBe("NOBODY");
    expect(
      members.map(({ id, status, statusReason, bannedUntil }) => [id, status, statusReason, bannedUntil]),
    ).toEqual([
      ...[1, 2, 3, 4].map((id) => [id, "NORMAL", "", null]),
      [5, "BANNED", "Spam", "2038-01-01T00:00:00.000Z"],
      [6, "NORMAL", "", null],
      [7, "BANNED", "", null],
      [GHOST, "BANNED", "", null],
    ]);
    expect(remarked("renamed")).toEqual(["user:3", "user:3", "user:4", "user:4"]);
    expect(remarked("groups")).toEqual(["user:1", "user:3"]);
    expect(
      (await records("credentials")).map(({ memberId, scheme, hash }) => [memberId, scheme, hash]),
    ).toEqual([...[1, 2, 3, 4, 5].map((id) => [id, "nodebb", WRAPPED]), [6, "bcrypt", BARE]]);
    const contacts = await records("contacts");
    expect(
      contacts.map(({ memberId, address, verifiedAt }) => [memberId, address, verifiedAt !== null]),
    ).toEqual([
      [1, "u1@example.org", true],
      [2, "u2@example.org", true],
      [3, "u3@example.org", false],
      // The same as that of the fifth, but for its case: it proves nothing for either.
      [4, "U5@example.org", false],
      [5, "u5@example.org", false],
      [7, "u7@example.org", true],
    ]);
    expect(remarked("emails")).toEqual(["user:4", "user:5"]);
  });

  test("follow and block each other as before", async () => {
    expect(await records("follows")).toEqual([{ fromId: 2, toId: 3, createdAt: "2021-03-05T00:30:00.000Z" }]);
    expect((await records("blocks")).map(({ memberId, blockedId }) => [memberId, blockedId])).toEqual([
      [3, 5],
    ]);
  });
});

describe("categories", () => {
  test("are in two levels; links and circles are none", async () => {
    const categories = await records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "General", null],
      [2, "Child", 1],
      [3, "Child / Deep", 1],
      [4, "Club room", null],
      [5, "Safe", null],
      [7, "News", null],
      [8, "Snake", null],
      [9, "Tail", null],
      [10, "Proven", null],
      // Not everybody who reads it may read the name of what it is in.
      [13, "Cellar", null],
      [14, "Stairs", 4],
      [WORLD, "未分类", null],
      [LOST, "仅管理员可见", null],
    ]);
    expect(categories[0]).toMatchObject({ description: "About General", color: "#DC9656", sort: 1 });
    expect(remarked("leftOut")).toContain("category:6");
  });

  test("that not everybody reads stay closed", async () => {
    const open = [1, 13, 2, 3, 7];
    for (const id of [7, 8]) expect(await granted(id, "viewThreads")).toEqual(open);
    expect(await granted(10, "viewThreads")).toEqual([1, 13, WORLD, 2, 3, 7]);
    const inClub = [1, 13, WORLD, 2, 3, 4, 7];
    for (const id of [CLUB, MODERATORS]) expect(await granted(id, "viewThreads")).toEqual(inClub);
    for (const { id } of await records("groups"))
      expect([id, await granted(id, "thread.viewPosts")]).toEqual([id, await granted(id, "viewThreads")]);
    expect(remarked("closedCategories")).toEqual([5, 8, 9, 10, 14, LOST].map((id) => `category:${id}`));
    expect(remarked("rightsOfMembers")).toEqual(["cid:4"]);
  });

  test("are written in and moderated by who did so", async () => {
    expect(await granted(7, "createThread")).toEqual([]);
    expect(await granted(10, "createThread")).toEqual([1, 2, 3]);
    expect(await granted(CLUB, "createThread")).toEqual([1, 2, 3, 4]);
    expect(await granted(MODERATORS, "createThread")).toEqual([1, 2, 3, 7]);
    expect(await granted(MODERATORS, "thread.reply")).toEqual([1, 2, 3, 4, 7]);
    expect(await granted(CLUB, "thread.hide")).toEqual([4]);
    expect(await granted(MODERATORS, "thread.hide")).toEqual([1, 13, WORLD, 2, 3, 4, 7]);
    const groups = await records("groups");
    expect(
      groups.filter(({ id }) => id > 100).map(({ id, name, isDisplay }) => [id, name, isDisplay]),
    ).toEqual([
      [MODERATORS, "版主", true],
      [CLUB, "Club", true],
      [READERS, "Readers: of all", false],
    ]);
  });

  test("that everybody reads are granted as a whole", async () => {
    const from = join(root, "open.json");
    const closed = /^(?:category:(?!1$)|topic:(?!104$)|group:cid:(?!1:))/;
    writeFileSync(from, mongoDocuments(OBJECTS.filter(({ name }) => !closed.test(name))).join("\n"));
    const other = join(root, "open");
    await readNodebb(options({ from, folder: other }));
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    expect(await granted(7, "viewThreads", other)).toEqual(["all"]);
    expect(await granted(MODERATORS, "thread.sticky", other)).toEqual(["all"]);
  });
});

describe("topics", () => {
  test("have the text of their first post, with files, tags and links", async () => {
    const threads = await records("threads");
    expect(threads[0]).toMatchObject({
      id: 100,
      categoryId: 2,
      authorId: 2,
      title: "欢迎",
      isSticky: true,
      stickyUntil: null,
      solutionId: 1004,
      viewCount: 7,
      createdAt: "2021-03-04T12:00:00.000Z",
      editedAt: "2021-03-05T00:30:00.000Z",
    });
    expect(threads[0]!.body).toBe(
      [
        "**Hi** [@John\\_Doe](/user/3)",
        "![b](/files/{picture b})",
        "[there](/thread/100?post=4#p4)",
        "#旅行# #Travel#",
      ].join("\n\n"),
    );
    const [long, was, still] = [104, 111, 112].map((id) => threads.find((each) => each.id === id)!);
    expect(long).toMatchObject({ authorId: GHOST, lockedAt: "2021-03-05T00:30:00.000Z" });
    expect(long!.title).toBe(`${"长".repeat(99)}…`);
    expect(long!.body).toBe(`${"长".repeat(120)}\n\n**过客**:\n\na visitor speaks`);
    expect([was!.isSticky, still!.isSticky, still!.stickyUntil]).toEqual([
      false,
      true,
      "2038-01-01T00:00:00.000Z",
    ]);
    expect((await records("topics")).map(({ name }) => name)).toEqual(["Travel", "旅行"]);
    expect(remarked("mergedTopics")).toEqual(["tag travel"]);
  });

  test("are where no more people read them than before", async () => {
    const threads = await records("threads");
    expect(threads.map(({ id, categoryId, deletedAt }) => [id, categoryId, deletedAt !== null])).toEqual([
      [100, 2, false],
      [101, 4, false],
      [104, 1, false],
      [105, 1, true],
      [106, 1, false],
      [107, 5, false],
      [108, LOST, false],
      [109, WORLD, false],
      [110, 1, false],
      [111, 1, false],
      [112, 7, false],
      [113, 1, false],
    ]);
    expect(threads.find(({ id }) => id === 105)).toMatchObject({ deletedById: 1 });
    expect(threads.filter(({ id }) => id === 106 || id === 110).map(({ body }) => body)).toEqual(["", ""]);
    expect(remarked("hiddenTexts")).toEqual(["topic:106"]);
    // What has not appeared yet is a draft of its author.
    const [draft, ...others] = await records("drafts");
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      id: 102,
      memberId: 2,
      categoryId: 1,
      title: "Tomorrow",
      attachmentIds: [5],
    });
    expect(remarked("leftOut")).toEqual(
      expect.arrayContaining(["topic:103", "post:1130", "tag 暗号", "post:queue:topic-1614900000000"]),
    );
    const all = bytesOf(folder).join("");
    for (const secret of [
      "taken back [",
      "from afar",
      "of nobody",
      "暗号",
      "waits",
      "203.0.113",
      "mail_password",
    ])
      expect(all).not.toContain(secret);
  });

  test("keep the numbers of their replies, with gaps", async () => {
    const posts = await records("posts");
    expect(
      posts.map(({ id, number, authorId, replyToPostId, deletedAt }) => [
        id,
        number,
        authorId,
        replyToPostId,
        deletedAt !== null,
      ]),
    ).toEqual([
      [1001, 1, 2, null, true],
      [1002, 2, 3, null, false],
      // The third place is that of a post of another server; times decide, not ids.
      [1003, 5, 2, 1002, false],
      [1004, 4, GHOST, 1002, false],
      // What answers the text of the topic answers no reply.
      [1005, 6, 2, null, false],
      [1061, 1, 3, null, false],
    ]);
    expect(posts[1]!.body).toBe("[plan](/files/{plan}) ok");
    expect(posts[2]!.body).toBe("> [John\\_Doe #2](/thread/100?post=2#p2)\n>\n> ok\n\nThis");
    expect(remarked("numbers")).toEqual(["post:1005"]);
  });

  test("have their files, which belong to the first text that shows them openly", async () => {
    const attachments = await records("attachments");
    expect(
      attachments.map(({ memberId, kind, path, name, threadId, postId }) => [
        memberId,
        kind,
        path,
        name,
        threadId,
        postId,
      ]),
    ).toEqual([
      [3, "image", "{picture b}", "b.png", 100, null],
      [3, "file", "{plan}", "plan (1).pdf", null, 1002],
      [2, "image", "{club}", "club.png", 101, null],
      [2, "file", "{both}", "both.pdf", 113, null],
      // Those of a draft, of a text that was taken back and of a message belong to no text that others read.
      [2, "file", "{secret}", "secret.pdf", null, null],
      [2, "file", "{back}", "back.pdf", null, null],
      [2, "image", "{note}", "note.png", null, null],
    ]);
    expect(remarked("missingFiles")).toEqual([
      "user:6",
      "uploads files/../../../secret/passwd",
      "uploads files/1600000000009-gone.png",
    ]);
  });
});

describe("other things", () => {
  test("come along: votes, bookmarks and watches", async () => {
    const [createdAt, before] = ["2021-03-05T00:30:00.000Z", "2021-03-04T12:00:00.000Z"];
    expect(await records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt },
    ]);
    expect(await records("postReactions")).toEqual([
      { postId: 1002, memberId: 3, reaction: "", createdAt: before },
    ]);
    expect(await records("favorites")).toEqual([
      { threadId: 100, memberId: 3, createdAt },
      { threadId: 101, memberId: 3, createdAt: before },
    ]);
    expect(
      (await records("watches")).map(({ memberId, target, targetId, level }) => [
        memberId,
        target,
        targetId,
        level,
      ]),
    ).toEqual([
      [2, "CATEGORY", 1, "WATCHING"],
      [2, "THREAD", 100, "WATCHING"],
      [3, "CATEGORY", 1, "MUTED"],
      [3, "THREAD", 100, "MUTED"],
    ]);
    expect(remarked("leftOut")).toContain("uid:4:downvote");
    expect((await records("settings")).map(({ key, value }) => [key, value])).toEqual([
      ["site_introduction", "Talk"],
      ["site_name", "老论坛"],
    ]);
    expect(await records("formerForums")).toEqual([
      { software: "nodebb", postsPerPage: 10, basePath: "/forum" },
    ]);
  });

  test("old addresses that name no id have the page that took them over", async () => {
    const addresses = (await records("oldAddresses")).map(({ address, target }) => `${address} ${target}`);
    expect(addresses).toEqual(
      expect.arrayContaining([
        "/forum/assets/uploads/files/1600000000000-b.png /files/{picture b}",
        "/forum/assets/uploads/files/1600000000001-plan%20(1).pdf /files/{plan}",
        "/forum/assets/uploads/profile/uid-2/2-profileavatar-16.png /files/{avatar}",
        "/forum/post/1000 /thread/100",
        "/forum/tags/%E6%97%85%E8%A1%8C /topic/2",
        "/forum/user/ada-1 /user/4",
        "/forum/user/john-doe /user/3",
      ]),
    );
    expect(addresses.filter((address) => /\/user\/(?:ada|troll) /.test(address))).toEqual([]);
  });

  test("chats of two members are one dialog; those of more, of other servers and of all are listed", async () => {
    const dialogs = await records("dialogs");
    expect(dialogs.map(({ id, sides }) => [id, ...sides.map((side) => Object.values(side))])).toEqual([
      // The third member has not read what came after their own message.
      [40, [2, 709, 0], [3, 701, 0]],
      // Who has left a chat does not see it any more.
      [43, [2, 706, 0], [4, 706, 706]],
      [44, [2, 707, 0], [GHOST, 707, 0]],
    ]);
    const messages = await records("messages");
    expect(
      messages.map(({ id, dialogId, authorId, body, removedAt }) => [
        id,
        dialogId,
        authorId,
        body,
        removedAt !== null,
      ]),
    ).toEqual([
      [700, 40, 2, "你好 ![m](/files/{note})", false],
      [701, 40, 3, "again", true],
      [703, 40, 2, "not read yet", false],
      [706, 43, 4, "from who left", false],
      [707, 44, 2, "to nobody", false],
      [709, 40, 3, "in a second room", false],
    ]);
    const { id: note } = (await records("attachments")).find(({ path }) => path === "{note}")!;
    expect(messages.map(({ attachmentId }) => attachmentId)).toEqual([note, null, null, null, null, null]);
    expect(remarked("groupDialogs")).toEqual(["chat:room:41", "chat:room:42", "chat:room:45"]);
    expect(remarked("mergedDialogs")).toEqual(["chat:room:46"]);
  });

  test("of other servers stay there, and are listed", () => {
    expect(remarked("leftOut").filter((row) => row.includes("://"))).toEqual([
      "category:https://social.example/groups/1",
      "post:https://social.example/posts/1",
      "topic:https://social.example/posts/9",
      "user:https://social.example/users/eve",
    ]);
  });
});

describe("a reader", () => {
  test("writes a folder that can be imported, the same bytes again, and nothing to the source", async () => {
    await checkFolder(await NeutralFolder.open(folder), () => undefined);
    const [first, before] = [bytesOf(folder), digest(source)];
    expect(await readNodebb(options())).toEqual(report);
    expect(bytesOf(folder)).toEqual(first);
    expect(digest(source)).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("reads the same from an array, compressed, and from a dump of PostgreSQL", async () => {
    const expected = bytesOf(folder);
    const array = `[${mongoDocuments(OBJECTS).join(",")}]\n`;
    expect(bytesOf(await readAgain("array.json", array))).toEqual(expected);
    expect(bytesOf(await readAgain("array.json.gz", gzipSync(array)))).toEqual(expected);
    const pretty = mongoDocuments(OBJECTS).map((text) => JSON.stringify(JSON.parse(text), null, 2));
    expect(bytesOf(await readAgain("pretty.json", `\ufeff[\n${pretty.join(",\n")}\n]`))).toEqual(expected);
    const dump = postgresDump(OBJECTS);
    expect(bytesOf(await readAgain("dump.sql", dump))).toEqual(expected);
    expect(bytesOf(await readAgain("dump.sql.gz", gzipSync(dump)))).toEqual(expected);
  });

  test("gives the same ids to the same names, whatever came between", async () => {
    const from = join(root, "later.json");
    const more: Stored[] = [
      {
        name: "topic:200",
        hash: { tid: 200, cid: 1, uid: 2, mainPid: 2000, title: "More", tags: "a,Travel" },
      },
      { name: "post:2000", hash: { pid: 2000, tid: 200, uid: 2, content: "text" } },
      { name: "group:A club", hash: { name: "A club" } },
    ];
    writeFileSync(from, mongoDocuments([...more, ...OBJECTS]).join("\n"));
    const other = join(root, "later");
    cpSync(folder, other, { recursive: true });
    await readNodebb(options({ from, folder: other }));
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    const topics = (await records("topics", other)).map(({ id, name }) => [id, name]);
    expect(topics).toEqual([...(await records("topics")).map(({ id, name }) => [id, name]), [3, "a"]]);
    const groups = (await records("groups", other)).map(({ name }) => name).slice(-4);
    expect(groups).toEqual(["版主", "Club", "Readers: of all", "A club"]);
  });

  test("brings no file where the folder of the old site is not given", async () => {
    const other = join(root, "without-files");
    await readNodebb(options({ files: null, folder: other }));
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    expect(await records("files", other)).toEqual([]);
    expect((await records("threads", other))[0]!.body).toContain("\n\nb\n\n");
  });

  test.each([
    ["an address", "mongodb://127.0.0.1/nodebb", null, "read from a file"],
    ["no file", "none.json", null, "cannot be read"],
    ["another collection", "other.json", '{"_id":1,"name":"x"}', "none of NodeBB"],
    ["a text", "text.txt", "some words\n".repeat(20), "no dump of pg_dump"],
    ["what ends early", "half.json", '{"_key":"user:1","username":"a', "is not complete"],
    ["what is no JSON", "wrong.json", '{"_key":"user:1"}{_key:1}', "not JSON"],
    ["more than objects", "more.json", '{"_key":"user:1"}\nuser:2\n', "more than objects"],
    ["a damaged archive", "half.json.gz", gzipSync("[]".repeat(500)).subarray(0, 20), "damaged"],
    [
      "a dump of another program",
      "other.sql",
      postgresDump([]).replaceAll("legacy_hash", "other"),
      "legacy_hash",
    ],
  ])("refuses %s", async (_, name, content, message) => {
    const from = name.includes("://") ? name : join(root, name);
    if (content !== null) writeFileSync(from, content);
    const other = join(root, `refused-${name.replaceAll("/", "-")}`);
    await expect(readNodebb(options({ from, folder: other }))).rejects.toThrow(message);
    expect(readdirSync(other)).toEqual([]);
  });
});
