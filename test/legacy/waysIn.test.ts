import { afterAll, beforeAll, expect, test } from "vitest";
import { keptMessages } from "../../server/features/sms/smsOutbox.ts";
import { give } from "../money/books.ts";
import { sell, TRADING } from "../money/shop.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Envelope } from "../support/person.ts";

/** Ways in of old clients: by text message, by name from a phone's browser, and the names that they ask about. */

let forum: Forum;
let visitor: OldClient;
let numbers = 0;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  visitor = await OldClient.of(forum);
  await set(forum, { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" });
});
afterAll(() => forum.close());

const newNumber = (): string => `1390000${String(++numbers).padStart(4, "0")}`;
const users = (call: string, body: object, by = visitor): Promise<Envelope> =>
  by.post(`/api/v3/users/${call}`, body);
const forgetProof = () => forum.write((ctx) => ctx.db.query("UPDATE sessions SET provenAt = NULL"));
const codeTo = (mobile: string): string =>
  keptMessages(forum.app.services).find(({ phone }) => phone === `+86${mobile}`)!.values[0]!;

/** Asks for a code as the form of an old client does. */
async function sendTo(mobile: string, type: string, by = visitor): Promise<{ mobile: string; code: string }> {
  const asked = { mobile, type, captchaTicket: "", captchaRandStr: "" };
  expect(await users("sms.send", asked, by)).toMatchObject({ Code: 0, Data: { interval: 60 } });
  return { mobile, code: codeTo(mobile) };
}

test("a new number registers by its code, once, and signs in to the same account afterwards", async () => {
  const mobile = newNumber();
  const asked = await sendTo(mobile, "login");
  const wrong = String((Number(asked.code) + 1) % 1_000_000).padStart(6, "0");
  expect(await users("sms.login", { mobile, code: wrong })).toMatchObject({ Code: -9002 });
  expect(await users("sms.login", { ...asked, mobile: newNumber() })).toMatchObject({ Code: -9003 });
  const { Code, Data } = await users("sms.login", {
    ...asked,
    inviteCode: "",
    type: "mobilebrowser_sms_login",
  });
  expect([Code, Data.tokenType]).toEqual([0, "Bearer"]);
  expect(await users("sms.login", asked)).toMatchObject({ Code: -9003 });
  const own = OldClient.with(forum, Data.accessToken as string);
  expect((await own.get("/api/v3/user")).Data).toMatchObject({ id: Data.uid, originalMobile: mobile });

  expect((await users("sms.login", await sendTo(mobile, "login"))).Data.uid).toBe(Data.uid);
  expect(await users("sms.send", { mobile, type: "other" })).toMatchObject({ Code: -4001 });
  expect(await users("sms.send", { mobile: "12", type: "login" })).toMatchObject({ Code: -7078 });
});

test("a code that was asked for on the site is worth nothing in an old client, nor for another purpose", async () => {
  const phone = newNumber();
  await forum
    .visitor()
    .graphql(`mutation ($phone: String) { requestPhoneCode(purpose: SIGN_IN, phone: $phone) }`, { phone });
  expect(await users("sms.login", { mobile: phone, code: codeTo(phone) })).toMatchObject({ Code: -9003 });
  const reset = await sendTo(phone, "reset_pwd");
  expect(await users("sms.login", reset)).toMatchObject({ Code: -9003 });
});

test("a member binds a number, changes it and both passwords by codes, and pays by the new one", async () => {
  const ada = await forum.member(...TRADING);
  await give(forum, ada, 1_000);
  const own = await OldClient.of(forum, ada);
  const [first, second] = [newNumber(), newNumber()];
  const mobileOf = async () => (await own.get("/api/v3/user")).Data.originalMobile as string;
  expect(await users("sms.bind", await sendTo(first, "bind", own), own)).toMatchObject({ Code: 0 });
  expect(await mobileOf()).toBe(first);

  // Long after the sign-in a code to the present number comes first.
  await forgetProof();
  expect(await users("sms.rebind", await sendTo(second, "rebind", own), own)).toMatchObject({ Code: -4002 });
  expect(await users("sms.verify", await sendTo(first, "verify", own), own)).toMatchObject({ Code: 0 });
  expect(await users("sms.rebind", await sendTo(second, "rebind", own), own)).toMatchObject({ Code: 0 });
  expect(await mobileOf()).toBe(second);

  await forgetProof();
  const payPassword = "246802";
  const pin = { payPassword, payPasswordConfirmation: payPassword };
  const proof = await sendTo(second, "reset_pay_pwd", own);
  expect(await users("sms.reset.pay.pwd", { ...proof, ...pin }, own)).toMatchObject({ Code: 0 });
  const threadId = Number(await sell(forum, await forum.member(...TRADING)));
  const order = { type: 3, threadId, amount: 5, isAnonymous: 0 };
  const { orderSn } = (await own.post("/api/v3/order.create", order)).Data;
  const paid = { orderSn, paymentType: 20, payPassword };
  expect(await own.post("/api/v3/trade/pay/order", paid)).toMatchObject({ Code: 0 });

  const password = "a new quiet harbour";
  const reset = { ...(await sendTo(second, "reset_pwd")), password };
  expect(await users("sms.reset.pwd", reset)).toMatchObject({ Code: 0 });
  expect((await own.get("/api/v3/forum")).Code).toBe(-4011);
  const { username } = ada.credentials!;
  const again = await users("mobilebrowser/username.login", { username, password, type: "x" });
  expect(again).toMatchObject({ Code: 0, Data: { uid: ada.id, accessToken: expect.any(String) } });
});

test("names are checked before somebody registers, and a nickname is set afterwards", async () => {
  const admin = await forum.admin();
  await admin.graphql(
    `mutation { importStopWords(lines: ["gemein={IGNORE}|{BANNED}|{IGNORE}|{IGNORE}|{BANNED}"]) { created } }`,
  );
  const ada = await forum.member();
  const own = await OldClient.of(forum, ada);
  const { nickname, username } = ada.credentials!;
  expect(await users("username.check", { username: "free-name", nickname: "Free" })).toMatchObject({
    Code: 0,
    Data: [],
  });
  expect(await users("username.check", { username })).toMatchObject({ Code: -7042 });
  expect(await users("username.check", { nickname })).toMatchObject({ Code: -7042 });
  expect(await users("username.check", { username: "x".repeat(16) })).toMatchObject({ Code: -7041 });
  expect(await users("username.check", { nickname: "gemein" })).toMatchObject({ Code: -7057 });
  expect(await users("nickname.set", { nickname: "Newly" }, own)).toMatchObject({
    Code: 0,
    Data: { nickname: "Newly" },
  });
});

test("without text messages the calls say so", async () => {
  await set(forum, { "qcloud.qcloud_sms": "0" });
  expect(await users("sms.send", { mobile: newNumber(), type: "login" })).toMatchObject({ Code: -9001 });
  expect(await users("sms.login", { mobile: newNumber(), code: "123456" })).toMatchObject({ Code: -9001 });
  await set(forum, { "qcloud.qcloud_sms": "1" });
});
