import type { Context } from "../../../core/context.ts";
import { marks, rows, run } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";
import type { AccountKind } from "./account.entity.ts";

/** Raw since every payment runs them: locks of several rows in one statement, and a guarded change of one. */

/** An account as its lock finds it. */
export interface LockedAccount {
  readonly id: number;
  readonly kind: AccountKind;
  readonly ownerId: number;
  readonly balanceCents: number;
  readonly version: number;
}

/** Finds the ids of accounts by kind and owner; those that do not exist yet are left out. */
export async function findAccountIds(
  ctx: Context,
  names: readonly { readonly kind: AccountKind; readonly ownerId: number }[],
): Promise<number[]> {
  const sql = `SELECT a.id FROM money_accounts a WHERE ${names.map(() => "(a.kind = ? AND a.ownerId = ?)").join(" OR ")}`;
  const values = names.flatMap(({ kind, ownerId }) => [kind, ownerId]);
  return (await rows<{ id: number }>(ctx, sql, values)).map(({ id }) => Number(id));
}

/** Locks accounts in ascending id, so that two transactions never wait for each other, and reads them. */
export async function lockAccounts(ctx: Context, ids: readonly number[]): Promise<LockedAccount[]> {
  const sql = `SELECT a.id, a.kind, a.ownerId, a.balanceCents, a.version FROM money_accounts a
    WHERE a.id IN (${marks(ids)}) ORDER BY a.id${forUpdate(ctx)}`;
  const accounts = await rows<LockedAccount>(ctx, sql, ids);
  return accounts.map(({ id, kind, ownerId, balanceCents, version }) => ({
    id: Number(id),
    kind,
    ownerId: Number(ownerId),
    balanceCents: Number(balanceCents),
    version: Number(version),
  }));
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
