import type { Context } from "../../core/context.ts";
import { findLastSitePeriod } from "../entitlements/entitlement.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { getSettings } from "../settings/setting.service.ts";

/** Time before the end of a membership at which its member is warned, in milliseconds: three days. */
export const WARN_OF_END_BEFORE_MS = 259_200_000;
/** Delivery of the warning. */
export const WARN_OF_SITE_END = "warnOfSiteEnd";

/** A membership of the paid site with its end. */
export interface SiteEnd {
  readonly userId: number;
  /** ISO 8601. */
  readonly endsAt: string;
}

/** Schedules the warning, in the transaction of the payment; one that would come at once is left out. */
export async function planWarning(ctx: Context, userId: number, endsAt: Date): Promise<void> {
  const inMs = endsAt.getTime() - WARN_OF_END_BEFORE_MS - ctx.now.getTime();
  if (inMs <= 0) return;
  const payload: SiteEnd = { userId, endsAt: endsAt.toISOString() };
  await ctx.services.outbox.later(ctx, WARN_OF_SITE_END, payload, inMs);
}

/**
 * Warns members whose membership ends when it was said to; who has renewed is left alone.
 * @emits notificationRaised
 */
export async function warnOfSiteEnd(ctx: Context, ends: readonly SiteEnd[]): Promise<void> {
  const { site_mode, site_name } = await getSettings(ctx);
  if (site_mode !== "pay") return;
  for (const { userId, endsAt } of ends) {
    const last = await findLastSitePeriod(ctx, userId);
    if (last?.endsAt?.toISOString() !== endsAt) continue;
    const about = { actorId: null, threadId: null, postId: null, amountCents: 0 };
    ctx.emit(
      notificationRaised({
        userId,
        kind: "system.user.group.expired",
        ...about,
        data: { oldGroup: site_name },
      }),
    );
  }
}
