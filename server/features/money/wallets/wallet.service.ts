import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { userById } from "../../users/user.loaders.ts";
import { findLedgerCheck } from "../checks/stop.service.ts";
import { AccountKind, MoneyAccount } from "../ledger/account.entity.ts";
import type { TransactionKind } from "../ledger/transaction.entity.ts";
import { balancesOf } from "./wallet.loaders.ts";
import { canSeeWallet } from "./wallet.policy.ts";
import { selectMovements, type Movement, type MovementFilter, type MovementPlace } from "./wallet.sql.ts";
import type { FundsOverview, Wallet, WalletEntry } from "./wallet.view.ts";

const LIST = "walletEntries";
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Filter of the lines of a wallet. */
export interface EntryFilter {
  readonly kind?: TransactionKind | null;
  /** `2026-11`, in UTC. */
  readonly month?: string | null;
}

/** Reads the wallet of a member; empty if money has never moved. Null for all but the member and administrators. */
export async function findWallet(ctx: Context, userId: number): Promise<Wallet | null> {
  if (!canSeeWallet(ctx.viewer, userId)) return null;
  const balances = await load(ctx, balancesOf, userId);
  const { balanceCents, frozenCents } = balances ?? { balanceCents: 0, frozenCents: 0 };
  return { id: userId, balanceCents, frozenCents };
}

/**
 * Lists the lines of a wallet, newest first. Null for all but the member and administrators.
 * @throws {DomainError} INVALID_PARAMETER for no month.
 */
export async function findWalletEntries(
  ctx: Context,
  userId: number,
  { kind, month }: EntryFilter,
  page: PageRequest,
): Promise<Connection<WalletEntry> | null> {
  if (!canSeeWallet(ctx.viewer, userId)) return null;
  return listMovements(ctx, { userId, kind, span: spanOf(month) }, page);
}

/**
 * Lists the lines of all wallets or of one, newest first.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function listFundEntries(
  ctx: Context,
  filter: EntryFilter & { readonly userId?: number },
  page: PageRequest,
): Promise<Connection<WalletEntry>> {
  allow(mustBeAdmin(ctx.viewer));
  const { userId, kind, month } = filter;
  const entries = await listMovements(ctx, { userId, kind, span: spanOf(month) }, page);
  const people = entries.nodes.flatMap((entry) => [entry.userId, entry.actorId]).filter((id) => id > 0);
  await preload(ctx, userById, people);
  return entries;
}

/** Adds up the money of all members. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function readFunds(ctx: Context): Promise<FundsOverview> {
  allow(mustBeAdmin(ctx.viewer));
  const sum = async (kind: AccountKind) => (await ctx.db.sum(MoneyAccount, "balanceCents", { kind })) ?? 0;
  const check = await findLedgerCheck(ctx);
  return {
    balanceCents: Number(await sum(AccountKind.AVAILABLE)),
    frozenCents: Number(await sum(AccountKind.FROZEN)),
    adjustedCents: -Number(await sum(AccountKind.ADJUSTMENTS)) || 0,
    checkedAt: check?.checkedAt ?? null,
    violations: check?.violations ? check.violations.split("\n") : [],
  };
}

async function listMovements(
  ctx: Context,
  filter: MovementFilter,
  page: PageRequest,
): Promise<Connection<WalletEntry>> {
  const first = checkFirst(page.first);
  const before = page.after
    ? (decodeCursor(LIST, page.after, ["number", "number"]) as unknown as MovementPlace)
    : null;
  const movements = await selectMovements(ctx, filter, before, first + 1);
  const cursorOf = ({ transactionId, userId }: WalletEntry) => encodeCursor(LIST, [transactionId, userId]);
  return pageOf(movements.map(entryOf), first, cursorOf, before !== null);
}

function entryOf({ id, ...movement }: Movement): WalletEntry {
  return { ...movement, id: `${id}-${movement.userId}`, transactionId: id };
}

function spanOf(month: string | null | undefined): readonly [Date, Date] | null {
  if (month === null || month === undefined) return null;
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined) throw invalid("month", "month 须形如 2026-11", "month must be like 2026-11.");
  return [new Date(Date.UTC(+year, +number! - 1, 1)), new Date(Date.UTC(+year, +number!, 1))];
}
