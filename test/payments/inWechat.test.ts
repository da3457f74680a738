import { afterAll, beforeAll, expect, test } from "vitest";
import { insert } from "../../server/core/write.ts";
import { WechatAccount } from "../../server/features/auth/wechat/wechatAccount.entity.ts";
import { balancesOf, bookkeeping } from "../money/books.ts";
import { PIN, sell, TRADING } from "../money/shop.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { FakeWechatPay } from "./vendors.ts";

/** Paying by WeChat within WeChat's own browser, which asks the payer itself. */
const START = `mutation ($input: StartPaymentInput!) { startPayment(input: $input) {
  id number redirectUrl qrText wechatRequest { appId timeStamp nonceStr package signType paySign } } }`;
const READ = `query ($id: ID!) { payment(id: $id) { state wechatRequest { paySign } } }`;
const APP = "wx0000000000000001";

const wechat = new FakeWechatPay();
let forum: Forum;
beforeAll(async () => {
  forum = await Forum.open();
  await wechat.open();
  await set(forum, wechat.settings());
});
afterAll(async () => {
  await forum.close();
  await wechat.close();
});

/** A member who has signed in by WeChat through an app. */
async function memberBy(app: string): Promise<Person> {
  const person = await forum.member(...TRADING);
  const subject = `openid-at-${app}`;
  await forum.write((ctx) => ctx.db.delete(WechatAccount, { app, subject }));
  await forum.write((ctx) =>
    insert(ctx, WechatAccount, { userId: person.id, app, subject, nickname: "", createdAt: ctx.now }),
  );
  return person;
}
const begin = async (person: Person, more: object = {}) =>
  (
    await person.graphql(START, {
      input: { provider: "WECHAT", amountCents: 1_234, inWechat: true, ...more },
    })
  ).startPayment;

test("who has signed in by WeChat is asked there, and pays once", async () => {
  const ada = await memberBy(APP);
  const payment = await begin(ada);
  expect(payment).toMatchObject({ redirectUrl: null, qrText: null, wechatRequest: { appId: APP } });
  expect(wechat.ask(payment.wechatRequest)).toBe(payment.number);

  wechat.pay(payment.number);
  const { headers, body } = wechat.notification(payment.number);
  const notify = () => forum.visitor().request("POST", "/api/payments/wechat/notify", body, headers);
  await Promise.all([notify(), notify()]);
  expect(await balancesOf(forum, ada)).toEqual({ available: 1_234, frozen: 0 });
  expect((await ada.graphql(READ, { id: payment.id })).payment).toEqual({
    state: "PAID",
    wechatRequest: null,
  });
  expect(await bookkeeping(forum)).toEqual([]);
});

test("the same key gets the same request again, and nobody else reads it", async () => {
  const ada = await memberBy(APP);
  const input = { idempotencyKey: "inside" };
  const [first, second] = [await begin(ada, input), await begin(ada, input)];
  expect(second.wechatRequest).toEqual(first.wechatRequest);
  await expect((await forum.member()).graphql(READ, { id: first.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const admin = await forum.admin();
  expect((await admin.graphql(READ, { id: first.id })).payment.wechatRequest).toBeNull();
});

test.each([
  ["has not signed in by WeChat", () => forum.member()],
  ["came by another app", () => memberBy("wx-of-another-app")],
])("a member who %s gets a code or a page, as everywhere else", async (_who, find) => {
  const payment = await begin(await find());
  expect(payment.wechatRequest).toBeNull();
  expect(wechat.visit((payment.redirectUrl ?? payment.qrText)!)).toBe(payment.number);
});

test("outside of WeChat nobody is asked there", async () => {
  const payment = await begin(await memberBy(APP), { inWechat: false });
  expect(payment.wechatRequest).toBeNull();
});

test("old clients pay within WeChat, or are told to bind it", async () => {
  const threadId = await sell(forum, await forum.member(...TRADING));
  const pay = async (person: Person) => {
    const order = { amount: "5.00", type: 3, threadId, isAnonymous: 0 };
    const { orderSn } = (await person.rest("POST", "/api/v3/order.create", order)).Data;
    return person.rest("POST", "/api/v3/trade/pay/order", { orderSn, paymentType: 12, payPassword: PIN });
  };
  const answer = await pay(await memberBy(APP));
  expect(wechat.ask(answer.Data.wechatPayResult.wechatJs)).toMatch(/^\d{22}$/);
  const stranger = await forum.member(...TRADING);
  expect(await pay(stranger)).toMatchObject({ Code: -4001 });
});
