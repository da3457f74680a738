import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { giverOf } from "./packets.ts";

/** Red packets through the old door: honoured with the pay password, refused by name without. */

let forum: Forum;
let giver: Person;
let client: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  giver = await giverOf(forum);
  client = await OldClient.of(forum, giver);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const RANDOM = { condition: 0, likenum: 0, number: 4, rule: 1, price: "3.50" };
const writing = (body: object | null, more: object = {}) => ({
  title: "Bread",
  categoryId,
  content: { text: "For all", indexes: body ? { 106: { tomId: 106, operation: "create", body } } : {} },
  ...more,
});
const texts = () => forum.rows("SELECT id, title FROM threads UNION SELECT id, title FROM drafts");

test("a random red packet is paid with its thread and read again, and a reply says what it got", async () => {
  const before = (await balancesOf(forum, giver)).available;
  const { Code, Data } = await client.post("/api/v3/thread.create", writing(RANDOM, { payPassword: PIN }));
  expect(Code).toBe(0);
  expect((await balancesOf(forum, giver)).available).toBe(before - 350);
  expect(Data.displayTag.isRedPack).toBe(true);
  expect(Data.content.indexes["106"]).toMatchObject({
    tomId: "106",
    operation: "select",
    body: {
      threadId: Data.threadId,
      rule: 1,
      condition: 0,
      likenum: 0,
      money: 3.5,
      number: 4,
      remainMoney: 3.5,
      remainNumber: 4,
      status: 1,
    },
  });

  const ada = await forum.member();
  const reader = await OldClient.of(forum, ada);
  const reply = await reader.post("/api/v3/posts.create", { id: Data.threadId, content: "Me too" });
  expect(reply.Code).toBe(0);
  expect(reply.Data.redPacketAmount).toBe((await balancesOf(forum, ada)).available / 100);
  const again = await reader.post("/api/v3/posts.create", { id: Data.threadId, content: "And again" });
  expect(again.Data.redPacketAmount).toBe(0);
  await forum.delivered();
  const { pageData } = (await reader.get("/api/v3/posts.list", { filter: { thread: Data.threadId } })).Data;
  const got = (await balancesOf(forum, ada)).available;
  expect(got).toBeGreaterThan(0);
  expect(pageData[0].redPacketAmount).toBe(got / 100);
  const { indexes } = (await reader.get("/api/v3/thread.detail", { threadId: Data.threadId })).Data.content;
  expect(indexes["106"].body).toMatchObject({ remainMoney: (350 - got) / 100, remainNumber: 3, status: 1 });
});

test("equal shares cost their price times their number, and likes are counted", async () => {
  const before = (await balancesOf(forum, giver)).available;
  const body = { condition: "1", likenum: "3", number: "5", rule: "0", price: 0.07 };
  const { Data } = await client.post("/api/v3/thread.create", writing(body, { payPassword: PIN }));
  expect((await balancesOf(forum, giver)).available).toBe(before - 35);
  expect(Data.content.indexes["106"].body).toMatchObject({ rule: 0, condition: 1, likenum: 3, money: 0.35 });
});

test.each([
  ["without the pay password", writing(RANDOM), "payPassword"],
  ["as a draft", { ...writing(RANDOM, { payPassword: PIN }), draft: 1 }, "红包"],
  ["of half a cent", writing({ ...RANDOM, price: "0.005" }, { payPassword: PIN }), "价格"],
  ["of an amount in words", writing({ ...RANDOM, price: "1e3" }, { payPassword: PIN }), "价格"],
  ["with half a share", writing({ ...RANDOM, number: 1.5 }, { payPassword: PIN }), "number"],
  ["by an unknown rule", writing({ ...RANDOM, rule: 2 }, { payPassword: PIN }), "rule"],
  ["that does not go round", writing({ ...RANDOM, price: "0.03" }, { payPassword: PIN }), "不够分"],
])("a red packet %s is refused by name, and nothing is saved", async (_what, body, named) => {
  const [before, money] = [await texts(), await balancesOf(forum, giver)];
  const answer = await client.post("/api/v3/thread.create", { ...body, categoryId });
  expect(answer.Code).toBe(-4001);
  expect(answer.Message).toContain(named);
  expect(await texts()).toEqual(before);
  expect(await balancesOf(forum, giver)).toEqual(money);
});

test("an edit leaves a red packet as it is, and adds none", async () => {
  const given = (await client.post("/api/v3/thread.create", writing(RANDOM, { payPassword: PIN }))).Data;
  const money = await balancesOf(forum, giver);
  const more = { ...RANDOM, price: "9.99" };
  const edited = await client.post("/api/v3/thread.update", writing(more, { threadId: given.threadId }));
  expect(edited.Code).toBe(0);
  expect(edited.Data.content.indexes["106"].body).toMatchObject({ money: 3.5, number: 4 });

  const plain = (await client.post("/api/v3/thread.create", writing(null))).Data;
  const late = await client.post(
    "/api/v3/thread.update",
    writing(RANDOM, { threadId: plain.threadId, payPassword: PIN }),
  );
  expect(late.Code).toBe(-4001);
  expect(late.Message).toContain("已发布的帖子不允许增加红包");
  expect(await balancesOf(forum, giver)).toEqual(money);
});

test("needs the permission, and old clients are told of it", async () => {
  const poor = await forum.limitedMember("thread.insertRedPacket");
  await give(forum, poor, 1_000);
  await setPin(poor);
  const poorClient = await OldClient.of(forum, poor);
  expect((await poorClient.post("/api/v3/thread.create", writing(RANDOM, { payPassword: PIN }))).Code).toBe(
    -4002,
  );
  const allowed = async (each: OldClient) =>
    (await each.get("/api/v3/forum")).Data.other.canInsertThreadRedPacket;
  expect([await allowed(client), await allowed(poorClient)]).toEqual([true, false]);
});
