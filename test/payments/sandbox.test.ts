import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { followPayments } from "../../server/features/payments/follow.service.ts";
import { balancesOf, bookkeeping } from "../money/books.ts";
import { order, sell, setPin, textOf, tip, openTips, TRADING } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { begin, beginFor, notify, paid, press, read } from "./till.ts";

let forum: Forum;
let admin: Person;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  author = await forum.member(...TRADING);
});
afterAll(() => forum.close());

const buyer = () => forum.member(...TRADING);
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const sound = async (): Promise<void> => {
  expect(await bookkeeping(forum)).toEqual([]);
  await checkLedger(forum.app.context());
  expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
};
const followed = () => followPayments(forum.app.context());
/** Moves the begin and the end of a payment into the past. */
const age = (id: string, minutes: number) =>
  forum.write(async (ctx) => {
    const at = (offset: number) => new Date(ctx.now.getTime() - minutes * 60_000 + offset);
    await ctx.db.query("UPDATE payments SET createdAt = ?, expiresAt = ? WHERE id = ?", [
      at(0).toISOString().slice(0, 23).replace("T", " "),
      at(900_000).toISOString().slice(0, 23).replace("T", " "),
      Number(id),
    ] as never);
  });

describe("a top-up", () => {
  test("comes into the wallet once the provider has said so, and the wallet explains it", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    expect(payment).toMatchObject({ state: "PENDING", amountCents: 1_000, qrText: null });
    expect(payment.redirectUrl).toBe(`${forum.url}/dev/cashier?number=${payment.number}`);
    expect(await available(ada)).toBe(0);

    const answer = await press(forum, payment.number, "pay");
    expect(answer).toMatchObject({ status: 303 });
    expect(answer.headers["location"]).toBe(`${forum.url}/wallet/recharge?payment=${payment.id}`);
    expect(await read(ada, payment.id)).toEqual({ state: "PAID", outcome: null });
    expect(await available(ada)).toBe(1_000);
    const { viewer } = await ada.graphql(
      `{ viewer { walletEntries { nodes { kind balanceChangeCents } } } }`,
    );
    expect(viewer.walletEntries.nodes).toEqual([{ kind: "TOP_UP", balanceChangeCents: 1_000 }]);
    await sound();
  });

  test("is counted once, however often the provider says it", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    await press(forum, payment.number, "twice");
    expect(await available(ada)).toBe(1_000);
    const another = await begin(ada);
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(forum, paid(another))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 success"]));
    expect(await available(ada)).toBe(2_000);
    await sound();
  });

  test("that fails brings nothing, also when the news come in the wrong order", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    await press(forum, payment.number, "fail");
    expect(await read(ada, payment.id)).toMatchObject({ state: "FAILED" });
    expect(await available(ada)).toBe(0);
    const another = await begin(ada);
    await notify(forum, paid(another));
    expect((await notify(forum, paid(another, { state: "CLOSED" }))).status).toBe(200);
    expect((await notify(forum, paid(another, { state: "PENDING" }))).status).toBe(200);
    expect(await read(ada, another.id)).toMatchObject({ state: "PAID" });
    expect(await available(ada)).toBe(1_000);
  });

  test("is found by asking the provider when its notification is lost", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    const sending = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("lost"));
    try {
      await press(forum, payment.number, "pay");
    } finally {
      sending.mockRestore();
    }
    expect(await available(ada)).toBe(0);
    await age(payment.id, 2);
    await followed();
    expect(await available(ada)).toBe(1_000);
    await followed();
    expect(await available(ada)).toBe(1_000);
  });

  test("expires after a quarter of an hour; money that comes later is credited all the same", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    await age(payment.id, 16);
    expect(await read(ada, payment.id)).toMatchObject({ state: "EXPIRED" });
    await followed();
    expect((await press(forum, payment.number, "pay")).headers["location"]).toBe("/dev/cashier");
    await notify(forum, paid(payment));
    expect(await read(ada, payment.id)).toMatchObject({ state: "PAID" });
    expect(await available(ada)).toBe(1_000);
    await sound();
  });

  test.each([0, -1, 99, 500_001, 1e10])("is refused for %d cents", async (amountCents) => {
    await expect(begin(await buyer(), { amountCents })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("keeps the limits of the settings, and begins once for a key", async () => {
    const ada = await buyer();
    const save = (value: string) =>
      admin.graphql(
        `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`,
        {
          entries: [{ tag: "topup", key: "topup_min_sum", value }],
        },
      );
    await save("20");
    await expect(begin(ada)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await save("");
    const idempotencyKey = "top-up-1";
    const started = await Promise.all(Array.from({ length: 5 }, () => begin(ada, { idempotencyKey })));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    await expect(begin(ada, { idempotencyKey, amountCents: 2_000 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("is the payer's: others neither read it nor see where it is paid", async () => {
    const payment = await begin(await buyer());
    await expect(read(author, payment.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { payments } = await admin.graphql(`{ payments { nodes { id redirectUrl } } }`);
    expect(payments.nodes[0]).toEqual({ id: payment.id, redirectUrl: null });
  });
});

describe("a notification", () => {
  test.each([
    ["without a signature", { signature: null }],
    ["with a made-up signature", { signature: `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}` }],
    ["with a broken header", { signature: "v1=zz" }],
    ["that is six minutes old", { at: new Date(Date.now() - 360_000) }],
    ["from the future", { at: new Date(Date.now() + 360_000) }],
  ])("%s changes nothing", async (_, how) => {
    const ada = await buyer();
    const payment = await begin(ada);
    expect((await notify(forum, paid(payment), how)).status).toBe(400);
    expect(await read(ada, payment.id)).toMatchObject({ state: "PENDING" });
    expect(await available(ada)).toBe(0);
  });

  test.each([
    ["another amount", { amountCents: 100_000 }],
    ["another currency", { currency: "JPY" }],
    ["no transaction", { transactionId: "" }],
  ])("with %s changes nothing, and administrators see it", async (_, lie) => {
    const ada = await buyer();
    const payment = await begin(ada);
    expect((await notify(forum, paid(payment, lie))).status).toBe(400);
    expect(await available(ada)).toBe(0);
    const ask = `query ($id: ID!) { payment(id: $id) { state problem } }`;
    const { payment: seen } = await admin.graphql(ask, { id: payment.id });
    expect(seen).toEqual({ state: "PENDING", problem: "AMOUNT" });
    expect((await ada.graphql(ask, { id: payment.id })).payment.problem).toBeNull();
  });

  test("counts one transaction for one payment, and one payment once", async () => {
    const ada = await buyer();
    const [one, other] = [await begin(ada), await begin(ada)];
    await notify(forum, paid(one, { transactionId: "shared" }));
    expect((await notify(forum, paid(other, { transactionId: "shared" }))).status).toBe(400);
    expect((await notify(forum, paid(one, { transactionId: "another" }))).status).toBe(200);
    expect(await available(ada)).toBe(1_000);
    await sound();
  });

  test("about a payment that does not exist is refused, and so are those for providers that are off", async () => {
    const payment = await begin(await buyer());
    expect((await notify(forum, { ...paid(payment), number: "20260101000000000" })).status).toBe(400);
    for (const name of ["stripe", "alipay"])
      expect((await forum.visitor().post(`/api/payments/${name}/notify`, paid(payment))).status).toBe(404);
  });

  test("leaves no signature and no body in the log", async () => {
    const payment = await begin(await buyer());
    await notify(
      forum,
      { ...paid(payment), payer: "payer@example.org" },
      { signature: "t=1,v1=secretsignature" },
    );
    const log = forum.logLines.join("\n");
    for (const secret of ["secretsignature", "payer@example.org"]) expect(log).not.toContain(secret);
  });
});

describe("an order that is paid from outside", () => {
  test("is settled with the money that comes: the author gets it, and the buyer reads", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const before = await available(author);
    const payment = await beginFor(ada, (await order(ada, threadId)).id);
    expect(payment.amountCents).toBe(500);
    await press(forum, payment.number, "twice");
    expect(await read(ada, payment.id)).toEqual({ state: "PAID", outcome: "ORDER" });
    expect(await textOf(ada, threadId)).toContain("the secret");
    expect(await available(author)).toBe(before + 500);
    expect(await available(ada)).toBe(0);
    await sound();
  });

  test("that was paid meanwhile, expired or changed its price leaves the money in the wallet", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const { id } = await order(ada, threadId);
    const [one, other] = [await beginFor(ada, id), await beginFor(ada, id)];
    await press(forum, one.number, "pay");
    await press(forum, other.number, "pay");
    expect(await read(ada, other.id)).toEqual({ state: "PAID", outcome: "WALLET" });
    expect(await available(ada)).toBe(500);

    const dear = await sell(forum, author);
    const late = await beginFor(ada, (await order(ada, dear)).id);
    await author.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
      input: { threadId: dear, priceCents: 700 },
    });
    await press(forum, late.number, "pay");
    expect(await read(ada, late.id)).toEqual({ state: "PAID", outcome: "WALLET" });
    expect(await available(ada)).toBe(1_000);
    await sound();
  });

  test("is the buyer's own, and waits", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const { id } = await order(ada, threadId);
    await expect(beginFor(await buyer(), id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await press(forum, (await beginFor(ada, id)).number, "pay");
    await expect(beginFor(ada, id)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    const limited = await forum.limitedMember("trade.pay.order");
    const { id: theirs } = await order(limited, threadId);
    await expect(beginFor(limited, theirs)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("that a crash cut off between wallet and order is settled by the job", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const payment = await beginFor(ada, (await order(ada, threadId)).id);
    await notify(forum, paid(payment));
    // The state that a crash after the first of the two transactions leaves, for another order of the same buyer.
    const otherId = await sell(forum, author);
    const again = await beginFor(ada, (await order(ada, otherId)).id);
    await forum.write((ctx) =>
      ctx.db.query("UPDATE payments SET orderId = NULL WHERE id = ?", [Number(again.id)] as never),
    );
    await notify(forum, paid(again));
    const [{ id: orderId }] = (await forum.rows<{ id: number }>("SELECT MAX(o.id) AS id FROM orders o")) as [
      { id: number },
    ];
    await forum.write((ctx) =>
      ctx.db.query("UPDATE payments SET orderId = ? WHERE id = ?", [orderId, Number(again.id)] as never),
    );
    await followed();
    expect(await textOf(ada, otherId)).toContain("the secret");
    expect(await read(ada, again.id)).toEqual({ state: "PAID", outcome: "ORDER" });
    await sound();
  });
});

describe("a refund", () => {
  const REFUND = `mutation ($input: RefundPaymentInput!) { refundPayment(input: $input) { state refundReason } }`;
  const refund = (id: string, who = admin) => who.graphql(REFUND, { input: { id, reason: "Asked for it" } });

  test("of a top-up takes the money from the wallet, once, and gives it back at the provider", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    await press(forum, payment.number, "pay");
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => refund(payment.id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read(ada, payment.id)).toMatchObject({ state: "REFUNDED" });
    expect(await balancesOf(forum, ada)).toMatchObject({ available: 0, frozen: 0 });
    expect((await forum.visitor().get("/dev/cashier")).text).toContain(`${payment.number}R1`);
    await sound();
  });

  test("of an order takes it back from the author, and the buyer reads no longer", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const before = await available(author);
    const payment = await beginFor(ada, (await order(ada, threadId)).id);
    await press(forum, payment.number, "pay");
    await refund(payment.id);
    expect(await read(ada, payment.id)).toMatchObject({ state: "REFUNDED" });
    expect(await textOf(ada, threadId)).toBe("");
    expect(await available(author)).toBe(before);
    expect(await available(ada)).toBe(0);
    expect((await order(ada, threadId)).state).toBe("PENDING");
    await sound();
  });

  test("of a tip is refused while the author has not enough, and nothing moves", async () => {
    await openTips(admin);
    const [ada, poor] = [await buyer(), await forum.member(...TRADING)];
    const threadId = await sell(forum, poor, { priceCents: 0 });
    const payment = await beginFor(ada, (await tip(ada, threadId)).id);
    await press(forum, payment.number, "pay");
    expect(await available(poor)).toBe(500);
    await setPin(poor);
    const shopId = await sell(forum, author);
    await poor.graphql(`mutation ($input: PayOrderInput!) { payOrder(input: $input) { id } }`, {
      input: { orderId: (await order(poor, shopId)).id, method: "WALLET", payPassword: "135790" },
    });
    await expect(refund(payment.id)).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });
    expect(await read(ada, payment.id)).toEqual({ state: "PAID", outcome: "ORDER" });
    await sound();
  });

  test("at the provider alone is followed in the books, or told to administrators", async () => {
    const [ada, spender] = [await buyer(), await buyer()];
    const payment = await begin(ada);
    await press(forum, payment.number, "pay");
    await press(forum, payment.number, "refund");
    expect(await read(ada, payment.id)).toMatchObject({ state: "REFUNDED" });
    expect(await available(ada)).toBe(0);

    const spent = await begin(spender, { amountCents: 500 });
    await press(forum, spent.number, "pay");
    await setPin(spender);
    await spender.graphql(`mutation ($input: PayOrderInput!) { payOrder(input: $input) { id } }`, {
      input: {
        orderId: (await order(spender, await sell(forum, author))).id,
        method: "WALLET",
        payPassword: "135790",
      },
    });
    await press(forum, spent.number, "refund");
    const { payment: seen } = await admin.graphql(`query ($id: ID!) { payment(id: $id) { state problem } }`, {
      id: spent.id,
    });
    expect(seen).toEqual({ state: "PAID", problem: "REFUNDED_OUTSIDE" });
    await sound();
  });

  test("that the provider refuses puts the money into the wallet", async () => {
    const ada = await buyer();
    const payment = await begin(ada);
    // Paid by a notification alone, so that the sandbox knows of no money to give back.
    await notify(forum, paid(payment));
    expect((await refund(payment.id)).refundPayment.state).toBe("PAID");
    expect(await balancesOf(forum, ada)).toMatchObject({ available: 1_000, frozen: 0 });
    await sound();
  });

  test("is for administrators, with a reason, of what was paid", async () => {
    const payment = await begin(await buyer());
    await expect(refund(payment.id)).rejects.toMatchObject({ code: "CANNOT_REFUND" });
    await expect(refund(payment.id, author)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(admin.graphql(REFUND, { input: { id: payment.id, reason: " " } })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });
});

test("production has no sandbox: no page, no provider, nothing to top up by", async () => {
  const site = await Forum.open({ env: { NODE_ENV: "production" } });
  try {
    const member = await site.member();
    const { topUpTerms } = await member.graphql(`{ topUpTerms { viewerCanTopUp providers } }`);
    expect(topUpTerms).toEqual({ viewerCanTopUp: false, providers: [] });
    await expect(begin(member)).rejects.toMatchObject({ code: "PAYMENT_UNAVAILABLE" });
    expect((await site.visitor().get("/dev/cashier")).status).toBe(404);
    expect((await notify(site, { number: "1", state: "PAID" })).status).toBe(404);
  } finally {
    await site.close();
  }
});

test("payments that their provider never answers for hold up no others", async () => {
  const ada = await buyer();
  const silent: string[] = [];
  for (let n = 0; n < 55; n++) silent.push((await begin(await buyer())).id);
  const payment = await begin(ada);
  for (const id of [...silent, payment.id]) await age(id, 2);
  await press(forum, payment.number, "delay");
  await followed();
  await followed();
  expect(await read(ada, payment.id)).toMatchObject({ state: "PAID" });
  expect(await available(ada)).toBe(1_000);
});

test("an order says how it was paid", async () => {
  const ada = await buyer();
  const bought = await order(ada, await sell(forum, author));
  const payment = await beginFor(ada, bought.id);
  await press(forum, payment.number, "pay");
  const { order: after } = await ada.graphql(`query ($id: ID!) { order(id: $id) { state method } }`, {
    id: bought.id,
  });
  expect(after).toEqual({ state: "PAID", method: "OUTSIDE" });
  const refund = admin.graphql(
    `mutation ($id: ID!) { refundOrder(input: { id: $id, reason: "Wrong way" }) { id } }`,
    { id: bought.id },
  );
  await expect(refund).rejects.toMatchObject({ code: "CANNOT_REFUND" });
});
