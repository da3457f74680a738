import type { Context } from "../../core/context.ts";
import { defineLoader } from "../../core/loaders.ts";
import { UserStatus } from "../../core/viewer.ts";
import { enabledLevels, factsOf, statesOf } from "./award.service.ts";
import { type Level, LevelOverride } from "./level.entity.ts";
import { countLevelMembers, readFacts } from "./level.sql.ts";
import { type LevelFacts, LEVEL_FACTS, type LevelState, NO_LEVEL } from "./levelRules.ts";
import type { LevelFactName, MemberLevel, MemberLevelFact } from "./level.view.ts";

const DAY_MS = 86_400_000;

/** The level of a member without what depends on the viewer. */
export type LevelOfMember = Omit<MemberLevel, "viewerCanSet">;

/** Levels of members with their reasons, by member, batched; absent while no level is on. */
export const levelByUser = defineLoader<number, LevelOfMember>("levelByUser", async (ctx, ids) => {
  const levels = await enabledLevels(ctx);
  if (levels.length === 0) return new Map<number, LevelOfMember>();
  const states = await statesOf(ctx, ids);
  const rows = await readFacts(ctx, ids);
  return new Map(
    rows.map((row) => {
      const state = states.get(Number(row.id));
      const open = row.status === UserStatus.NORMAL ? levels : [];
      const facts = factsOf(row, ctx.now);
      return [Number(row.id), viewOf(levels, open, state ?? NO_LEVEL, state?.reason ?? "", facts)] as const;
    }),
  );
});

function viewOf(
  levels: readonly Level[],
  open: readonly Level[],
  state: LevelState,
  reason: string,
  facts: LevelFacts,
): LevelOfMember {
  const level = open.find(({ id }) => id === state.levelId) ?? null;
  const overrideLevel = levels.find(({ id }) => id === state.overrideLevelId) ?? null;
  const override = overrideLevel ? state.override : LevelOverride.NONE;
  const limit = override === LevelOverride.FORBIDDEN ? overrideLevel!.position : Infinity;
  const position = level?.position ?? 0;
  const next = open.find((each) => each.position > position && each.position < limit) ?? null;
  const { failingSince } = state;
  return {
    level,
    reachedAt: level ? state.reachedAt : null,
    endsAt: level && failingSince ? new Date(failingSince.getTime() + level.graceDays * DAY_MS) : null,
    next,
    facts: factRows(
      levels.filter((each) => each.position <= position),
      next,
      facts,
    ),
    override,
    overrideLevel,
    reason: overrideLevel ? reason : "",
    levels,
  };
}

function factRows(own: readonly Level[], next: Level | null, facts: LevelFacts): MemberLevelFact[] {
  return LEVEL_FACTS.map((fact) => ({
    fact: fact as LevelFactName,
    actual: facts[fact],
    neededToKeep: Math.max(0, ...own.map((level) => level[fact])),
    neededForNext: next?.[fact] ?? 0,
  })).filter(({ neededToKeep, neededForNext }) => neededToKeep > 0 || neededForNext > 0);
}

/** Numbers of members of levels, by level, in one statement. */
export const membersByLevel = defineLoader<number, number>("membersByLevel", async (ctx: Context) => {
  const counted = await countLevelMembers(ctx);
  return new Map(counted.map(({ id, n }) => [Number(id), Number(n)]));
});
