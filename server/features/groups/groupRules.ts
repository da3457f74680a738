import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { cleanLine, lengthOf, nameKey, showsNothing } from "../../core/text.ts";
import { PresetGroup, type Group } from "./group.entity.ts";
import { GROUP_NAME_MAX, type GroupChangeInput, type GroupInput } from "./group.input.ts";

/** Maximum number of paid groups (legacy-facts 2.7). */
export const PAID_GROUPS_MAX = 5;
/** Groups that cannot be the default. */
const NEVER_DEFAULT: ReadonlySet<number> = new Set([
  PresetGroup.ADMIN,
  PresetGroup.BANNED,
  PresetGroup.UNPAID,
  PresetGroup.GUEST,
]);

/** Gives the name of a group as it is stored. @throws {DomainError} INVALID_PARAMETER if it is empty or too long. */
export function nameOfGroup(name: string | null | undefined): string {
  const cleaned = cleanLine(name ?? "");
  if (showsNothing(cleaned)) throw invalid("name", "用户组名称不能为空", "The group needs a name.");
  if (lengthOf(cleaned) > GROUP_NAME_MAX) {
    throw invalid(
      "name",
      `用户组名称不能超过 ${GROUP_NAME_MAX} 个字符`,
      `The name has at most ${GROUP_NAME_MAX} characters.`,
    );
  }
  return cleaned;
}

/**
 * Checks a new group in the order of the predecessor: payment before the name (legacy-facts 2.7).
 * @returns the level of the group
 * @throws {DomainError} INVALID_PARAMETER, ALREADY_EXISTS.
 */
export function checkNewGroup(existing: readonly Group[], input: GroupInput): number {
  const name = nameOfGroup(input.name);
  const level = input.isPaid ? levelForPaid(existing, input) : 0;
  if (existing.some((group) => nameKey(group.name) === nameKey(name)))
    throw new DomainError("ALREADY_EXISTS", {
      field: "name",
      text: { zh: "用户组名称已存在", en: "There is a group of this name." },
    });
  return level;
}

function levelForPaid(existing: readonly Group[], input: GroupInput): number {
  if (input.isDefault)
    throw invalid("isDefault", "付费组，不可设置为默认组", "A paid group cannot be the default.");
  checkPrice(input.fee ?? 0, input.days ?? 0);
  const paid = existing.filter(({ isPaid }) => isPaid);
  const taken = (zh: string, en: string): DomainError =>
    new DomainError("ALREADY_EXISTS", { field: "level", text: { zh, en } });
  if (paid.length >= PAID_GROUPS_MAX)
    throw taken("付费组，个数已达上限", `There are ${PAID_GROUPS_MAX} paid groups at most.`);
  const levels = new Set(paid.map(({ level }) => level));
  if (input.level === null || input.level === undefined) {
    let free = 1;
    while (levels.has(free)) free++;
    return free;
  }
  if (input.level < 1 || input.level > PAID_GROUPS_MAX)
    throw invalid("level", "付费组，级别错误", `The level is between 1 and ${PAID_GROUPS_MAX}.`);
  if (levels.has(input.level)) throw taken("付费组，级别已存在", "Another group has this level.");
  return input.level;
}

function checkPrice(fee: number, days: number): void {
  if (fee <= 0) throw invalid("fee", "付费组，费用错误", "A paid group costs something.");
  if (days <= 0) throw invalid("days", "付费组，天数错误", "A paid group lasts at least a day.");
}

/**
 * Checks changed groups (legacy-facts 2.6).
 * @returns the levels of paid groups, renumbered; empty if none is given
 * @throws {DomainError} INVALID_PARAMETER, ALREADY_EXISTS.
 */
export function checkChanges(
  existing: ReadonlyMap<number, Group>,
  changes: readonly GroupChangeInput[],
): ReadonlyMap<number, number> {
  const names = new Map([...existing.values()].map(({ id, name }) => [id, nameKey(name)]));
  const ranked: { id: number; level: number }[] = [];
  for (const change of changes) {
    const id = parseId(change.id);
    const group = existing.get(id);
    if (!group) throw invalid("id", "组不存在了", `There is no group ${id}.`);
    if (change.name !== null && change.name !== undefined) names.set(id, nameKey(nameOfGroup(change.name)));
    if (change.isPaid !== null && change.isPaid !== undefined && change.isPaid !== group.isPaid)
      throw invalid("isPaid", "付费组和免费组不可变换", "A group stays free or paid.");
    if (change.isDefault && NEVER_DEFAULT.has(id))
      throw invalid("isDefault", "该用户组不可设置为默认组", "This group cannot be the default.");
    if (!group.isPaid) continue;
    checkPrice(change.fee ?? group.fee, change.days ?? group.days);
    if (change.level === null || change.level === undefined) continue;
    if (change.level <= 0 || ranked.some(({ level }) => level === change.level))
      throw invalid("level", "付费组，级别错误", "Levels of paid groups differ.");
    ranked.push({ id, level: change.level });
  }
  if (new Set(names.values()).size < names.size)
    throw new DomainError("ALREADY_EXISTS", {
      field: "name",
      text: { zh: "用户组名称已存在", en: "There is a group of this name." },
    });
  return renumbered(existing, ranked);
}

function renumbered(
  existing: ReadonlyMap<number, Group>,
  ranked: readonly { id: number; level: number }[],
): ReadonlyMap<number, number> {
  if (ranked.length === 0) return new Map();
  const paid = [...existing.values()].filter(({ isPaid }) => isPaid);
  if (ranked.length !== paid.length)
    throw invalid("level", "付费组数据不一致请刷新", "Name the levels of all paid groups.");
  const inOrder = [...ranked].sort((a, b) => a.level - b.level);
  return new Map(inOrder.map(({ id }, index) => [id, index + 1]));
}
