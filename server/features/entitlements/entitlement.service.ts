import { In, IsNull, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { chain, defineLoader, load } from "../../core/loaders.ts";
import { insert, insertIgnore } from "../../core/write.ts";
import { Entitlement, EntitledObject } from "./entitlement.entity.ts";

const DAY_MS = 86_400_000;

/** Rights of the viewer to threads, by thread, batched. */
const ownThreadRights = defineLoader<number, Entitlement>("ownThreadRights", async (ctx, threadIds) => {
  const where = { userId: ctx.viewer.id, objectKind: EntitledObject.THREAD, objectId: In([...threadIds]) };
  const rights = await ctx.db.findBy(Entitlement, where);
  return new Map(rights.map((right) => [right.objectId, right]));
});

/** True if the viewer has bought a thread. Nobody has on a page that members share. */
export function ownsThreadRight(ctx: Context, threadId: number): boolean | Promise<boolean> {
  if (!ctx.viewer.isMember || ctx.viewer.isShared) return false;
  return chain(
    load(ctx, ownThreadRights, threadId),
    (right) => right !== null && (right.endsAt === null || right.endsAt > ctx.now),
  );
}

/** Rights of the viewer by kind and object, such as `ANSWER:5`, batched. */
const ownRights = defineLoader<string, Entitlement>("ownRights", async (ctx, keys) => {
  const objects = keys.map((key) => key.split(":") as [EntitledObject, string]);
  const rights = await ctx.db.findBy(Entitlement, {
    userId: ctx.viewer.id,
    objectKind: In([...new Set(objects.map(([kind]) => kind))]),
    objectId: In([...new Set(objects.map(([, id]) => Number(id)))]),
  });
  return new Map(rights.map((right) => [`${right.objectKind}:${right.objectId}`, right]));
});

/** True if the viewer has bought something. Nobody has on a page that members share. */
export function ownsRight(ctx: Context, kind: EntitledObject, objectId: number): boolean | Promise<boolean> {
  if (!ctx.viewer.isMember || ctx.viewer.isShared) return false;
  return chain(
    load(ctx, ownRights, `${kind}:${objectId}`),
    (right) => right !== null && (right.endsAt === null || right.endsAt > ctx.now),
  );
}

/** True if the viewer has bought the files of a thread, or the thread as a whole. */
export function ownsAttachmentRight(ctx: Context, threadId: number): boolean | Promise<boolean> {
  const ownsAll = ownsThreadRight(ctx, threadId);
  const ownsFiles = (): boolean | Promise<boolean> => ownsRight(ctx, EntitledObject.ATTACHMENT, threadId);
  return typeof ownsAll === "boolean"
    ? ownsAll || ownsFiles()
    : ownsAll.then((owns): boolean | Promise<boolean> => owns || ownsFiles());
}

/** Takes back the rights that something gave a member, such as an order, in the caller's transaction. */
export async function revoke(
  ctx: Context,
  { userId, source }: Pick<Entitlement, "userId" | "source">,
): Promise<void> {
  await ctx.db.delete(Entitlement, { userId, source });
}

/**
 * Entitles a member for good, in the caller's transaction.
 * @returns false if the member has the right already
 */
export async function entitle(
  ctx: Context,
  right: Pick<Entitlement, "userId" | "objectKind" | "objectId" | "source">,
): Promise<boolean> {
  const forGood = { groupId: null, startsAt: ctx.now, endsAt: null };
  return (await insertIgnore(ctx, Entitlement, [{ ...right, ...forGood }])) > 0;
}

/** Rights of members to the paid site that hold now, by member, batched. */
export const siteRightOf = defineLoader<number, Entitlement>("siteRightOf", async (ctx, userIds) => {
  const now = {
    objectKind: EntitledObject.SITE,
    userId: In([...userIds]),
    startsAt: LessThanOrEqual(ctx.now),
  };
  const rights = await ctx.db.find(Entitlement, {
    where: [
      { ...now, endsAt: IsNull() },
      { ...now, endsAt: MoreThan(ctx.now) },
    ],
    order: { id: "ASC" },
  });
  return new Map(rights.map((right) => [right.userId, right]));
});

/** Finds the last period of a member on the paid site, past or to come; null if they never joined. */
export function findLastSitePeriod(ctx: Context, userId: number): Promise<Entitlement | null> {
  const where = { userId, objectKind: EntitledObject.SITE };
  return ctx.db.findOne(Entitlement, { where, order: { objectId: "DESC" } });
}

/**
 * Gives a member another period on the paid site, behind what is left of the last one, in the caller's transaction, which
 * has locked the member.
 * @param days how long it lasts; null for good
 * @returns its end; null for none
 */
export async function addSitePeriod(
  ctx: Context,
  userId: number,
  days: number | null,
  source: string,
): Promise<Date | null> {
  const last = await findLastSitePeriod(ctx, userId);
  const startsAt = last?.endsAt && last.endsAt > ctx.now ? last.endsAt : ctx.now;
  const endsAt = days === null ? null : new Date(startsAt.getTime() + days * DAY_MS);
  const objectId = (last?.objectId ?? 0) + 1;
  await insert(ctx, Entitlement, {
    userId,
    objectKind: EntitledObject.SITE,
    objectId,
    groupId: null,
    source,
    startsAt,
    endsAt,
  });
  return endsAt;
}

/** Lists the periods of groups that a member has bought and that have time left, in the order of buying. */
export function listGroupPeriods(ctx: Context, userId: number): Promise<Entitlement[]> {
  const where = { userId, objectKind: EntitledObject.GROUP, endsAt: MoreThan(ctx.now) };
  return ctx.db.find(Entitlement, { where, order: { objectId: "ASC" } });
}

/** Lists the members who have time left in a group that they bought. */
export async function listHoldersOfGroup(ctx: Context, groupId: number): Promise<number[]> {
  const where = { groupId, endsAt: MoreThan(ctx.now) };
  const periods = await ctx.db.find(Entitlement, { select: { userId: true }, where });
  return [...new Set(periods.map(({ userId }) => userId))].sort((a, b) => a - b);
}

/** Adds a period of a group, in the caller's transaction, which has locked the member and puts it in its place. */
export async function addGroupPeriod(
  ctx: Context,
  userId: number,
  period: Pick<Entitlement, "source" | "startsAt" | "endsAt"> & { readonly groupId: number },
): Promise<void> {
  const objectKind = EntitledObject.GROUP;
  const last = await ctx.db.findOne(Entitlement, {
    where: { userId, objectKind },
    order: { objectId: "DESC" },
  });
  const objectId = (last?.objectId ?? 0) + 1;
  await insert(ctx, Entitlement, { ...period, userId, objectKind, objectId });
}

/** Moves a period of a group, in the caller's transaction. */
export async function moveGroupPeriod(ctx: Context, id: number, startsAt: Date, endsAt: Date): Promise<void> {
  await ctx.db.update(Entitlement, { id }, { startsAt, endsAt });
}

/**
 * Takes back a period on the paid site, in the caller's transaction, which has locked the member. Those behind it move up.
 * @returns the end of what is left; null where nothing is left, and for no end
 */
export async function takeSitePeriod(ctx: Context, userId: number, source: string): Promise<Date | null> {
  await revoke(ctx, { userId, source });
  const where = { userId, objectKind: EntitledObject.SITE };
  const periods = await ctx.db.find(Entitlement, { where, order: { objectId: "ASC" } });
  let end: Date | null = ctx.now;
  for (const { id, startsAt, endsAt } of periods) {
    if (endsAt && endsAt <= ctx.now) continue;
    if (startsAt <= ctx.now || end === null) {
      end = endsAt;
      continue;
    }
    const next: Date | null = endsAt && new Date(end.getTime() + endsAt.getTime() - startsAt.getTime());
    await ctx.db.update(Entitlement, { id }, { startsAt: end, endsAt: next });
    end = next;
  }
  return end && end > ctx.now ? end : null;
}
