import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINE } from "../../support/forum.ts";
import { LONG_TITLE, SOLD } from "./contentRows.ts";
import { DISCUZ_Q, GHOST, LATER, NOON } from "./community.ts";
import { Reading } from "../reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");

let reading: Reading;

beforeAll(async () => {
  if (ENGINE !== "sqlite") reading = await Reading.begin(DISCUZ_Q);
});
afterAll(() => reading?.end());

describe("threads and replies", () => {
  onServer("keep their ids, texts and states", async () => {
    expect(await reading.record("threads", 100)).toEqual({
      id: 100,
      categoryId: 1,
      authorId: 2,
      title: "图片",
      // The missing picture leaves its name; the other one of the block and the topic stand at the end.
      body: "看图 ![原名 a.png](/files/{picture a})\n\n丢失 原名 lost.png\n\n![原名 b.jpg](/files/{picture b})\n\n#旅行#",
      priceCents: 0,
      freePercent: 0,
      attachmentPriceCents: 0,
      isAnonymous: false,
      isSticky: true,
      stickyUntil: null,
      isEssence: true,
      lockedAt: null,
      lockReason: null,
      approval: "APPROVED",
      deletedAt: null,
      deletedById: null,
      mergedIntoId: null,
      solutionId: null,
      movedNumber: 0,
      viewCount: 42,
      longitude: 116.391_275_7,
      latitude: 39.906,
      address: "",
      location: "",
      createdAt: NOON,
      editedAt: null,
    });
    const threads = await reading.records("threads");
    expect(
      threads.map(({ id, authorId, approval, deletedAt, isAnonymous }) => [
        id,
        authorId,
        approval,
        deletedAt,
        isAnonymous,
      ]),
    ).toEqual([
      [100, 2, "APPROVED", null, false],
      [101, GHOST, "APPROVED", null, false],
      [102, 3, "APPROVED", null, true],
      [103, 2, "APPROVED", null, false],
      [105, 2, "PENDING", null, false],
      [106, 2, "APPROVED", LATER, false],
      [107, 2, "APPROVED", null, false],
      [108, 2, "APPROVED", null, false],
      [109, 2, "IGNORED", null, false],
      [110, 2, "APPROVED", null, false],
    ]);
  });

  onServer("have titles of 100 characters; longer ones stand whole in the text", async () => {
    const thread = await reading.record("threads", 101);
    expect(thread).toMatchObject({ title: `${"长".repeat(99)}…`, createdAt: LATER });
    expect(thread!.body).toBe(`${"长".repeat(119)}\\!\n\n作者已注销 😀`);
    expect(reading.report.remarks["longTitles"]).toEqual({
      count: 1,
      rows: [{ row: "threads 101", reason: LONG_TITLE }],
    });
  });

  onServer("are shortened where a text is too long, and the report has the rest", async () => {
    expect((await reading.record("posts", 515))!.body).toBe(`${"字".repeat(49_998)}…`);
    expect(reading.report.remarks["shortened"]).toEqual({
      count: 1,
      rows: [{ row: "posts 515", reason: "字".repeat(12) }],
    });
  });

  onServer("are sold as before, to the cent", async () => {
    expect(await reading.record("threads", 103)).toMatchObject({
      priceCents: 820,
      freePercent: 50,
      body: `![原名 a.png](/files/{picture a})\n\n${SOLD}\n\n![原名 c.gif](/files/{picture c})`,
    });
    expect(await reading.record("threads", 108)).toMatchObject({
      attachmentPriceCents: 100,
      body: "抢\n\n[原名 plan.pdf](/files/{plan})",
    });
    expect(await reading.records("entitlements")).toEqual([
      {
        id: 5,
        memberId: 1,
        object: "SITE",
        objectId: 1,
        groupId: null,
        source: "import:discuz-q:site:1",
        startsAt: NOON,
        endsAt: "2098-12-31T16:00:00.000Z",
      },
      {
        id: 14,
        memberId: 2,
        object: "GROUP",
        objectId: 1,
        groupId: 11,
        source: "import:discuz-q:group:3",
        startsAt: NOON,
        endsAt: "2098-12-31T00:00:00.000Z",
      },
      {
        id: 23,
        memberId: 2,
        object: "GROUP",
        objectId: 2,
        groupId: 11,
        source: "import:discuz-q:queue:5",
        startsAt: "2098-12-31T00:00:00.000Z",
        endsAt: "2099-01-10T00:00:00.000Z",
      },
      {
        id: 25,
        memberId: 6,
        object: "SITE",
        objectId: 1,
        groupId: null,
        source: "import:discuz-q:site:6",
        startsAt: NOON,
        endsAt: null,
      },
      {
        id: 240,
        memberId: 3,
        object: "THREAD",
        objectId: 103,
        groupId: null,
        source: "import:discuz-q:order:60",
        startsAt: LATER,
        endsAt: null,
      },
      {
        id: 252,
        memberId: 4,
        object: "ANSWER",
        objectId: 110,
        groupId: null,
        source: "import:discuz-q:order:63",
        startsAt: LATER,
        endsAt: null,
      },
    ]);
    expect(await reading.records("orders")).toEqual([]);
  });

  onServer("keep old texts, votes and films as Markdown", async () => {
    expect((await reading.record("threads", 106))!.body).toBe("第一行\n第二行");
    expect((await reading.record("threads", 107))!.body).toBe(
      "选一个\n\n[猫.mp4](https://vod.example/cat.mp4)\n\n**饮料**\n\n|   |   |\n| - | - |\n| 茶 | 0 |\n| 水 | 0 |",
    );
    expect(await reading.records("polls")).toEqual([
      {
        id: 107,
        threadId: 107,
        title: "午饭",
        kind: "SINGLE",
        isSecret: true,
        resultsVisible: "AFTER_VOTE",
        endsAt: null,
        namelessVoterCount: 1,
        createdAt: NOON,
      },
    ]);
    const [noodles, rice] = await reading.records("pollOptions");
    expect([noodles, rice]).toMatchObject([
      { pollId: 107, position: 1, text: "面", namelessCount: 0 },
      { pollId: 107, position: 2, text: "饭", namelessCount: 1 },
    ]);
    expect(await reading.records("pollVotes")).toEqual([
      { pollId: 107, memberId: 2, place: 1, optionId: noodles!.id, votedAt: NOON },
      { pollId: 107, memberId: 3, place: 1, optionId: noodles!.id, votedAt: NOON },
    ]);
    expect(reading.report.losses).toEqual({ poll: 1 });
  });

  onServer("without a text are empty, and second texts are replies", async () => {
    expect(await reading.record("threads", 105)).toMatchObject({ body: "", categoryId: 4 });
    expect(await reading.record("posts", 506)).toMatchObject({
      threadId: 106,
      number: 1,
      body: "第二个正文",
    });
    expect(reading.remarked("threads")).toEqual(["posts 506", "threads 105"]);
  });

  onServer("have numbers in the order of their ids, and comments below them", async () => {
    const posts = (await reading.records("posts")).filter(({ threadId }) => threadId === 100);
    expect(
      posts.map(({ id, number, parentId, replyToPostId, authorId, body }) => [
        id,
        number,
        parentId,
        replyToPostId,
        authorId,
        body,
      ]),
    ).toEqual([
      [507, 1, null, null, 3, "[@Ada](/user/2) 好看"],
      [508, null, 507, null, 2, "谢谢，见 [这里](/thread/103)"],
      [509, null, 507, 508, 3, "不客气"],
      [510, 2, null, null, 4, "没有上级的评论"],
      [511, 3, null, null, GHOST, "已删除的作者"],
      [512, null, 511, null, 2, "评论已删除的回复"],
    ]);
    // A date that is none hides a reply as well.
    expect(posts[4]!.deletedAt).toBe(NOON);
    expect(reading.remarked("comments")).toEqual(["posts 510"]);
    expect(reading.remarked("leftOut")).toContain("posts 514");
  });

  onServer("do not name who asked without a name", async () => {
    expect(await reading.record("posts", 513)).toMatchObject({ authorId: 3, isAnonymous: true });
    expect(await reading.record("posts", 507)).toMatchObject({ authorId: 3, isAnonymous: false });
  });

  onServer("that were drafts are drafts, which nobody else sees", async () => {
    expect(await reading.records("drafts")).toEqual([
      {
        id: 104,
        memberId: 2,
        threadId: null,
        categoryId: 2,
        title: "草稿",
        body: "还没写完\n\n![原名 a.png](/files/{picture a})",
        isAnonymous: false,
        priceCents: 0,
        freePercent: 0,
        attachmentPriceCents: 0,
        attachmentIds: [905],
        gifts: "",
        poll: "",
        goods: "",
        createdAt: NOON,
        updatedAt: LATER,
      },
    ]);
    expect(await reading.record("posts", 504)).toBeUndefined();
  });

  onServer("have likes, those of first posts as well, and favourites", async () => {
    expect(await reading.records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt: NOON },
    ]);
    expect(await reading.records("postReactions")).toEqual([
      { postId: 507, memberId: 2, reaction: "", createdAt: NOON },
    ]);
    expect(await reading.records("favorites")).toEqual([{ threadId: 100, memberId: 3, createdAt: NOON }]);
    expect(reading.remarked("leftOut")).toContain("thread_user 104 3");
  });

  onServer("stand in two levels of categories, and topics of one name are one", async () => {
    const categories = await reading.records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "默认分类", null],
      [2, "子类", 1],
      [3, "孙类", 1],
      [4, "未分类", null],
    ]);
    expect(reading.report.remarks["moderators"]).toEqual({
      count: 1,
      rows: [{ row: "categories 1", reason: "2,3" }],
    });
    expect(await reading.records("topics")).toEqual([
      {
        id: 1,
        name: "旅行",
        isRecommended: true,
        viewCount: 5,
        deletedAt: null,
        mergedIntoId: null,
        createdAt: NOON,
      },
    ]);
    expect(reading.remarked("mergedTopics")).toEqual(["topics 2"]);
  });
});
