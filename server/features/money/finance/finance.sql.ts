import type { Context, SqlValue } from "../../../core/context.ts";
import { row, rows, timeOf } from "../../../core/sql.ts";
import { AccountKind } from "../ledger/account.entity.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";
import { FinanceFigure, type FinanceEntry } from "./finance.view.ts";

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

/** Counts payments, and adds up what they took from members. */
export async function sumPayments(ctx: Context): Promise<{ count: number; cents: number }> {
  const sum = await row<{ n: number; cents: number | null }>(
    ctx,
    `SELECT COUNT(DISTINCT t.id) AS n, SUM(CASE WHEN e.amountCents < 0 THEN -e.amountCents ELSE 0 END) AS cents
     FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id WHERE ${IS_PAYMENT}`,
  );
  return { count: Number(sum?.n ?? 0), cents: Number(sum?.cents ?? 0) };
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

/** Adds up the days of a span of time, the end excluded; days on which nothing moved are left out. */
export async function sumDays(ctx: Context, from: Date, to: Date): Promise<FinanceDay[]> {
  const into = (kind: AccountKind): string =>
    `SUM(CASE WHEN a.kind = '${kind}' THEN e.amountCents ELSE 0 END)`;
  const sums = await rows<FinanceDay>(
    ctx,
    `SELECT SUBSTR(t.createdAt, 1, 10) AS day,
       COUNT(DISTINCT CASE WHEN ${IS_PAYMENT} THEN t.id END) AS orderCount,
       SUM(CASE WHEN ${IS_PAYMENT} AND e.amountCents < 0 THEN -e.amountCents ELSE 0 END) AS paidCents,
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
  return sums.map(({ day, ...numbers }) => {
    const entries = Object.entries(numbers).map(([name, value]) => [name, Number(value)]);
    return { day, ...(Object.fromEntries(entries) as Omit<FinanceDay, "day">) };
  });
}

/** The day of the first transaction, `2026-11-22`; null before it. */
export async function firstDay(ctx: Context): Promise<string | null> {
  const sql =
    "SELECT SUBSTR(t.createdAt, 1, 10) AS day FROM money_transactions t ORDER BY t.createdAt LIMIT 1";
  return (await row<{ day: string }>(ctx, sql))?.day ?? null;
}

const ofAccounts = (...kinds: readonly AccountKind[]): string =>
  `a.kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`;

/** Entries of each figure. */
const ENTRIES_OF: Readonly<Record<FinanceFigure, string>> = {
  [FinanceFigure.INCOME]: `${IS_PAYMENT} AND e.amountCents < 0`,
  [FinanceFigure.WITHDRAWN]: ofAccounts(AccountKind.PAID_OUT, AccountKind.FEES),
  [FinanceFigure.PROFIT]: ofAccounts(
    AccountKind.FEES,
    AccountKind.ROYALTIES,
    AccountKind.REGISTRATIONS,
    AccountKind.GROUPS,
  ),
  [FinanceFigure.FEES]: ofAccounts(AccountKind.FEES),
  [FinanceFigure.ROYALTIES]: ofAccounts(AccountKind.ROYALTIES),
  [FinanceFigure.REGISTRATIONS]: ofAccounts(AccountKind.REGISTRATIONS),
  [FinanceFigure.GROUPS]: ofAccounts(AccountKind.GROUPS),
};

/** Place in a list of entries, newest first. */
export type EntryPlace = readonly [transactionId: number, accountId: number];

/**
 * Reads the entries of a figure, newest first. The member of an entry of the site is who stands on the other side of the
 * movement: who paid, or who got back.
 */
export async function selectFinanceEntries(
  ctx: Context,
  { figure, span }: { readonly figure: FinanceFigure; readonly span: readonly [Date, Date] | null },
  before: EntryPlace | null,
  limit: number,
): Promise<FinanceEntry[]> {
  const conditions = [ENTRIES_OF[figure]];
  const values: SqlValue[] = [];
  if (span) {
    conditions.push("t.createdAt >= ? AND t.createdAt < ?");
    values.push(...span);
  }
  if (before) {
    conditions.push("(t.id < ? OR (t.id = ? AND e.accountId < ?))");
    values.push(before[0], before[0], before[1]);
  }
  const sign = figure === FinanceFigure.INCOME ? "-" : "";
  const found = await rows<Omit<FinanceEntry, "createdAt" | "id"> & { createdAt: Date | string }>(
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
    id: `${each.transactionId}-${each.accountId}`,
    transactionId: Number(each.transactionId),
    accountId: Number(each.accountId),
    amountCents: Number(each.amountCents),
    userId: each.userId === null ? null : Number(each.userId),
    createdAt: timeOf(each.createdAt),
  }));
}
