import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { lockById } from "../../../core/write.ts";
import {
  addGroupPeriod,
  listGroupPeriods,
  listHoldersOfGroup,
  moveGroupPeriod,
  revoke,
} from "../../entitlements/entitlement.service.ts";
import type { Group } from "../../groups/group.entity.ts";
import { getDefaultGroup, groupsById } from "../../groups/group.service.ts";
import { User } from "../user.entity.ts";
import { membershipDated, profileChanged, userGroupChanged } from "../user.events.ts";
import { isOver } from "./actingGroup.service.ts";
import { endOfRun, layOut, runningOf, type QueuedPeriod } from "./groupQueue.ts";

const DAY_MS = 86_400_000;
/** Members whose group ends that one run of the job looks after. */
const BATCH = 100;

/** A member, locked, with the periods that have time left. */
interface Queue {
  /** Time of the lock: a request that waited for another one began before what that one has stored. */
  readonly now: Date;
  readonly user: User;
  readonly periods: readonly QueuedPeriod[];
  readonly groups: ReadonlyMap<number, Group>;
}

/** A group with its end; null for none. */
export interface Holding {
  readonly groupId: number;
  readonly endsAt: Date | null;
}

/**
 * Reads the periods of a member that have time left, in their order; those of groups that are deleted wait until these
 * are restored.
 */
async function periodsOf(
  ctx: Context,
  userId: number,
  groups: ReadonlyMap<number, Group>,
): Promise<QueuedPeriod[]> {
  const periods = await listGroupPeriods(ctx, userId);
  const queued = periods.flatMap(({ id, objectId: number, groupId, startsAt, endsAt }) => {
    const group = groups.get(groupId!);
    return group ? [{ id, number, groupId: group.id, level: group.level, startsAt, endsAt: endsAt! }] : [];
  });
  return queued.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.number - b.number);
}

async function lockQueue(ctx: Context, userId: number, withoutGroupId?: number): Promise<Queue> {
  const user = await lockById(ctx, User, userId);
  if (!user) throw new DomainError("NOT_FOUND");
  const groups = new Map(await groupsById(ctx));
  if (withoutGroupId !== undefined) groups.delete(withoutGroupId);
  const now = new Date(Math.max(ctx.now.getTime(), Date.now()));
  return { now, user, groups, periods: await periodsOf(ctx, userId, groups) };
}

/** The group that returns after what was bought; null for the default one. */
function returningOf({ now, user, groups }: Queue): Holding | null {
  const { returnGroupId: groupId, returnGroupExpiresAt: endsAt } = user;
  if (groupId === null || !groups.has(groupId) || isOver(endsAt, now)) return null;
  return { groupId, endsAt };
}

/** Reads what a member has of groups: the one that acts now, and what they bought, in its order. */
export async function readHoldings(
  ctx: Context,
  userId: number,
): Promise<{ readonly acting: Holding; readonly periods: readonly QueuedPeriod[] }> {
  const user = await ctx.db.findOneByOrFail(User, { id: userId });
  const groups = await groupsById(ctx);
  const periods = await periodsOf(ctx, userId, groups);
  return { acting: await actingOf(ctx, { now: ctx.now, user, groups, periods }), periods };
}

async function actingOf(ctx: Context, queue: Queue): Promise<Holding> {
  const { now, user, periods } = queue;
  if (!isOver(user.groupExpiresAt, now)) return { groupId: user.groupId, endsAt: user.groupExpiresAt };
  const running = runningOf(periods, now);
  if (running) return { groupId: running.groupId, endsAt: endOfRun(periods, running) };
  return returningOf(queue) ?? { groupId: (await getDefaultGroup(ctx)).id, endsAt: null };
}

/** Stores where periods lie now. */
async function storeOrder(
  ctx: Context,
  before: readonly QueuedPeriod[],
  after: readonly QueuedPeriod[],
): Promise<void> {
  const places = new Map(before.map((period) => [period.id, period]));
  for (const { id, startsAt, endsAt } of after) {
    const place = places.get(id);
    const stays =
      place?.startsAt.getTime() === startsAt.getTime() && place.endsAt.getTime() === endsAt.getTime();
    if (!stays) await moveGroupPeriod(ctx, id, startsAt, endsAt);
  }
}

/** Reason of a change that somebody else made, shown to the member; null where it was their own doing. */
type Reason = string | null;

/**
 * Stores the group that acts now and what follows it.
 * @emits profileChanged, membershipDated, userGroupChanged
 */
async function storeActing(
  ctx: Context,
  user: User,
  acting: Holding,
  returning: Holding | null,
  reason: Reason,
): Promise<void> {
  const { id: userId } = user;
  const { groupId, endsAt: groupExpiresAt } = acting;
  await ctx.db.update(
    User,
    { id: userId },
    {
      groupId,
      groupExpiresAt,
      returnGroupId: returning?.groupId ?? null,
      returnGroupExpiresAt: returning?.endsAt ?? null,
      updatedAt: new Date(),
    },
  );
  ctx.emit(profileChanged({ userId }));
  const isNewDate = user.groupId !== groupId || user.groupExpiresAt?.getTime() !== groupExpiresAt?.getTime();
  if (groupExpiresAt && isNewDate)
    ctx.emit(membershipDated({ userId, groupId, expiresAt: groupExpiresAt.toISOString() }));
  if (reason !== null && user.groupId !== groupId)
    ctx.emit(userGroupChanged({ userId, fromGroupId: user.groupId, toGroupId: groupId, reason }));
}

/** Lays the queue out from now, and makes its first group the one that acts. */
async function settleQueue(
  ctx: Context,
  queue: Queue,
  returning: Holding | null,
  reason: Reason,
): Promise<void> {
  const { now, user, periods } = queue;
  const after = layOut(periods, now, now);
  await storeOrder(ctx, periods, after);
  const running = after[0];
  if (running) {
    const acting = { groupId: running.groupId, endsAt: endOfRun(after, running) };
    return storeActing(ctx, user, acting, returning, reason);
  }
  const initial = { groupId: (await getDefaultGroup(ctx)).id, endsAt: null };
  return storeActing(ctx, user, returning ?? initial, null, reason);
}

/** True if the group that acts now is one that was bought. */
function isBought({ now, user, periods }: Queue, acting: Holding): boolean {
  const running = periods.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  if (isOver(user.groupExpiresAt, now)) return running.length > 0;
  return running.some(({ groupId }) => groupId === acting.groupId);
}

/** The terms of a period that is bought. */
export interface GroupPurchase {
  readonly groupId: number;
  readonly days: number;
  readonly source: string;
}

/**
 * Gives a member a period of a group in the transaction of the payment: behind what is left of the same one, before what
 * is left of lower ones. A group that they were given by hand returns afterwards; what is left of a paid one is queued.
 * @param check looks once more at what may be bought, now that the member is locked
 * @emits profileChanged, membershipDated
 */
export async function addToQueue(
  ctx: Context,
  userId: number,
  { groupId, days, source }: GroupPurchase,
  check: (acting: Holding) => void,
): Promise<void> {
  const queue = await lockQueue(ctx, userId);
  const { now, user, groups } = queue;
  const acting = await actingOf(ctx, queue);
  check(acting);
  let returning = returningOf(queue);
  if (!isOver(user.groupExpiresAt, now) && !isBought(queue, acting)) {
    const isPaid = groups.get(acting.groupId)?.isPaid ?? false;
    if (isPaid && acting.endsAt) {
      const given = { groupId: acting.groupId, source: `given:${userId}` };
      await addGroupPeriod(ctx, userId, { ...given, startsAt: now, endsAt: acting.endsAt });
    } else returning = acting.groupId === (await getDefaultGroup(ctx)).id ? null : acting;
  }
  const endsAt = new Date(now.getTime() + days * DAY_MS);
  await addGroupPeriod(ctx, userId, { groupId, source, startsAt: now, endsAt });
  const periods = await periodsOf(ctx, userId, groups);
  await settleQueue(ctx, { ...queue, periods }, returning, null);
}

/**
 * Takes back the period that something gave a member, in the caller's transaction: what lies behind it moves up. A group
 * that an administrator has given since stays.
 * @emits profileChanged, membershipDated, userGroupChanged
 */
export async function takeFromQueue(
  ctx: Context,
  userId: number,
  source: string,
  reason: string,
): Promise<void> {
  const queue = await lockQueue(ctx, userId);
  const acting = await actingOf(ctx, queue);
  const wasBought = isBought(queue, acting);
  await revoke(ctx, { userId, source });
  const periods = await periodsOf(ctx, userId, queue.groups);
  if (wasBought) return settleQueue(ctx, { ...queue, periods }, returningOf(queue), reason);
  if (acting.endsAt) await storeOrder(ctx, periods, layOut(periods, acting.endsAt, queue.now));
}

/**
 * Makes room for a group that an administrator gives, in the transaction that has locked the member. One with an end
 * comes before what was bought; another end of the group that runs is its end from now on; one without an end ends
 * what was bought.
 * @returns the group that returns later, which stays where only an end has changed, and how many periods have ended
 */
export async function yieldToGiven(
  ctx: Context,
  userId: number,
  given: Holding,
): Promise<Pick<User, "returnGroupId" | "returnGroupExpiresAt"> & { readonly ended: number }> {
  const queue = await lockQueue(ctx, userId);
  const { now, periods, user } = queue;
  const nothing = { returnGroupId: null, returnGroupExpiresAt: null };
  const { endsAt } = given;
  if (!endsAt) {
    // Also what waits for the return of a deleted group.
    const left = await listGroupPeriods(ctx, userId);
    for (const { id, startsAt } of left) await moveGroupPeriod(ctx, id, startsAt < now ? startsAt : now, now);
    return { ...nothing, ended: left.length };
  }
  const running = runningOf(periods, now);
  const isSame = running?.groupId === given.groupId;
  const same = isSame ? periods.filter(({ groupId }) => groupId === given.groupId) : [];
  for (const { id, startsAt } of same)
    await moveGroupPeriod(ctx, id, id === running!.id ? startsAt : endsAt, endsAt);
  const others = periods.filter(({ groupId }) => !isSame || groupId !== given.groupId);
  await storeOrder(ctx, others, layOut(others, endsAt, now));
  const { returnGroupId, returnGroupExpiresAt } = user;
  return { ...(isSame ? { returnGroupId, returnGroupExpiresAt } : nothing), ended: 0 };
}

/**
 * Lets the queues of those who bought a group go on without it, or with it again, in the transaction that deletes or
 * restores it.
 * @param change the group that is about to be deleted, or has been restored
 */
export async function rearrangeQueues(
  ctx: Context,
  { groupId, isDeleted }: { readonly groupId: number; readonly isDeleted: boolean },
): Promise<void> {
  for (const userId of await listHoldersOfGroup(ctx, groupId)) {
    const queue = await lockQueue(ctx, userId, isDeleted ? groupId : undefined);
    const { periods } = queue;
    const acting = await actingOf(ctx, queue);
    const returning = returningOf(queue);
    if (periods.length === 0 && !returning) continue;
    if (isBought(queue, acting)) await settleQueue(ctx, queue, returning, "");
    else if (acting.endsAt) await storeOrder(ctx, periods, layOut(periods, acting.endsAt, queue.now));
    else {
      // A group for good that was given since would have ended the periods: this one is what returns after them.
      const isDefault = acting.groupId === (await getDefaultGroup(ctx)).id;
      await settleQueue(ctx, queue, returning ?? (isDefault ? null : acting), "");
    }
  }
}

/**
 * Moves members whose group has ended to the one that follows: viewers are judged by the time anyway, this is for lists
 * and notifications.
 * @emits profileChanged, membershipDated, userGroupChanged
 */
export async function endGroups(ctx: Context): Promise<void> {
  const due = { groupExpiresAt: LessThanOrEqual(ctx.now) };
  const order = { groupExpiresAt: "ASC" } as const;
  const members = await ctx.db.find(User, { select: { id: true }, where: due, order, take: BATCH });
  for (const { id } of members)
    await inTransaction(ctx, async (ctx) => {
      const queue = await lockQueue(ctx, id);
      // Unless somebody has moved them meanwhile.
      if (!isOver(queue.user.groupExpiresAt, queue.now)) return;
      await settleQueue(ctx, queue, returningOf(queue), "");
    });
}
