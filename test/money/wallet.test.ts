import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountKind } from "../../server/features/money/ledger/account.entity.ts";
import { placeHold } from "../../server/features/money/ledger/hold.service.ts";
import { post } from "../../server/features/money/ledger/ledger.service.ts";
import { TransactionKind } from "../../server/features/money/ledger/transaction.entity.ts";
import { Order, OrderKind, OrderState } from "../../server/features/orders/order.entity.ts";
import type { Context } from "../../server/core/context.ts";
import { insert } from "../../server/core/write.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, bookkeeping } from "./books.ts";

const WALLET = `{ viewer { wallet { balanceCents frozenCents } } }`;
const ENTRIES = `
  query ($kind: TransactionKind, $month: String, $first: Int!, $after: String) {
    viewer {
      walletEntries(kind: $kind, month: $month, first: $first, after: $after) {
        nodes { kind memo balanceChangeCents frozenChangeCents actor { id } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;
const ADJUST = `
  mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { id balanceCents frozenCents } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const adjust = (person: Person, amountCents: unknown, more: object = {}) =>
  admin.graphql(ADJUST, { input: { userId: person.id, amountCents, reason: "Prize", ...more } });

/** Writes the order behind a payment that a test books by hand. */
const order = (ctx: Context, { id: userId }: Person, amountCents: number) =>
  insert(ctx, Order, {
    kind: OrderKind.REGISTRATION,
    state: OrderState.PAID,
    userId,
    amountCents,
    siteCents: amountCents,
    payeeCents: 0,
    createdAt: ctx.now,
    expiresAt: ctx.now,
    paidAt: ctx.now,
  });

describe("a wallet", () => {
  test("is empty at first, and belongs to its member alone", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    expect((await ada.graphql(WALLET)).viewer.wallet).toEqual({ balanceCents: 0, frozenCents: 0 });

    const others = `query ($id: ID!) { user(id: $id) { wallet { balanceCents } walletEntries { nodes { id } } } }`;
    expect((await bo.graphql(others, { id: ada.id })).user).toEqual({ wallet: null, walletEntries: null });
    expect((await forum.visitor().graphql(others, { id: ada.id })).user.wallet).toBeNull();
    expect((await admin.graphql(others, { id: ada.id })).user.wallet).toEqual({ balanceCents: 0 });
  });

  test("shows each movement with its reason, by kind, month and page", async () => {
    const ada = await forum.member();
    for (const amount of [500, 300, -100]) await adjust(ada, amount, { reason: `Reason ${amount}` });
    await forum.write((ctx) =>
      placeHold(ctx, { userId: ada.id, amountCents: 200, reference: `w:${ada.id}` }),
    );
    const read = async (variables: object = {}) =>
      (await ada.graphql(ENTRIES, { first: 20, ...variables })).viewer.walletEntries;

    const all = await read();
    expect(all.nodes).toEqual([
      { kind: "HOLD", memo: "", balanceChangeCents: -200, frozenChangeCents: 200, actor: null },
      {
        kind: "ADJUSTMENT",
        memo: "Reason -100",
        balanceChangeCents: -100,
        frozenChangeCents: 0,
        actor: null,
      },
      { kind: "ADJUSTMENT", memo: "Reason 300", balanceChangeCents: 300, frozenChangeCents: 0, actor: null },
      { kind: "ADJUSTMENT", memo: "Reason 500", balanceChangeCents: 500, frozenChangeCents: 0, actor: null },
    ]);
    expect((await ada.graphql(WALLET)).viewer.wallet).toEqual({ balanceCents: 500, frozenCents: 200 });

    expect((await read({ kind: "HOLD" })).nodes).toHaveLength(1);
    expect((await read({ month: new Date().toISOString().slice(0, 7) })).nodes).toHaveLength(4);
    expect((await read({ month: "2001-01" })).nodes).toEqual([]);
    await expect(read({ month: "2001-13" })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });

    const start = await read({ first: 3 });
    const rest = await read({ first: 3, after: start.pageInfo.endCursor });
    expect([...start.nodes, ...rest.nodes]).toEqual(all.nodes);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });
});

describe("administrators adjust a balance", () => {
  test("the member has it and hears why, and the log says who did it", async () => {
    const ada = await forum.member();

    expect((await adjust(ada, 1_234)).adjustWallet).toEqual({
      id: String(ada.id),
      balanceCents: 1_234,
      frozenCents: 0,
    });

    await forum.delivered();
    const { notifications } = await ada.graphql(
      `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
    );
    expect(notifications.nodes).toHaveLength(1);
    expect(notifications.nodes[0].kind).toBe("wallet.adjusted");
    expect(notifications.nodes[0].text).toContain("12.34");
    expect(notifications.nodes[0].text).toContain("Prize");
    const log = `query ($target: String) { auditLog(target: $target) { nodes { actorId action before after reason } } }`;
    expect((await admin.graphql(log, { target: `wallet:${ada.id}` })).auditLog.nodes).toEqual([
      {
        actorId: String(admin.id),
        action: "adjustWallet",
        before: '{"balanceCents":0}',
        after: '{"balanceCents":1234}',
        reason: "Prize",
      },
    ]);
    const funds = `query ($id: ID) { fundEntries(userId: $id) { nodes { user { id } actor { id } balanceChangeCents } } }`;
    expect((await admin.graphql(funds, { id: ada.id })).fundEntries.nodes).toEqual([
      { user: { id: String(ada.id) }, actor: { id: String(admin.id) }, balanceChangeCents: 1_234 },
    ]);
  });

  test.each([
    ["nothing", 0, {}, "INVALID_PARAMETER"],
    ["more than is there", -1, {}, "BALANCE_TOO_LOW"],
    ["more than an amount can be", 1_000_000_001, {}, "INVALID_PARAMETER"],
    ["no reason", 5, { reason: " " }, "INVALID_PARAMETER"],
    ["nobody", 5, { userId: "999999" }, "NOT_FOUND"],
    ["no member at all", 5, { userId: "1e3" }, "INVALID_PARAMETER"],
    ["half a cent", 0.5, {}, "INVALID_PARAMETER"],
    ["a text", "5", {}, "INVALID_PARAMETER"],
    ["2^53", 2 ** 53, {}, "INVALID_PARAMETER"],
    ["a key that is none", 5, { idempotencyKey: "a b" }, "INVALID_PARAMETER"],
  ])("%s is refused, and nothing moves", async (_name, amount, more, code) => {
    const ada = await forum.member();
    await expect(adjust(ada, amount, more)).rejects.toMatchObject({ code });
    expect(await balancesOf(forum, ada)).toEqual({ available: 0, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("the same key fifty times at once moves money once and says the same each time", async () => {
    const ada = await forum.member();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => adjust(ada, 700, { idempotencyKey: `prize-${ada.id}` })),
    );
    for (const { adjustWallet } of answers) expect(adjustWallet.balanceCents).toBe(700);
    expect(await balancesOf(forum, ada)).toEqual({ available: 700, frozen: 0 });
    await forum.delivered();
    const unread = await ada.graphql(`{ unreadCounts { financial } }`);
    expect(unread.unreadCounts.financial).toBe(1);
  });

  test("the same key for another amount is refused; another administrator's key is another key", async () => {
    const ada = await forum.member();
    const key = { idempotencyKey: `shared-${ada.id}` };
    await adjust(ada, 700, key);
    await expect(adjust(ada, 701, key)).rejects.toMatchObject({ code: "CONFLICT" });

    const other = await forum.admin();
    const input = { userId: ada.id, amountCents: 1, reason: "Prize", ...key };
    expect((await other.graphql(ADJUST, { input })).adjustWallet.balanceCents).toBe(701);
  });

  test("fifty at once take from one balance: never below zero", async () => {
    const ada = await forum.member();
    await adjust(ada, 100);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => adjust(ada, -9)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(11);
    expect(await balancesOf(forum, ada)).toEqual({ available: 1, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });
});

describe("the figures of money for legacy clients", () => {
  test("are texts with two places, from the books", async () => {
    const before = (await admin.rest("GET", "/api/statistic/finance.v2")).Data;
    const ada = await forum.member();
    await adjust(ada, 12_345);
    await forum.write(async (ctx) => {
      await order(ctx, ada, 1_000);
      await post(ctx, {
        kind: TransactionKind.PAYMENT,
        reference: `figures:${ada.id}`,
        legs: [
          { kind: AccountKind.AVAILABLE, ownerId: ada.id, amountCents: -1_000 },
          { kind: AccountKind.REGISTRATIONS, amountCents: 500 },
          { kind: AccountKind.ROYALTIES, amountCents: 300 },
          { kind: AccountKind.PAID_OUT, amountCents: 150 },
          { kind: AccountKind.FEES, amountCents: 50 },
        ],
      });
    });

    const { Code, Data } = await admin.rest("GET", "/api/statistic/finance.v2");
    expect(Code).toBe(0);
    const wallet = ((Number(before.totalWallet) * 100 + 11_345) / 100).toFixed(2);
    expect(Data).toEqual({
      totalIncome: "10.00",
      totalWithdrawal: "2.00",
      totalWallet: wallet,
      totalProfit: "8.50",
      withdrawalProfit: "0.50",
      orderRoyalty: "3.00",
      totalRegisterProfit: "5.00",
      orderCount: 1,
    });
    // Today is told when it is over.
    expect((await admin.rest("GET", "/api/statistic/financeChart.v2")).Data).toEqual([]);
  });

  test("the chart tells the days that are over, by day, week and month", async () => {
    const ada = await forum.member();
    await adjust(ada, 10_000);
    const pay = (day: string, cents: number) =>
      forum.write(async (context) => {
        const ctx = { ...context, now: new Date(`${day}T15:00:00Z`) };
        await order(ctx, ada, cents);
        await post(ctx, {
          kind: TransactionKind.PAYMENT,
          reference: `chart:${day}`,
          legs: [
            { kind: AccountKind.AVAILABLE, ownerId: ada.id, amountCents: -cents },
            { kind: AccountKind.ROYALTIES, amountCents: cents },
          ],
        });
      });
    await pay("2023-01-10", 1_200);
    await pay("2023-01-12", 5);
    const chart = async (query: string) =>
      (await admin.rest("GET", `/api/statistic/financeChart.v2?${query}`)).Data;
    const january = "createdAtBegin=2023-01-01&createdAtEnd=2023-01-12";

    const days = await chart(january);
    expect(days.map(({ date }: { date: string }) => date)).toEqual([
      "2023/01/10",
      "2023/01/11",
      "2023/01/12",
    ]);
    expect(days[0]).toEqual({
      id: 1,
      income: "12.00",
      withdrawal: "0.00",
      orderCount: 1,
      orderAmount: "12.00",
      totalProfit: "12.00",
      registerProfit: "0.00",
      masterPortion: "12.00",
      withdrawalProfit: "0.00",
      createdAt: "2023-01-11T00:00:00.000000Z",
      date: "2023/01/10",
    });
    expect(days[1]).toMatchObject({ orderCount: 0, income: "0.00" });

    const sum = {
      orderCount: 2,
      orderAmount: "12.05",
      totalProfit: "12.05",
      registerProfit: "0.00",
      masterPortion: "12.05",
      withdrawalProfit: "0.00",
    };
    expect(await chart(`${january}&type=2`)).toEqual([{ date: "2023/02周", ...sum }]);
    expect(await chart(`filter[createdAtBegin]=2023-01-01&filter[createdAtEnd]=2023-01-12&type=3`)).toEqual([
      { date: "2023/01月", ...sum },
    ]);
    for (const wrong of ["type=4", "createdAtBegin=2023-02-30", "createdAtEnd=tomorrow"])
      expect((await admin.rest("GET", `/api/statistic/financeChart.v2?${wrong}`)).Code).toBe(-4001);
  });
});
