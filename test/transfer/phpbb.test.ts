import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { KINDS } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { ENGINE } from "../support/forum.ts";
import { BEGINNING, GHOST, PHPBB, PHPBB_ON_SERVER } from "./phpbb/community.ts";
import { HASHES } from "./phpbb/rows.ts";
import { digestOf, Reading } from "./reading.ts";

const onServer = test.runIf(ENGINE !== "sqlite");

let reading: Reading;

beforeAll(async () => {
  reading = await Reading.begin(PHPBB);
});
afterAll(() => reading.end());

/** Categories in which a group of the folder has a grant. */
async function categoriesOf(groupId: number, grant: string): Promise<number[]> {
  const group = (await reading.records("groups")).find(({ id }) => id === groupId)!;
  return group.grants
    .flatMap((each) => Number(new RegExp(`^category(\\d+)\\.${grant}$`).exec(each)?.[1] ?? 0) || [])
    .sort((one, other) => one - other);
}

describe("members", () => {
  test("keep ids, names, states and the most powerful of their groups; visitors and bots are none", async () => {
    const members = await reading.records("members");
    expect(members.map(({ id, username, groupId, status }) => [id, username, groupId, status])).toEqual([
      [2, "root", 1, "NORMAL"],
      [3, "Ada", 10, "NORMAL"],
      [4, "ａｄａ-2", 108, "NORMAL"],
      [5, "Tom_&_Ann", 10, "UNDER_REVIEW"],
      [7, "Zed", 10, "BANNED"],
      [8, "Mo", 104, "NORMAL"],
      [9, "Eve", 8, "NORMAL"],
      [10, "A_name_that_is_much_longer_than_fifteen_characters", 10, "NORMAL"],
      [GHOST, "已注销用户", 10, "BANNED"],
    ]);
    expect(members[1]).toMatchObject({
      signature: "Hello you & all",
      avatar: "{avatar}",
      bannedUntil: null,
      createdAt: "2021-03-04T04:00:03.000Z",
    });
    expect(members[4]).toMatchObject({ statusReason: "spam & more", bannedUntil: null });
    expect(reading.remarked("renamed")).toEqual(["users 4", "users 5", "users 10"]);
    expect(reading.remarked("memberships")).toEqual(["users 4", "users 8", "users 9"]);
    expect(reading.remarked("bans")).toEqual(["banlist 3"]);
    expect(reading.remarked("inactive")).toEqual(["users 5"]);
  });

  test("keep their passwords; addresses are proven where one member became active by them", async () => {
    const credentials = await reading.records("credentials");
    expect(credentials.map(({ memberId, scheme }) => [memberId, scheme])).toEqual([
      [2, "phpbb"],
      [3, "phpbb"],
      [4, "phpbb2"],
      [5, "phpbb"],
      [8, "phpbb"],
      [9, "phpbb"],
      [10, "phpbb"],
    ]);
    expect(credentials[1]!.hash).toBe(HASHES[3]![1]);
    expect(reading.remarked("passwords")).toEqual(["users 7"]);
    const contacts = await reading.records("contacts");
    expect(
      contacts.map(({ memberId, address, verifiedAt }) => [memberId, address, verifiedAt !== null]),
    ).toEqual([
      [2, "member2@example.org", true],
      [3, "member3@example.org", true],
      [4, "same@example.org", false],
      [5, "SAME@example.org", false],
      [8, "member8@example.org", true],
      [9, "member9@example.org", true],
      [10, "member10@example.org", true],
    ]);
  });

  test("follow their friends, block their foes, and watch what they watched", async () => {
    expect(await reading.records("follows")).toEqual([{ fromId: 3, toId: 4, createdAt: BEGINNING }]);
    expect(await reading.records("blocks")).toEqual([{ memberId: 4, blockedId: 7, createdAt: BEGINNING }]);
    expect(await reading.records("favorites")).toEqual([
      { threadId: 100, memberId: 4, createdAt: BEGINNING },
    ]);
    const watches = await reading.records("watches");
    expect(watches.map(({ memberId, target, targetId }) => [memberId, target, targetId])).toEqual([
      [3, "CATEGORY", 11],
      [3, "THREAD", 102],
    ]);
    expect(reading.remarked("leftOut")).toEqual(expect.arrayContaining(["zebra 4 77", "bookmarks 101 4"]));
  });
});

describe("forums", () => {
  test("are categories of two levels; links to other sites are none", async () => {
    const categories = await reading.records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [10, "综合", null],
      [11, "Talk & chat", 10],
      [12, "Talk & chat / Deep", 10],
      [13, "Club", 10],
      [14, "Locked door", 10],
      [16, "Members", null],
      [17, "Not for the choir", null],
      [18, "Club / Cellar", 10],
      [19, "Nobody's", null],
      [20, "未分类", null],
    ]);
    expect(categories[1]!.description).toBe("All day");
    expect(reading.report.remarks["links"]!.rows).toEqual([
      { row: "forums 15", reason: "Shop: https://shop.example.org" },
    ]);
    expect(reading.remarked("categories")).toEqual(["forums 12", "forums 18"]);
    expect(reading.remarked("lockedForums")).toEqual(["forums 16"]);
    expect(reading.remarked("moderators")).toEqual(["forums 11"]);
  });

  test("are read by whom phpBB let read them; where that is not clear, by administrators only", async () => {
    for (const grant of ["viewThreads", "thread.viewPosts"]) {
      // Guests, and members of whom phpBB knew no more.
      expect(await categoriesOf(7, grant)).toEqual([10, 11, 12]);
      expect(await categoriesOf(8, grant)).toEqual([10, 11, 12]);
      expect(await categoriesOf(10, grant)).toEqual([10, 11, 12, 16]);
      expect(await categoriesOf(104, grant)).toEqual([10, 11, 12, 16]);
      expect(await categoriesOf(108, grant)).toEqual([10, 11, 12, 13, 16, 18]);
      expect(await categoriesOf(109, grant)).toEqual([10, 11, 12, 16]);
    }
    expect(await categoriesOf(104, "thread.edit")).toEqual([10, 11, 12, 16]);
    expect(await categoriesOf(10, "thread.edit")).toEqual([]);
    const groups = await reading.records("groups");
    expect(groups.map(({ id, name }) => [id, name])).toEqual([
      [1, "管理员"],
      [5, "禁止访问"],
      [6, "待付费"],
      [7, "游客"],
      [8, "免费体验"],
      [10, "普通会员"],
      [104, "版主"],
      [108, "Club & Co"],
      [109, "Choir"],
    ]);
    // A grant for all categories would open those that not everybody reads.
    for (const { grants } of groups) expect(grants).not.toContain("viewThreads");
    expect(reading.remarked("closedCategories")).toEqual([
      "forums 14",
      "forums 17",
      "forums 19",
      "forums 20",
    ]);
  });

  test("need no grants of their own where everybody reads all of them", async () => {
    const location = join(reading.root, "open.sqlite");
    copyFileSync(reading.options().from, location);
    const file = new Sqlite(location);
    file.exec("DELETE FROM forum_forums WHERE forum_id NOT IN (10, 11, 12)");
    file.exec("DELETE FROM forum_topics WHERE forum_id NOT IN (10, 11, 12)");
    file.close();
    const folder = join(reading.root, "open");
    await reading.again({ from: location, folder });
    const groups = await reading.records("groups", folder);
    const guests = groups.find(({ id }) => id === 7)!;
    expect(guests.grants).toEqual([
      "thread.downloadAttachment",
      "thread.viewAttachment",
      "thread.viewPosts",
      "user.view",
      "viewThreads",
    ]);
    await checkFolder(await NeutralFolder.open(folder), () => undefined);
  });
});

describe("topics and posts", () => {
  test("keep ids, states and texts; the first post is the text of the topic", async () => {
    const threads = await reading.records("threads");
    expect(
      threads.map(({ id, categoryId, approval, deletedAt }) => [id, categoryId, approval, deletedAt]),
    ).toEqual([
      [100, 11, "APPROVED", null],
      [102, 11, "APPROVED", null],
      [103, 13, "APPROVED", null],
      [104, 11, "PENDING", null],
      [105, 11, "APPROVED", "2021-03-04T04:08:20.000Z"],
      [106, 11, "APPROVED", null],
      [107, 11, "APPROVED", null],
      [108, 20, "APPROVED", null],
    ]);
    const [cats, poll, , , deleted, long, unmarked] = threads;
    expect(cats).toEqual({
      id: 100,
      categoryId: 11,
      authorId: 3,
      title: "Cats & dogs <3",
      body: "Look [plan.pdf](/files/{plan}) and ![a.png](/files/{picture})",
      priceCents: 0,
      freePercent: 0,
      attachmentPriceCents: 0,
      isAnonymous: false,
      isSticky: false,
      stickyUntil: null,
      isEssence: false,
      lockedAt: "2021-03-04T04:01:00.000Z",
      lockReason: null,
      approval: "APPROVED",
      deletedAt: null,
      deletedById: null,
      mergedIntoId: null,
      solutionId: null,
      movedNumber: 0,
      viewCount: 7,
      longitude: null,
      latitude: null,
      address: "",
      location: "",
      createdAt: "2021-03-04T04:00:00.000Z",
      editedAt: "2021-03-04T04:01:30.000Z",
    });
    expect(poll).toMatchObject({ isSticky: true, stickyUntil: "2021-03-05T04:00:00.000Z" });
    expect(poll!.body).toBe("Vote");
    expect(deleted!.deletedById).toBe(8);
    expect(long).toMatchObject({
      authorId: GHOST,
      title: `${"长".repeat(99)}…`,
      body: `${"长".repeat(120)}\n\n**Visitor**:\n\nlong title`,
    });
    expect(unmarked!.body).toBe("lost its mark\n\n**Which of these two do you like best\\?**");
    expect(reading.remarked("longTitles")).toEqual(["topics 106"]);
  });

  test("have their polls; votes of visitors and of those who left have no name", async () => {
    const [tea, either, ...others] = await reading.records("polls");
    expect(others).toEqual([]);
    expect(tea).toEqual({
      id: 102,
      threadId: 102,
      title: "Tea & cake?",
      kind: "SINGLE",
      isSecret: true,
      resultsVisible: "ALWAYS",
      endsAt: null,
      namelessVoterCount: 6,
      createdAt: "2021-03-04T04:00:00.000Z",
    });
    expect(either).toMatchObject({
      threadId: 107,
      title: "Which of these two do yo…",
      kind: "MULTIPLE",
      endsAt: "2021-03-04T05:00:00.000Z",
      namelessVoterCount: 2,
    });
    const options = await reading.records("pollOptions");
    expect(
      options.map(({ pollId, position, text, namelessCount }) => [pollId, position, text, namelessCount]),
    ).toEqual([
      [102, 1, "Tea | milk", 2],
      [102, 2, "Cake", 4],
      [107, 1, "This & that", 0],
      [107, 2, "Other", 2],
      [107, 3, "None", 0],
    ]);
    const nameOf = (id: number): string => options.find((option) => option.id === id)!.text;
    expect(
      (await reading.records("pollVotes")).map(({ pollId, memberId, optionId }) => [
        pollId,
        memberId,
        nameOf(optionId),
      ]),
    ).toEqual([
      [102, 4, "Cake"],
      [102, 8, "Tea | milk"],
      [107, 4, "This & that"],
      [107, 4, "Other"],
    ]);
    expect(reading.remarked("polls")).toEqual(["topics 107"]);
    // One choice is no poll here.
    const lost = (await reading.records("threads")).find(({ id }) => id === 108)!;
    expect(lost.body.replace(/ +/g, " ").replace(/-+/g, "-")).toBe(
      "no forum\n\n**Yes?**\n\n| | |\n| - | - |\n| Yes | 9 |",
    );
    expect(reading.report.losses["poll"]).toBe(1);
    expect(reading.written(reading.folder).join("")).not.toContain("10.0.0.77");
  });

  test("have the numbers in which topics showed them; guests are named, hidden parts are gone", async () => {
    const posts = await reading.records("posts");
    expect(posts.map(({ id, number, authorId, approval }) => [id, number, authorId, approval])).toEqual([
      [1001, 2, 4, "APPROVED"],
      [1002, 3, GHOST, "APPROVED"],
      [1003, 4, 3, "APPROVED"],
      [1004, 5, 3, "PENDING"],
      [1005, 1, 3, "APPROVED"],
      [1006, 6, 3, "APPROVED"],
    ]);
    expect(posts.map(({ body }) => body)).toEqual([
      "> [Ada #1](/thread/100?post=1#p1)\n>\n> first\n\nYes, [there](/thread/102)",
      "**Gone\\_Girl**:\n\nIt is **old** &",
      "**Another \\& subject**\n\nOpen end",
      "waits",
      "early",
      "away",
    ]);
    expect(posts[0]!.replyToPostId).toBe(1005);
    expect(posts[5]!.deletedAt).toBe("2021-03-04T06:30:00.000Z");
    expect(reading.remarked("hiddenParts")).toEqual(["posts 1002", "posts 1003"]);
    expect(reading.remarked("leftOut")).toContain("posts 1080");
    // Neither the parts nor the file that one of them shows.
    expect(reading.written().join("")).not.toMatch(/closed|gone|deep|s\.txt|secret/);
    expect(JSON.stringify(await reading.records("files"))).not.toContain("{secret}");
  });

  test("that were moved are found under their old ids, too", async () => {
    const addresses = await reading.records("oldAddresses");
    expect(addresses.filter(({ target }) => target === "/thread/100").map(({ address }) => address)).toEqual([
      "/bbs/viewtopic.php?f=12&t=101",
      "/bbs/viewtopic.php?p=1000",
      "/bbs/viewtopic.php?t=101",
    ]);
    expect(await reading.records("formerForums")).toEqual([
      { software: "phpbb", postsPerPage: 25, basePath: "/bbs" },
    ]);
  });

  test("keep their files, whose kind is told by their names and media types", async () => {
    const attachments = await reading.records("attachments");
    expect(
      attachments.map(({ id, kind, path, threadId, postId, name, mimeType }) => [
        id,
        kind,
        path,
        threadId,
        postId,
        name,
        mimeType,
      ]),
    ).toEqual([
      [1, "image", "{picture}", 100, null, "a.png", "image/png"],
      [2, "file", "{plan}", 100, null, "plan.pdf", "application/pdf"],
      [7, "image", "{letter}", null, null, "letter", "image/jpeg"],
      [8, "image", "{picture}", 102, null, "a.png", "image/png"],
    ]);
    expect(reading.remarked("missingFiles")).toEqual(["users 8", "attachments 4", "attachments 5"]);
  });
});

describe("private messages", () => {
  test("of one member to another are dialogs; those of more people are listed", async () => {
    expect(await reading.records("dialogs")).toEqual([
      {
        id: 1,
        lowMemberId: 3,
        highMemberId: 4,
        createdAt: "2021-03-04T04:00:01.000Z",
        sides: [
          { memberId: 3, readUpTo: 3, deletedUpTo: 0 },
          { memberId: 4, readUpTo: 2, deletedUpTo: 1 },
        ],
      },
      {
        id: 6,
        lowMemberId: 3,
        highMemberId: GHOST,
        createdAt: "2021-03-04T04:00:06.000Z",
        sides: [
          { memberId: 3, readUpTo: 6, deletedUpTo: 0 },
          { memberId: GHOST, readUpTo: 0, deletedUpTo: 0 },
        ],
      },
    ]);
    const messages = await reading.records("messages");
    expect(
      messages.map(({ id, dialogId, authorId, body, attachmentId }) => [
        id,
        dialogId,
        authorId,
        body,
        attachmentId,
      ]),
    ).toEqual([
      [1, 1, 3, "**约个时间**\n\nhello", null],
      [2, 1, 4, "with a picture", 7],
      [3, 1, 3, "unread", null],
      [6, 6, GHOST, "from nobody", null],
    ]);
    expect(reading.remarked("messagesOfMany")).toEqual(["privmsgs 4", "privmsgs 5"]);
  });
});

describe("the reader", () => {
  test("takes over the name of the forum and the words that it replaced", async () => {
    expect(await reading.records("settings")).toEqual([
      { tag: "default", key: "site_name", value: "Old & good" },
    ]);
    const words = await reading.records("stopWords");
    expect(words.map(({ find, replacement, ugc }) => [find, replacement, ugc])).toEqual([
      ["darn", "d**n", "{REPLACE}"],
    ]);
    expect(reading.remarked("profileFields")).toEqual(["profile_fields 1"]);
    expect(await reading.records("transactions")).toEqual([]);
  });

  test("writes a folder that can be imported, nothing to the source, and the same bytes again", async () => {
    await checkFolder(await NeutralFolder.open(reading.folder), () => undefined);
    const first = reading.written();
    expect(await reading.again()).toEqual(reading.report);
    expect(reading.written()).toEqual(first);
    expect(await digestOf(reading.database.url)).toBe(reading.before);
    expect(readdirSync(reading.folder).filter((name) => name.startsWith("."))).toEqual([]);
    expect(reading.report.tables).toMatchObject({ users: 10, posts: 15, topics: 9 });
  });

  test("reads phpBB 3.0, which knows only what is approved, and forums without some tables", async () => {
    const location = join(reading.root, "older.sqlite");
    copyFileSync(reading.options().from, location);
    const file = new Sqlite(location);
    for (const table of ["topic", "post"]) {
      file.exec(`ALTER TABLE forum_${table}s ADD ${table}_approved INTEGER`);
      file.exec(`UPDATE forum_${table}s SET ${table}_approved = ${table}_visibility = 1`);
      file.exec(`ALTER TABLE forum_${table}s DROP ${table}_visibility`);
      file.exec(`ALTER TABLE forum_${table}s DROP ${table}_delete_time`);
    }
    for (const table of ["bookmarks", "zebra", "acl_groups", "profile_fields", "moderator_cache"])
      file.exec(`DROP TABLE forum_${table}`);
    file.close();
    const folder = join(reading.root, "older");
    await reading.again({ from: location, folder, files: null });
    const threads = await reading.records("threads", folder);
    expect(threads.map(({ id, approval }) => [id, approval])).toContainEqual([104, "PENDING"]);
    expect(threads.map(({ id, approval }) => [id, approval])).toContainEqual([105, "PENDING"]);
    // Nobody knows who may read what: nobody but administrators does.
    for (const { grants } of await reading.records("groups", folder))
      expect(grants.filter((grant) => /viewThreads|viewPosts/.test(grant))).toEqual([]);
    expect(threads[0]!.body).toBe("Look plan.pdf and a.png");
    await checkFolder(await NeutralFolder.open(folder), () => undefined);
  });

  test("refuses what is no phpBB, and asks which of several forums is meant", async () => {
    const folder = join(reading.root, "refused");
    const location = join(reading.root, "other.sqlite");
    const file = new Sqlite(location);
    file.exec("CREATE TABLE forum_posts (id INTEGER PRIMARY KEY, content TEXT)");
    file.close();
    await expect(reading.again({ from: location, folder })).rejects.toThrow("This database is none of phpBB");
    await expect(reading.again({ from: join(reading.root, "none.sqlite"), folder })).rejects.toThrow(
      "cannot be read (SQLITE_CANTOPEN)",
    );
    const twice = join(reading.root, "twice.sqlite");
    copyFileSync(reading.options().from, twice);
    const two = new Sqlite(twice);
    for (const table of ["config", "users", "forums", "topics", "posts"])
      two.exec(`CREATE TABLE old_${table} AS SELECT * FROM forum_${table}`);
    two.close();
    await expect(reading.again({ from: twice, folder })).rejects.toThrow(
      "name one by ?prefix= at the end of the address: forum_, old_.",
    );
    await expect(reading.again({ from: `${twice}?prefix=new_`, folder })).rejects.toThrow(
      "no tables of phpBB that begin with new_",
    );
    const { records } = await reading.again({ from: `${twice}?prefix=forum_`, folder });
    expect(records.members).toBe(9);
  });

  onServer("reads the same from MySQL, and writes nothing there", async () => {
    const database = await PHPBB_ON_SERVER.make(reading.root);
    try {
      const before = await digestOf(database.url);
      const folder = join(reading.root, "server");
      // The names of files depend on a key of the folder.
      const report = await reading.again({ from: database.url, folder });
      expect(report.remarks).toEqual(reading.report.remarks);
      for (const kind of KINDS.filter((each) => each !== "files"))
        expect(await reading.records(kind, folder)).toEqual(await reading.records(kind));
      expect(await digestOf(database.url)).toEqual(before);
      await expect(reading.again({ from: `${database.url}_none`, folder })).rejects.toThrow(
        "cannot be read (ER_BAD_DB_ERROR)",
      );
    } finally {
      await database.drop!();
    }
  });
});
