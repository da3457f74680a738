import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { ENGINE } from "../support/forum.ts";
import {
  ARGON2,
  BCRYPT,
  FLARUM,
  FLARUM_ON_SERVER,
  makeFile,
  statements,
  LONG_CHOICE,
  LONG_QUESTION,
} from "./flarum/community.ts";
import { digestOf, Reading } from "./reading.ts";

const [NOON, LATER] = ["2021-03-04T12:00:00.000Z", "2021-03-05T00:30:00.000Z"];
/** Id of the member in place of deleted authors. */
const GHOST = 10_006;
/** Categories for discussions without a primary tag, and for those that administrators read. */
const [LOOSE, CLOSED] = [10, 11];

let reading: Reading;

beforeAll(async () => {
  reading = await Reading.begin(FLARUM);
});
afterAll(() => reading.end());

async function grantsOf(id: number): Promise<string[]> {
  return (await reading.records("groups")).find((group) => group.id === id)!.grants;
}

describe("people", () => {
  test("keep their names, passwords and proven addresses", async () => {
    const members = await reading.records("members");
    expect(members.map(({ id, username, nickname, groupId }) => [id, username, nickname, groupId])).toEqual([
      [1, "站长", "站长", 1],
      [2, "ada", "Ada", 10],
      // The width of letters makes no other name.
      [3, "bob", "ＡＤＡ-2", 105],
      [4, "a-name-of-thirty-characters-xx", "a-name-of-thirty-characters-xx", 104],
      [5, "troll", "troll", 10],
      [6, "was-suspended", "was-suspended", 10],
      [GHOST, "已注销用户", "已注销用户", 10],
    ]);
    expect(members[0]).toMatchObject({ avatar: "{avatar}", createdAt: NOON, lastSeenAt: LATER });
    expect(members[1]).toMatchObject({ signature: "Hello.", status: "NORMAL" });
    expect(members[4]).toMatchObject({
      status: "BANNED",
      statusReason: "Spam",
      bannedUntil: "2038-01-01T00:00:00.000Z",
    });
    expect(members[5]).toMatchObject({ status: "NORMAL", bannedUntil: null });
    expect(reading.remarked("groups")).toEqual(["users 1", "users 4"]);
    expect(reading.remarked("renamed")).toEqual(["users 3"]);
    expect(
      (await reading.records("credentials")).map(({ memberId, scheme, hash }) => [memberId, scheme, hash]),
    ).toEqual([1, 2, 3, 4, 6].map((id) => (id === 3 ? [id, "argon2", ARGON2] : [id, "bcrypt", BCRYPT])));
    const contacts = await reading.records("contacts");
    expect(contacts.map(({ memberId, address, verifiedAt }) => [memberId, address, verifiedAt])).toEqual([
      [1, "u1@example.org", NOON],
      [2, "u2@example.org", NOON],
      [3, "u3@example.org", null],
      // The same as that of the fifth, but for its case: it proves nothing for either.
      [4, "U5@example.org", null],
      [5, "u5@example.org", null],
      [6, "u6@example.org", NOON],
    ]);
    expect(reading.remarked("mails")).toEqual(["users 4", "users 5"]);
  });
});

describe("categories", () => {
  test("are the primary tags, in two levels; other tags are topics", async () => {
    const categories = await reading.records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "General", null],
      [2, "Child", 1],
      [3, "Club room", null],
      [7, "Child / Deep", 1],
      [8, "Cellar", 3],
      [9, "Safe", null],
      [LOOSE, "未分类", null],
      [CLOSED, "仅管理员可见", null],
    ]);
    expect((await reading.records("topics")).map(({ id, name }) => [id, name])).toEqual([[4, "Travel"]]);
    expect(reading.remarked("mergedTopics")).toEqual(["tags 5"]);
    expect(reading.remarked("leftOut")).toContain("tags 6");
    expect(await reading.records("oldAddresses")).toEqual([
      { address: "/forum/assets/avatars/a.png", target: "/files/{avatar}" },
      { address: "/forum/assets/files/2021/b.png", target: "/files/{picture b}" },
      { address: "/forum/assets/files/2021/plan.pdf", target: "/files/{plan}" },
      { address: "/forum/t/cellar", target: "/category/8" },
      { address: "/forum/t/child", target: "/category/2" },
      { address: "/forum/t/club", target: "/category/3" },
      { address: "/forum/t/deep", target: "/category/7" },
      { address: "/forum/t/general", target: "/category/1" },
      { address: "/forum/t/safe", target: "/category/9" },
      { address: "/forum/t/travel", target: "/topic/4" },
      { address: "/forum/t/travel-2", target: "/topic/4" },
      // Their name there is not the one that others see here.
      { address: "/forum/u/bob", target: "/user/3" },
    ]);
  });

  test("that not everybody reads stay closed, and so do those below them", async () => {
    const readable = async (id: number): Promise<string[]> =>
      (await grantsOf(id)).filter((grant) => grant.endsWith("viewThreads"));
    const open = [1, LOOSE, 2, 7].map((id) => `category${id}.viewThreads`);
    for (const id of [7, 8, 10]) expect(await readable(id)).toEqual(open);
    // Both moderators and the club enter the club room; below it, the same.
    const inClub = [1, LOOSE, 2, 3, 7, 8].map((id) => `category${id}.viewThreads`);
    for (const id of [104, 105]) expect(await readable(id)).toEqual(inClub);
    expect(reading.remarked("closedCategories")).toEqual(["tags 9"]);
    for (const { id, grants } of await reading.records("groups")) {
      expect(
        grants.filter((grant) => grant.startsWith("category9.")),
        `group ${id}`,
      ).toEqual([]);
      expect(
        grants.filter((grant) => grant.startsWith(`category${CLOSED}.`)),
        `group ${id}`,
      ).toEqual([]);
    }
  });

  test("are moderated by who moderated them", async () => {
    expect((await grantsOf(104)).filter((grant) => grant.endsWith("thread.hide"))).toEqual(
      [1, LOOSE, 2, 7].map((id) => `category${id}.thread.hide`).sort(),
    );
    expect(await grantsOf(104)).toContain("category3.thread.reply");
    expect(await grantsOf(105)).not.toContain("category3.thread.reply");
    expect(await grantsOf(7)).not.toContain("category1.createThread");
    expect(await grantsOf(10)).toContain("category1.createThread");
  });
});

describe("discussions", () => {
  test("have the text of their first post, with files, polls and topics", async () => {
    const threads = await reading.records("threads");
    expect(threads[0]).toMatchObject({
      id: 100,
      categoryId: 2,
      authorId: 2,
      title: "欢迎",
      isSticky: true,
      approval: "APPROVED",
      solutionId: 1004,
      viewCount: 7,
      createdAt: NOON,
      editedAt: LATER,
    });
    expect(threads[0]!.body).toBe(
      [
        "**Hi** [@Ada](/user/2)",
        "![my b.png](/files/{picture b})",
        "[there](/thread/100?post=3#p3)",
        "**And birds?**",
        "|         |   |\n| ------- | - |\n| Sparrow | 2 |\n| Owl     | 0 |",
        "#Travel#",
      ].join("\n\n"),
    );
    const long = threads.find(({ id }) => id === 104)!;
    expect(long).toMatchObject({ authorId: GHOST, lockedAt: LATER, title: `${"长".repeat(99)}…` });
    expect(long.body).toBe(`${"长".repeat(120)}\n\nlong title`);
  });

  test("are where no more people read them than before", async () => {
    const threads = await reading.records("threads");
    expect(
      threads.map(({ id, categoryId, approval, deletedAt }) => [id, categoryId, approval, deletedAt]),
    ).toEqual([
      [100, 2, "APPROVED", null],
      [101, 3, "APPROVED", null],
      // A second tag closes it.
      [102, CLOSED, "APPROVED", null],
      [104, 1, "APPROVED", null],
      [105, 1, "PENDING", null],
      [106, 8, "APPROVED", null],
      [107, 9, "APPROVED", null],
      [108, 1, "APPROVED", LATER],
      [109, 1, "APPROVED", null],
      [110, LOOSE, "APPROVED", null],
    ]);
    expect(reading.remarked("closedThreads")).toEqual(["discussions 102"]);
    expect(reading.remarked("privateThreads")).toEqual(["discussions 103", "discussions 111"]);
    expect(threads.find(({ id }) => id === 109)!.body).toBe("");
    expect(reading.report.remarks["hiddenTexts"]!.rows).toEqual([
      { row: "discussions 109", reason: expect.stringMatching(/^text that was taken back\n/) },
    ]);
    expect(threads.find(({ id }) => id === 108)).toMatchObject({ deletedById: 1 });
    const all = reading.written(reading.folder).join("");
    for (const secret of ["private secret", "whisper", "taken back", "of three", "77077077", "mail_password"])
      expect(all).not.toContain(secret);
  });

  test("keep the numbers of their replies, with gaps", async () => {
    const posts = await reading.records("posts");
    expect(
      posts.map(({ id, number, authorId, replyToPostId, approval, deletedAt }) => [
        id,
        number,
        authorId,
        replyToPostId,
        approval,
        deletedAt,
      ]),
    ).toEqual([
      [1002, 2, 3, null, "APPROVED", null],
      [1003, 3, 2, 1002, "APPROVED", null],
      [1004, 5, GHOST, null, "APPROVED", null],
      [1005, 6, 2, null, "APPROVED", LATER],
      [1006, 7, 2, null, "PENDING", null],
      // What answers the text of the discussion answers no reply.
      [1008, 9, 2, null, "APPROVED", null],
      [1091, 1, 3, null, "APPROVED", null],
    ]);
    expect(posts[0]!.body).toContain("This");
    expect(reading.remarked("privatePosts")).toEqual(["posts 1007"]);
    expect(reading.remarked("leftOut")).toContain("posts 1120");
  });
});

describe("polls", () => {
  test("of discussions are polls with their votes; those of people who left have no name", async () => {
    const polls = await reading.records("polls");
    const options = await reading.records("pollOptions");
    expect(polls).toEqual([
      {
        id: 100,
        threadId: 100,
        title: "猫还是狗？",
        kind: "SINGLE",
        isSecret: false,
        resultsVisible: "AFTER_VOTE",
        endsAt: null,
        namelessVoterCount: 1,
        createdAt: NOON,
      },
      {
        id: 110,
        threadId: 110,
        title: `${LONG_QUESTION.slice(0, 24)}…`,
        kind: "MULTIPLE",
        isSecret: true,
        resultsVisible: "AFTER_END",
        endsAt: "2038-01-01T00:00:00.000Z",
        namelessVoterCount: 87,
        createdAt: NOON,
      },
    ]);
    expect(
      options.map(({ pollId, position, text, namelessCount }) => [pollId, position, text, namelessCount]),
    ).toEqual([
      [100, 1, "猫 | cat", 1],
      [100, 2, "狗", 0],
      [110, 1, `${LONG_CHOICE.slice(0, 49)}…`, 87],
      [110, 2, "Short", 0],
      [110, 3, "Third", 0],
    ]);
    const nameOf = (id: number): string => options.find((option) => option.id === id)!.text;
    expect(
      (await reading.records("pollVotes")).map(({ pollId, memberId, place, optionId, votedAt }) => [
        pollId,
        memberId,
        place,
        nameOf(optionId),
        votedAt,
      ]),
    ).toEqual([
      [100, 2, 1, "猫 | cat", LATER],
      [100, 3, 1, "猫 | cat", LATER],
      [100, 4, 1, "狗", LATER],
      [110, 6, 1, `${LONG_CHOICE.slice(0, 49)}…`, LATER],
      [110, 6, 2, "Short", LATER],
    ]);
  });

  test("keep the words that are too long for one in the text of their discussion", async () => {
    const { body } = (await reading.records("threads")).find(({ id }) => id === 110)!;
    expect(body.replaceAll("\\", "")).toBe(
      ["loose", `**${LONG_QUESTION}**`, "Choose *two*.", `1. ${LONG_CHOICE}\n2. Short\n3. Third`].join(
        "\n\n",
      ),
    );
    expect(body).toContain("Choose \\*two\\*");
  });

  test("that ours cannot be stay in the text, or are listed", () => {
    expect(reading.remarked("polls")).toEqual(["polls 3", "polls 2"]);
    expect(reading.remarked("leftOut")).toEqual(expect.arrayContaining(["polls 4", "polls 5"]));
    expect(reading.report.losses["poll"]).toBe(3);
  });

  test("show results to all where the forum did", async () => {
    const open = join(reading.root, "results.sqlite");
    makeFile(open, [
      ...statements(),
      "INSERT INTO fl_group_permission VALUES (3, 'discussion.polls.viewResultsWithoutVoting')",
      // Its results were for members, whom visitors may not follow.
      "UPDATE fl_polls SET settings = '{}' WHERE id = 3",
      "DELETE FROM fl_group_permission WHERE group_id = 2 AND permission = 'viewForum'",
      "INSERT INTO fl_group_permission VALUES (3, 'viewForum')",
    ]);
    const other = join(reading.root, "results");
    await reading.again({ from: open, folder: other });
    expect((await reading.records("polls", other)).map(({ resultsVisible }) => resultsVisible)).toEqual([
      "ALWAYS",
      "ALWAYS",
    ]);
  });
});

describe("other things", () => {
  test("come along: likes, what is followed, and files of what came", async () => {
    expect(await reading.records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt: LATER },
    ]);
    expect(await reading.records("postReactions")).toEqual([
      { postId: 1002, memberId: 2, reaction: "", createdAt: NOON },
    ]);
    expect(
      (await reading.records("watches")).map(({ memberId, targetId, level }) => [memberId, targetId, level]),
    ).toEqual([
      [2, 100, "WATCHING"],
      [3, 100, "MUTED"],
    ]);
    const attachments = await reading.records("attachments");
    expect(
      attachments.map(({ id, kind, path, threadId, postId }) => [id, kind, path, threadId, postId]),
    ).toEqual([
      [1, "image", "{picture b}", 100, null],
      [2, "file", "{plan}", null, 1002],
    ]);
    expect(reading.remarked("missingFiles")).toEqual(["users 6", "fof_upload_files 4", "fof_upload_files 5"]);
    expect(reading.remarked("leftOut")).toEqual(
      expect.arrayContaining(["fof_upload_files 3", "fof_upload_files 6"]),
    );
    expect(await reading.records("settings")).toEqual([
      { tag: "default", key: "site_name", value: "老论坛" },
    ]);
    expect(await reading.records("formerForums")).toEqual([
      { software: "flarum", postsPerPage: 20, basePath: "/forum" },
    ]);
  });

  test("messages of two members are one dialog; those of more are listed", async () => {
    expect(await reading.records("dialogs")).toEqual([
      {
        id: 40,
        lowMemberId: 2,
        highMemberId: 3,
        createdAt: NOON,
        sides: [
          { memberId: 2, readUpTo: 703, deletedUpTo: 0 },
          { memberId: 3, readUpTo: 701, deletedUpTo: 0 },
        ],
      },
      {
        id: 43,
        lowMemberId: 2,
        highMemberId: GHOST,
        createdAt: NOON,
        sides: [
          { memberId: 2, readUpTo: 0, deletedUpTo: 0 },
          { memberId: GHOST, readUpTo: 0, deletedUpTo: 0 },
        ],
      },
    ]);
    expect(
      (await reading.records("messages")).map(({ id, dialogId, authorId, body }) => [
        id,
        dialogId,
        authorId,
        body,
      ]),
    ).toEqual([
      [700, 40, 2, "你好"],
      [701, 40, 3, "again"],
      [703, 43, GHOST, "from who left"],
    ]);
    expect(reading.remarked("groupDialogs")).toEqual(["dialogs 41"]);
    expect(reading.remarked("leftOut")).toContain("dialog_messages 704");
  });
});

describe("a reader", () => {
  test("writes a folder that can be imported, the same bytes again, and nothing to the source", async () => {
    await checkFolder(await NeutralFolder.open(reading.folder), () => undefined);
    const first = reading.written(reading.folder);
    expect(await reading.again()).toEqual(reading.report);
    expect(reading.written(reading.folder)).toEqual(first);
    expect(await digestOf(reading.database.url)).toBe(reading.before);
  });

  test.runIf(ENGINE !== "sqlite")("reads the same from a server", async () => {
    const server = await FLARUM_ON_SERVER.make(reading.root);
    try {
      const other = join(reading.root, "from-server");
      mkdirSync(other);
      cpSync(join(reading.folder, "reader.json"), join(other, "reader.json"));
      expect(await reading.again({ from: server.url, folder: other })).toEqual(reading.report);
      expect(reading.written(other)).toEqual(reading.written(reading.folder));
    } finally {
      await server.drop!();
    }
  });

  test("reads a forum of Flarum 1 without extensions, whose primary tags have a position", async () => {
    const older = join(reading.root, "older.sqlite");
    const absent = /fl_(?:recipients|post_likes|polls|poll_options|poll_votes|fof_\w+|dialogs|dialog_\w+)\b/;
    makeFile(older, [
      ...statements().filter((sql) => !absent.test(sql)),
      ...["is_primary", "created_at"].map((name) => `ALTER TABLE fl_tags DROP COLUMN ${name}`),
      ...["nickname", "bio", "suspended_until"].map((name) => `ALTER TABLE fl_users DROP COLUMN ${name}`),
      ...["view_count", "best_answer_post_id"].map(
        (name) => `ALTER TABLE fl_discussions DROP COLUMN ${name}`,
      ),
    ]);
    const other = join(reading.root, "older");
    await reading.again({ from: older, folder: other, files: null });
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    expect((await reading.records("categories", other)).map(({ id }) => id)).toEqual(
      (await reading.records("categories")).map(({ id }) => id),
    );
    expect((await reading.records("threads", other)).map(({ id }) => id)).not.toContain(103);
  });

  test("grants what members may do for all categories where none is closed", async () => {
    const open = join(reading.root, "open.sqlite");
    makeFile(open, [...statements(), "DELETE FROM fl_tags", "DELETE FROM fl_discussion_tag"]);
    const other = join(reading.root, "open");
    await reading.again({ from: open, folder: other });
    await checkFolder(await NeutralFolder.open(other), () => undefined);
    const groups = await reading.records("groups", other);
    expect(groups.find(({ id }) => id === 7)!.grants).toContain("viewThreads");
    expect(groups.find(({ id }) => id === 104)!.grants).toEqual(
      expect.arrayContaining(["thread.hide", "thread.sticky", "createThread"]),
    );
  });

  test("refuses what is no Flarum, and asks which of several forums is meant", async () => {
    const other = join(reading.root, "refused");
    const foreign = join(reading.root, "foreign.sqlite");
    makeFile(foreign, ["CREATE TABLE discussions (id INTEGER PRIMARY KEY, title TEXT)"]);
    await expect(reading.again({ from: foreign, folder: other })).rejects.toThrow(
      "This database is none of Flarum",
    );
    const text = join(reading.root, "text.sqlite");
    writeFileSync(text, "no database ".repeat(100));
    await expect(reading.again({ from: text, folder: other })).rejects.toThrow("no database of SQLite");
    await expect(reading.again({ from: join(reading.root, "none"), folder: other })).rejects.toThrow(
      "cannot be read",
    );
    const two = join(reading.root, "two.sqlite");
    makeFile(two, [...statements(), ...statements().map((sql) => sql.replaceAll("fl_", "old_"))]);
    await expect(reading.again({ from: two, folder: other })).rejects.toThrow(
      "name one by ?prefix= at the end of the address: fl_, old_.",
    );
    expect((await reading.again({ from: `${two}?prefix=old_`, folder: other })).records.members).toBe(7);
  });
});
