import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { followPayments } from "../../server/features/payments/follow.service.ts";
import { balancesOf, bookkeeping } from "../money/books.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { begin, read, type PaymentAnswer } from "./till.ts";
import { FakeAlipay, FakeStripe, FakeWechatPay, type Call, type Lie, type Vendor } from "./vendors.ts";

/** Every provider keeps one contract; each talks to a fake of its vendor's HTTP interface on loopback. */
let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const send = (vendor: Vendor, { headers, body }: Call): Promise<Answer> =>
  forum.visitor().request("POST", `/api/payments/${vendor.kind}/notify`, body, headers);
const refund = (id: string) =>
  admin.graphql(`mutation ($input: RefundPaymentInput!) { refundPayment(input: $input) { state problem } }`, {
    input: { id, reason: "Asked for it" },
  });
/** Moves the begin and the end of a payment into the past. */
const age = ({ id }: PaymentAnswer, minutes: number) =>
  forum.write((ctx) => {
    const at = (offset: number) =>
      new Date(ctx.now.getTime() - minutes * 60_000 + offset).toISOString().slice(0, 23).replace("T", " ");
    return ctx.db.query("UPDATE payments SET createdAt = ?, expiresAt = ? WHERE id = ?", [
      at(0),
      at(900_000),
      Number(id),
    ] as never);
  });

describe.each([
  ["Stripe", new FakeStripe()],
  ["Alipay", new FakeAlipay()],
  ["WeChat Pay", new FakeWechatPay()],
])("%s", (_, vendor) => {
  const provider = vendor.kind.toUpperCase();
  beforeAll(async () => {
    await vendor.open();
    await set(forum, vendor.settings());
  });
  afterEach(() => {
    vendor.isAway = vendor.refusesRefunds = false;
  });
  afterAll(() => vendor.close());

  /** Somebody who has come to the page of the vendor. */
  const payer = async (): Promise<[Person, PaymentAnswer]> => {
    const ada = await forum.member();
    const payment = await begin(ada, { provider, amountCents: 1_234 });
    expect(vendor.visit((payment.redirectUrl ?? payment.qrText)!)).toBe(payment.number);
    expect(vendor.deals.get(payment.number)).toMatchObject({ amountCents: 1_234, currency: "cny" });
    return [ada, payment];
  };
  const news = (number: string, lie: Lie = {}) => send(vendor, vendor.notification(number, lie));

  test("is offered once its settings are complete", async () => {
    const offered = async () => (await admin.graphql(`{ topUpTerms { providers } }`)).topUpTerms.providers;
    expect(await offered()).toContain(provider);
    const [first] = Object.keys(vendor.settings());
    await set(forum, { [first!]: "0" });
    expect(await offered()).not.toContain(provider);
    await set(forum, vendor.settings());
  });

  test("brings the money when it says so, and hears what it wants to hear", async () => {
    const [ada, { id, number }] = await payer();
    expect(await available(ada)).toBe(0);
    vendor.pay(number);
    const answer = await news(number);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(vendor.accepted);
    expect(await read(ada, id)).toMatchObject({ state: "PAID" });
    expect(await available(ada)).toBe(1_234);
  });

  test("is counted once, also when its news come together, late and in the wrong order", async () => {
    const [ada, payment] = await payer();
    const { number } = payment;
    await news(number, { state: "CLOSED" });
    vendor.pay(number);
    const answers = await Promise.all(Array.from({ length: 10 }, () => news(number)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await news(number, { state: "CLOSED" });
    expect(await read(ada, payment.id)).toMatchObject({ state: "PAID" });
    expect(await available(ada)).toBe(1_234);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test.each<[string, Lie]>([
    ["another key", { isForged: true }],
    ["long ago", { at: new Date(Date.now() - 48 * 3_600_000) }],
    ["another amount", { amountCents: 123_400 }],
    ["another number", { number: "20260101000000000000" }],
  ])("is not believed with %s", async (_how, lie) => {
    const [ada, payment] = await payer();
    vendor.pay(payment.number);
    const answer = await news(payment.number, lie);
    expect(answer.text).toBe(vendor.refused);
    expect(await read(ada, payment.id)).toMatchObject({ state: "PENDING" });
    expect(await available(ada)).toBe(0);
  });

  test("is not believed without a signature, or with a body that was changed on the way", async () => {
    const [ada, { number }] = await payer();
    vendor.pay(number);
    const { headers, body } = vendor.notification(number);
    const unsigned = { "content-type": headers["content-type"]! };
    await send(vendor, { headers: unsigned, body: body.replace(/sign=[^&]*/, "") });
    await send(vendor, { headers, body: body.replace(/12\.?34|(?<="ciphertext":").{5}/, "99.99") });
    await send(vendor, { headers, body: "" });
    expect(await available(ada)).toBe(0);
  });

  test("is asked for a payment whose notification is lost", async () => {
    const [ada, payment] = await payer();
    vendor.pay(payment.number);
    await age(payment, 2);
    vendor.isAway = true;
    await followPayments(forum.app.context());
    expect(await available(ada)).toBe(0);
    vendor.isAway = false;
    await followPayments(forum.app.context());
    expect(await available(ada)).toBe(1_234);
  });

  test("is told to close what was not paid in time", async () => {
    const [ada, payment] = await payer();
    await age(payment, 16);
    await followPayments(forum.app.context());
    expect(vendor.deals.get(payment.number)).toMatchObject({ state: "CLOSED" });
    expect(await read(ada, payment.id)).toMatchObject({ state: "EXPIRED" });
  });

  test("gives a payment back once, also when it did not answer at first", async () => {
    const [ada, { id, number }] = await payer();
    vendor.pay(number);
    await news(number);
    vendor.isAway = true;
    expect((await refund(id)).refundPayment.state).toBe("REFUNDING");
    expect(await balancesOf(forum, ada)).toEqual({ available: 0, frozen: 1_234 });
    vendor.isAway = false;
    await followPayments(forum.app.context());
    expect(await read(ada, id)).toMatchObject({ state: "REFUNDED" });
    expect([...vendor.deals.get(number)!.refundNumbers]).toEqual([`${number}R1`]);
    await news(number, { state: "REFUNDED" });
    expect(await balancesOf(forum, ada)).toEqual({ available: 0, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("that refuses a refund leaves the money in the wallet", async () => {
    const [ada, { id, number }] = await payer();
    vendor.pay(number);
    await news(number);
    vendor.refusesRefunds = true;
    expect((await refund(id)).refundPayment).toEqual({ state: "PAID", problem: "REFUND_REFUSED" });
    expect(await balancesOf(forum, ada)).toEqual({ available: 1_234, frozen: 0 });
  });

  test("that gives money back by itself is followed in the books", async () => {
    const [ada, { id, number }] = await payer();
    vendor.pay(number);
    await news(number);
    await news(number, { state: "REFUNDED" });
    expect(await read(ada, id)).toMatchObject({ state: "REFUNDED" });
    expect(await available(ada)).toBe(0);
  });

  test("writes no secret to the log", () => {
    const log = forum.logLines.join("\n");
    for (const [name, secret] of Object.entries(vendor.settings()))
      if (/key|secret/.test(name)) expect(log).not.toContain(secret);
  });
});

test("the books balance after all of it", async () => {
  await checkLedger(forum.app.context());
  expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
});
