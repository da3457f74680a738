import { afterAll, beforeAll, expect, test } from "vitest";
import { AccountKind } from "../../server/features/money/ledger/account.entity.ts";
import { post, type Leg } from "../../server/features/money/ledger/ledger.service.ts";
import { TransactionKind } from "../../server/features/money/ledger/transaction.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { give } from "./books.ts";
import { openTips, pay, sell, setPin, tip, TRADING } from "./shop.ts";

/** The figures of the site's money for administrators: totals, steps of time, and the entries behind them. */
const FIGURES = `{ finance { incomeCents withdrawnCents walletCents profitCents feeCents royaltyCents
  registrationCents groupCents orderCount } }`;
const STEPS = `query ($unit: StatisticsUnit!) { financeSteps(unit: $unit) {
  from until orderCount incomeCents withdrawnCents profitCents } }`;
const ENTRIES = `query ($figure: FinanceFigure!, $from: String, $until: String, $first: Int!, $after: String) {
  financeEntries(figure: $figure, from: $from, until: $until, first: $first, after: $after) {
    nodes { id kind reference amountCents user { id } } pageInfo { hasNextPage endCursor } } }`;
const DAY_MS = 86_400_000;
const GIVEN_CENTS = 20_000;

let forum: Forum;
let admin: Person;
let author: Person;
let buyer: Person;
let orderId: string;

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly user: { readonly id: string } | null;
}
interface Step {
  readonly from: string;
  readonly until: string;
  readonly [figure: string]: string | number;
}

beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  await openTips(admin);
  await admin.graphql(
    `mutation { saveSettings(entries: [{tag: "default", key: "site_author_scale", value: "8"}, {tag: "default", key: "site_master_scale", value: "2"}]) { __typename } }`,
  );
  [author, buyer] = [await forum.member(...TRADING), await forum.member(...TRADING)];
  await give(forum, buyer, GIVEN_CENTS);
  await setPin(buyer);
  const threadId = await sell(forum, author, { priceCents: 0, freePercent: 100 });
  orderId = (await tip(buyer, threadId, 1_001)).id;
  await pay(buyer, orderId);
  const left = { ownerId: buyer.id, kind: AccountKind.AVAILABLE };
  await book("MEMBERSHIP", 0, [
    { ...left, amountCents: -700 },
    { kind: AccountKind.REGISTRATIONS, amountCents: 700 },
  ]);
  await book("GROUP", 1, [
    { ...left, amountCents: -900 },
    { kind: AccountKind.GROUPS, amountCents: 900 },
  ]);
  await book("WITHDRAWAL", 400, [
    { ...left, amountCents: -500 },
    { kind: AccountKind.PAID_OUT, amountCents: 490 },
    { kind: AccountKind.FEES, amountCents: 10 },
  ]);
});
afterAll(() => forum.close());

/** Books a movement some days ago. */
async function book(
  kind: keyof typeof TransactionKind,
  daysAgo: number,
  legs: readonly Leg[],
): Promise<void> {
  await forum.write((ctx) =>
    post(
      { ...ctx, now: new Date(ctx.now.getTime() - daysAgo * DAY_MS) },
      { kind: TransactionKind[kind], reference: `finance:${kind}`, legs },
    ),
  );
}
const figures = async () => (await admin.graphql(FIGURES)).finance;
async function entries(figure: string, more: object = {}): Promise<Entry[]> {
  return (await admin.graphql(ENTRIES, { figure, first: 100, ...more })).financeEntries.nodes;
}
const sum = (rows: readonly Entry[]) => rows.reduce((total, { amountCents }) => total + amountCents, 0);
const steps = async (unit: string): Promise<Step[]> => (await admin.graphql(STEPS, { unit })).financeSteps;

test("figures agree with what was paid, and with the finance call of old clients", async () => {
  expect(await figures()).toEqual({
    incomeCents: 1_001 + 700 + 900,
    withdrawnCents: 500,
    walletCents: GIVEN_CENTS - 200 - 700 - 900 - 500,
    profitCents: 200 + 700 + 900 + 10,
    feeCents: 10,
    royaltyCents: 200,
    registrationCents: 700,
    groupCents: 900,
    orderCount: 1,
  });
  const { Data } = await admin.rest("GET", "/api/statistic/finance.v2");
  expect(Data).toMatchObject({ totalIncome: "26.01", totalProfit: "18.10", totalWithdrawal: "5.00" });
});

test.each([
  ["INCOME", "incomeCents"],
  ["WITHDRAWN", "withdrawnCents"],
  ["PROFIT", "profitCents"],
  ["FEES", "feeCents"],
  ["ROYALTIES", "royaltyCents"],
  ["REGISTRATIONS", "registrationCents"],
  ["GROUPS", "groupCents"],
])("the entries of %s add up to it, and each names the member", async (figure, field) => {
  const found = await entries(figure);
  expect(sum(found)).toBe((await figures())[field]);
  for (const { user } of found) expect(user).toEqual({ id: String(buyer.id) });
});

test("entries come in pages, newest first, and say what in the books they are", async () => {
  const all = await entries("PROFIT");
  const paged: Entry[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: { nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } } = (
      await admin.graphql(ENTRIES, { figure: "PROFIT", first: 1, after })
    ).financeEntries;
    paged.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(paged).toEqual(all);
  expect(all.at(-1)).toMatchObject({ kind: "TIP", reference: `order:${orderId}`, amountCents: 200 });
});

test("each step of time adds up its days, and its entries are found by its days", async () => {
  const days = await steps("DAY");
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({
    incomeCents: 1_701,
    profitCents: 900,
    withdrawnCents: 0,
    orderCount: 1,
  });
  const { from, until, ...yesterday } = days.at(-2)!;
  expect(yesterday).toEqual({ incomeCents: 900, profitCents: 900, withdrawnCents: 0, orderCount: 0 });
  expect(until).toBe(days.at(-1)!.from);
  expect(await entries("INCOME", { from, until })).toMatchObject([{ kind: "GROUP", amountCents: 900 }]);

  for (const unit of ["WEEK", "MONTH"]) {
    const found = await steps(unit);
    expect(found.reduce((total, step) => total + Number(step["incomeCents"]), 0)).toBe(2_601);
    // What is older than the chart is in the figures alone.
    expect(found.every(({ withdrawnCents }) => withdrawnCents === 0)).toBe(true);
  }
});

test("a day that is none is refused, and members read nothing of it", async () => {
  await expect(entries("INCOME", { from: "2026-02-30" })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  for (const [document, variables] of [
    [FIGURES, {}],
    [STEPS, { unit: "DAY" }],
    [ENTRIES, { figure: "INCOME", first: 1 }],
  ] as const)
    await expect(buyer.graphql(document, variables)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("what is refunded is no income any longer, and an order counts whatever became of it", async () => {
  const before = await figures();
  const threadId = await sell(forum, author, { priceCents: 0, freePercent: 100 });
  const { id } = await tip(buyer, threadId, 300);
  await tip(buyer, await sell(forum, author, { priceCents: 0, freePercent: 100 }), 400);
  const [today] = (await steps("DAY")).slice(-1);
  await pay(buyer, id);
  expect((await figures()).incomeCents).toBe(before.incomeCents + 300);
  const refund = { id, reason: "Paid twice" };
  await admin.graphql(`mutation ($i: RefundOrderInput!) { refundOrder(input: $i) { state } }`, { i: refund });
  expect(await figures()).toEqual({ ...before, orderCount: before.orderCount + 2 });
  expect((await steps("DAY")).at(-1)).toEqual(today);
  const { Data } = await admin.rest("GET", "/api/statistic/finance.v2");
  expect(Data).toMatchObject({ totalIncome: "26.01", orderCount: 3 });
  expect(sum(await entries("INCOME"))).toBe(before.incomeCents);
});
