import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, rows, timeOf } from "../../../core/sql.ts";
import { AccountKind } from "../ledger/account.entity.ts";
import type { TransactionKind } from "../ledger/transaction.entity.ts";

/** Raw since a line of a wallet is made of the entries of two accounts of one transaction. */

/** Balances of a member. */
export interface Balances {
  readonly userId: number;
  readonly balanceCents: number;
  readonly frozenCents: number;
}

/** Reads the balances of members; those without accounts are left out. */
export async function selectBalances(ctx: Context, userIds: readonly number[]): Promise<Balances[]> {
  const accounts = await rows<{ ownerId: number; kind: AccountKind; cents: number }>(
    ctx,
    `SELECT a.ownerId, a.kind, a.balanceCents AS cents FROM money_accounts a
     WHERE a.kind IN (?, ?) AND a.ownerId IN (${marks(userIds)})`,
    [AccountKind.AVAILABLE, AccountKind.FROZEN, ...userIds],
  );
  return [...new Set(accounts.map(({ ownerId }) => Number(ownerId)))].map((userId) => {
    const of = (kind: AccountKind): number =>
      Number(accounts.find((each) => Number(each.ownerId) === userId && each.kind === kind)?.cents ?? 0);
    return { userId, balanceCents: of(AccountKind.AVAILABLE), frozenCents: of(AccountKind.FROZEN) };
  });
}

/** Filter of the movements of wallets. */
export interface MovementFilter {
  readonly userId?: number;
  readonly kind?: TransactionKind | null;
  /** Begin and end of a span of time, the end excluded. */
  readonly span?: readonly [from: Date, to: Date] | null;
}

/** Place in a list of movements, newest first. */
export type MovementPlace = readonly [transactionId: number, userId: number];

/** A movement as it changed the wallet of one member. */
export interface Movement {
  readonly id: number;
  readonly userId: number;
  readonly kind: TransactionKind;
  readonly memo: string;
  readonly actorId: number;
  readonly balanceChangeCents: number;
  readonly frozenChangeCents: number;
  readonly createdAt: Date;
}

/** Reads movements of wallets, newest first. */
export async function selectMovements(
  ctx: Context,
  { userId, kind, span }: MovementFilter,
  before: MovementPlace | null,
  limit: number,
): Promise<Movement[]> {
  const conditions = ["a.kind IN (?, ?)"];
  const values: SqlValue[] = [AccountKind.AVAILABLE, AccountKind.FROZEN];
  const demand = (condition: string, ...given: SqlValue[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (userId !== undefined) demand("a.ownerId = ?", userId);
  if (kind) demand("COALESCE(e.kind, t.kind) = ?", kind);
  if (span) demand("t.createdAt >= ? AND t.createdAt < ?", ...span);
  if (before) demand("(t.id < ? OR (t.id = ? AND a.ownerId < ?))", before[0], before[0], before[1]);
  const changed = (column: string): string =>
    `SUM(CASE WHEN a.kind = ? THEN e.amountCents ELSE 0 END) AS ${column}`;
  const found = await rows<Omit<Movement, "createdAt"> & { createdAt: Date | string }>(
    ctx,
    `SELECT t.id, a.ownerId AS userId, COALESCE(MAX(e.kind), t.kind) AS kind, t.memo, t.actorId, t.createdAt,
       ${changed("balanceChangeCents")}, ${changed("frozenChangeCents")}
     FROM money_accounts a JOIN money_entries e ON e.accountId = a.id
       JOIN money_transactions t ON t.id = e.transactionId
     WHERE ${conditions.join(" AND ")}
     GROUP BY t.id, a.ownerId, t.kind, t.memo, t.actorId, t.createdAt
     ORDER BY t.id DESC, a.ownerId DESC LIMIT ?`,
    [AccountKind.AVAILABLE, AccountKind.FROZEN, ...values, limit],
  );
  return found.map((each) => ({
    ...each,
    id: Number(each.id),
    userId: Number(each.userId),
    actorId: Number(each.actorId),
    balanceChangeCents: Number(each.balanceChangeCents),
    frozenChangeCents: Number(each.frozenChangeCents),
    createdAt: timeOf(each.createdAt),
  }));
}
