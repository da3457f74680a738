import type { Context, Database } from "../../../core/context.ts";
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

/** Ids of accounts by kind and owner. They never change; one whose transaction was undone is looked up again. */
const knownIds = new WeakMap<Database, Map<string, number>>();

/**
 * Locks accounts in ascending id, so that two transactions never wait for each other, and reads them; those that do not
 * exist yet are left out.
 */
export async function lockAccounts(ctx: Context, names: readonly AccountName[]): Promise<LockedAccount[]> {
  const { database } = ctx.services;
  const named = names.map(() => "(a.kind = ? AND a.ownerId = ?)").join(" OR ");
  const values = names.flatMap(({ kind, ownerId }) => [kind, ownerId]);
  // The one writer has locked everything already, so that there is no order to keep.
  if (database.engine === "sqlite") return rows<LockedAccount>(ctx, `${ACCOUNTS} ${named}`, values);
  let known = knownIds.get(database);
  if (!known) knownIds.set(database, (known = new Map()));
  const ids = names.flatMap(({ kind, ownerId }) => known.get(`${kind} ${ownerId}`) ?? []);
  if (ids.length === names.length) {
    const accounts = await lockByIds(ctx, ids);
    if (names.every((name) => accounts.some((each) => isNamed(each, name)))) return accounts;
  }
  const found = await rows<{ id: number }>(ctx, `SELECT a.id FROM money_accounts a WHERE ${named}`, values);
  if (found.length === 0) return [];
  const accounts = await lockByIds(
    ctx,
    found.map(({ id }) => Number(id)),
  );
  for (const { kind, ownerId, id } of accounts) known.set(`${kind} ${ownerId}`, id);
  return accounts;
}

/** True if that is the name of an account. */
export function isNamed(account: AccountName, { kind, ownerId }: AccountName): boolean {
  return account.kind === kind && account.ownerId === ownerId;
}

async function lockByIds(ctx: Context, ids: readonly number[]): Promise<LockedAccount[]> {
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

/** Changes balances if all accounts are as they were when they were locked. @returns false if one is not */
export async function setBalances(
  ctx: Context,
  changes: readonly { readonly account: LockedAccount; readonly balanceCents: number }[],
): Promise<boolean> {
  const sql = `UPDATE money_accounts SET balanceCents = CASE id ${changes.map(() => "WHEN ? THEN ?").join(" ")} END,
    version = version + 1 WHERE ${changes.map(() => "(id = ? AND version = ?)").join(" OR ")}`;
  const balances = changes.flatMap(({ account, balanceCents }) => [account.id, balanceCents]);
  const versions = changes.flatMap(({ account }) => [account.id, account.version]);
  return (await run(ctx, sql, [...balances, ...versions])).affected === changes.length;
}
