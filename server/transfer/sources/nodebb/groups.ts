import { CATEGORY_PERMISSIONS, type CategoryPermission } from "../../../core/permissions.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../../features/groups/presets.ts";
import type { RecordOf } from "../../format/records.ts";
import { PLAIN_GROUP } from "../groups.ts";
import { shortText } from "../run.ts";
import { type Right, SystemGroup } from "./access.ts";
import { isSet } from "./fields.ts";
import { type Run, timeOf } from "./run.ts";

/** Groups of a site have ids behind those that every forum here has. */
const FIRST_ID = 100;
/** Permissions for categories of who reads them, and the rights of NodeBB that give them. */
const CATEGORY_KEYS: readonly (readonly [CategoryPermission, Right])[] = [
  ["viewThreads", "topics:read"],
  ["thread.viewPosts", "topics:read"],
  ["createThread", "topics:create"],
  ["thread.reply", "topics:reply"],
  ["thread.editOwnThreadOrPost", "posts:edit"],
  ["thread.hideOwnThreadOrPost", "posts:delete"],
  ["thread.essence", "moderate"],
  ["thread.edit", "moderate"],
  ["thread.hide", "moderate"],
  ["thread.hidePosts", "moderate"],
];
/** Groups here that have the rights of one of NodeBB. */
const PRESETS: Readonly<Record<number, string>> = {
  [PresetGroup.GUEST]: SystemGroup.VISITORS,
  [PresetGroup.TRIAL]: SystemGroup.VISITORS,
  [PresetGroup.MEMBER]: SystemGroup.MEMBERS,
};
const SCOPED: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);

type Group = RecordOf<"groups">;

/** Gives the groups of the community their ids, before members ask for them. */
export function noteGroups(run: Run): void {
  for (const name of [SystemGroup.MODERATORS, ...run.access.groups]) idOf(run, name);
}

/** Writes the groups: those that every forum here has, the one of moderators, and those of the community. */
export async function readGroups(run: Run): Promise<void> {
  for (const { id, name, isDefault = false, grants } of PRESET_GROUPS) {
    const own = PRESETS[id];
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      id,
      name,
      color: "",
      isDisplay: id === PresetGroup.ADMIN,
      isDefault,
      description: "",
      createdAt: run.beginning,
      grants: own === undefined ? [...grants].sort() : grantsOf(run, own, grants),
    });
  }
  for (const name of [SystemGroup.MODERATORS, ...run.access.groups]) putGroup(run, name);
  for (const group of run.scratch.sorted<Group>("groups")) await run.writer.append("groups", group);
  for (const { categoryId, right, members } of run.access.exceptions)
    run.report.remark(
      "rightsOfMembers",
      `cid:${categoryId}`,
      `${right}: ${members} members have it for themselves; here only groups have rights.`,
    );
}

function putGroup(run: Run, name: string): void {
  const id = idOf(run, name);
  const label = `group:${name}`;
  const row = run.objects.hash(label) ?? {};
  const preset = PRESET_GROUPS.find((each) => each.id === PresetGroup.MEMBER)!;
  const isModerating = name === SystemGroup.MODERATORS;
  const color = /^#[\da-f]{6}$/i.exec(String(row["labelColor"]))?.[0] ?? "";
  run.scratch.put("groups", [id, 0], {
    ...PLAIN_GROUP,
    id,
    name: isModerating ? "版主" : shortText(run, { name }, "name", 50, label),
    color,
    isDisplay: isModerating || !isSet(row["hidden"]),
    isDefault: false,
    description: shortText(run, row, "description", 255, label),
    createdAt: timeOf(run, row, "createtime"),
    grants: grantsOf(run, name, preset.grants),
  } satisfies Group);
}

function idOf(run: Run, name: string): number {
  return FIRST_ID + run.ids.of("group", name);
}

/**
 * Gives the grants of a group of NodeBB. Those that hold in every category are granted for all of them; otherwise each
 * category is named, since a grant for all would open those that are closed.
 */
function grantsOf(run: Run, group: string, preset: readonly string[]): string[] {
  const { access } = run;
  const categories = [...access.categories.keys(), ...run.extraCategories];
  const mayIn = (right: Right, id: number): boolean =>
    access.reads(group, id) &&
    (access.may(group, right, id) || (group === SystemGroup.MODERATORS && right === "moderate"));
  const grants = new Set<string>();
  for (const [key, right] of CATEGORY_KEYS) {
    const open = categories.filter((id) => mayIn(right, id));
    if (open.length > 0 && open.length === categories.length) grants.add(key);
    else for (const id of open) grants.add(`category${id}.${key}`);
  }
  if (grants.size > 0) for (const grant of preset) if (!SCOPED.has(grant)) grants.add(grant);
  // Threads are pinned in all categories, or in none.
  if (grants.has("thread.hide")) grants.add("thread.sticky");
  return [...grants].sort();
}

/** Gives the group of a member here: administrators, moderators, then the one with the most rights; the report lists others. */
export function groupOf(run: Run, memberId: number): number {
  const { objects, access } = run;
  const isIn = (name: string): boolean => objects.has(`group:${name}:members`, String(memberId));
  const powers = new Map(access.groups.filter(isIn).map((name) => [name, access.power(name)]));
  const own = [...powers.keys()].sort(
    (one, other) => powers.get(other)! - powers.get(one)! || idOf(run, one) - idOf(run, other),
  );
  const special = [SystemGroup.ADMINISTRATORS, SystemGroup.MODERATORS].filter(isIn);
  const [first, ...others] = [...special, ...own];
  if (others.length > 0)
    run.report.remark(
      "groups",
      `user:${memberId}`,
      `${[first, ...others].join(", ")}: the first one holds, with the most rights.`,
    );
  if (first === undefined) return PresetGroup.MEMBER;
  return first === SystemGroup.ADMINISTRATORS ? PresetGroup.ADMIN : idOf(run, first);
}
