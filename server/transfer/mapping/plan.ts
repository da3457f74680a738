import { CATEGORY_PERMISSIONS, grantNamed, permissionOf } from "../../core/permissions.ts";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import type { Kind, RecordOf } from "../format/records.ts";
import { ADMINS_ONLY, AS_NEW, isPreset, KEPT, TARGET_GROUPS, type Mapping } from "./mappingFile.ts";
import { MappingMistake } from "./mistake.ts";
import type { Outline } from "./outline.ts";

type Group = RecordOf<"groups">;
type Category = RecordOf<"categories">;

/** Groups that new members cannot join. */
const NEVER_DEFAULT: ReadonlySet<number> = new Set([
  PresetGroup.ADMIN,
  PresetGroup.BANNED,
  PresetGroup.UNPAID,
  PresetGroup.GUEST,
]);
const SCOPED: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);
/** Kinds that name groups, and categories. */
const KINDS_WITH_GROUPS: readonly Kind[] = ["groups", "members", "invitations", "orders", "entitlements"];
const KINDS_WITH_CATEGORIES: readonly Kind[] = [
  "groups",
  "categories",
  "threads",
  "watches",
  "drafts",
  "oldAddresses",
];

/** Changes that a mapping makes in a folder. */
export interface Plan {
  /** Groups whose members go to another one, with that one. */
  readonly movedGroups: ReadonlyMap<number, number>;
  /** Categories whose threads go to another one, with that one. */
  readonly mergedCategories: ReadonlyMap<number, number>;
  /** Categories that only administrators read. */
  readonly closedCategories: ReadonlySet<number>;
  /** Groups as they come, by id. */
  readonly groups: ReadonlyMap<number, Group>;
  /** Group of new members; null if there is none. */
  readonly defaultGroupId: number | null;
  /** Kinds whose records change. */
  readonly kinds: ReadonlySet<Kind>;
}

/** Makes an error that names a place in a mapping. */
type Refusal = (place: string, zh: string, en: string) => MappingMistake;

/**
 * Checks a mapping against the community that it is for.
 * @param name of the file, for errors
 * @throws {MappingMistake} for the first place that cannot be so
 */
export function planOf(mapping: Mapping, outline: Outline, name: string): Plan {
  const refusal: Refusal = (place, zh, en) => new MappingMistake(name, place, { zh, en });
  checkSource(mapping, outline, refusal);
  const movedGroups = moveGroups(mapping, outline, refusal);
  const mergedCategories = mergeCategories(mapping, outline, refusal);
  const closed = new Set(mapping.categories.flatMap(({ id, to }) => (to === ADMINS_ONLY ? [id] : [])));
  const gone = goneGroups(movedGroups);
  const defaultGroupId = defaultGroupOf(mapping, outline, gone, refusal);
  const lostLevels = outline.groups.filter(({ id, isPaid }) => isPaid && gone.has(id));
  const groups = new Map<number, Group>();
  for (const group of outline.groups) {
    if (gone.has(group.id)) continue;
    const { grants, isPaid, level } = group;
    groups.set(group.id, {
      ...group,
      grants: grantsOf(mapping, group, { outline, closed, mergedCategories, refusal }) ?? grants,
      isDefault: group.id === defaultGroupId,
      // Ranks of paid groups have no gaps.
      level: isPaid ? level - lostLevels.filter((lost) => lost.level < level).length : level,
    });
  }
  const kinds = new Set<Kind>();
  const isSame = outline.groups.every(
    (group) => JSON.stringify(groups.get(group.id)) === JSON.stringify(group),
  );
  if (!isSame) kinds.add("groups");
  if (movedGroups.size > 0) for (const kind of KINDS_WITH_GROUPS) kinds.add(kind);
  if (mergedCategories.size > 0) for (const kind of KINDS_WITH_CATEGORIES) kinds.add(kind);
  return { movedGroups, mergedCategories, closedCategories: closed, groups, defaultGroupId, kinds };
}

/** Groups that are no more: presets stay, also without members. */
function goneGroups(moved: ReadonlyMap<number, number>): ReadonlySet<number> {
  return new Set([...moved.keys()].filter((id) => !isPreset(id)));
}

/** Refuses the file of another community: another program, another first member, or other names. */
function checkSource({ source, groups, categories }: Mapping, outline: Outline, refusal: Refusal): void {
  const { software } = outline;
  if (source.software !== software)
    throw refusal(
      "source.software",
      `该文件属于 ${source.software} 的社区，而不是 ${software} 的。`,
      `the file is for a community of ${source.software}, not ${software}.`,
    );
  if (JSON.stringify(source.firstMember) !== JSON.stringify(outline.firstMember))
    throw refusal(
      "source.firstMember",
      "该文件属于另一个社区：第一位成员不同。",
      "the file is for another community: its first member is another.",
    );
  checkNames("groups", groups, outline.groups, refusal);
  checkNames("categories", categories, outline.categories, refusal);
}

function checkNames(
  kind: "groups" | "categories",
  entries: readonly { readonly id: number; readonly name: string }[],
  records: readonly { readonly id: number; readonly name: string }[],
  refusal: Refusal,
): void {
  const names = new Map(records.map(({ id, name }) => [id, name]));
  const ids = new Set<number>();
  for (const [index, { id, name }] of entries.entries()) {
    const own = names.get(id);
    if (own === undefined)
      throw refusal(
        `${kind}.${index}.id`,
        `这个社区的 ${kind} 里没有 ${id}。`,
        `the community has no ${id} in ${kind}.`,
      );
    if (own !== name)
      throw refusal(
        `${kind}.${index}.name`,
        `${id} 在这个社区里叫“${own}”。如果它改了名，请写这个名称。`,
        `${id} is called "${own}" in the community. If it was renamed there, write that name.`,
      );
    if (ids.has(id)) throw refusal(`${kind}.${index}.id`, `${id} 出现了两次。`, `${id} comes twice.`);
    ids.add(id);
  }
}

function moveGroups({ groups }: Mapping, outline: Outline, refusal: Refusal): Map<number, number> {
  const ids = new Set(outline.groups.map(({ id }) => id));
  const moved = new Map<number, number>();
  for (const [index, { id, to }] of groups.entries()) {
    if (to === id || (to === AS_NEW && !isPreset(id))) continue;
    const place = `groups.${index}.to`;
    const choices = TARGET_GROUPS.filter((target) => ids.has(target)).join(", ");
    if (to === AS_NEW)
      throw refusal(
        place,
        `用户组 ${id} 是预设的：${id} 让成员留下，或从 ${choices} 中选一个。`,
        `group ${id} is a preset: ${id} leaves its members there, or one of ${choices}.`,
      );
    if (to === PresetGroup.GUEST || to === PresetGroup.UNPAID)
      throw refusal(
        place,
        `不能把成员移到游客或待付费用户组：请从 ${choices} 中选一个。`,
        `nobody is moved to visitors or who has not paid: choose one of ${choices}.`,
      );
    if (!(TARGET_GROUPS as readonly number[]).includes(to) || !ids.has(to))
      throw refusal(
        place,
        `没有预设用户组 ${to}：请从 ${choices} 中选一个。`,
        `there is no preset group ${to}: choose one of ${choices}.`,
      );
    moved.set(id, to);
  }
  const count = (groupIds: readonly number[]): number =>
    groupIds.reduce((sum, id) => sum + (outline.members.get(id) ?? 0), 0);
  const [before, after] = [
    [PresetGroup.ADMIN as number],
    outline.groups.map(({ id }) => id).filter((id) => (moved.get(id) ?? id) === PresetGroup.ADMIN),
  ];
  if (count(before) > 0 && count(after) === 0)
    throw refusal(
      "groups",
      `用户组 ${PresetGroup.ADMIN} 里没有人了，无人能管理论坛。`,
      `nobody is left in group ${PresetGroup.ADMIN}, to administer the forum.`,
    );
  return moved;
}

function mergeCategories({ categories }: Mapping, outline: Outline, refusal: Refusal): Map<number, number> {
  const all = new Map(outline.categories.map((category) => [category.id, category]));
  const merged = new Map<number, number>();
  for (const { id, to } of categories) if (typeof to === "number") merged.set(id, to);
  for (const [index, { id, to }] of categories.entries()) {
    if (typeof to !== "number") continue;
    const place = `categories.${index}.to`;
    const target = all.get(to);
    if (!target) throw refusal(place, `没有板块 ${to}。`, `there is no category ${to}.`);
    if (to === id)
      throw refusal(
        place,
        `板块不能并入自己：请写 "${KEPT}"。`,
        `a category is not merged into itself: write "${KEPT}".`,
      );
    if (merged.has(to))
      throw refusal(
        place,
        `板块 ${to}（${target.name}）自己也要并入另一个板块。`,
        `category ${to} (${target.name}) is merged into another one itself.`,
      );
    const below = outline.categories.filter((each) => each.parentId === id && !merged.has(each.id));
    if (below.length > 0 && target.parentId !== null)
      throw refusal(
        place,
        `板块 ${id} 有下级板块，只能并入一级板块。`,
        `category ${id} has others below it, so it is merged only into one of the first level.`,
      );
  }
  return merged;
}

function defaultGroupOf(
  { groups }: Mapping,
  outline: Outline,
  gone: ReadonlySet<number>,
  refusal: Refusal,
): number | null {
  const own = outline.groups.find(({ isDefault }) => isDefault);
  if (!own || !gone.has(own.id)) return own?.id ?? null;
  const index = groups.findIndex(({ id }) => id === own.id);
  const target = groups[index]!.to as number;
  if (!NEVER_DEFAULT.has(target)) return target;
  if (outline.groups.some(({ id }) => id === PresetGroup.MEMBER)) return PresetGroup.MEMBER;
  throw refusal(
    `groups.${index}.to`,
    `新成员加入用户组 ${own.id}，而 ${target} 不能加入。`,
    `new members join group ${own.id}, and cannot join ${target}.`,
  );
}

/** Gives the grants of a group that comes; null if the file does not name the group and nothing else changes. */
function grantsOf(
  { groups }: Mapping,
  group: Group,
  {
    outline,
    closed,
    mergedCategories,
    refusal,
  }: {
    readonly outline: Outline;
    readonly closed: ReadonlySet<number>;
    readonly mergedCategories: ReadonlyMap<number, number>;
    readonly refusal: Refusal;
  },
): string[] | null {
  const index = groups.findIndex(({ id }) => id === group.id);
  const before = new Set(group.grants);
  const ids = new Set(outline.categories.map(({ id }) => id));
  const isOpen = (id: number): boolean => !closed.has(id) && !mergedCategories.has(id);
  const named = (grants: readonly string[]): string[] =>
    grants.map((text, place) => {
      if (before.has(text)) return text;
      const grant = grantNamed(text);
      const categoryId = grant === null ? null : categoryOf(grant);
      if (grant === null || (categoryId !== null && !ids.has(categoryId)))
        throw refusal(
          `groups.${index}.grants.${place}`,
          `没有权限 "${text}"。`,
          `there is no permission "${text}".`,
        );
      return grant;
    });
  const grants = index < 0 ? group.grants : named(groups[index]!.grants);
  const isAdmin = group.id === PresetGroup.ADMIN;
  const after = new Set(
    grants.flatMap((grant) => {
      const categoryId = categoryOf(grant);
      // Rights in a category that is merged do not open the one that takes it in.
      if (categoryId !== null) return isOpen(categoryId) || !ids.has(categoryId) ? [grant] : [];
      if (isAdmin || closed.size === 0 || !SCOPED.has(grant)) return [grant];
      return outline.categories.filter(({ id }) => isOpen(id)).map(({ id }) => `category${id}.${grant}`);
    }),
  );
  const isSame = after.size === before.size && [...after].every((grant) => before.has(grant));
  return isSame ? null : [...after].sort();
}

function categoryOf(grant: string): number | null {
  const permission = permissionOf(grant);
  return permission === grant ? null : Number(/^category(\d+)/.exec(grant)![1]);
}

/** Names the groups that read the threads of a category only because it is merged. */
export function newReadersOf(category: Category, outline: Outline, plan: Plan): string[] {
  const target = plan.mergedCategories.get(category.id);
  if (target === undefined) return [];
  return outline.groups
    .filter((group) => {
      const after = plan.groups.get(group.id);
      return after && !isReader(group, category) && isReader(after, { id: target });
    })
    .map(({ name }) => name);
}

/** True if the members of a group see the threads of a category. */
function isReader({ id, grants }: Group, category: Pick<Category, "id">): boolean {
  return (
    id === PresetGroup.ADMIN ||
    grants.includes("viewThreads") ||
    grants.includes(`category${category.id}.viewThreads`)
  );
}
