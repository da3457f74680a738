import { afterAll, beforeAll, expect, test } from "vitest";
import { legacyTime } from "../../server/core/rest.ts";
import { balancesOf, give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { offererOf } from "./offers.ts";

/** Bounties through the old door: honoured with the pay password, refused by name without. */

let forum: Forum;
let asker: Person;
let client: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  asker = await offererOf(forum);
  client = await OldClient.of(forum, asker);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const inDays = (days: number) => legacyTime(new Date(Date.now() + days * 86_400_000));
const BOUNTY = { type: 0, price: "3.50", expiredAt: inDays(2) };
const writing = (body: object | null, more: object = {}) => ({
  title: "Who knows?",
  categoryId,
  content: { text: "How?", indexes: body ? { 107: { tomId: 107, operation: "create", body } } : {} },
  ...more,
});
const texts = () => forum.rows("SELECT id, title FROM threads UNION SELECT id, title FROM drafts");
const publish = (body: object | null, more: object = {}) =>
  client.post("/api/v3/thread.create", writing(body, more));

test("a bounty is paid with its thread and read again, and its author rewards replies", async () => {
  const before = (await balancesOf(forum, asker)).available;
  const { Code, Data } = await publish(BOUNTY, { payPassword: PIN });
  expect(Code).toBe(0);
  expect((await balancesOf(forum, asker)).available).toBe(before - 350);
  expect(Data.displayTag.isReward).toBe(true);
  expect(Data.content.indexes["107"]).toMatchObject({
    tomId: "107",
    operation: "select",
    body: { threadId: Data.threadId, type: 0, money: 3.5, remainMoney: 3.5, expiredAt: BOUNTY.expiredAt },
  });

  const ada = await forum.member();
  const reader = await OldClient.of(forum, ada);
  const reply = await reader.post("/api/v3/posts.create", { id: Data.threadId, content: "So" });
  const gift = { threadId: Data.threadId, postId: reply.Data.id, rewards: "1.20" };
  expect((await reader.post("/api/v3/posts.reward", gift)).Code).toBe(-4002);
  expect((await client.post("/api/v3/posts.reward", gift)).Code).toBe(0);
  // Sent twice, it is one gift; another amount is another gift.
  expect((await client.post("/api/v3/posts.reward", gift)).Code).toBe(0);
  expect((await client.post("/api/v3/posts.reward", { ...gift, rewards: 0.3 })).Code).toBe(0);
  expect((await client.post("/api/v3/posts.reward", { ...gift, rewards: "9.99" })).Code).toBe(-5001);
  expect((await client.post("/api/v3/posts.reward", { ...gift, rewards: "1e1" })).Code).toBe(-4001);

  expect((await balancesOf(forum, ada)).available).toBe(150);
  const { pageData } = (await reader.get("/api/v3/posts.list", { filter: { thread: Data.threadId } })).Data;
  expect(pageData[0].rewards).toBe(1.5);
  const { indexes } = (await reader.get("/api/v3/thread.detail", { threadId: Data.threadId })).Data.content;
  expect(indexes["107"].body).toMatchObject({ money: 3.5, remainMoney: 2 });
});

test("replies that were rewarded come first, and on no other page", async () => {
  const { threadId } = (await publish(BOUNTY, { payPassword: PIN })).Data;
  const reader = await OldClient.of(forum, await forum.member());
  const ids: number[] = [];
  for (const content of ["One", "Two", "Three", "Four"])
    ids.push((await reader.post("/api/v3/posts.create", { id: threadId, content })).Data.id);
  const [one, two, three, four] = ids;
  for (const postId of [four, two])
    expect((await client.post("/api/v3/posts.reward", { threadId, postId, rewards: "0.50" })).Code).toBe(0);
  const pageOf = async (page: number) =>
    (
      await reader.get("/api/v3/posts.list", { filter: { thread: threadId }, page, perPage: 2 })
    ).Data.pageData.map(({ id }: { id: number }) => id);
  expect(await pageOf(1)).toEqual([four, two, one]);
  expect(await pageOf(2)).toEqual([three]);
});

test.each([
  ["without the pay password", BOUNTY, {}, "payPassword"],
  ["as a draft", BOUNTY, { payPassword: PIN, draft: 1 }, "悬赏"],
  ["of half a cent", { ...BOUNTY, price: "0.105" }, { payPassword: PIN }, "价格"],
  ["of an amount in words", { ...BOUNTY, price: "1e3" }, { payPassword: PIN }, "价格"],
  ["for one named member", { ...BOUNTY, type: 1 }, { payPassword: PIN }, "type"],
  ["without an end", { ...BOUNTY, expiredAt: "" }, { payPassword: PIN }, "expiredAt"],
  ["that ends too soon", { ...BOUNTY, expiredAt: inDays(0.5) }, { payPassword: PIN }, "24 小时"],
])("a bounty %s is refused by name, and nothing is saved", async (_what, body, more, named) => {
  const [before, money] = [await texts(), await balancesOf(forum, asker)];
  const answer = await publish(body, more);
  expect(answer.Code).toBe(-4001);
  expect(answer.Message).toContain(named);
  expect(await texts()).toEqual(before);
  expect(await balancesOf(forum, asker)).toEqual(money);
});

test("an edit leaves a bounty as it is, and adds none", async () => {
  const given = (await publish(BOUNTY, { payPassword: PIN })).Data;
  const money = await balancesOf(forum, asker);
  const more = { ...BOUNTY, price: "9.99" };
  const edited = await client.post("/api/v3/thread.update", writing(more, { threadId: given.threadId }));
  expect(edited.Code).toBe(0);
  expect(edited.Data.content.indexes["107"].body).toMatchObject({ money: 3.5 });

  const plain = (await publish(null)).Data;
  const late = await client.post(
    "/api/v3/thread.update",
    writing(BOUNTY, { threadId: plain.threadId, payPassword: PIN }),
  );
  expect(late.Code).toBe(-4001);
  expect(late.Message).toContain("已发布的帖子不允许增加悬赏");
  expect(await balancesOf(forum, asker)).toEqual(money);
});

test("needs the permission, and old clients are told of it", async () => {
  const poor = await forum.limitedMember("thread.insertReward");
  await give(forum, poor, 1_000);
  await setPin(poor);
  const poorClient = await OldClient.of(forum, poor);
  const answer = await poorClient.post("/api/v3/thread.create", writing(BOUNTY, { payPassword: PIN }));
  expect(answer.Code).toBe(-4002);
  const allowed = async (each: OldClient) =>
    (await each.get("/api/v3/forum")).Data.other.canInsertThreadReward;
  expect([await allowed(client), await allowed(poorClient)]).toEqual([true, false]);
});
