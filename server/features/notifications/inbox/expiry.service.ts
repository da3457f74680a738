import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { User } from "../../users/user.entity.ts";
import type { membershipDated } from "../../users/user.events.ts";
import { groupsById } from "../../groups/group.service.ts";
import { deliverNotifications } from "./deliver.service.ts";
import { NotificationReason } from "./notification.entity.ts";
import type { NotificationDraft } from "./notification.view.ts";

/** Members hear so long before a membership ends. */
export const WARN_BEFORE_MS = 3 * 24 * 60 * 60_000;
/** The delivery that warns when it is time. */
export const WARN_OF_EXPIRY = "warnOfExpiry";

type Membership = Parameters<typeof membershipDated>[0];

/** Keeps the warning until it is time; what ends sooner is warned of at once. */
export async function planExpiry(ctx: Context, news: readonly Membership[]): Promise<void> {
  for (const membership of news) {
    const inMs = Date.parse(membership.expiresAt) - WARN_BEFORE_MS - ctx.now.getTime();
    await ctx.services.outbox.later(ctx, WARN_OF_EXPIRY, membership, Math.max(0, inMs));
  }
}

/** Warns those whose membership still ends when it was said to; who has renewed or left is not concerned. */
export async function warnOfExpiry(ctx: Context, news: readonly Membership[]): Promise<void> {
  const ids = [...new Set(news.map(({ userId }) => userId))];
  const members = await ctx.db.find(User, {
    select: { id: true, groupId: true, groupExpiresAt: true },
    where: { id: In(ids) },
  });
  const now = new Map(
    members.map(({ id, groupId, groupExpiresAt: at }) => [id, `${groupId} ${at?.toISOString() ?? ""}`]),
  );
  const drafts: NotificationDraft[] = [];
  const warned = new Set<number>();
  const groups = await groupsById(ctx);
  for (const { userId, groupId, expiresAt } of news) {
    // Dated there and back again, it was planned for twice.
    if (now.get(userId) !== `${groupId} ${expiresAt}` || warned.has(userId)) continue;
    warned.add(userId);
    const oldGroup = groups.get(groupId)?.name ?? "";
    const why = NotificationReason.ACCOUNT;
    drafts.push({ userId, kind: "system.user.group.expired", why, byUserId: null, data: { oldGroup } });
  }
  await deliverNotifications(ctx, drafts);
}
