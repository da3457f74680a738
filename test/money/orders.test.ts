import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireOrders } from "../../server/features/orders/order.service.ts";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, bookkeeping, give } from "./books.ts";
import { order, pay, PIN, sell, setPin, textOf, TRADING } from "./shop.ts";

let forum: Forum;
let admin: Person;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  author = await forum.member(...TRADING);
});
afterAll(() => forum.close());

const buyer = async (cents = 10_000): Promise<Person> => {
  const person = await forum.member(...TRADING);
  await give(forum, person, cents);
  await setPin(person);
  return person;
};
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const pastRules = (sql: string, values: (string | number | Date)[]) =>
  forum.write((ctx) => ctx.db.query(sql, values as never));

describe("buying a thread", () => {
  test("moves the price to the author, and shows the rest of the text", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const before = await available(author);
    expect(await textOf(ada, threadId)).toBe("");

    const waiting = await order(ada, threadId);
    expect(waiting).toMatchObject({ amountCents: 500, state: "PENDING" });
    expect(await pay(ada, waiting.id)).toEqual({ ...waiting, state: "PAID" });

    expect(await textOf(ada, threadId)).toContain("the secret");
    expect(await available(ada)).toBe(9_500);
    expect(await available(author)).toBe(before + 500);
    const { purchases } = await ada.graphql(
      `{ purchases { nodes { id thread { id title } method paidAt } } }`,
    );
    expect(purchases.nodes).toMatchObject([{ id: waiting.id, thread: { id: threadId }, method: "WALLET" }]);
    await forum.delivered();
    const { notifications } = await author.graphql(
      `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toMatchObject({ kind: "post.paid" });
    expect(notifications.nodes[0].text).toContain("5.00");
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("gives the site its share, rounded down, and the author the rest", async () => {
    const set = (master: number) =>
      admin.graphql(
        `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`,
        {
          entries: [
            { tag: "default", key: "site_author_scale", value: String(10 - master) },
            { tag: "default", key: "site_master_scale", value: String(master) },
          ],
        },
      );
    const royalties = async () =>
      Number(
        (
          await forum.rows<{ cents: number }>(
            "SELECT balanceCents AS cents FROM money_accounts WHERE kind = 'ROYALTIES'",
          )
        )[0]?.cents ?? 0,
      );
    await set(3);
    try {
      const [ada, threadId] = [await buyer(), await sell(forum, author, { priceCents: 999 })];
      const [before, site] = [await available(author), await royalties()];
      await pay(ada, (await order(ada, threadId, 999)).id);
      expect(await royalties()).toBe(site + 299);
      expect(await available(author)).toBe(before + 700);
    } finally {
      await set(0);
    }
  });

  test("asks again when the price has changed, before the order and after it", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    await expect(order(ada, threadId, 400)).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    const { id } = await order(ada, threadId);
    await author.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
      input: { threadId, priceCents: 700 },
    });
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    expect(await available(ada)).toBe(10_000);
    const again = await order(ada, threadId, 700);
    expect(again.id).not.toBe(id);
    expect((await pay(ada, again.id)).state).toBe("PAID");
  });

  test("is refused for one's own thread, a free one, one that is bought, and one that nobody sees", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    await expect(order(author, threadId)).rejects.toMatchObject({ code: "CANNOT_BUY_OWN" });
    await expect(order(ada, await sell(forum, author, { priceCents: 0 }))).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    const [first, second] = [await order(ada, threadId), await order(ada, threadId)];
    expect(second.id).toBe(first.id);
    await pay(ada, first.id);
    await expect(order(ada, threadId)).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    await expect(pay(ada, first.id)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    const deletedId = await sell(forum, author);
    await author.graphql(`mutation { deleteThread(threadId: "${deletedId}") { id } }`);
    await expect(order(ada, deletedId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(pay(await buyer(), first.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([0, -1, 2 ** 53, 1.5])("refuses the amount %s", async (amount) => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    await expect(order(ada, threadId, amount)).rejects.toThrow();
    expect(await available(ada)).toBe(10_000);
  });

  test("needs money, and moves nothing without it", async () => {
    const [ada, threadId] = [await buyer(499), await sell(forum, author)];
    const { id } = await order(ada, threadId);
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });
    expect(await textOf(ada, threadId)).toBe("");
    await give(forum, ada, 1);
    expect((await pay(ada, id)).state).toBe("PAID");
  });

  test("has 15 minutes, whether or not the job has come by", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const { id } = await order(ada, threadId);
    await pastRules("UPDATE orders SET expiresAt = createdAt WHERE id = ?", [id]);
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    expect((await order(ada, threadId)).id).not.toBe(id);
    await expireOrders(forum.app.context());
    const states = await forum.rows<{ state: string }>("SELECT state FROM orders WHERE id = ?", [id]);
    expect(states).toEqual([{ state: "EXPIRED" }]);
  });

  test("needs the permission to order and the permission to pay", async () => {
    const threadId = await sell(forum, author);
    const [noOrders, noPayments] = [
      await forum.limitedMember("order.create"),
      await forum.limitedMember("trade.pay.order"),
    ];
    await expect(order(noOrders, threadId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await setPin(noPayments);
    const { id } = await order(noPayments, threadId);
    await expect(pay(noPayments, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a payment is made exactly once", () => {
  test("the same key gets the same answer; with another order it is refused", async () => {
    const ada = await buyer();
    const [first, second] = [
      await order(ada, await sell(forum, author)),
      await order(ada, await sell(forum, author)),
    ];
    const idempotencyKey = "shop-1";
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => pay(ada, first.id, { idempotencyKey })),
    );
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["PAID"]));
    expect(await available(ada)).toBe(9_500);
    await expect(pay(ada, second.id, { idempotencyKey })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("of 50 payments of one order one wins", async () => {
    const ada = await buyer();
    const before = await available(author);
    const { id } = await order(ada, await sell(forum, author));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => pay(ada, id, { idempotencyKey: `race-${id}-${index}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["ORDER_CLOSED"]));
    expect(await available(ada)).toBe(9_500);
    expect(await available(author)).toBe(before + 500);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("of 50 orders against a balance for one, one is paid", async () => {
    const ada = await buyer(500);
    const ids: string[] = [];
    for (let index = 0; index < 50; index++) {
      if (index % 5 === 0) author = await forum.member(...TRADING);
      ids.push((await order(ada, await sell(forum, author))).id);
    }
    const outcomes = await Promise.allSettled(ids.map((id) => pay(ada, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await available(ada)).toBe(0);
    expect(await bookkeeping(forum)).toEqual([]);
    const violations = await checkLedger(forum.app.context());
    expect(violations ?? []).toEqual([]);
    const { funds } = await admin.graphql(`{ funds { violations } }`);
    expect(funds.violations).toEqual([]);
  });
});

describe("a pay password", () => {
  test.each(["12345", "1234567", "12345a", "１２３４５６", ""])(
    "is six digits, and not %j",
    async (password) => {
      await expect(setPin(await forum.member(), password)).rejects.toMatchObject({
        code: "INVALID_PARAMETER",
      });
    },
  );

  test("is needed before the first payment, and needs a proof once the sign-in is older", async () => {
    const [ada, threadId] = [await forum.member(...TRADING), await sell(forum, author)];
    await give(forum, ada, 500);
    const { id } = await order(ada, threadId);
    const has = async () => (await ada.graphql(`{ viewer { wallet { hasPayPassword } } }`)).viewer.wallet;
    expect(await has()).toEqual({ hasPayPassword: false });
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "PAY_PASSWORD_MISSING" });
    await pastRules("UPDATE sessions SET provenAt = NULL WHERE userId = ?", [ada.id]);
    await expect(setPin(ada)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await pastRules("UPDATE sessions SET provenAt = ? WHERE userId = ?", [
      new Date().toISOString().slice(0, 23).replace("T", " "),
      ada.id,
    ]);
    await setPin(ada);
    expect(await has()).toEqual({ hasPayPassword: true });
    expect((await pay(ada, id)).state).toBe("PAID");
  });

  test("is stored so that the tables alone do not tell it", async () => {
    const ada = await buyer();
    const rows = await forum.rows("SELECT * FROM pay_passwords WHERE userId = ?", [ada.id]);
    expect(JSON.stringify(rows)).not.toContain(PIN);
  });
});

describe("wrong pay passwords", () => {
  let strict: Forum;
  let seller: Person;
  beforeAll(async () => {
    strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
    seller = await strict.member(...TRADING);
  });
  afterAll(() => strict.close());

  const orderOf = async (): Promise<[Person, string]> => {
    const person = await strict.member(...TRADING);
    await give(strict, person, 10_000);
    await setPin(person);
    return [person, (await order(person, await sell(strict, seller))).id];
  };

  test("are free five times; then even the right one waits, and the answer says how long", async () => {
    const [ada, id] = await orderOf();
    for (let round = 0; round < 5; round++)
      await expect(pay(ada, id, { payPassword: "000000" })).rejects.toMatchObject({
        code: "PAY_PASSWORD_WRONG",
      });
    const refusal = await pay(ada, id).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
    const seconds = (refusal as { extensions: { retryAfterSeconds: number } }).extensions.retryAfterSeconds;
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await balancesOf(strict, ada)).available).toBe(10_000);
  });

  test("are counted while all limits of pace are off", async () => {
    const ada = await buyer();
    const { id } = await order(ada, await sell(forum, author));
    const codes: unknown[] = [];
    for (let round = 0; round < 7; round++)
      codes.push(
        await pay(ada, id, { payPassword: "000000" }).catch((error: { code: string }) => error.code),
      );
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "PAY_PASSWORD_WRONG"));
    expect(codes.slice(5)).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("count one by one when they come at once", async () => {
    const [ada, id] = await orderOf();
    const guesses = Array.from({ length: 50 }, (_, index) => String(200_000 + index));
    const outcomes = await Promise.allSettled(guesses.map((payPassword) => pay(ada, id, { payPassword })));
    const codes = outcomes.map((each) => (each.status === "rejected" ? each.reason.code : "ok"));
    expect(codes.filter((code) => code === "PAY_PASSWORD_WRONG")).toHaveLength(5);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(45);
  });
});

describe("administrators", () => {
  test("see all orders by state; nobody else does", async () => {
    const [ada, threadId] = [await buyer(), await sell(forum, author)];
    const { id } = await order(ada, threadId);
    const list = `query ($state: OrderState, $userId: ID) {
      orders(state: $state, userId: $userId) { nodes { id state buyer { id } siteCents } } }`;
    const read = async (state?: string) =>
      (await admin.graphql(list, { state, userId: ada.id })).orders.nodes;
    expect(await read()).toEqual([{ id, state: "PENDING", buyer: { id: String(ada.id) }, siteCents: 0 }]);
    expect(await read("PAID")).toEqual([]);
    await expect(ada.graphql(list)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const one = `query ($id: ID!) { order(id: $id) { id siteCents } }`;
    expect((await ada.graphql(one, { id })).order).toEqual({ id, siteCents: null });
    await expect(author.graphql(one, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
