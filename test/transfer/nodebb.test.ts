import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { BARE, OBJECTS, WRAPPED } from "./nodebb/community.ts";
import { mongoDocuments } from "./nodebb/objects.ts";
import { bytesOf, Reading } from "./nodebb/reading.ts";

/** Id of the member in place of deleted authors and visitors. */
const GHOST = 10_007;
/** Groups of the community; those that every forum here has are below. */
const [MODERATORS, CLUB, READERS] = [101, 102, 103];
/** Categories for topics of no category, and for those whose category does not exist. */
const [WORLD, LOST] = [15, 16];

let reading: Reading;

beforeAll(async () => void (reading = await Reading.begin()));
afterAll(() => reading.end());

describe("people", () => {
  test("keep their names, passwords and proven addresses", async () => {
    const members = await reading.records("members");
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
    expect(reading.remarked("renamed")).toEqual(["user:3", "user:3", "user:4", "user:4"]);
    expect(reading.remarked("groups")).toEqual(["user:1", "user:3"]);
    expect(
      (await reading.records("credentials")).map(({ memberId, scheme, hash }) => [memberId, scheme, hash]),
    ).toEqual([...[1, 2, 3, 4, 5].map((id) => [id, "nodebb", WRAPPED]), [6, "bcrypt", BARE]]);
    const contacts = await reading.records("contacts");
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
    expect(reading.remarked("mails")).toEqual(["user:4", "user:5"]);
  });

  test("follow and block each other as before", async () => {
    expect(await reading.records("follows")).toEqual([
      { fromId: 2, toId: 3, createdAt: "2021-03-05T00:30:00.000Z" },
    ]);
    expect((await reading.records("blocks")).map(({ memberId, blockedId }) => [memberId, blockedId])).toEqual(
      [[3, 5]],
    );
  });
});

describe("categories", () => {
  test("are in two levels; links and circles are none", async () => {
    const categories = await reading.records("categories");
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
    expect(reading.remarked("leftOut")).toContain("category:6");
  });

  test("that not everybody reads stay closed", async () => {
    const open = [1, 13, 2, 3, 7];
    for (const id of [7, 8]) expect(await reading.granted(id, "viewThreads")).toEqual(open);
    expect(await reading.granted(10, "viewThreads")).toEqual([1, 13, WORLD, 2, 3, 7]);
    const inClub = [1, 13, WORLD, 2, 3, 4, 7];
    for (const id of [CLUB, MODERATORS]) expect(await reading.granted(id, "viewThreads")).toEqual(inClub);
    for (const { id } of await reading.records("groups"))
      expect([id, await reading.granted(id, "thread.viewPosts")]).toEqual([
        id,
        await reading.granted(id, "viewThreads"),
      ]);
    expect(reading.remarked("closedCategories")).toEqual(
      [5, 8, 9, 10, 14, LOST].map((id) => `category:${id}`),
    );
    expect(reading.remarked("rightsOfMembers")).toEqual(["cid:4"]);
  });

  test("are written in and moderated by who did so", async () => {
    expect(await reading.granted(7, "createThread")).toEqual([]);
    expect(await reading.granted(10, "createThread")).toEqual([1, 2, 3]);
    expect(await reading.granted(CLUB, "createThread")).toEqual([1, 2, 3, 4]);
    expect(await reading.granted(MODERATORS, "createThread")).toEqual([1, 2, 3, 7]);
    expect(await reading.granted(MODERATORS, "thread.reply")).toEqual([1, 2, 3, 4, 7]);
    expect(await reading.granted(CLUB, "thread.hide")).toEqual([4]);
    expect(await reading.granted(MODERATORS, "thread.hide")).toEqual([1, 13, WORLD, 2, 3, 4, 7]);
    const groups = await reading.records("groups");
    expect(
      groups.filter(({ id }) => id > 100).map(({ id, name, isDisplay }) => [id, name, isDisplay]),
    ).toEqual([
      [MODERATORS, "版主", true],
      [CLUB, "Club", true],
      [READERS, "Readers: of all", false],
    ]);
  });

  test("that everybody reads are granted as a whole", async () => {
    const closed = /^(?:category:(?!1$)|topic:(?!104$)|group:cid:(?!1:))/;
    const open = mongoDocuments(OBJECTS.filter(({ name }) => !closed.test(name)));
    const { folder } = await reading.readOther("open.json", open.join("\n"));
    await checkFolder(await NeutralFolder.open(folder), () => undefined);
    expect(await reading.granted(7, "viewThreads", folder)).toEqual(["all"]);
    expect(await reading.granted(MODERATORS, "thread.sticky", folder)).toEqual(["all"]);
  });
});

describe("topics", () => {
  test("have the text of their first post, with files, tags and links", async () => {
    const threads = await reading.records("threads");
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
    expect((await reading.records("topics")).map(({ name }) => name)).toEqual(["Travel", "旅行"]);
    expect(reading.remarked("mergedTopics")).toEqual(["tag travel"]);
  });

  test("are where no more people read them than before", async () => {
    const threads = await reading.records("threads");
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
      [114, 1, true],
      [115, 1, true],
    ]);
    expect(threads.find(({ id }) => id === 105)).toMatchObject({ deletedById: 1 });
    expect(threads.filter(({ id }) => id === 106 || id === 110).map(({ body }) => body)).toEqual(["", ""]);
    expect(reading.remarked("hiddenTexts")).toEqual(["topic:106"]);
    // What has not appeared yet is a draft of its author.
    const [draft, ...others] = await reading.records("drafts");
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      id: 102,
      memberId: 2,
      categoryId: 1,
      title: "Tomorrow",
      attachmentIds: [5],
    });
    expect(reading.remarked("leftOut")).toEqual(
      expect.arrayContaining([
        "topic:103",
        "topic:198",
        "user:98",
        "post:1130",
        "tag 暗号",
        "post:queue:topic-1614900000000",
      ]),
    );
    const all = bytesOf(reading.folder).join("");
    for (const secret of [
      "taken back [",
      "from afar",
      "of nobody",
      "暗号",
      "text in the queue",
      "203.0.113",
      "mail_password",
    ])
      expect(all).not.toContain(secret);
  });

  test("keep the numbers of their replies, with gaps", async () => {
    const posts = await reading.records("posts");
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
      [1005, 7, 2, null, false],
      [1061, 1, 3, null, false],
      [1141, 6, 2, null, false],
    ]);
    expect(posts[1]!.body).toBe("[plan](/files/{plan}) ok");
    expect(posts[2]!.body).toBe("> [John\\_Doe #2](/thread/100?post=2#p2)\n>\n> ok\n\nThis");
    expect(posts[4]!.body).toMatch(/^nowhere in the list\n\n\*\*When\?\*\*\n\n[^d]*\| Now \| 1 \|$/);
    expect(reading.remarked("numbers")).toEqual(["post:1005"]);
  });

  test("that were merged lead to where their text is now", async () => {
    const threads = await reading.records("threads");
    expect(threads.slice(-2).map(({ id, mergedIntoId, deletedAt }) => [id, mergedIntoId, deletedAt])).toEqual(
      [
        [114, 100, "2021-03-05T00:30:00.000Z"],
        [115, 113, "2021-03-05T00:30:00.000Z"],
      ],
    );
    expect(await reading.records("postMoves")).toEqual([
      { threadId: 114, number: 0, postId: 1141, toThreadId: null },
      { threadId: 115, number: 0, postId: null, toThreadId: 113 },
    ]);
  });

  test("have their files, which belong to the first text that shows them openly", async () => {
    const attachments = await reading.records("attachments");
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
    expect(reading.remarked("missingFiles")).toEqual([
      "user:6",
      "uploads files/../../../secret/passwd",
      "uploads files/1600000000009-gone.png",
    ]);
  });
});

describe("polls", () => {
  test("of topics are polls with their votes, of the older plugin and of the newer", async () => {
    const polls = await reading.records("polls");
    expect(polls).toEqual([
      {
        id: 100,
        threadId: 100,
        title: "猫还是狗？",
        kind: "SINGLE",
        isSecret: false,
        resultsVisible: "ALWAYS",
        endsAt: null,
        namelessVoterCount: 0,
        createdAt: "2021-03-04T12:00:00.000Z",
      },
      {
        id: 111,
        threadId: 111,
        title: "Which days would suit al…",
        kind: "MULTIPLE",
        // One who voted hid it.
        isSecret: true,
        resultsVisible: "ALWAYS",
        endsAt: "2021-03-05T00:30:00.000Z",
        namelessVoterCount: 1,
        createdAt: "2021-03-04T12:00:00.000Z",
      },
    ]);
    const options = await reading.records("pollOptions");
    expect(
      options.map(({ pollId, position, text, namelessCount }) => [pollId, position, text, namelessCount]),
    ).toEqual([
      [100, 1, "猫 | cat", 0],
      [100, 2, "狗", 0],
      [111, 1, "Monday", 0],
      [111, 2, "Tuesday", 1],
      [111, 3, "Never", 0],
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
      [100, 2, 1, "猫 | cat", "2021-03-04T12:00:00.000Z"],
      [100, 3, 1, "猫 | cat", "2021-03-04T12:00:00.000Z"],
      [111, 2, 1, "Monday", "2021-03-04T12:00:00.000Z"],
      [111, 3, 1, "Monday", "2021-03-05T00:30:00.000Z"],
      [111, 3, 2, "Tuesday", "2021-03-05T00:30:00.000Z"],
    ]);
    expect(reading.remarked("polls")).toEqual(["poll:6"]);
  });

  test("of replies and drafts, and others of a text, stay in it", async () => {
    const [draft] = await reading.records("drafts");
    const [, second] = await reading.records("polls");
    const thread = (await reading.records("threads")).find(({ id }) => id === second!.threadId)!;
    const answer = (await reading.records("posts")).find(({ id }) => id === 1005)!;
    expect(thread.body).toContain("**Only one?**");
    expect(thread.body).toContain("**Which days would suit all of you\\?**");
    for (const { body } of [draft!, answer]) expect(body).toMatch(/\*\*When\?\*\*\n\n[^]*Now/);
    expect(reading.report.losses["poll"]).toBe(3);
  });
});

describe("other things", () => {
  test("come along: votes, bookmarks and watches", async () => {
    const [createdAt, before] = ["2021-03-05T00:30:00.000Z", "2021-03-04T12:00:00.000Z"];
    expect(await reading.records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt },
    ]);
    expect(await reading.records("postReactions")).toEqual([
      { postId: 1002, memberId: 3, reaction: "", createdAt: before },
    ]);
    expect(await reading.records("favorites")).toEqual([
      { threadId: 100, memberId: 3, createdAt },
      { threadId: 101, memberId: 3, createdAt: before },
    ]);
    expect(
      (await reading.records("watches")).map(({ memberId, target, targetId, level }) => [
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
    expect(reading.remarked("leftOut")).toContain("uid:4:downvote");
    expect((await reading.records("settings")).map(({ key, value }) => [key, value])).toEqual([
      ["site_introduction", "Talk"],
      ["site_name", "老论坛"],
    ]);
    expect(await reading.records("formerForums")).toEqual([
      { software: "nodebb", postsPerPage: 10, basePath: "/forum" },
    ]);
  });

  test("old addresses that name no id have the page that took them over", async () => {
    const addresses = (await reading.records("oldAddresses")).map(
      ({ address, target }) => `${address} ${target}`,
    );
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
    const dialogs = await reading.records("dialogs");
    expect(dialogs.map(({ id, sides }) => [id, ...sides.map((side) => Object.values(side))])).toEqual([
      // The third member has not read what came after their own message.
      [40, [2, 709, 0], [3, 701, 0]],
      // Who has left a chat does not see it any more.
      [43, [2, 706, 0], [4, 706, 706]],
      [44, [2, 707, 0], [GHOST, 707, 0]],
    ]);
    const messages = await reading.records("messages");
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
    const { id: note } = (await reading.records("attachments")).find(({ path }) => path === "{note}")!;
    expect(messages.map(({ attachmentId }) => attachmentId)).toEqual([note, null, null, null, null, null]);
    expect(reading.remarked("groupDialogs")).toEqual(["chat:room:41", "chat:room:42", "chat:room:45"]);
    expect(reading.remarked("mergedDialogs")).toEqual(["chat:room:46"]);
  });

  test("of other servers stay there, and are listed", () => {
    expect(reading.remarked("leftOut").filter((row) => row.includes("://"))).toEqual([
      "category:https://social.example/groups/1",
      "post:https://social.example/posts/1",
      "topic:https://social.example/posts/9",
      "user:https://social.example/users/eve",
    ]);
  });
});
