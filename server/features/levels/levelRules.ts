import { type Level, LevelOverride, type UserLevel } from "./level.entity.ts";

const DAY_MS = 86_400_000;

/** Facts of a member that levels ask for. */
export const LEVEL_FACTS = [
  "daysJoined",
  "daysVisited",
  "postsRead",
  "repliesWritten",
  "likesReceived",
  "likesGiven",
  "daysClean",
] as const;

/** One of the facts. */
export type LevelFact = (typeof LEVEL_FACTS)[number];

/** Facts of a member, as numbers. */
export type LevelFacts = Readonly<Record<LevelFact, number>>;

/** The part of a level that decides who has it. */
export type LevelRule = Pick<Level, "id" | "position" | "graceDays"> & LevelFacts;

/** The part of a member's row that the rules read and write. */
export type LevelState = Pick<
  UserLevel,
  "levelId" | "reachedAt" | "failingSince" | "override" | "overrideLevelId"
>;

/** State of members without a row. */
export const NO_LEVEL: LevelState = {
  levelId: null,
  reachedAt: null,
  failingSince: null,
  override: LevelOverride.NONE,
  overrideLevelId: null,
};

/** A minimum that a member does not reach. */
export interface MissingFact {
  readonly fact: LevelFact;
  readonly needed: number;
  readonly actual: number;
}

/** Lists the minima of a level that a member does not reach. */
export function missingFor(rule: LevelFacts, facts: LevelFacts): MissingFact[] {
  return LEVEL_FACTS.filter((fact) => facts[fact] < rule[fact]).map((fact) => ({
    fact,
    needed: rule[fact],
    actual: facts[fact],
  }));
}

/** Finds the highest level whose rule a member meets, with those of all levels below it; null for none. */
export function earnedLevel<R extends LevelRule>(rules: readonly R[], facts: LevelFacts): R | null {
  let earned: R | null = null;
  for (const rule of rules) {
    if (missingFor(rule, facts).length > 0) break;
    earned = rule;
  }
  return earned;
}

/**
 * Gives the next state of a member: up at once, down after the grace of the level, and never past what a moderator chose.
 * @param rules in the order of their positions
 */
export function nextState(
  rules: readonly LevelRule[],
  state: LevelState,
  facts: LevelFacts,
  now: Date,
): LevelState {
  const chosen = rules.find(({ id }) => id === state.overrideLevelId);
  if (chosen && state.override === LevelOverride.PINNED) return at(state, chosen.id, now);
  const isForbidden = chosen !== undefined && state.override === LevelOverride.FORBIDDEN;
  const open = isForbidden ? rules.filter(({ position }) => position < chosen.position) : rules;
  const earned = earnedLevel(open, facts);
  const current = open.find(({ id }) => id === state.levelId);
  if (!current || (earned?.position ?? 0) >= current.position) return at(state, earned?.id ?? null, now);
  const failingSince = state.failingSince ?? now;
  const isOver = now.getTime() - failingSince.getTime() >= current.graceDays * DAY_MS;
  return isOver ? at(state, earned?.id ?? null, now) : { ...state, failingSince };
}

function at(state: LevelState, levelId: number | null, now: Date): LevelState {
  if (levelId === state.levelId) return { ...state, failingSince: null };
  return { ...state, levelId, reachedAt: levelId === null ? null : now, failingSince: null };
}
