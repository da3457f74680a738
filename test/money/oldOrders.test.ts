import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, give, wrongInBooks } from "./books.ts";
import { openTips, PIN, sell, setPin, textOf, TRADING } from "./shop.ts";

/** Orders, their payment and the own wallet by the calls of the predecessor (legacy-facts 3.7, 4.9, 4.10). */

let forum: Forum;
let author: Person;
let buyer: Person;
let client: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  author = await forum.member(...TRADING);
  buyer = await forum.member(...TRADING, "cash.create");
  client = await OldClient.of(forum, buyer);
  await openTips(await forum.admin());
  await give(forum, buyer, 10_000);
  await setPin(buyer);
});
afterAll(() => forum.close());

const create = (more: object) =>
  client.post("/api/v3/order.create", { isAnonymous: 0, amount: "5.00", type: 3, ...more });
const payBy = (orderSn: string, more: object = {}, by = client) =>
  by.post("/api/v3/trade/pay/order", { orderSn, paymentType: 20, payPassword: PIN, ...more });
const detail = (orderSn: string, by = client) => by.get("/api/v3/order.detail", { orderSn });
const available = async (person: Person) => (await balancesOf(forum, person)).available;

test("the pay password is set, asked for and replaced by the old client, which then pays", async () => {
  const ada = await forum.member(...TRADING);
  await give(forum, ada, 1_000);
  const own = await OldClient.of(forum, ada);
  const threadId = Number(await sell(forum, author));
  const update = (more: object) => own.post("/api/v3/users/update.user", more);
  const canPay = async (by = own, userId?: number) =>
    (await by.get("/api/v3/user", userId === undefined ? {} : { userId })).Data.canWalletPay as unknown;
  const reset = (payPassword: string) => own.post("/api/v3/users/pay-password/reset", { payPassword });
  expect(await canPay()).toBe(false);
  expect((await reset("111111")).Code).toBe(-4001);
  expect((await update({ payPassword: "12345" })).Code).toBe(-4001);
  expect((await update({ payPassword: "111111", payPasswordConfirmation: "111112" })).Code).toBe(-4001);
  expect(await update({ payPassword: "111111" })).toMatchObject({ Code: 0, Data: { id: ada.id } });
  expect([await canPay(), await canPay(client, ada.id)]).toEqual([true, false]);

  // Ten minutes after the sign-in the present one is needed, and it opens one change.
  await forum.write((ctx) => ctx.db.query("UPDATE sessions SET provenAt = NULL WHERE userId = ?", [ada.id]));
  expect(await update({ payPassword: "222222" })).toMatchObject({
    Code: -4002,
    Message: expect.stringContaining("重新登录"),
  });
  expect((await reset("000000")).Code).toBe(-4001);
  const { sessionId: payPasswordToken } = (await reset("111111")).Data;
  const replace = { payPassword: "222222", payPasswordConfirmation: "222222", payPasswordToken };
  const others = await OldClient.of(forum, buyer);
  expect((await others.post("/api/v3/users/update.user", replace)).Code).toBe(-4002);
  expect((await update({ ...replace, payPasswordToken: `9${String(payPasswordToken)}` })).Code).toBe(-4002);
  expect((await update(replace)).Code).toBe(0);
  expect((await update({ ...replace, payPassword: "333333" })).Code).toBe(-4001);
  expect((await update({ ...replace, payPasswordConfirmation: "222222" })).Code).toBe(-4002);

  const { orderSn } = (
    await own.post("/api/v3/order.create", { type: 3, threadId, amount: 5, isAnonymous: 0 })
  ).Data;
  expect((await payBy(orderSn, { payPassword: "111111" }, own)).Code).toBe(-4001);
  expect(await payBy(orderSn, { payPassword: "222222" }, own)).toMatchObject({ Code: 0 });
});

describe("an order", () => {
  test("of a thread is made, polled, paid once however often it is sent, and opens the thread", async () => {
    const threadId = Number(await sell(forum, author, { body: "Secret words" }));
    const made = await create({ threadId, payeeId: author.id });
    expect(made).toMatchObject({
      Code: 0,
      Data: { amount: "5.00", status: 0, type: 3, threadId, groupId: null },
    });
    const { orderSn, id } = made.Data;
    expect(orderSn).toMatch(/^\d{22}$/);
    expect((await create({ threadId })).Data.orderSn).toBe(orderSn);
    expect((await detail(orderSn)).Data).toMatchObject({ id, orderSn, amount: "5.00", status: 0, type: 3 });
    expect(await textOf(buyer, String(threadId))).toBe("");

    expect((await payBy(orderSn, { payPassword: "000000" })).Code).toBe(-4001);
    const before = await available(buyer);
    const answers = await Promise.all([payBy(orderSn), payBy(orderSn), payBy(orderSn)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ Code: 0, Data: { id, walletPayResult: { result: "success" } } });
    expect(await available(buyer)).toBe(before - 500);
    expect((await detail(orderSn)).Data.status).toBe(1);
    expect(await textOf(buyer, String(threadId))).toBe("Secret words");
    expect((await create({ threadId })).Code).not.toBe(0);
    expect(await wrongInBooks(forum)).toEqual([]);
  });

  test("of others is nobody else's, and of an anonymous author names nobody", async () => {
    const nameless = await forum.member(...TRADING, "thread.allowAnonymous");
    const threadId = Number(await sell(forum, nameless, { isAnonymous: true }));
    const made = await create({ threadId, payeeId: 0 });
    expect(JSON.stringify(made.Data)).not.toContain("payeeId");
    const other = await OldClient.of(forum, author);
    const { orderSn } = made.Data;
    expect((await detail(orderSn, other)).Code).toBe(-4004);
    expect((await payBy(orderSn, {}, other)).Code).toBe(-4004);
    expect((await detail("1".repeat(22))).Code).toBe(-4004);
    expect((await (await OldClient.of(forum)).get("/api/v3/order.detail", { orderSn })).Code).toBe(-3001);
  });

  test("of a tip and of a group have their kinds", async () => {
    const threadId = Number(await sell(forum, author, { priceCents: 0 }));
    const tip = await create({ threadId, type: 2, amount: "0.29" });
    expect(tip.Data).toMatchObject({ type: 2, amount: "0.29" });
    expect((await payBy(tip.Data.orderSn)).Code).toBe(0);
    expect((await create({ threadId, type: 2, payeeId: buyer.id, amount: 1 })).Code).toBe(-4001);
  });

  test.each([
    ["no amount", { amount: "" }],
    ["three places", { amount: "0.001" }],
    ["a sign", { amount: "-1" }],
    ["an exponent", { amount: "1e3" }],
    ["a comma", { amount: "1,00" }],
    ["full-width digits", { amount: "５" }],
    ["2^53 + 1", { amount: "9007199254740993" }],
    ["another price", { amount: "4.99" }],
    ["no kind", { type: 99 }],
    ["a red packet", { type: 9, redAmount: "1.00" }],
    ["a bounty", { type: 10, rewardAmount: "1.00" }],
    ["a top-up", { type: 30 }],
    ["a nameless payer", { isAnonymous: 1 }],
    ["a payee who is not the author", { payeeId: 1 }],
  ])("is refused with %s, and none is made", async (_what, change) => {
    const threadId = Number(await sell(forum, author));
    const count = () => forum.rows("SELECT id FROM orders");
    const before = await count();
    const { Code, Message } = await create({ threadId, ...change });
    expect([-4001, -5001]).toContain(Code);
    expect(Message).not.toBe("");
    expect(await count()).toEqual(before);
  });

  test("is refused by other ways to pay than there are", async () => {
    const threadId = Number(await sell(forum, author));
    const { orderSn } = (await create({ threadId })).Data;
    for (const paymentType of [10, 12, 13, 99])
      expect((await payBy(orderSn, { paymentType })).Code).not.toBe(0);
    expect((await payBy(orderSn, { payPassword: undefined })).Code).toBe(-4001);
    expect((await detail(orderSn)).Data.status).toBe(0);
  });
});

test("a member of a group for sale stays in it where nobody may order anything else", async () => {
  await forum.write((ctx) =>
    ctx.db.query("DELETE FROM group_permissions WHERE permission IN ('order.create', 'trade.pay.order')"),
  );
  const groupId = await forum.group(["viewThreads"]);
  await forum.write((ctx) =>
    ctx.db.query(
      "UPDATE `groups` SET isPaid = 1, isForSale = 1, fee = 300, days = 30, level = 1 WHERE id = ?",
      [groupId] as never,
    ),
  );
  const member = await forum.join(groupId);
  await forum.write((ctx) =>
    ctx.db.query("UPDATE users SET groupExpiresAt = '2099-01-01 00:00:00.000' WHERE id = ?", [
      member.id,
    ] as never),
  );
  await give(forum, member, 1_000);
  await setPin(member);
  const own = await OldClient.of(forum, member);
  const made = await own.post("/api/v3/order.create", { type: 4, groupId, amount: 3, isAnonymous: 0 });
  expect(made).toMatchObject({ Code: 0, Data: { type: 4, groupId, amount: "3.00" } });
  expect((await payBy(made.Data.orderSn, {}, own)).Code).toBe(0);
  expect(await available(member)).toBe(700);

  const threadId = Number(await sell(forum, author));
  expect(
    (await own.post("/api/v3/order.create", { type: 3, threadId, amount: 5, isAnonymous: 0 })).Code,
  ).toBe(-4002);
});

describe("the wallet", () => {
  test("says what there is, and explains every line by the codes of the predecessor", async () => {
    const saver = await forum.member(...TRADING, "cash.create");
    await give(forum, saver, 2_000);
    await setPin(saver);
    const own = await OldClient.of(forum, saver);
    const threadId = Number(await sell(forum, author));
    const { orderSn } = (
      await own.post("/api/v3/order.create", { type: 3, threadId, amount: "5.00", isAnonymous: 0 })
    ).Data;
    await payBy(orderSn, {}, own);
    const request = { cashApplyAmount: "10.00", receiveAccount: "Bank 1", payPassword: PIN };
    expect(await own.post("/api/v3/wallet/cash", request)).toMatchObject({
      Code: 0,
      Message: "申请提现成功",
      Data: [],
    });

    expect((await own.get("/api/v3/wallet/user")).Data).toMatchObject({
      userId: saver.id,
      availableAmount: "5.00",
      freezeAmount: "10.00",
      walletStatus: 0,
    });
    const lines = async (walletLogType: string, filter: object = {}, by = own) =>
      (await by.get("/api/v3/wallet/log", { walletLogType, filter, perPage: 10 })).Data;
    const shown = async (...of: Parameters<typeof lines>) =>
      (await lines(...of)).pageData.map((line: { amount: string; changeType: number }) => [
        line.changeType,
        line.amount,
      ]);
    expect(await shown("income")).toEqual([[32, "20.00"]]);
    expect(await shown("expend")).toEqual([
      [10, "-10.00"],
      [61, "-5.00"],
    ]);
    expect(await shown("freeze")).toEqual([[10, "10.00"]]);
    expect(await lines("expend", { changeType: "61,82" })).toMatchObject({
      totalCount: 1,
      sumChangeAvailableAmount: "-5.00",
    });
    expect(await shown("expend", { startTime: "2020-01-01", endTime: "2020-12-31" })).toEqual([]);
    expect((await shown("income", {}, await OldClient.of(forum, author)))[0]).toEqual([60, "5.00"]);
    expect((await own.get("/api/v3/wallet/log", { walletLogType: "all" })).Code).toBe(-4001);

    const cash = await own.get("/api/v3/wallet/cash", { filter: { cashStatus: 1 } });
    expect(cash.Data).toMatchObject({
      totalCount: 1,
      pageData: [{ cashApplyAmount: "10.00", cashStatus: 1, receiveAccount: "Bank 1" }],
    });
    expect(cash.Data.pageData[0].cashSn).toMatch(/^\d{20}$/);
    expect((await own.get("/api/v3/wallet/cash", { filter: { cashStatus: 5 } })).Data.totalCount).toBe(0);
    expect(await wrongInBooks(forum)).toEqual([]);
  });

  test.each([
    ["no account", { receiveAccount: "" }],
    ["no pay password", { payPassword: undefined }],
    ["no number", { cashApplyAmount: "1e3" }],
    ["more than is there", { cashApplyAmount: "4000.00" }],
  ])("lets no money out with %s", async (_what, change) => {
    await set(forum, {});
    const before = await balancesOf(forum, buyer);
    const request = { cashApplyAmount: "1.00", receiveAccount: "Bank", payPassword: PIN, ...change };
    expect([-4001, -5001]).toContain((await client.post("/api/v3/wallet/cash", request)).Code);
    expect(await balancesOf(forum, buyer)).toEqual(before);
  });
});
