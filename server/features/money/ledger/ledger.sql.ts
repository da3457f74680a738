import type { Context } from "../../../core/context.ts";
import { marks, rows, run } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";
import type { AccountKind } from "./account.entity.ts";
import type { MoneyEntry, MoneyTransaction } from "./transaction.entity.ts";

/**
 * Raw since every payment runs them: locks of several rows in one statement, a guarded change of one, and inserts without
 * the tenth of a millisecond that TypeORM needs to put each together.
 */

/** An account as its lock finds it. */
export interface LockedAccount {
  readonly id: number;
  readonly kind: AccountKind;
  readonly ownerId: number;
  readonly balanceCents: number;
  readonly version: number;
}

/** Names an account: the member, or 0 for the site. */
export interface AccountName {
  readonly kind: AccountKind;
  readonly ownerId: number;
}

const ACCOUNTS = "SELECT a.id, a.kind, a.ownerId, a.balanceCents, a.version FROM money_accounts a WHERE";

/**
 * Locks accounts in ascending id, so that two transactions never wait for each other, and reads them; those that do not
 * exist yet are left out.
 */
export async function lockAccounts(ctx: Context, names: readonly AccountName[]): Promise<LockedAccount[]> {
  const named = names.map(() => "(a.kind = ? AND a.ownerId = ?)").join(" OR ");
  const values = names.flatMap(({ kind, ownerId }) => [kind, ownerId]);
  // The one writer has locked everything already, so that there is no order to keep.
  if (ctx.services.database.engine === "sqlite")
    return rows<LockedAccount>(ctx, `${ACCOUNTS} ${named}`, values);
  const found = await rows<{ id: number }>(ctx, `SELECT a.id FROM money_accounts a WHERE ${named}`, values);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => Number(id));
  const sql = `${ACCOUNTS} a.id IN (${marks(ids)}) ORDER BY a.id${forUpdate(ctx)}`;
  const accounts = await rows<LockedAccount>(ctx, sql, ids);
  return accounts.map(({ id, kind, ownerId, balanceCents, version }) => ({
    id: Number(id),
    kind,
    ownerId: Number(ownerId),
    balanceCents: Number(balanceCents),
    version: Number(version),
  }));
}

/** Inserts a movement of money. @returns its id; 0 if there is one of this reference */
export async function insertTransaction(
  ctx: Context,
  { kind, reference, digest, memo, actorId, createdAt }: Omit<MoneyTransaction, "id">,
): Promise<number> {
  const insert = ctx.services.database.engine === "sqlite" ? "INSERT OR IGNORE" : "INSERT IGNORE";
  const { affected, insertId } = await run(
    ctx,
    `${insert} INTO money_transactions (kind, reference, digest, memo, actorId, createdAt) VALUES (?, ?, ?, ?, ?, ?)`,
    [kind, reference, digest, memo, actorId, createdAt],
  );
  return affected === 0 ? 0 : insertId;
}

/** Inserts the entries of a movement. */
export async function insertEntries(
  ctx: Context,
  transactionId: number,
  entries: readonly Omit<MoneyEntry, "transactionId" | "transaction" | "account">[],
): Promise<void> {
  const values = entries.flatMap(({ accountId, sequence, kind, amountCents, balanceCents }) => {
    return [transactionId, accountId, sequence, kind, amountCents, balanceCents];
  });
  await run(
    ctx,
    `INSERT INTO money_entries (transactionId, accountId, sequence, kind, amountCents, balanceCents)
     VALUES ${entries.map(() => "(?, ?, ?, ?, ?, ?)").join(", ")}`,
    values,
  );
}

/** Changes a balance if the account is as it was when it was locked. @returns false if it is not */
export async function setBalance(
  ctx: Context,
  account: LockedAccount,
  balanceCents: number,
): Promise<boolean> {
  const sql =
    "UPDATE money_accounts SET balanceCents = ?, version = version + 1 WHERE id = ? AND version = ?";
  return (await run(ctx, sql, [balanceCents, account.id, account.version])).affected === 1;
}
