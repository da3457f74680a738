import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { ADMIN_GROUP_ID, allow, mustBeMember } from "../../core/viewer.ts";
import { lockById } from "../../core/write.ts";
import { Group } from "../groups/group.entity.ts";
import { getGroup, groupsById } from "../groups/group.service.ts";
import type { JoinOffer } from "../memberships/join.service.ts";
import { addToQueue, readHoldings, type Holding } from "../users/paid-groups/groupQueue.service.ts";
import { UpgradeAction, type GroupOffer, type GroupTime, type UpgradeTerms } from "./upgrade.view.ts";

/** Gives how a group can be bought by who has another one, or the same; null where it cannot (legacy-facts 5.6). */
export function actionFor(
  offered: Pick<Group, "id" | "isPaid" | "isForSale" | "level">,
  held: Pick<Group, "id" | "isPaid" | "level">,
  heldUntil: Date | null,
): UpgradeAction | null {
  if (!offered.isPaid || !offered.isForSale || held.id === ADMIN_GROUP_ID) return null;
  if (!held.isPaid) return UpgradeAction.BUY;
  if (offered.id === held.id) return heldUntil ? UpgradeAction.RENEW : null;
  return offered.level > held.level ? UpgradeAction.UPGRADE : null;
}

/**
 * Reads the groups that are for sale, and how the viewer stands with them.
 * @throws {DomainError} LOGIN_REQUIRED
 */
export async function readUpgradeTerms(ctx: Context): Promise<UpgradeTerms> {
  allow(mustBeMember(ctx.viewer));
  const groups = await groupsById(ctx);
  const { viewer } = ctx;
  // A page that members share knows their group alone.
  const shared = { acting: { groupId: viewer.groupId, endsAt: null }, periods: [] };
  const { acting, periods } = viewer.isShared ? shared : await readHoldings(ctx, viewer.id);
  const held = await getGroup(ctx, acting.groupId);
  const offers = [...groups.values()]
    .filter(({ isPaid, isForSale }) => isPaid && isForSale)
    .sort((a, b) => a.level - b.level)
    .map((group): GroupOffer => ({ group, viewerAction: actionFor(group, held, acting.endsAt) }));
  const times: GroupTime[] = [{ group: held, startsAt: null, endsAt: acting.endsAt }];
  for (const { groupId, startsAt, endsAt } of periods) {
    if (startsAt <= ctx.now || (acting.endsAt && startsAt < acting.endsAt)) continue;
    const before = times.at(-1)!;
    // Days of one group that follow each other are one time.
    if (before.group.id === groupId) before.endsAt = endsAt;
    else times.push({ group: groups.get(groupId)!, startsAt, endsAt });
  }
  return { id: ctx.viewer.id, offers, times };
}

function checkTerms(
  offered: Group | null,
  held: Group,
  acting: Holding,
  { amountCents, days }: JoinOffer,
): void {
  if (!offered) throw new DomainError("NOT_FOUND", { field: "groupId" });
  if (!offered.isPaid || !offered.isForSale)
    throw invalid("groupId", "该用户组现在不出售", "This group is not for sale now.");
  if (actionFor(offered, held, acting.endsAt) === null)
    throw new DomainError("ALREADY_BOUGHT", {
      text: { zh: "你现在的用户组已包含它", en: "The group that you have is as high, or higher." },
    });
  if (offered.fee !== amountCents || offered.days !== days)
    throw new DomainError("PRICE_CHANGED", { field: "amountCents" });
}

/**
 * Refuses a group on other terms than those of now, and lower ones than the viewer's.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for a group that is not for sale; ALREADY_BOUGHT for a lower one than
 *   the viewer has, for one that they have for good, and for administrators; PRICE_CHANGED for another price or other days
 */
export async function checkGroupOffer(ctx: Context, groupId: number, offer: JoinOffer): Promise<void> {
  const { acting } = await readHoldings(ctx, ctx.viewer.id);
  const offered = (await groupsById(ctx)).get(groupId) ?? null;
  checkTerms(offered, await getGroup(ctx, acting.groupId), acting, offer);
}

/**
 * Gives a member the days in a group that they paid for, in the transaction of the payment. Group and member are locked
 * and looked at again, so that payments that come together are queued or refused.
 * @emits profileChanged, membershipDated
 * @throws {DomainError} as `checkGroupOffer`
 */
export async function giveGroup(
  ctx: Context,
  userId: number,
  groupId: number,
  offer: JoinOffer,
  source: string,
): Promise<void> {
  const offered = await lockById(ctx, Group, groupId);
  const groups = await groupsById(ctx);
  await addToQueue(ctx, userId, { groupId, days: offer.days ?? 0, source }, (acting) =>
    checkTerms(offered, groups.get(acting.groupId)!, acting, offer),
  );
}
