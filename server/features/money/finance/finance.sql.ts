import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, row, rows, timeOf } from "../../../core/sql.ts";
import { AccountKind } from "../ledger/account.entity.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";

/** Raw since sums of entries by account and day are no rows of a table. */

/** Movements that are paid orders. */
const IS_PAYMENT = `t.kind IN ('${TransactionKind.PAYMENT}', '${TransactionKind.TIP}', '${TransactionKind.MEMBERSHIP}', '${TransactionKind.GROUP}')`;

/** Balances of all accounts of a kind, in cents. */
export async function sumsByAccount(ctx: Context): Promise<ReadonlyMap<AccountKind, number>> {
  const sums = await rows<{ kind: AccountKind; cents: number }>(
    ctx,
    "SELECT a.kind, SUM(a.balanceCents) AS cents FROM money_accounts a GROUP BY a.kind",
  );
  return new Map(sums.map(({ kind, cents }) => [kind, Number(cents)]));
}

/** Entries of who paid: what an order took from them, and what a refund gave back. */
const IS_OF_PAYER = `((${IS_PAYMENT} AND e.amountCents < 0) OR (t.kind = '${TransactionKind.REFUND}' AND e.amountCents > 0))`;

/** Adds up what members paid by orders, in cents, without what was refunded. */
export async function sumPayments(ctx: Context): Promise<number> {
  const sum = await row<{ cents: number | null }>(
    ctx,
    `SELECT SUM(-e.amountCents) AS cents
     FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id WHERE ${IS_OF_PAYER}`,
  );
  return Number(sum?.cents ?? 0);
}

/** Counts the orders of each day of a span of time, whatever became of them. */
async function countOrders(ctx: Context, from: Date, to: Date): Promise<Map<string, number>> {
  const counts = await rows<{ day: string; n: number }>(
    ctx,
    `SELECT SUBSTR(o.createdAt, 1, 10) AS day, COUNT(*) AS n FROM orders o
     WHERE o.createdAt >= ? AND o.createdAt < ? GROUP BY SUBSTR(o.createdAt, 1, 10)`,
    [from, to],
  );
  return new Map(counts.map(({ day, n }) => [day, Number(n)]));
}

/** Sums of one day. */
export interface FinanceDay {
  /** `2026-11-22`, in UTC. */
  readonly day: string;
  readonly orderCount: number;
  readonly paidCents: number;
  readonly withdrawnCents: number;
  readonly registrationCents: number;
  readonly groupCents: number;
  readonly royaltyCents: number;
  readonly feeCents: number;
}

/** Adds up the days of a span of time, the end excluded; days without orders and movements are left out. */
export async function sumDays(ctx: Context, from: Date, to: Date): Promise<FinanceDay[]> {
  const into = (kind: AccountKind): string =>
    `SUM(CASE WHEN a.kind = '${kind}' THEN e.amountCents ELSE 0 END)`;
  const orders = await countOrders(ctx, from, to);
  const sums = await rows<Omit<FinanceDay, "orderCount">>(
    ctx,
    `SELECT SUBSTR(t.createdAt, 1, 10) AS day,
       SUM(CASE WHEN ${IS_OF_PAYER} THEN -e.amountCents ELSE 0 END) AS paidCents,
       ${into(AccountKind.PAID_OUT)} AS withdrawnCents,
       ${into(AccountKind.REGISTRATIONS)} AS registrationCents,
       ${into(AccountKind.GROUPS)} AS groupCents,
       ${into(AccountKind.ROYALTIES)} AS royaltyCents,
       ${into(AccountKind.FEES)} AS feeCents
     FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id
       JOIN money_accounts a ON a.id = e.accountId
     WHERE t.createdAt >= ? AND t.createdAt < ? GROUP BY SUBSTR(t.createdAt, 1, 10) ORDER BY day`,
    [from, to],
  );
  const moved = new Map(sums.map((sum) => [sum.day, sum]));
  return [...new Set([...moved.keys(), ...orders.keys()])].sort().map((day) => {
    const sum = moved.get(day);
    const of = (name: Exclude<keyof FinanceDay, "day" | "orderCount">): number => Number(sum?.[name] ?? 0);
    return {
      day,
      orderCount: orders.get(day) ?? 0,
      paidCents: of("paidCents"),
      withdrawnCents: of("withdrawnCents"),
      registrationCents: of("registrationCents"),
      groupCents: of("groupCents"),
      royaltyCents: of("royaltyCents"),
      feeCents: of("feeCents"),
    };
  });
}

/** The day of the first transaction, `2026-11-22`; null before it. */
export async function firstDay(ctx: Context): Promise<string | null> {
  const sql =
    "SELECT SUBSTR(t.createdAt, 1, 10) AS day FROM money_transactions t ORDER BY t.createdAt LIMIT 1";
  return (await row<{ day: string }>(ctx, sql))?.day ?? null;
}

/** Place in a list of entries, newest first. */
export type EntryPlace = readonly [transactionId: number, accountId: number];

/** An entry of the books, and the member on the other side of it. */
export interface FinanceLine {
  readonly transactionId: number;
  readonly accountId: number;
  readonly kind: TransactionKind;
  readonly reference: string;
  readonly amountCents: number;
  readonly userId: number | null;
  readonly createdAt: Date;
}

/** Entries that are wanted: those of accounts of the site, or what members paid by orders. */
export interface LineFilter {
  readonly accounts: readonly AccountKind[] | "payers";
  readonly span: readonly [from: Date, to: Date] | null;
}

/**
 * Reads the entries of a figure, newest first. The member of an entry of the site is who stands on the other side of the
 * movement: who paid, or who got back.
 */
export async function selectFinanceEntries(
  ctx: Context,
  { accounts, span }: LineFilter,
  before: EntryPlace | null,
  limit: number,
): Promise<FinanceLine[]> {
  const isPaid = accounts === "payers";
  const conditions = [isPaid ? IS_OF_PAYER : `a.kind IN (${marks(accounts)})`];
  const values: SqlValue[] = isPaid ? [] : [...accounts];
  if (span) {
    conditions.push("t.createdAt >= ? AND t.createdAt < ?");
    values.push(...span);
  }
  if (before) {
    conditions.push("(t.id < ? OR (t.id = ? AND e.accountId < ?))");
    values.push(before[0], before[0], before[1]);
  }
  const sign = isPaid ? "-" : "";
  const found = await rows<Omit<FinanceLine, "createdAt"> & { createdAt: Date | string }>(
    ctx,
    `SELECT t.id AS transactionId, e.accountId, t.kind, t.reference, t.createdAt, ${sign}e.amountCents AS amountCents,
       CASE WHEN a.ownerId > 0 THEN a.ownerId ELSE (
         SELECT MIN(oa.ownerId) FROM money_entries oe JOIN money_accounts oa ON oa.id = oe.accountId
         WHERE oe.transactionId = t.id AND oa.ownerId > 0
           AND ((oe.amountCents < 0 AND e.amountCents > 0) OR (oe.amountCents > 0 AND e.amountCents < 0))) END AS userId
     FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id
       JOIN money_accounts a ON a.id = e.accountId
     WHERE ${conditions.join(" AND ")} ORDER BY t.id DESC, e.accountId DESC LIMIT ?`,
    [...values, limit],
  );
  return found.map((each) => ({
    ...each,
    transactionId: Number(each.transactionId),
    accountId: Number(each.accountId),
    amountCents: Number(each.amountCents),
    userId: each.userId === null ? null : Number(each.userId),
    createdAt: timeOf(each.createdAt),
  }));
}
