import { In } from "typeorm";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { fitsLevel, groupsById } from "../groups/group.service.ts";
import { lockMembers } from "../users/lock.sql.ts";
import { setLevelGroup } from "../users/members/levelGroup.service.ts";
import { Level, UserLevel } from "./level.entity.ts";
import { type FactsRow, readFacts, readLevelMembers } from "./level.sql.ts";
import { type LevelFacts, NO_LEVEL, nextState } from "./levelRules.ts";

const DAY_MS = 86_400_000;
/** Members that one round of statements looks at. */
export const LEVEL_CHUNK = 200;

/** Gives and takes levels by the rules; does nothing while no level is switched on. */
export async function applyLevels(ctx: Context, stopping: AbortSignal): Promise<void> {
  if (!(await ctx.db.existsBy(Level, { isEnabled: true }))) return;
  const pause = unhurried(stopping);
  let afterId = 0;
  for (;;) {
    const userIds = await readLevelMembers(ctx, afterId, LEVEL_CHUNK);
    if (userIds.length === 0) return;
    await applyTo(ctx, userIds);
    afterId = userIds.at(-1)!;
    await pause();
  }
}

/** Gives the facts of a member as numbers. */
export function factsOf(row: FactsRow, now: Date): LevelFacts {
  return {
    daysJoined: Math.floor((now.getTime() - timeOf(row.createdAt).getTime()) / DAY_MS),
    daysVisited: Number(row.daysVisited),
    postsRead: Number(row.postsRead),
    repliesWritten: row.repliesWritten,
    likesReceived: row.likesReceived,
    likesGiven: Number(row.likesGiven),
  };
}

/** Settles some members in one transaction: locked, so that two processes at once give the same levels once. */
async function applyTo(ctx: Context, userIds: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockMembers(ctx, userIds);
    const groups = await groupsById(ctx);
    const levels = await ctx.db.find(Level, { where: { isEnabled: true }, order: { position: "ASC" } });
    const rules = levels.filter(({ groupId }) => {
      const group = groups.get(groupId);
      return group !== undefined && fitsLevel(group);
    });
    const states = new Map(
      (await ctx.db.findBy(UserLevel, { userId: In([...userIds]) })).map((each) => [each.userId, each]),
    );
    const changed: Partial<UserLevel>[] = [];
    const moved = new Map<number | null, number[]>();
    for (const row of await readFacts(ctx, userIds)) {
      const userId = Number(row.id);
      const before = states.get(userId) ?? NO_LEVEL;
      const after = nextState(rules, before, factsOf(row, ctx.now), ctx.now);
      const hasChanged =
        after.levelId !== before.levelId || after.failingSince?.getTime() !== before.failingSince?.getTime();
      if (hasChanged) changed.push({ ...after, userId });
      const groupId = rules.find(({ id }) => id === after.levelId)?.groupId ?? null;
      const acting = row.levelGroupId === null ? null : Number(row.levelGroupId);
      if (groupId !== acting) moved.set(groupId, [...(moved.get(groupId) ?? []), userId]);
    }
    if (changed.length > 0) await ctx.db.upsert(UserLevel, changed, ["userId"]);
    for (const [groupId, ids] of moved) await setLevelGroup(ctx, ids, groupId);
  });
}
