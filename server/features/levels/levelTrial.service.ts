import { createHmac, timingSafeEqual } from "node:crypto";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { derivedKey } from "../../core/derivedKey.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { slices } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import type { Group } from "../groups/group.entity.ts";
import { fitsLevel, groupsById } from "../groups/group.service.ts";
import { factsOf, statesOf } from "./award.service.ts";
import { Level } from "./level.entity.ts";
import type { LevelInput, TryLevelsInput } from "./level.input.ts";
import { isRanked, readFacts, readLevelMembers } from "./level.sql.ts";
import { earnedLevel, LEVEL_FACTS, type LevelRule, NO_LEVEL, nextState } from "./levelRules.ts";
import type { LevelTrial, LevelTrialRow } from "./levelTrial.view.ts";

/** Members that one round of statements looks at. */
const TRIAL_CHUNK = 500;
/** Members that a trial names of each change. */
const EXAMPLES_MAX = 5;
const TOKEN_MS = 3_600_000;
const TOKEN = /^(\d{13})\.([0-9a-f]{64})$/;

/** A level that was checked, with the id of the one that has its group now, or one below 0. */
export type CheckedLevel = LevelRule & Pick<Level, "groupId" | "isEnabled">;

/**
 * Checks levels as owners wrote them.
 * @throws {DomainError} INVALID_PARAMETER for a group that is named twice, does not exist or does not fit.
 */
export async function checkLevels(ctx: Context, inputs: readonly LevelInput[]): Promise<CheckedLevel[]> {
  const groups = await groupsById(ctx);
  const existing = await ctx.db.find(Level);
  const groupIds = new Set<number>();
  return inputs.map((input, index) => {
    const groupId = parseId(input.groupId, "groupId");
    const group = groups.get(groupId);
    if (!group) throw invalid("groupId", "用户组不存在", "There is no such group.");
    if (!fitsLevel(group))
      throw invalid(
        "groupId",
        `「${group.name}」不能作为等级：系统内置、默认和付费用户组除外`,
        `“${group.name}” cannot be a level: preset groups, the default one and paid ones are not.`,
      );
    if (groupIds.has(groupId))
      throw invalid("groupId", `「${group.name}」重复`, `“${group.name}” is named twice.`);
    groupIds.add(groupId);
    const { isEnabled, graceDays } = input;
    const minima = Object.fromEntries(LEVEL_FACTS.map((fact) => [fact, input[fact]]));
    const id = existing.find((level) => level.groupId === groupId)?.id ?? -1 - index;
    return { id, groupId, position: index + 1, isEnabled, graceDays, ...minima } as CheckedLevel;
  });
}

function textOf(ctx: Context, levels: readonly CheckedLevel[], endsAt: number): string {
  const rules = levels.map((level) => [
    level.groupId,
    level.isEnabled,
    level.graceDays,
    ...LEVEL_FACTS.map((fact) => level[fact]),
  ]);
  return JSON.stringify([ctx.viewer.accountId, endsAt, rules]);
}

function sealOf(ctx: Context, levels: readonly CheckedLevel[], endsAt: number): Buffer {
  return createHmac("sha256", derivedKey(ctx.services, "level trial"))
    .update(textOf(ctx, levels, endsAt))
    .digest();
}

/** Requires the token of a trial of these levels by the viewer. @throws {DomainError} LEVEL_TRIAL_NEEDED. */
export function requireTrial(ctx: Context, levels: readonly CheckedLevel[], token: string): void {
  const [, end, seal] = TOKEN.exec(token) ?? [];
  const isValid =
    seal !== undefined &&
    Number(end) > ctx.now.getTime() &&
    timingSafeEqual(Buffer.from(seal, "hex"), sealOf(ctx, levels, Number(end)));
  if (!isValid) throw new DomainError("LEVEL_TRIAL_NEEDED");
}

/** Counts of one level while a trial walks through the members. */
class Tally {
  memberCount = 0;
  gainCount = 0;
  loseCount = 0;
  qualifyingCount = 0;
  readonly gainingIds: number[] = [];
  readonly losingIds: number[] = [];

  gain(userId: number): void {
    this.gainCount++;
    if (this.gainingIds.length < EXAMPLES_MAX) this.gainingIds.push(userId);
  }

  lose(userId: number): void {
    this.loseCount++;
    if (this.losingIds.length < EXAMPLES_MAX) this.losingIds.push(userId);
  }
}

/**
 * Counts which members each level would gain and lose by rules, days of grace left aside. Changes nothing; in slices
 * that others work between, with a fixed number of statements for every 500 members. It is logged, since it reads what members do.
 * @throws {DomainError} INVALID_PARAMETER as for `saveLevels`.
 */
export const tryLevels = verb({
  name: "tryLevels",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { levels: inputs }: TryLevelsInput): Promise<LevelTrial> {
    const levels = await checkLevels(ctx, inputs);
    const rules = levels.filter(({ isEnabled }) => isEnabled).map((rule) => ({ ...rule, graceDays: 0 }));
    const existing = await ctx.db.find(Level, { order: { position: "ASC" } });
    const shown = [...levels, ...existing.filter(({ id }) => !levels.some((level) => level.id === id))];
    const tallies = new Map(shown.map(({ id }) => [id, new Tally()]));
    const memberCount = await walk(ctx, rules, tallies);
    await inTransaction(ctx, (ctx) => {
      noteChange(ctx, { target: "levels", after: { levels: levels.length, members: memberCount } });
      return Promise.resolve();
    });
    const groups = await groupsById(ctx);
    const endsAt = ctx.now.getTime() + TOKEN_MS;
    return {
      memberCount,
      levels: shown.map(({ id, groupId }) => rowOf(groupId, groups.get(groupId)!, tallies.get(id)!)),
      token: `${endsAt}.${sealOf(ctx, levels, endsAt).toString("hex")}`,
      expiresAt: new Date(endsAt),
    };
  },
});

function rowOf(groupId: number, group: Group, tally: Tally): LevelTrialRow {
  const { memberCount, gainCount, loseCount, qualifyingCount, gainingIds, losingIds } = tally;
  return { groupId, group, memberCount, gainCount, loseCount, qualifyingCount, gainingIds, losingIds };
}

/** Walks through the members. @returns how many are in good standing */
async function walk(
  ctx: Context,
  rules: readonly CheckedLevel[],
  tallies: ReadonlyMap<number, Tally>,
): Promise<number> {
  const pause = slices(1);
  let memberCount = 0;
  let afterId = 0;
  for (;;) {
    const userIds = await readLevelMembers(ctx, afterId, TRIAL_CHUNK);
    if (userIds.length === 0) return memberCount;
    const states = await statesOf(ctx, userIds);
    for (const row of await readFacts(ctx, userIds)) {
      const userId = Number(row.id);
      const isNormal = isRanked(row);
      const open = isNormal ? rules : [];
      const facts = factsOf(row, ctx.now);
      const before = states.get(userId) ?? NO_LEVEL;
      const after = nextState(open, before, facts, ctx.now);
      if (isNormal) memberCount++;
      count(tallies, userId, before.levelId, after.levelId);
      const earned = earnedLevel(open, facts);
      for (const rule of open)
        if (earned && rule.position <= earned.position) tallies.get(rule.id)!.qualifyingCount++;
    }
    afterId = userIds.at(-1)!;
    await pause();
  }
}

function count(
  tallies: ReadonlyMap<number, Tally>,
  userId: number,
  before: number | null,
  after: number | null,
): void {
  const gaining = after === null ? undefined : tallies.get(after);
  if (gaining) gaining.memberCount++;
  if (before === after) return;
  gaining?.gain(userId);
  if (before !== null) tallies.get(before)?.lose(userId);
}
