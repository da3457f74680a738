import { In } from "typeorm";
import { noteChange, noteNothing } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { checkReason } from "../../core/reason.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert, lockWhere } from "../../core/write.ts";
import { grantsOf, lockGroups } from "../groups/group.service.ts";
import { lockMembers } from "../users/lock.sql.ts";
import type { User } from "../users/user.entity.ts";
import { getUser } from "../users/user.service.ts";
import { enabledLevels, settleMembers } from "./award.service.ts";
import { Level, LevelOverride, UserLevel } from "./level.entity.ts";
import type { SaveLevelsInput, SetMemberLevelInput } from "./level.input.ts";
import { canPin, canSetLevel } from "./level.policy.ts";
import { LEVEL_FACTS, NO_LEVEL } from "./levelRules.ts";
import { type CheckedLevel, checkLevels, requireTrial } from "./levelTrial.service.ts";

/** All levels with their rules, from the lowest. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export function listLevels(ctx: Context): Promise<Level[]> {
  allow(mustBeAdmin(ctx.viewer));
  return ctx.db.find(Level, { order: { position: "ASC" } });
}

/**
 * Replaces the levels. Members are given theirs by the jobs, soon; a level that is left out must have no members.
 * @throws {DomainError} INVALID_PARAMETER for a group that is named twice, does not exist or does not fit;
 *   LEVEL_TRIAL_NEEDED without the token of a trial of exactly these levels; IN_USE for a level that is left out while
 *   members have it or moderators pinned or forbade it.
 */
export const saveLevels = verb({
  name: "saveLevels",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: SaveLevelsInput): Promise<Level[]> {
    return inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      const existing = await lockWhere(ctx, Level, {});
      const levels = await checkLevels(ctx, input.levels);
      requireTrial(ctx, levels, input.trialToken);
      const isChanged = [
        await deleteOthers(ctx, existing, levels),
        await storeLevels(ctx, existing, levels),
      ].includes(true);
      if (!isChanged) noteNothing(ctx);
      return ctx.db.find(Level, { order: { position: "ASC" } });
    });
  },
});

async function deleteOthers(
  ctx: Context,
  existing: readonly Level[],
  levels: readonly CheckedLevel[],
): Promise<boolean> {
  const others = existing.filter(({ id }) => !levels.some((level) => level.id === id));
  if (others.length === 0) return false;
  const ids = In(others.map(({ id }) => id));
  if (await ctx.db.existsBy(UserLevel, [{ levelId: ids }, { overrideLevelId: ids }]))
    throw new DomainError("IN_USE", {
      text: {
        zh: "还有成员在这个等级，或被版主指定或限制：请先停用，等成员离开后再删除",
        en: "Members have the level, or moderators pinned or forbade it. Switch it off first, and remove it when nobody has it.",
      },
    });
  await ctx.db.delete(Level, { id: ids });
  for (const { id, ...before } of others) noteChange(ctx, { target: `level:${id}`, before });
  return true;
}

async function storeLevels(
  ctx: Context,
  existing: readonly Level[],
  levels: readonly CheckedLevel[],
): Promise<boolean> {
  let isChanged = false;
  const places = new Map(existing.map(({ id, position }) => [id, position]));
  // No two levels have one place, at no moment either.
  for (const { id, position } of levels)
    if (places.has(id) && places.get(id) !== position) await ctx.db.update(Level, { id }, { position: -id });
  for (const { id, ...values } of levels) {
    const before = existing.find((level) => level.id === id);
    const columns = ["position", "isEnabled", "graceDays", ...LEVEL_FACTS] as const;
    if (!before) {
      const levelId = await insert(ctx, Level, values);
      noteChange(ctx, { target: `level:${levelId}`, after: values });
      isChanged = true;
      continue;
    }
    const names = columns.filter((name) => before[name] !== values[name]);
    if (names.length === 0) continue;
    await ctx.db.update(Level, { id }, values);
    const part = (of: object): object =>
      Object.fromEntries(names.map((name) => [name, (of as Record<string, unknown>)[name]]));
    noteChange(ctx, { target: `level:${id}`, before: part(before), after: part(values) });
    isChanged = true;
  }
  return isChanged;
}

/**
 * Pins or forbids a level for a member, or lets the rules decide again; it has its effect at once.
 * @emits profileChanged, notificationRaised
 * @throws {DomainError} FORBIDDEN for viewers who moderate nothing, for oneself, and for pinning a level whose group may
 *   what the viewer may not; NOT_FOUND; INVALID_PARAMETER for the level and the reason.
 */
export const setMemberLevel = verb({
  name: "setMemberLevel",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: SetMemberLevelInput): Promise<User> {
    const userId = parseId(input.userId, "userId");
    allow(canSetLevel(ctx.viewer, userId));
    const override = input.override;
    const isChoice = override !== LevelOverride.NONE;
    const reason = checkReason(input.reason);
    if (isChoice && reason === "") throw invalid("reason", "请写明理由", "Say why.");
    const overrideLevelId = isChoice ? (parseOptionalId(input.levelId, "levelId") ?? null) : null;
    const user = await getUser(ctx, userId);
    await inTransaction(ctx, async (ctx) => {
      await lockMembers(ctx, [userId]);
      const level = (await enabledLevels(ctx)).find(({ id }) => id === overrideLevelId);
      if (isChoice && !level)
        throw invalid("levelId", "没有这个等级，或等级未启用", "There is no such level that is on.");
      if (override === LevelOverride.PINNED && !canPin(ctx.viewer, await grantsOf(ctx, level!.groupId)))
        throw new DomainError("FORBIDDEN", {
          text: {
            zh: "这个等级的权限超出你自己的权限，不能指定",
            en: "This level may what you may not, so you cannot pin it.",
          },
        });
      const state = await ctx.db.findOneBy(UserLevel, { userId });
      const before = {
        override: state?.override ?? NO_LEVEL.override,
        overrideLevelId: state?.overrideLevelId ?? null,
      };
      await ctx.db.upsert(UserLevel, { userId, override, overrideLevelId, reason }, ["userId"]);
      noteChange(ctx, { target: `user:${userId}`, before, after: { override, overrideLevelId }, reason });
      await settleMembers(ctx, [userId]);
    });
    return user;
  },
});
