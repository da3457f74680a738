import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseAmount } from "../../core/money.ts";
import { lockById } from "../../core/write.ts";
import { addSitePeriod, findLastSitePeriod, takeSitePeriod } from "../entitlements/entitlement.service.ts";
import { groupsById } from "../groups/group.service.ts";
import { getSettings } from "../settings/setting.service.ts";
import { User } from "../users/user.entity.ts";
import type { JoinTerms } from "./join.view.ts";
import { planWarning } from "./warning.service.ts";

/** Amount and days that a buyer agrees to. */
export interface JoinOffer {
  readonly amountCents: number;
  /** Null for good. */
  readonly days: number | null;
}

/** Gives the price and the days of the paid site; null while joining is free. */
export async function joinOffer(ctx: Context): Promise<JoinOffer | null> {
  const { site_mode, site_price, site_expire } = await getSettings(ctx);
  if (site_mode !== "pay") return null;
  return {
    amountCents: site_price === "" ? 0 : parseAmount(site_price, "site_price"),
    days: Number(site_expire) || null,
  };
}

/** Reads the terms of joining and how the viewer stands with them; null while joining is free. */
export async function readJoinTerms(ctx: Context): Promise<JoinTerms | null> {
  const offer = await joinOffer(ctx);
  if (!offer) return null;
  const { viewer } = ctx;
  const isOne = viewer.isMember && !viewer.isShared;
  const last = isOne ? await findLastSitePeriod(ctx, viewer.id) : null;
  return {
    priceCents: offer.amountCents || null,
    days: offer.days,
    offersGroups: [...(await groupsById(ctx)).values()].some(({ isPaid, isForSale }) => isPaid && isForSale),
    viewerMustJoin: viewer.mustJoin,
    viewerCanRenew: !viewer.mustJoin && last !== null && last.endsAt !== null,
    viewerEndsAt: last?.endsAt ?? null,
  };
}

/** The refusal of a second payment for joining (legacy-facts 5.6). */
export function alreadyJoined(): DomainError {
  return new DomainError("ALREADY_BOUGHT", {
    text: { zh: "不能重复创建注册订单", en: "You have joined this site already." },
  });
}

/**
 * Refuses joining or renewing on other terms than those of now, and for who has time left.
 * @throws {DomainError} INVALID_PARAMETER while joining is free or has no price; PRICE_CHANGED for another price or other
 *   days; ALREADY_BOUGHT.
 */
export async function checkJoin(
  ctx: Context,
  userId: number,
  isRenewal: boolean,
  offer: JoinOffer,
): Promise<void> {
  const now = await joinOffer(ctx);
  if (!now || now.amountCents === 0)
    throw invalid("kind", "现在不能付费加入", "Joining is not for sale now.");
  const last = await findLastSitePeriod(ctx, userId);
  if (isRenewal && last?.endsAt == null)
    throw new DomainError("ALREADY_BOUGHT", {
      text: { zh: "不需要续费", en: "There is nothing to renew." },
    });
  if (!isRenewal && last !== null && (last.endsAt === null || last.endsAt > ctx.now)) throw alreadyJoined();
  if (now.amountCents !== offer.amountCents || now.days !== offer.days)
    throw new DomainError("PRICE_CHANGED", { field: "amountCents" });
}

/**
 * Gives what was paid for: a period behind what is left, in the transaction of the payment. The member is locked and
 * looked at again, so that of two payments for joining one counts.
 * @throws {DomainError} ALREADY_BOUGHT, PRICE_CHANGED, INVALID_PARAMETER
 */
export async function giveSitePeriod(
  ctx: Context,
  userId: number,
  isRenewal: boolean,
  offer: JoinOffer,
  source: string,
): Promise<void> {
  await lockById(ctx, User, userId);
  await checkJoin(ctx, userId, isRenewal, offer);
  const endsAt = await addSitePeriod(ctx, userId, offer.days, source);
  if (endsAt) await planWarning(ctx, userId, endsAt);
}

/** Takes back a period that was bought, in the transaction of the refund: those behind it move up. */
export async function takeBackSitePeriod(ctx: Context, userId: number, source: string): Promise<void> {
  await lockById(ctx, User, userId);
  const endsAt = await takeSitePeriod(ctx, userId, source);
  if (endsAt) await planWarning(ctx, userId, endsAt);
}
