import { CATEGORY_PERMISSIONS, type CategoryPermission, type Permission } from "../../../core/permissions.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../../features/groups/presets.ts";
import type { Row } from "../sqlSource.ts";
import { shortText } from "../run.ts";
import { idOf, wholeOf } from "../values.ts";
import { FlarumGroup, type Tag } from "./access.ts";
import { PLAIN_GROUP } from "../groups.ts";
import type { Run } from "./run.ts";

/** Groups of a site keep their id behind those that every forum here has. */
const FIRST_ID = 100;
/** Permissions for categories, and those of Flarum that give them. */
const CATEGORY_KEYS: readonly (readonly [CategoryPermission, string])[] = [
  ["viewThreads", "viewForum"],
  ["thread.viewPosts", "viewForum"],
  ["createThread", "startDiscussion"],
  ["thread.reply", "discussion.reply"],
  ["thread.editOwnThreadOrPost", "discussion.reply"],
  ["thread.hideOwnThreadOrPost", "discussion.reply"],
  ["thread.edit", "discussion.editPosts"],
  ["thread.hide", "discussion.hide"],
  ["thread.hidePosts", "discussion.hidePosts"],
];
/** Permissions for the whole forum of who moderates, and those of Flarum that give them. */
const MODERATING: readonly (readonly [Permission, string])[] = [
  ["thread.essence", "discussion.sticky"],
  ["thread.sticky", "discussion.sticky"],
];
/** Groups here that have the grants of one of Flarum. */
const PRESETS: Readonly<Record<number, number>> = {
  [PresetGroup.GUEST]: FlarumGroup.GUEST,
  [PresetGroup.TRIAL]: FlarumGroup.GUEST,
  [PresetGroup.MEMBER]: FlarumGroup.MEMBER,
};
const SCOPED: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);

/** Writes the groups: those that every forum here has, and those of the site. */
export async function readGroups(run: Run): Promise<void> {
  for (const { id, name, isDefault = false, grants } of PRESET_GROUPS) {
    const own = PRESETS[id];
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      createdAt: run.beginning,
      id,
      name,
      isDisplay: id === PresetGroup.ADMIN,
      isDefault,
      grants: own === undefined ? [...grants].sort() : grantsOf(run, own, grants),
    });
  }
  const columns = ["id", "name_singular", "name_plural", "color", "icon", "is_hidden"];
  for await (const slice of run.source.slices("groups", { columns }))
    for (const row of slice) if (wholeOf(row["id"]) > FlarumGroup.MEMBER) await writeGroup(run, row);
}

async function writeGroup(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `groups ${id}`;
  const preset = PRESET_GROUPS.find((each) => each.id === PresetGroup.MEMBER)!;
  await run.writer.append("groups", {
    ...PLAIN_GROUP,
    createdAt: run.beginning,
    id: FIRST_ID + id,
    name: shortText(run, row, "name_singular", 50, label) || `用户组 ${id}`,
    color: shortText(run, row, "color", 20, label),
    icon: shortText(run, row, "icon", 255, label),
    isDisplay: wholeOf(row["is_hidden"]) !== 1,
    grants: grantsOf(run, id, preset.grants),
  });
}

/**
 * Gives the grants of a group of Flarum. What holds in every category is granted for all of them; otherwise each category
 * is named, since a grant for all would open those that are closed.
 */
function grantsOf(run: Run, groupId: number, preset: readonly string[]): string[] {
  const { access } = run;
  const categories: [number, Tag | null | undefined][] = [
    ...[...access.tags.values()]
      .filter(({ isPrimary }) => isPrimary)
      .map((tag) => [tag.id, tag] as [number, Tag]),
    ...[...run.extraCategories].map((id): [number, null | undefined] => [
      id,
      id === run.closedCategoryId ? undefined : null,
    ]),
  ];
  const may = (permission: string, tag: Tag | null | undefined): boolean =>
    tag !== undefined && access.may(groupId, "viewForum", tag) && access.may(groupId, permission, tag);
  const grants = new Set<string>();
  for (const [key, permission] of CATEGORY_KEYS) {
    const open = categories.filter(([, tag]) => may(permission, tag));
    if (open.length === categories.length && may(permission, null)) grants.add(key);
    else for (const [id] of open) grants.add(`category${id}.${key}`);
  }
  const isReader = grants.size > 0;
  if (isReader) for (const grant of preset) if (!SCOPED.has(grant)) grants.add(grant);
  for (const [key, permission] of MODERATING) {
    if (!access.may(groupId, permission, null)) continue;
    // These hold in all categories here.
    if (grants.has("thread.hide")) grants.add(key);
    else
      run.report.remark("grants", `groups ${groupId}`, `${permission}: it does not moderate every category.`);
  }
  return [...grants].sort();
}

/** Gives the group of a member here: the one with the most permissions; the report names the others. */
export function groupOf(run: Run, memberId: number, rows: readonly Row[]): number {
  const { access } = run;
  const ids = rows
    .flatMap((row) => idOf(row["group_id"]) ?? [])
    .filter((id) => access.groupIds.has(id) && id !== FlarumGroup.GUEST && id !== FlarumGroup.MEMBER)
    .sort((one, other) => compare(access.power(other), access.power(one)) || one - other);
  const [id] = ids;
  if (ids.length > 1)
    run.report.remark(
      "groups",
      `users ${memberId}`,
      `${ids.join(", ")}: the first one holds, with the most permissions.`,
    );
  if (id === undefined) return PresetGroup.MEMBER;
  return id === FlarumGroup.ADMIN ? PresetGroup.ADMIN : FIRST_ID + id;
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
