import { readdirSync } from "node:fs";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { ARGON2, BCRYPT, discuzX, UCENTER } from "./discuzX/community.ts";
import { digestOf, Reading } from "./reading.ts";

/** Discuz! X lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
/** 12:00 and, on the next day, 8:30 in Shanghai. */
const NOON = "2021-03-04T04:00:00.000Z";
const LATER = "2021-03-05T00:30:00.000Z";
const GHOST = 10_013;
/** Categories that administrators only read. */
const [LOST, CLOSED] = [16_777_216, 16_777_217];
/** Categories that guests read. */
const OPEN = [1, 2, 4];

let reading: Reading;
beforeAll(async () => {
  if (ENGINE !== "sqlite") reading = await Reading.begin(discuzX());
});
afterAll(() => reading?.end());

/** Categories that a group reads. */
async function categoriesOf(groupId: number): Promise<number[]> {
  const { grants } = (await reading.record("groups", groupId))!;
  return grants.flatMap((grant) => Number(/^category(\d+)\.viewThreads$/.exec(grant)?.[1] ?? "") || []);
}

/** Texts of all threads and posts, with the state of each. */
async function texts() {
  const threads = await reading.records("threads");
  const posts = await reading.records("posts");
  return [
    ...threads.map((each) => ({ ...each, kind: "thread" })),
    ...posts.map((each) => ({ ...each, kind: "post" })),
  ];
}

describe("members", () => {
  onServer("of the table and its archive keep their ids; the first one keeps a name", async () => {
    const members = await reading.records("members");
    expect(
      members.map(({ id, username, groupId, status, bannedUntil, groupExpiresAt }) => [
        id,
        username,
        groupId,
        status,
        bannedUntil ?? groupExpiresAt,
      ]),
    ).toEqual([
      [1, "admin", 1, "NORMAL", null],
      [2, "super", 102, "NORMAL", null],
      [3, "keeper", 103, "NORMAL", null],
      [4, "ada", 10, "NORMAL", null],
      [5, "王小明", 10, "NORMAL", null],
      [6, "loud", 10, "BANNED", "2030-01-01T00:00:00.000Z"],
      [7, "vip", 120, "NORMAL", "2030-01-01T00:00:00.000Z"],
      [8, "ADA-2", 10, "NORMAL", null],
      [9, "waiting", 10, "UNDER_REVIEW", null],
      [10, "debtor", 109, "NORMAL", null],
      [11, "locked", 10, "BANNED", null],
      // Their group is that of administrators, but they are none.
      [12, "exadmin", 10, "NORMAL", null],
      [13, "frozen", 10, "UNDER_REVIEW", null],
      [GHOST, "已注销用户", 10, "BANNED", null],
    ]);
    expect(members[0]).toMatchObject({
      avatar: "{avatar}",
      signature: "我是 A & B 第二行",
      lastSeenAt: LATER,
    });
    expect(reading.remarked("renamed")).toEqual(["common_member 8", "common_member 8"]);
  });

  onServer("have the passwords of UCenter, and addresses that nobody takes over", async () => {
    expect(await reading.records("credentials")).toEqual([
      {
        memberId: 1,
        scheme: "ucenter",
        hash: UCENTER.utf8mb4.toLowerCase(),
        salt: "9f8e7d",
        charset: "utf-8",
      },
      {
        memberId: 4,
        scheme: "bcrypt",
        hash: BCRYPT,
        salt: "",
        charset: "utf-8",
      },
      { memberId: 7, scheme: "argon2", hash: ARGON2, salt: "", charset: "utf-8" },
    ]);
    const contacts = await reading.records("contacts");
    expect(contacts.map(({ memberId, address, verifiedAt }) => [memberId, address, verifiedAt])).toEqual([
      [1, "admin@example.org", NOON],
      [4, "Ada@example.org", null],
      [4, "+8613800138000", null],
      [5, "ada@example.org", null],
      [8, "old@example.org", null],
    ]);
    expect(reading.remarked("passwords")).toEqual(["common_member 5"]);
    expect(reading.remarked("securityQuestions")).toEqual(["common_member 1"]);
  });

  onServer("follow, block, favour and like", async () => {
    const follows = await reading.records("follows");
    expect(follows.map(({ fromId, toId }) => [fromId, toId])).toEqual([
      [1, 4],
      [4, 1],
      [5, 4],
    ]);
    expect(await reading.records("blocks")).toEqual([{ memberId: 4, blockedId: 6, createdAt: NOON }]);
    expect(await reading.records("favorites")).toEqual([{ threadId: 100, memberId: 5, createdAt: NOON }]);
    expect(await reading.records("watches")).toMatchObject([
      { memberId: 5, target: "CATEGORY", targetId: 2 },
    ]);
    expect(await reading.records("threadReactions")).toMatchObject([{ threadId: 100, memberId: 5 }]);
    expect(await reading.records("postReactions")).toMatchObject([{ postId: 202, memberId: 5 }]);
  });
});

describe("forums", () => {
  onServer("become categories of two levels", async () => {
    const categories = await reading.records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "大区", null],
      [2, "广场", 1],
      [3, "会员区", 1],
      [4, "广场 / 角落", 1],
      [5, "密码", 1],
      [6, "老会员", 1],
      [8, "隐藏", 1],
      [9, "会员区 / 会员区子版", 1],
      [10, "勋章", 1],
      [LOST, "未分类", null],
      [CLOSED, "受限主题", null],
    ]);
  });

  onServer("are read by those who read them there, and by nobody else", async () => {
    expect(await categoriesOf(7)).toEqual(OPEN);
    expect(await categoriesOf(8)).toEqual(OPEN);
    // Some groups by credits only read 6, and groups by credits are one here.
    expect(await categoriesOf(10)).toEqual([1, 2, 3, 4, 9]);
    expect(await categoriesOf(103)).toEqual([1, 2, 3, 4, 9]);
    expect(await categoriesOf(109)).toEqual(OPEN);
    expect(await categoriesOf(120)).toEqual([1, 2, 3, 4, 6, 9]);
    const groups = await reading.records("groups");
    const plain = groups
      .flatMap(({ grants }) => grants)
      .filter((grant) => /^(?:viewThreads|thread\.view)/.test(grant));
    expect(new Set(plain)).toEqual(new Set(["thread.viewAttachment"]));
    const getters = groups.filter(({ grants }) => grants.includes("thread.downloadAttachment"));
    expect(getters.map(({ id }) => id)).toEqual([10, 102, 103, 120]);
  });

  onServer("have moderators where they had some", async () => {
    const editing = /^category(\d+)\.thread\.edit$/;
    const grantsOf = async (id: number) =>
      (await reading.record("groups", id))!.grants.flatMap((grant) => Number(editing.exec(grant)?.[1]) || []);
    expect(await grantsOf(103)).toEqual([2]);
    expect(await grantsOf(102)).toEqual([1, 2, 3, 4, 9]);
    expect(await grantsOf(10)).toEqual([]);
    expect(reading.remarked("moderators")).toEqual(["common_member 3"]);
  });
});

describe("threads", () => {
  onServer("keep their ids, their state and their look", async () => {
    const threads = await reading.records("threads");
    expect(
      threads.map(({ id, categoryId, authorId, approval, deletedAt }) => [
        id,
        categoryId,
        authorId,
        deletedAt === null ? approval : "deleted",
      ]),
    ).toEqual([
      [100, 2, 4, "APPROVED"],
      [101, 3, 5, "APPROVED"],
      [102, 2, 4, "APPROVED"],
      [103, CLOSED, 4, "APPROVED"],
      [104, CLOSED, 4, "APPROVED"],
      [105, 2, 4, "deleted"],
      [106, 2, 4, "PENDING"],
      [108, 2, 5, "APPROVED"],
      [111, LOST, 4, "APPROVED"],
      // The price of a reward is none for readers.
      [112, 4, 8, "APPROVED"],
      [113, 2, 4, "deleted"],
      [114, 2, 4, "APPROVED"],
    ]);
    expect(threads[0]).toMatchObject({
      title: "[求助] A & B",
      body: "**你好** <朋友> 🙂 ![猫.png](/files/{cat})\n\n#Tea#",
      isSticky: true,
      isEssence: true,
      viewCount: 12,
      createdAt: NOON,
    });
    expect(await reading.record("threads", 108)).toMatchObject({
      title: `${"长".repeat(99)}…`,
      body: `${"长".repeat(99)}\\<标题\\>\n\n正文`,
      isAnonymous: true,
      lockedAt: LATER,
      editedAt: LATER,
    });
    expect(await reading.records("drafts")).toMatchObject([
      { id: 109, memberId: 4, title: "草稿", body: "还没写完" },
    ]);
    expect(reading.remarked("closedThreads")).toEqual(["forum_thread 103", "forum_thread 104"]);
  });

  onServer("that were moved lead to where they are, and files to their new addresses", async () => {
    const addresses = await reading.records("oldAddresses");
    expect(addresses.filter(({ target }) => target === "/thread/100").map(({ address }) => address)).toEqual([
      "/bbs/forum.php?mod=viewthread&tid=107",
      "/bbs/thread-107-1-1.html",
    ]);
    expect(addresses).toContainEqual({
      address: "/bbs/data/attachment/forum/202103/04/cat.png",
      target: "/files/{cat}",
    });
    expect(await reading.records("formerForums")).toEqual([
      { software: "discuz-x", postsPerPage: 5, basePath: "/bbs" },
    ]);
  });

  onServer("have their polls, with the votes of members; results that were for voters stay so", async () => {
    expect((await reading.record("threads", 102))!.body).toBe("选一个");
    expect(await reading.record("polls", 102)).toMatchObject({
      kind: "MULTIPLE",
      isSecret: false,
      resultsVisible: "ALWAYS",
      endsAt: "2030-01-01T00:00:00.000Z",
      namelessVoterCount: 4,
    });
    const [coffee, tea, ...others] = await reading.records("pollOptions");
    expect([coffee, tea]).toMatchObject([
      { pollId: 102, position: 1, text: "咖啡", namelessCount: 3 },
      { pollId: 102, position: 2, text: "茶", namelessCount: 2 },
    ]);
    expect(
      (await reading.records("pollVotes")).map(({ memberId, place, optionId }) => [
        memberId,
        place,
        optionId,
      ]),
    ).toEqual([
      [4, 1, coffee!.id],
      [5, 1, coffee!.id],
      [5, 2, tea!.id],
    ]);
    expect(await reading.record("polls", 114)).toMatchObject({
      kind: "SINGLE",
      isSecret: true,
      resultsVisible: "AFTER_VOTE",
      endsAt: null,
      namelessVoterCount: 165,
    });
    expect(others.map(({ text, namelessCount }) => [text, namelessCount])).toEqual([
      ["甲", 77],
      [`${"乙".repeat(49)}…`, 88],
    ]);
    // Words that are too long for a poll are in the text.
    expect((await reading.record("threads", 114))!.body).toContain(`1. 甲\n2. ${"乙".repeat(60)}`);
  });
});

describe("posts", () => {
  onServer("of all tables are numbered as their threads show them; comments come behind", async () => {
    const posts = await reading.records("posts");
    expect(
      posts.map(({ id, threadId, number, parentId, replyToPostId, authorId }) => [
        id,
        threadId,
        number,
        parentId,
        replyToPostId,
        authorId,
      ]),
    ).toEqual([
      [201, 100, 1, null, null, 5],
      [202, 100, 2, null, 201, 4],
      [203, 100, 3, null, null, 4],
      [204, 100, 4, null, null, 4],
      [205, 100, 5, null, null, GHOST],
      [206, 100, 7, null, null, 4],
      [207, 100, 6, null, null, 4],
      [222, 112, 1, null, null, 4],
      [4_294_967_297, 100, null, 202, null, 5],
      [4_294_967_298, 100, 8, null, null, 1],
    ]);
    expect(posts[4]!.body).toBe("**小标题**\n\n号没了");
    expect(posts[5]).toMatchObject({ body: "骂人的话", editedAt: LATER });
    expect(posts[6]!.body).toContain("(/thread/103)");
    expect(posts[8]!.body).toBe("点评 & 好");
    expect(reading.remarked("deletedAuthors")).toEqual(["forum_post 205"]);
  });

  onServer("of anonymous authors name nobody, in quotes neither", async () => {
    expect(await reading.record("posts", 201)).toMatchObject({ isAnonymous: true });
    expect((await reading.record("posts", 202))!.body).toBe(
      "> [匿名用户 #1](/thread/100?post=1#p1)\n>\n> 我是谁\n\n不知道",
    );
  });
});

describe("what not everybody could read", () => {
  onServer("is in no text that guests read", async () => {
    const categories = new Map(
      (await reading.records("threads")).map(({ id, categoryId }) => [id, categoryId]),
    );
    const readable = (await texts()).filter(
      (each) =>
        each.approval === "APPROVED" &&
        each.deletedAt === null &&
        OPEN.includes(categories.get("threadId" in each ? each.threadId : each.id)!),
    );
    const all = readable.map(({ body }) => body).join("\n");
    expect(all).toContain("我知道");
    expect(all).not.toMatch(
      /秘密 |会员才能看|等级内容|积分内容|垃圾|待审|找不到家|被屏蔽|我删了|等审核|骂人的话|老乡/,
    );
    expect(reading.remarked("hiddenParts")).toEqual(["forum_thread 100"]);
    expect(reading.remarked("covered")).toEqual(["forum_thread 113", "forum_post 206"]);
  });

  onServer("is in no file that belongs to a text", async () => {
    const attachments = await reading.records("attachments");
    expect(
      attachments.map(({ id, kind, path, threadId, postId }) => [id, kind, path, threadId, postId]),
    ).toEqual([
      [300, "image", "{cat}", 100, null],
      [301, "image", "{secret}", null, null],
      [302, "file", "{sold}", null, null],
      [305, "file", "{vip}", null, null],
      [306, "file", "{plan}", null, 202],
    ]);
    expect(reading.remarked("missingFiles")).toEqual(["forum_attachment 304"]);
    expect(reading.remarked("leftOut")).toContain("forum_attachment 303");
  });
});

describe("messages", () => {
  onServer("of two members are a dialog; those of more are listed", async () => {
    const dialogs = await reading.records("dialogs");
    expect(
      dialogs.map(({ id, sides }) => [id, ...sides.map(({ memberId, readUpTo }) => [memberId, readUpTo])]),
    ).toEqual([
      [1, [4, 500], [5, 502]],
      [11, [4, 504], [GHOST, 504]],
    ]);
    const messages = await reading.records("messages");
    expect(messages.map(({ id, dialogId, authorId, body }) => [id, dialogId, authorId, body])).toEqual([
      [500, 1, 4, "在吗 & 忙吗"],
      [502, 1, 5, "在"],
      [504, 11, 4, "还在吗"],
    ]);
    expect(reading.remarked("groupMessages")).toEqual(["ucenter_pm_lists 2"]);
    expect(reading.remarked("leftOut")).toContain("ucenter_pm_messages 503");
  });
});

describe("the site", () => {
  onServer("keeps its name, its topics and its stop words; credits are no money", async () => {
    expect(await reading.records("settings")).toEqual([
      { tag: "default", key: "site_name", value: "老地方 & 朋友" },
    ]);
    expect((await reading.records("topics")).map(({ id, name }) => [id, name])).toEqual([[1, "Tea"]]);
    const words = await reading.records("stopWords");
    expect(
      words.map(({ find, replacement, ugc, username, memberId }) => [
        find,
        replacement,
        ugc,
        username,
        memberId,
      ]),
    ).toEqual([
      ["赌博", "", "{BANNED}", "{BANNED}", 1],
      ["广告{3}", "", "{MOD}", "{IGNORE}", GHOST],
      ["笨", "**", "{REPLACE}", "{IGNORE}", 1],
    ]);
    expect(await reading.records("transactions")).toEqual([]);
  });
});

describe("a reader", () => {
  onServer(
    "writes a folder that can be imported, the same bytes again, and nothing to the source",
    async () => {
      await checkFolder(await NeutralFolder.open(reading.folder), () => undefined);
      const first = reading.written();
      expect(await reading.again()).toEqual(reading.report);
      expect(reading.written()).toEqual(first);
      expect(await digestOf(reading.database.url)).toEqual(reading.before);
      expect(readdirSync(reading.folder).filter((name) => name.startsWith("."))).toEqual([]);
    },
  );

  onServer("reads a site in GBK, and UCenter with another prefix", async () => {
    const renamed = ["members", "pm_lists", "pm_members", "pm_messages_1", "pm_messages_2"].map(
      (table) => `RENAME TABLE pre_ucenter_${table} TO other_${table};`,
    );
    const gbk = await Reading.begin(
      discuzX({ charset: "gbk", change: renamed.join("\n") }),
      "?prefix=pre_&uc=other_",
    );
    try {
      for (const kind of ["members", "categories", "threads", "posts", "messages", "stopWords"] as const)
        expect(await gbk.records(kind)).toEqual(await reading.records(kind));
      expect((await gbk.records("credentials")).map(({ charset }) => charset)).toEqual(["gbk", "gbk", "gbk"]);
    } finally {
      await gbk.end();
    }
  });

  onServer("gives grants for all categories where everybody reads everything", async () => {
    const open = await Reading.begin(
      discuzX({
        change: `UPDATE pre_forum_forumfield SET viewperm = '', password = '', formulaperm = '';
        UPDATE pre_forum_forum SET status = 1 WHERE fid = 8;
        UPDATE pre_forum_thread SET readperm = 0, price = 0;
        DELETE FROM pre_forum_thread WHERE tid = 111;`,
      }),
    );
    try {
      expect((await open.record("groups", 7))!.grants).toEqual([
        "thread.viewPosts",
        "user.view",
        "viewThreads",
      ]);
    } finally {
      await open.end();
    }
  });

  onServer("refuses databases of other programs", async () => {
    const other = await createServerDatabase();
    try {
      const connection = await createConnection(other.url);
      await connection.query("CREATE TABLE pre_forum_thread (tid int, subject varchar(80))");
      await connection.end();
      await expect(reading.again({ from: other.url })).rejects.toThrow(
        "This database is none of Discuz! X: it does not have its tables of members, groups, forums, threads and posts.",
      );
    } finally {
      await other.drop();
    }
    await expect(reading.again({ from: `${reading.database.url}?prefix=bbs_` })).rejects.toThrow(
      "no tables of Discuz! X that begin with bbs_",
    );
  });
});
