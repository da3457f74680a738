import { In, IsNull, Not } from "typeorm";
import type { Context, Services } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import type { Group } from "../groups/group.entity.ts";
import { fitsLevel, groupsById } from "../groups/group.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { lockMembers } from "../users/lock.sql.ts";
import { setLevelGroup } from "../users/members/levelGroup.service.ts";
import { Level, UserLevel } from "./level.entity.ts";
import { type FactsRow, isRanked, readFacts, readLevelMembers } from "./level.sql.ts";
import { type LevelFacts, type LevelState, NO_LEVEL, nextState } from "./levelRules.ts";

const DAY_MS = 86_400_000;
/** Members that one round of statements looks at. */
const LEVEL_CHUNK = 200;

/** Rules that this process has applied last. */
const applied = new WeakMap<Services, string>();

/** Gives and takes levels by the rules; does nothing while no level is on and nobody has one. */
export async function applyLevels(ctx: Context, stopping: AbortSignal): Promise<void> {
  const rules = JSON.stringify(await enabledLevels(ctx));
  const hasWork = rules !== "[]" || (await ctx.db.existsBy(UserLevel, { levelId: Not(IsNull()) }));
  if (hasWork) {
    const pause = unhurried(stopping);
    let afterId = 0;
    for (;;) {
      const userIds = await readLevelMembers(ctx, afterId, LEVEL_CHUNK);
      if (userIds.length === 0) break;
      await inTransaction(ctx, (ctx) => settleMembers(ctx, userIds));
      afterId = userIds.at(-1)!;
      await pause();
    }
  }
  applied.set(ctx.services, rules);
}

/** Applies rules that were saved since the last time, so that nobody waits a day for them. */
export async function applyNewLevels(ctx: Context, stopping: AbortSignal): Promise<void> {
  if (applied.get(ctx.services) === JSON.stringify(await enabledLevels(ctx))) return;
  await applyLevels(ctx, stopping);
}

/** Reads the levels that are on and whose groups still fit, from the lowest. */
export async function enabledLevels(ctx: Context): Promise<Level[]> {
  const levels = await ctx.db.find(Level, { where: { isEnabled: true }, order: { position: "ASC" } });
  const groups = await groupsById(ctx);
  return levels.filter(({ groupId }) => {
    const group = groups.get(groupId);
    return group !== undefined && fitsLevel(group);
  });
}

/** Gives the facts of a member as numbers. */
export function factsOf(row: FactsRow, now: Date): LevelFacts {
  const daysSince = (time: Date): number => Math.floor((now.getTime() - time.getTime()) / DAY_MS);
  const daysJoined = daysSince(timeOf(row.createdAt));
  return {
    daysJoined,
    daysVisited: Number(row.daysVisited),
    postsRead: Number(row.postsRead),
    repliesWritten: row.repliesWritten,
    likesReceived: row.likesReceived,
    likesGiven: Number(row.likesGiven),
    daysClean:
      row.lastFaultAt === null ? daysJoined : Math.min(daysJoined, daysSince(timeOf(row.lastFaultAt))),
  };
}

/** Reads the states of members by their ids. */
export async function statesOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UserLevel>> {
  const states = await ctx.db.findBy(UserLevel, { userId: In([...userIds]) });
  return new Map(states.map((state) => [state.userId, state]));
}

/**
 * Gives some members their levels, in the caller's transaction: they are locked, so that two processes at once give the
 * same level once. Members who are banned or not admitted have none.
 * @emits profileChanged, notificationRaised
 */
export async function settleMembers(ctx: Context, userIds: readonly number[]): Promise<void> {
  await lockMembers(ctx, userIds);
  const rules = await enabledLevels(ctx);
  const groups = await groupsById(ctx);
  const states = await statesOf(ctx, userIds);
  const changed: Partial<UserLevel>[] = [];
  const moved = new Map<number | null, number[]>();
  for (const row of await readFacts(ctx, userIds)) {
    const userId = Number(row.id);
    const before = states.get(userId) ?? NO_LEVEL;
    const open = isRanked(row) ? rules : [];
    const after = nextState(open, before, factsOf(row, ctx.now), ctx.now);
    if (isOther(before, after)) {
      const { levelId, reachedAt, failingSince } = after;
      changed.push({ userId, levelId, reachedAt, failingSince });
    }
    const level = rules.find(({ id }) => id === after.levelId);
    if (level && isRise(rules, before, level)) notifyOfLevel(ctx, userId, groups.get(level.groupId)!);
    const groupId = level?.groupId ?? null;
    const acting = row.levelGroupId === null ? null : Number(row.levelGroupId);
    if (groupId !== acting) moved.set(groupId, [...(moved.get(groupId) ?? []), userId]);
  }
  if (changed.length > 0) await ctx.db.upsert(UserLevel, changed, ["userId"]);
  for (const [groupId, ids] of moved) await setLevelGroup(ctx, ids, groupId);
}

function isOther(before: LevelState, after: LevelState): boolean {
  return after.levelId !== before.levelId || after.failingSince?.getTime() !== before.failingSince?.getTime();
}

function isRise(rules: readonly Level[], before: LevelState, level: Level): boolean {
  if (before.levelId === level.id) return false;
  const current = rules.find(({ id }) => id === before.levelId);
  return level.position > (current?.position ?? 0);
}

function notifyOfLevel(ctx: Context, userId: number, { name }: Group): void {
  const nothing = { actorId: null, threadId: null, postId: null };
  ctx.emit(notificationRaised({ userId, kind: "level.reached", ...nothing, data: { levelName: name } }));
}
