import type { AccountKind } from "../../features/money/ledger/account.entity.ts";
import type { Side } from "../move/side.ts";

/** Kind and member of an account of the ledger. */
export interface Account {
  readonly kind: AccountKind;
  /** Null for accounts of the site. */
  readonly memberId: number | null;
}

/** Reads accounts by their ids, which are numbers of the database itself. */
export async function accountsOf(
  side: Pick<Side, "ask">,
  ids: readonly number[],
): Promise<Map<number, Account>> {
  const accounts = await side.ask<{ id: number | string; kind: AccountKind; ownerId: number | string }>(
    `SELECT a.id, a.kind, a.ownerId FROM money_accounts a WHERE a.id IN (${[...new Set(ids)].join(", ")})`,
  );
  return new Map(
    accounts.map(({ id, kind, ownerId }) => [Number(id), { kind, memberId: Number(ownerId) || null }]),
  );
}
