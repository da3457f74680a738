import { CATEGORY_PERMISSIONS, type CategoryPermission } from "../../../core/permissions.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../../features/groups/presets.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { shortText } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { AutoGroup, Level } from "./access.ts";
import { PLAIN_GROUP } from "../groups.ts";
import type { Run } from "./run.ts";

type Group = RecordOf<"groups">;

/** Groups of a site keep their id behind those that every forum here has. */
const FIRST_ID = 100;
const MODERATORS_ID = FIRST_ID + AutoGroup.MODERATORS;
/** Permissions in a category by the least right that gives them. */
const CATEGORY_KEYS: readonly (readonly [CategoryPermission, number])[] = [
  ["viewThreads", Level.READ],
  ["thread.viewPosts", Level.READ],
  ["createThread", Level.FULL],
  ["thread.reply", Level.REPLY],
  ["thread.editOwnThreadOrPost", Level.REPLY],
  ["thread.hideOwnThreadOrPost", Level.REPLY],
];
/** Permissions of moderators in the categories that they read. */
const MODERATING: readonly CategoryPermission[] = [
  "thread.essence",
  "thread.edit",
  "thread.hide",
  "thread.hidePosts",
];
const SCOPED: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);
const MEMBER = PRESET_GROUPS.find(({ id }) => id === PresetGroup.MEMBER)!.grants;

/** Writes the groups: those that every forum here has, moderators, trust levels with rights of their own, and the site's. */
export async function readGroups(run: Run): Promise<void> {
  const { access, beginning: createdAt } = run;
  for (const { id, name, isDefault = false, grants } of PRESET_GROUPS) {
    const isAdmin = id === PresetGroup.ADMIN;
    const readers = id === PresetGroup.GUEST ? access.visitors : access.ofTrust(0);
    const hasRights = [PresetGroup.GUEST, PresetGroup.TRIAL, PresetGroup.MEMBER].includes(id);
    const own = hasRights ? grantsOf(run, readers, grants) : [...grants].sort();
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      createdAt,
      id,
      name,
      isDisplay: isAdmin,
      isDefault,
      grants: own,
    });
  }
  for (const group of [...ownGroups(run)].sort((one, other) => one.id - other.id))
    await run.writer.append("groups", group);
  await listCategoryModerators(run);
}

function* ownGroups(run: Run): Generator<Group> {
  const { access, beginning: createdAt } = run;
  yield {
    ...PLAIN_GROUP,
    createdAt,
    id: MODERATORS_ID,
    name: "版主",
    isDisplay: true,
    grants: grantsOf(run, access.ofGroup(AutoGroup.MODERATORS), [...MEMBER, ...MODERATING, "thread.sticky"]),
  };
  for (const level of access.trustSteps())
    yield {
      ...PLAIN_GROUP,
      createdAt,
      id: FIRST_ID + AutoGroup.TRUST_LEVEL_0 + level,
      name: `信任等级 ${level}`,
      grants: grantsOf(run, access.ofTrust(level), MEMBER),
    };
  for (const [id, row] of access.ownGroups) {
    const label = `groups ${id}`;
    const column = textOf(row["full_name"]) === "" ? "name" : "full_name";
    const color = textOf(row["flair_color"]);
    yield {
      ...PLAIN_GROUP,
      createdAt,
      id: FIRST_ID + id,
      name: shortText(run, row, column, 50, label) || `用户组 ${id}`,
      color: /^[\da-f]{6}$/i.test(color) ? `#${color}` : "",
      isDisplay: wholeOf(row["visibility_level"]) === 0,
      grants: grantsOf(run, access.ofGroup(id), MEMBER),
    };
  }
}

/**
 * Gives the grants of who is in some groups of the source. What holds in every category is granted for all of them;
 * otherwise each category is named, since a grant for all would open those that are closed.
 */
function grantsOf(run: Run, groups: ReadonlySet<number> | null, preset: readonly string[]): string[] {
  const { access } = run;
  const keys = new Map(CATEGORY_KEYS);
  for (const key of MODERATING) if (preset.includes(key)) keys.set(key, Level.READ);
  const categories = [...access.categories.values()];
  const grants = new Set<string>();
  for (const [key, least] of keys) {
    if (!preset.includes(key)) continue;
    const open = categories.filter((category) => access.level(groups, category) <= least);
    if (open.length === categories.length && groups !== null && !run.hasClosedCategory) grants.add(key);
    else for (const { id } of open) grants.add(`category${id}.${key}`);
  }
  if (groups !== null) for (const grant of preset) if (!SCOPED.has(grant)) grants.add(grant);
  return [...grants].sort();
}

/** Gives the group of a member here: the one with the most rights; the report names the others. */
export function groupOf(run: Run, row: Row, rows: readonly Row[]): number {
  const { access } = run;
  if (wholeOf(row["admin"]) === 1) return PresetGroup.ADMIN;
  const isModerator = wholeOf(row["moderator"]) === 1;
  const primary = idOf(row["primary_group_id"]);
  const trust = access.trustSteps().findLast((level) => level <= wholeOf(row["trust_level"]));
  const own = rows.flatMap((each) => idOf(each["group_id"]) ?? []).filter((id) => access.ownGroups.has(id));
  const candidates = [...new Set(own), ...(trust === undefined ? [] : [AutoGroup.TRUST_LEVEL_0 + trust])].map(
    (id) => {
      return { id, power: access.power(id), isTrust: !access.ownGroups.has(id), isPrimary: id === primary };
    },
  );
  candidates.sort(
    (one, other) =>
      other.power - one.power ||
      Number(other.isPrimary) - Number(one.isPrimary) ||
      Number(one.isTrust) - Number(other.isTrust) ||
      one.id - other.id,
  );
  const ids = candidates.map(({ id }) => id);
  if (ids.length > 1 || (isModerator && ids.length > 0))
    run.report.remark(
      "groups",
      `users ${wholeOf(row["id"])}`,
      `${[...(isModerator ? ["moderators"] : []), ...ids].join(", ")}: the first one holds, with the most rights.`,
    );
  if (isModerator) return MODERATORS_ID;
  return ids[0] === undefined ? PresetGroup.MEMBER : FIRST_ID + ids[0];
}

/** Moderators of single categories do not exist here: the report names their groups. */
async function listCategoryModerators(run: Run): Promise<void> {
  const columns = ["category_id", "group_id"];
  for await (const slice of run.source.slices("category_moderation_groups", { columns }))
    for (const row of slice)
      run.report.remark(
        "moderators",
        `categories ${wholeOf(row["category_id"])}`,
        `Group ${cut(textOf(row["group_id"]), 20)} moderates it there.`,
      );
}
