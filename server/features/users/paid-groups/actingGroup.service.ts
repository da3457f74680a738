import type { Context } from "../../../core/context.ts";
import { defineLoader, load, preload } from "../../../core/loaders.ts";
import { timeOf } from "../../../core/sql.ts";
import type { Group } from "../../groups/group.entity.ts";
import { getDefaultGroup, getGroup, groupsById } from "../../groups/group.service.ts";
import type { User } from "../user.entity.ts";
import { selectNextGroups } from "./actingGroup.sql.ts";

/** The columns of a member that say which group is theirs. */
export interface GroupHolder {
  readonly userId: number;
  readonly groupId: number;
  /** As an entity or the engine gives it. */
  readonly groupExpiresAt: string | Date | null;
}

/** Groups of members whose own has ended: of the period that runs now, or the one that returns. Absent for the default. */
const nextGroupOf = defineLoader<number, number>("nextGroupOf", async (ctx, userIds) => {
  const groups = await groupsById(ctx);
  const next = new Map<number, Group>();
  const returning = new Map<number, Group>();
  for (const row of await selectNextGroups(ctx, userIds)) {
    const id = Number(row.userId);
    const bought = row.groupId === null ? undefined : groups.get(Number(row.groupId));
    if (bought && bought.level > (next.get(id)?.level ?? -1)) next.set(id, bought);
    const before = row.returnGroupId === null ? undefined : groups.get(Number(row.returnGroupId));
    if (before && !isOver(row.returnGroupExpiresAt, ctx.now)) returning.set(id, before);
  }
  return new Map([...returning, ...next].map(([id, group]) => [id, group.id]));
});

/** True if a time has come; false if there is none. */
export function isOver(time: string | Date | null | undefined, now: Date): boolean {
  return time !== null && time !== undefined && timeOf(time) <= now;
}

/**
 * Finds the group that a member has at the time of the request, whatever the job has done about it: the one that is
 * stored, or after its end what follows in the queue of what they bought, or the one from before, or the default.
 */
export async function findActingGroup(ctx: Context, member: GroupHolder): Promise<number> {
  if (!isOver(member.groupExpiresAt, ctx.now)) return member.groupId;
  return (await load(ctx, nextGroupOf, member.userId)) ?? (await getDefaultGroup(ctx)).id;
}

/** Reads together which groups many members have after those that have ended. */
export async function preloadActingGroups(ctx: Context, members: readonly GroupHolder[]): Promise<void> {
  const ended = members.filter(({ groupExpiresAt }) => isOver(groupExpiresAt, ctx.now));
  await preload(
    ctx,
    nextGroupOf,
    ended.map(({ userId }) => userId),
  );
}

/** Gives the group of a member as others see it, by the time of the request. */
export async function actingGroupOf(
  ctx: Context,
  { id: userId, groupId, groupExpiresAt }: Pick<User, "id" | "groupId" | "groupExpiresAt">,
): Promise<Group> {
  return getGroup(ctx, await findActingGroup(ctx, { userId, groupId, groupExpiresAt }));
}
