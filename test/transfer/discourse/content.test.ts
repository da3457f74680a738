import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "../../../server/transfer/format/records.ts";
import { shortUrl, stored } from "./community.ts";
import { CLOSED, GHOST, Reading } from "./reading.ts";

const [NOON, LATER] = ["2021-03-04T12:00:00.000Z", "2021-03-05T00:30:00.000Z"];

let reading: Reading;
beforeAll(async () => void (reading = await Reading.begin()));
afterAll(() => reading?.end());

describe("topics", () => {
  test("have the text of their first post, with files, polls and tags", async () => {
    const threads = await reading.records("threads");
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
        "| 选项 | 票数 |\n| --- | --- |\n| 1 | 0 |\n| 2 | 0 |",
        "```\n[poll]\n* in code\n[/poll]\n```",
        "#travel#",
      ].join("\n\n"),
    );
    const long = threads.find(({ id }) => id === 103)!;
    expect(long).toMatchObject({ authorId: GHOST, lockedAt: LATER, isSticky: false, stickyUntil: null });
    expect(long.title).toBe(`${"长".repeat(99)}…`);
    expect(long.body.split("\n\n")[0]).toBe("长".repeat(120));
    expect(threads.find(({ id }) => id === 106)!.solutionId).toBe(1061);
    expect(threads.find(({ id }) => id === 107)).toMatchObject({
      authorId: GHOST,
      body: "news text\n\nuntil then",
    });
  });

  test("are where no more people read them than before", async () => {
    const threads = await reading.records("threads");
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
    expect(reading.remarked("closedThreads")).toEqual(["topics 104", "topics 109"]);
    expect(threads.find(({ id }) => id === 105)).toMatchObject({ deletedById: 1 });
    expect(threads.find(({ id }) => id === 106)!.body).toBe("#旅行#");
    expect(reading.report.remarks["hiddenTexts"]!.rows[0]).toMatchObject({ row: "topics 106" });
    const all = KINDS.map((kind) => readFileSync(join(reading.folder, `${kind}.ndjson`), "utf8")).join("");
    for (const secret of [
      "whisper",
      "secret of",
      "queued secret",
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
    const posts = await reading.records("posts");
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
    expect([
      reading.remarked("whispers"),
      reading.remarked("smallActions"),
      reading.remarked("polls"),
    ]).toEqual([["posts 1003"], ["posts 1005", "posts 2003"], expect.arrayContaining(["polls 2"])]);
    expect(reading.remarked("leftOut")).toContain("posts 1100");
    expect(reading.remarked("leftOut").filter((row) => row.startsWith("reviewables"))).toEqual([
      "reviewables 31",
    ]);
  });
});

describe("polls", () => {
  test("of topics are polls with their votes, and no part of the text", async () => {
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
        namelessVoterCount: 1,
        createdAt: NOON,
      },
      {
        id: 101,
        threadId: 101,
        title: "Which of these three pla…",
        kind: "RANKED",
        isSecret: true,
        resultsVisible: "AFTER_END",
        endsAt: LATER,
        namelessVoterCount: 0,
        createdAt: NOON,
      },
      {
        id: 107,
        threadId: 107,
        title: "Days & times",
        kind: "MULTIPLE",
        isSecret: false,
        resultsVisible: "AFTER_VOTE",
        endsAt: "2038-01-01T00:00:00.000Z",
        namelessVoterCount: 0,
        createdAt: NOON,
      },
    ]);
    const options = await reading.records("pollOptions");
    expect(
      options.map(({ pollId, position, text, namelessCount }) => [pollId, position, text, namelessCount]),
    ).toEqual([
      [100, 1, "猫 | cat", 1],
      [100, 2, "狗", 0],
      [101, 1, "Hills", 0],
      [101, 2, "Sea", 0],
      [101, 3, "City", 0],
      [107, 1, "Monday", 0],
      [107, 2, "Tuesday", 0],
      [107, 3, "Never", 0],
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
      [100, 1, 1, "狗", LATER],
      [100, 2, 1, "猫 | cat", LATER],
      [100, 3, 1, "猫 | cat", LATER],
      [101, 2, 1, "City", LATER],
      // Her preference comes first.
      [101, 8, 1, "Sea", LATER],
      [101, 8, 2, "Hills", LATER],
      [107, 3, 1, "Monday", LATER],
      [107, 3, 2, "Never", LATER],
    ]);
  });

  test("that ours cannot be stay in the text; the report names what is lost", async () => {
    const bodies = new Map((await reading.records("threads")).map(({ id, body }) => [id, body]));
    expect(bodies.get(101)).toMatch(/\n\n\*\*Which of these three places is the best\\\?\*\*$/);
    // Not everybody could vote, or see how others had.
    expect(bodies.get(104)).toContain("| A | 1 |");
    expect(bodies.get(108)).toMatch(/^staff text\n\n\* A\n\* B$/);
    expect(bodies.get(103)).not.toContain("票数");
    expect(reading.remarked("polls")).toEqual(["poll of thread 101", "polls 5", "polls 6", "polls 2"]);
    expect(reading.report.losses["poll"]).toBe(4);
  });
});

describe("other things", () => {
  test("files come with the most open text that shows them; those of no text stay behind", async () => {
    const attachments = await reading.records("attachments");
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
    expect((await reading.records("files")).map(({ path }) => path).sort()).toEqual([
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
    expect(await reading.records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt: LATER },
    ]);
    expect(await reading.records("postReactions")).toEqual([
      { postId: 1002, memberId: 2, reaction: "", createdAt: NOON },
      { postId: 1002, memberId: 5, reaction: "", createdAt: NOON },
    ]);
    expect(
      (await reading.records("favorites")).map(({ threadId, memberId }) => [threadId, memberId]),
    ).toEqual([
      [100, 3],
      [101, 2],
    ]);
    const watches = await reading.records("watches");
    expect(
      watches.map(({ memberId, target, targetId, level }) => [memberId, target, targetId, level]),
    ).toEqual([
      [2, "CATEGORY", 1, "WATCHING"],
      [2, "THREAD", 100, "WATCHING"],
      [3, "THREAD", 100, "MUTED"],
      [3, "TOPIC", 1, "WATCHING"],
    ]);
    expect(watches[1]!.changedAt).toBe(LATER);
    const words = await reading.records("stopWords");
    expect(words.map(({ find, replacement, ugc }) => [find, replacement, ugc])).toEqual([
      ["赌场", "", "{BANNED}"],
      ["bad", "■■■", "{REPLACE}"],
      ["colour", "color", "{REPLACE}"],
    ]);
    expect(await reading.records("settings")).toEqual([
      { tag: "default", key: "site_name", value: "老论坛" },
    ]);
  });

  test("messages of two members are one dialog; those of more are listed", async () => {
    const dialogs = await reading.records("dialogs");
    expect(dialogs.map(({ id, lowMemberId, highMemberId }) => [id, lowMemberId, highMemberId])).toEqual([
      [200, 2, 3],
      [205, 2, GHOST],
    ]);
    expect(dialogs[0]!.sides).toEqual([
      { memberId: 2, readUpTo: 2002, deletedUpTo: 0 },
      { memberId: 3, readUpTo: 2011, deletedUpTo: 0 },
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
      [2001, 200, 2, "**Lunch\\?**\n\nAt noon?", null],
      [2002, 200, 3, "Yes ![m](/files/{msg.png})", 5],
      [2011, 200, 3, "**Again**\n\nNot read yet", null],
      [2051, 205, GHOST, "**With who left**\n\nBye", null],
    ]);
    expect(reading.remarked("messagesOfMany")).toEqual(["topics 202", "topics 203"]);
    expect(reading.remarked("systemMessages")).toEqual(["topics 204"]);
    expect(reading.remarked("leftOut")).toEqual(
      expect.arrayContaining(["topics 206", "posts 2004", "posts 2052"]),
    );
  });

  test("addresses that no pattern computes lead on, and so do those that the site had taken over", async () => {
    const targets = new Map(
      (await reading.records("oldAddresses")).map(({ address, target }) => [address, target]),
    );
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
    expect(reading.remarked("leftOut")).toEqual(expect.arrayContaining(["permalinks 5", "permalinks 6"]));
    expect(await reading.records("formerForums")).toEqual([
      { software: "discourse", postsPerPage: 20, basePath: "/forum" },
    ]);
  });
});
