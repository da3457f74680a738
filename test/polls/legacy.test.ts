import { afterAll, beforeAll, expect, test } from "vitest";
import { legacyTime } from "../../server/core/rest.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { askerOf, close, pollOf, startPoll, vote } from "./polling.ts";

/** Polls through the old door: published, voted in, and changed as clients of the predecessor do. */

let forum: Forum;
let asker: Person;
let client: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  asker = await askerOf(forum);
  client = await OldClient.of(forum, asker);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const inDays = (days: number) => legacyTime(new Date(Date.now() + days * 86_400_000));
const VOTE = {
  voteTitle: "午饭吃什么",
  choiceType: 1,
  expiredAt: inDays(2),
  subitems: [{ content: "面" }, { content: "饭" }],
};
const writing = (body: object | null, more: object = {}) => ({
  title: "Lunch",
  categoryId,
  content: { text: "Choose", indexes: body ? { 109: { tomId: 109, operation: "create", body } } : {} },
  ...more,
});
const publish = async (body: object | null, more: object = {}) =>
  client.post("/api/v3/thread.create", writing(body, more));
const texts = () => forum.rows("SELECT id, title FROM threads UNION SELECT id, title FROM drafts");

test("a poll is published, and a vote answers with the numbers that everybody reads", async () => {
  const { Code, Data } = await publish(VOTE);
  expect(Code).toBe(0);
  const { threadId } = Data;
  expect(Data.displayTag.isVote).toBe(true);
  const { body, ...part } = Data.content.indexes["109"];
  expect(part).toEqual({ tomId: "109", operation: "select" });
  expect(body).toMatchObject({
    voteTitle: VOTE.voteTitle,
    choiceType: 1,
    voteUsers: 0,
    expiredAt: VOTE.expiredAt,
    isExpired: false,
    isVoted: false,
    subitems: [
      { content: "面", voteCount: 0, isVoted: false, voteRate: "0%" },
      { content: "饭", voteCount: 0, isVoted: false, voteRate: "0%" },
    ],
  });

  const [ada, bo] = [
    await OldClient.of(forum, await forum.member()),
    await OldClient.of(forum, await forum.member()),
  ];
  const [noodles, rice] = body.subitems.map(({ id }: { id: number }) => id);
  const first = await ada.post("/api/v3/vote.thread", {
    threadId,
    vote: { id: body.voteId, subitemIds: [noodles] },
  });
  expect(first.Data["109"].body).toMatchObject({ voteUsers: 1, isVoted: true });
  // Whoever has not voted sees no numbers yet, as with the predecessor.
  const unvoted = (await bo.get("/api/v3/thread.detail", { threadId })).Data.content.indexes["109"].body;
  expect(unvoted).toMatchObject({ voteUsers: 0, subitems: [{ voteCount: 0, voteRate: "0%" }, {}] });
  const second = await bo.post("/api/v3/vote.thread", {
    threadId,
    vote: { id: body.voteId, subitemIds: [rice] },
  });
  expect(second.Data["109"].body.subitems).toMatchObject([
    { voteCount: 1, voteRate: "50%", isVoted: false },
    { voteCount: 1, voteRate: "50%", isVoted: true },
  ]);
  const { pageData } = (await bo.get("/api/v3/thread.list")).Data;
  const row = pageData.find((each: { threadId: number }) => each.threadId === threadId);
  expect(row.displayTag.isVote).toBe(true);
  expect(row.content.indexes["109"].body).toMatchObject({ voteUsers: 2, isVoted: true });
});

test("a poll of the new client is read by old ones: several options, without a title", async () => {
  const threadId = Number(await startPoll(forum, asker, { kind: "RANKED" }));
  const ada = await forum.member();
  await vote(ada, String(threadId), "Soup", "Rice");
  const { body } = (await client.get("/api/v3/thread.detail", { threadId })).Data.content.indexes["109"];
  expect(body).toMatchObject({ voteTitle: "Lunch?", choiceType: 2, voteUsers: 1, expiredAt: "" });
  expect(body.subitems.map(({ voteCount }: { voteCount: number }) => voteCount)).toEqual([0, 0, 1]);
});

test("votes that cannot count are refused", async () => {
  const { threadId, content } = (await publish(VOTE)).Data;
  const { voteId, subitems } = content.indexes["109"].body;
  const [one, other] = subitems.map(({ id }: { id: number }) => id);
  const post = (vote: unknown) => client.post("/api/v3/vote.thread", { threadId, vote });
  for (const wrong of [
    { id: voteId, subitemIds: [] },
    { id: voteId },
    { id: voteId, subitemIds: [one, other] },
    { id: voteId, subitemIds: [999_999] },
    { id: voteId + 1, subitemIds: [one] },
    "x",
  ])
    expect((await post(wrong)).Code).toBe(-4001);
  const plain = (await publish(null)).Data;
  const none = { threadId: plain.threadId, vote: { id: voteId, subitemIds: [one] } };
  expect((await client.post("/api/v3/vote.thread", none)).Code).toBe(-4004);
  await close(asker, String(threadId));
  expect(await post({ id: voteId, subitemIds: [one] })).toMatchObject({
    Code: -4013,
    Message: "投票已结束，不能再投票",
  });
});

test.each([
  ["without options", { ...VOTE, subitems: undefined }, {}],
  ["with one option", { ...VOTE, subitems: [{ content: "面" }] }, {}],
  ["of an unknown kind", { ...VOTE, choiceType: 3 }, {}],
  ["that has ended", { ...VOTE, expiredAt: inDays(-1) }, {}],
  ["with an end in words", { ...VOTE, expiredAt: "soon" }, {}],
])("a poll %s is refused, and nothing is saved", async (_what, body, more) => {
  const before = await texts();
  expect((await publish(body, more)).Code).toBe(-4001);
  expect(await texts()).toEqual(before);
});

test("a draft keeps its poll, which is published with it", async () => {
  const { Code, Data } = await publish(VOTE, { draft: 1 });
  expect(Code).toBe(0);
  const { threadId } = Data;
  const other = { ...VOTE, choiceType: 2, subitems: [{ content: "粥" }, { content: "汤" }, { content: "" }] };
  const save = (body: object | null, more: object) =>
    client.post("/api/v3/thread.update", writing(body, { threadId, ...more }));
  expect((await save(other, { draft: 1 })).Code).toBe(0);

  const read = (await client.get("/api/v3/thread.detail", { threadId })).Data.content.indexes["109"].body;
  expect(read).toMatchObject({ voteTitle: VOTE.voteTitle, choiceType: 2, expiredAt: VOTE.expiredAt });
  expect(read.subitems.map(({ content }: { content: string }) => content)).toEqual(["粥", "汤", ""]);
  expect((await save(null, { draft: 1 })).Data.content.indexes).toEqual({});

  const published = (await save(VOTE, { draft: 0 })).Data;
  expect(published.content.indexes["109"].body).toMatchObject({ voteTitle: VOTE.voteTitle, voteUsers: 0 });
  expect((await client.get("/api/v3/thread.detail", { threadId })).Code).toBe(-4004);
});

test("a poll that a draft of the web holds stays as open and as ranked as it is", async () => {
  const poll = {
    title: "Lunch",
    options: ["面", "饭"],
    kind: "RANKED",
    isSecret: false,
    resultsVisible: "ALWAYS",
  };
  const { saveDraft } = await asker.graphql(
    `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id } }`,
    { input: { title: "Lunch", body: "Choose", gifts: { poll } } },
  );
  const threadId = 1_000_000_000_000 + Number(saveDraft.id);
  const { body } = (await client.get("/api/v3/thread.detail", { threadId })).Data.content.indexes["109"];
  expect(body).toMatchObject({ voteTitle: "Lunch", choiceType: 2, expiredAt: "" });

  const { Code, Data } = await client.post("/api/v3/thread.update", writing(body, { threadId, draft: 0 }));
  expect(Code).toBe(0);
  const { options, ...rest } = poll;
  const published = await pollOf(asker, String(Data.threadId));
  expect(published).toMatchObject(rest);
  expect(published.options.map(({ text }: { text: string }) => text)).toEqual(options);
});

test("an edit sends the poll again, and changes it while nobody has voted", async () => {
  const { threadId } = (await publish(VOTE)).Data;
  const edit = (body: object, more: object = {}) =>
    client.post("/api/v3/thread.update", writing(body, { threadId, ...more }));
  const before = await pollOf(asker, String(threadId));
  expect((await edit(VOTE, { title: "Dinner" })).Code).toBe(0);
  expect(await pollOf(asker, String(threadId))).toEqual(before);

  const other = { ...VOTE, subitems: [{ content: "粥" }, { content: "饭" }, { content: "汤" }] };
  const { subitems } = (await edit(other)).Data.content.indexes["109"].body;
  expect(subitems.map(({ content }: { content: string }) => content)).toEqual(["粥", "饭", "汤"]);
  await vote(await forum.member(), String(threadId), "粥");
  expect((await edit(VOTE, { title: "Supper" })).Code).toBe(-4005);
  expect((await client.get("/api/v3/thread.detail", { threadId })).Data.title).toBe("Lunch");

  const plain = (await publish(null)).Data;
  const late = await client.post("/api/v3/thread.update", writing(VOTE, { threadId: plain.threadId }));
  expect(late.Code).toBe(-4001);
  expect(late.Message).toContain("已发布的帖子不允许增加投票");
});

test("starting polls needs the permission, and old clients are told of it", async () => {
  const poor = await OldClient.of(forum, await forum.member());
  expect((await poor.post("/api/v3/thread.create", writing(VOTE))).Code).toBe(-4002);
  const allowed = async (each: OldClient) => [
    (await each.get("/api/v3/forum")).Data.other.canInsertThreadVote,
    (await each.get("/api/v3/tom.permissions")).Data.insertVote.enable,
  ];
  expect([await allowed(client), await allowed(poor)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
