import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { checkAmount } from "../../../core/money.ts";
import { insert } from "../../../core/write.ts";
import { AccountKind } from "./account.entity.ts";
import { MoneyHold } from "./hold.entity.ts";
import { lockHold, storeRemaining } from "./hold.sql.ts";
import { post, type Leg } from "./ledger.service.ts";
import { TransactionKind } from "./transaction.entity.ts";

/** Money that is to be set aside. */
export interface HoldRequest {
  readonly userId: number;
  readonly amountCents: number;
  /** Names what it is set aside for, once and for all: `withdrawal:5`. */
  readonly reference: string;
  readonly expiresAt?: Date | null;
  /** Note for people, as the wallet shows it. */
  readonly memo?: string;
}

/** Wording of a movement in the wallet. */
export interface Wording {
  readonly kind?: TransactionKind;
  readonly memo?: string;
}

/**
 * Sets money of a member aside: from their balance to their frozen account. The same again changes nothing.
 * @throws {DomainError} BALANCE_TOO_LOW; CONFLICT if the reference holds another amount.
 */
export async function placeHold(ctx: Context, request: HoldRequest): Promise<void> {
  const { userId, reference, expiresAt = null, memo } = request;
  const amountCents = checkAmount(request.amountCents, "amountCents");
  const { isNew } = await post(ctx, {
    kind: TransactionKind.HOLD,
    reference,
    memo,
    legs: [
      { kind: AccountKind.AVAILABLE, ownerId: userId, amountCents: -amountCents },
      { kind: AccountKind.FROZEN, ownerId: userId, amountCents },
    ],
  });
  if (!isNew) return;
  const createdAt = ctx.now;
  await insert(ctx, MoneyHold, {
    userId,
    reference,
    amountCents,
    remainingCents: amountCents,
    createdAt,
    expiresAt,
  });
}

/**
 * Pays out a part of what was set aside. The same part again moves nothing.
 * @param part names the part within the hold, such as `claim:12`
 * @param legs where it goes; their amounts are above zero
 * @param wording what the wallet calls it
 * @throws {DomainError} NOT_FOUND without such a hold; BALANCE_TOO_LOW if less is left.
 */
export async function payFromHold(
  ctx: Context,
  reference: string,
  part: string,
  legs: readonly Leg[],
  { kind = TransactionKind.PAYMENT, memo }: Wording = {},
): Promise<void> {
  const hold = await getHold(ctx, reference);
  const amountCents = legs.reduce((sum, leg) => sum + checkAmount(leg.amountCents, "amountCents"), 0);
  const { isNew } = await post(ctx, {
    kind,
    reference: `${reference}:${part}`,
    memo,
    legs: [...legs, { kind: AccountKind.FROZEN, ownerId: hold.userId, amountCents: -amountCents }],
  });
  if (!isNew) return;
  // Money of another hold of the same member must not pay for this one.
  if (amountCents > hold.remainingCents) throw new DomainError("BALANCE_TOO_LOW");
  await storeRemaining(ctx, hold.id, hold.remainingCents - amountCents);
}

/**
 * Gives what is left of a hold back to its member; nothing happens if nothing is left.
 * @param memo note for people, as the wallet shows it
 * @returns the cents that came back
 * @throws {DomainError} NOT_FOUND without such a hold.
 */
export async function releaseHold(ctx: Context, reference: string, memo?: string): Promise<number> {
  const hold = await getHold(ctx, reference);
  const amountCents = hold.remainingCents;
  if (amountCents === 0) return 0;
  await post(ctx, {
    kind: TransactionKind.RELEASE,
    reference: `${reference}:release`,
    memo,
    legs: [
      { kind: AccountKind.FROZEN, ownerId: hold.userId, amountCents: -amountCents },
      { kind: AccountKind.AVAILABLE, ownerId: hold.userId, amountCents },
    ],
  });
  await storeRemaining(ctx, hold.id, 0);
  return amountCents;
}

async function getHold(ctx: Context, reference: string): Promise<MoneyHold> {
  const hold = await lockHold(ctx, reference);
  if (!hold) throw new DomainError("NOT_FOUND");
  return hold;
}
