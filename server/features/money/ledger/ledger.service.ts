import { createHash } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { AMOUNT_MAX_CENTS, BALANCE_MAX_CENTS } from "../../../core/money.ts";
import { insertIgnore } from "../../../core/write.ts";
import { refuseWhileStopped } from "../checks/stop.service.ts";
import { AccountKind, MAY_BE_NEGATIVE, MEMBER_ACCOUNTS, MoneyAccount } from "./account.entity.ts";
import {
  insertEntries,
  insertTransaction,
  isNamed,
  lockAccounts,
  setBalances,
  type LockedAccount,
} from "./ledger.sql.ts";
import { MoneyTransaction, type TransactionKind } from "./transaction.entity.ts";

/** A change of one account. */
export interface Leg {
  readonly kind: AccountKind;
  /** The member; left out for accounts of the site. */
  readonly ownerId?: number;
  readonly amountCents: number;
  /** Kind of movement that it is to the owner, where that differs from the transaction's. */
  readonly as?: TransactionKind;
}

/** A leg with its account. */
type AccountLeg = Leg & { readonly ownerId: number };

/** A movement of money that is to be made. */
export interface Posting {
  readonly kind: TransactionKind;
  /** Names what happens once and for all; the same again moves nothing. */
  readonly reference: string;
  /** Changes that add up to zero; several of one account become one. */
  readonly legs: readonly Leg[];
  /** Reason or note for people; empty if there is none. */
  readonly memo?: string;
  /** The person who caused it, where that is not the viewer: what comes from another forum; 0 for the program. */
  readonly actorId?: number;
}

/** A movement of money as it stands in the books. */
export interface Posted {
  readonly transactionId: number;
  /** False if it had been posted before. */
  readonly isNew: boolean;
}

/**
 * Moves money: the only way to do so. Part of the transaction of the caller, so that money and what it pays for are
 * stored together or not at all. Accounts are locked in ascending id; a caller that posts several times in one
 * transaction may meet a deadlock, and is then run again.
 *
 * @throws {DomainError} BALANCE_TOO_LOW if a member's account would fall below zero; CONFLICT if the reference names
 *   another movement; MONEY_STOPPED if money would leave the site while the books do not balance.
 * @throws {Error} outside of a transaction, and for legs that are no whole cents or do not add up to zero: programming
 *   mistakes.
 */
export async function post(ctx: Context, posting: Posting): Promise<Posted> {
  if (!ctx.writing) throw new Error("Money moves inside of inTransaction alone.");
  const legs = checkLegs(posting.legs);
  if (legs.some(({ kind, amountCents }) => kind === AccountKind.PAID_OUT && amountCents > 0))
    await refuseWhileStopped(ctx);
  const digest = digestOf({ kind: posting.kind, legs });
  const { kind, reference, memo = "", actorId = ctx.viewer.accountId } = posting;
  const movement = { kind, reference, digest, memo, actorId, createdAt: ctx.now };
  const transactionId = await insertTransaction(ctx, movement);
  if (transactionId === 0) {
    const existing = (await ctx.db.findOneBy(MoneyTransaction, { reference }))!;
    if (existing.digest === digest) return { transactionId: existing.id, isNew: false };
    throw new DomainError("CONFLICT", {
      text: {
        zh: "该笔资金变动已经登记，且内容不同",
        en: "This movement of money was made before, with other amounts.",
      },
    });
  }
  // As late as can be: everybody who pays the same member waits for this lock.
  const accounts = await lockAccountsOf(ctx, legs);
  const changes = legs.map(({ amountCents, as = null, ...name }) => {
    const account = accounts.find((each) => isNamed(each, name))!;
    const balanceCents = checkBalance(account, account.balanceCents + amountCents);
    return { account, balanceCents, amountCents, as };
  });
  if (!(await setBalances(ctx, changes))) throw new Error("Accounts changed although they were locked.");
  const entries = changes.map(({ account: { id, version }, balanceCents, amountCents, as }) => {
    return { accountId: id, sequence: version + 1, kind: as, amountCents, balanceCents };
  });
  await insertEntries(ctx, transactionId, entries);
  return { transactionId, isNew: true };
}

/** Digest of a body that comes again under the same key: the order of its properties does not matter. */
export function digestOf(body: unknown): string {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(sorted).digest("hex");
}

/** Adds up the legs of one account, leaves out what cancels out, and puts the legs into a fixed order. */
function checkLegs(given: readonly Leg[]): AccountLeg[] {
  const byAccount = new Map<string, AccountLeg>();
  let total = 0;
  for (const { kind, ownerId = 0, amountCents, as } of given) {
    if (!Number.isSafeInteger(amountCents) || Math.abs(amountCents) > AMOUNT_MAX_CENTS)
      throw new Error(`${amountCents} is no amount of cents.`);
    if (MEMBER_ACCOUNTS.has(kind) !== ownerId > 0) throw new Error(`${kind} cannot belong to ${ownerId}.`);
    total += amountCents;
    const key = `${kind} ${ownerId}`;
    const amount = (byAccount.get(key)?.amountCents ?? 0) + amountCents;
    byAccount.set(key, { kind, ownerId, amountCents: amount, ...(as && { as }) });
  }
  const legs = [...byAccount].filter(([, { amountCents }]) => amountCents !== 0);
  if (legs.length === 0 || total !== 0) throw new Error("The legs of a movement of money add up to zero.");
  return legs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, leg]) => leg);
}

/** Locks the accounts of legs; those that do not exist yet are opened. */
async function lockAccountsOf(ctx: Context, legs: readonly AccountLeg[]): Promise<LockedAccount[]> {
  const existing = await lockAccounts(ctx, legs);
  if (existing.length === legs.length) return existing;
  const accounts = legs.map(({ kind, ownerId }) => {
    return { kind, ownerId, mayBeNegative: MAY_BE_NEGATIVE.has(kind), balanceCents: 0, version: 0 };
  });
  await insertIgnore(ctx, MoneyAccount, accounts);
  return lockAccounts(ctx, legs);
}

function checkBalance(account: LockedAccount, balanceCents: number): number {
  if (balanceCents < 0 && !MAY_BE_NEGATIVE.has(account.kind)) throw new DomainError("BALANCE_TOO_LOW");
  if (Math.abs(balanceCents) <= BALANCE_MAX_CENTS) return balanceCents;
  throw new DomainError("INVALID_PARAMETER", {
    text: { zh: "余额超出上限", en: "The balance would be higher than an account can hold." },
  });
}
