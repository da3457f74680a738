import { CATEGORY_PERMISSIONS } from "../../../core/permissions.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../../features/groups/presets.ts";
import { PLAIN_GROUP } from "../groups.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { type Run, shortLine } from "./run.ts";

/** Distance between ids of groups of the source and those here: below are the presets. */
const ID_DISTANCE = 100;
const MODERATORS = "GLOBAL_MODERATORS";
/** Groups that every installation has; all others are the community's own. */
const PRESETS: ReadonlySet<string> = new Set([
  "GUESTS",
  "REGISTERED",
  "REGISTERED_COPPA",
  "ADMINISTRATORS",
  "BOTS",
  "NEWLY_REGISTERED",
]);
const MODERATING = ["thread.essence", "thread.sticky", "thread.edit", "thread.hide", "thread.hidePosts"];
/** Founders may do everything, whatever their groups. */
const FOUNDER = 3;

/** Groups of the source that members may be in here. */
export interface GroupMap {
  readonly administrators: number;
  readonly registered: number;
  readonly moderators: number;
  /** Groups of the community, by their ids there. */
  readonly own: ReadonlySet<number>;
}

/** Writes the preset groups, one of moderators, and those of the community. */
export async function readGroups(run: Run): Promise<void> {
  const { registered, guests } = run.access.groups;
  for (const { id, name, isDefault = false, grants } of PRESET_GROUPS) {
    const readers = { [PresetGroup.GUEST]: [guests], [PresetGroup.TRIAL]: [guests] } as Record<
      number,
      number[]
    >;
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      id,
      name,
      color: "",
      isDisplay: id === PresetGroup.ADMIN,
      isDefault,
      description: "",
      createdAt: run.beginning,
      grants: grantsOf(run, grants, readers[id] ?? [registered]),
    });
  }
  const member = PRESET_GROUPS.find(({ id }) => id === PresetGroup.MEMBER)!.grants;
  for (const row of await rowsOf(run)) {
    const id = wholeOf(row["group_id"]);
    const name = textOf(row["group_name"]);
    if (PRESETS.has(name)) continue;
    const isModerating = name === MODERATORS;
    const colour = textOf(row["group_colour"]);
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      id: id + ID_DISTANCE,
      name: isModerating ? "版主" : shortLine(run, name, 50, `groups ${id}`) || `用户组 ${id}`,
      color: /^[\da-f]{6}$/i.test(colour) ? `#${colour}` : "",
      isDisplay: isModerating,
      isDefault: false,
      description: "",
      createdAt: run.beginning,
      grants: grantsOf(run, isModerating ? [...member, ...MODERATING] : member, [registered, id]),
    });
  }
  await listModerators(run);
}

/** Grants for categories are those of the ones that a group reads, where not everybody reads everything. */
function grantsOf({ access }: Run, grants: readonly string[], readers: readonly number[]): string[] {
  if (access.isOpen) return [...grants].sort();
  const categories = access.readableBy(readers);
  return grants
    .flatMap((grant) =>
      (CATEGORY_PERMISSIONS as readonly string[]).includes(grant)
        ? categories.map((id) => `category${id}.${grant}`)
        : grant,
    )
    .sort();
}

function rowsOf({ source }: Run): Promise<Row[]> {
  return source.all("groups", { key: ["group_id"], columns: ["group_name", "group_colour"] });
}

/** Reads which groups there are. */
export async function readGroupMap(run: Run): Promise<GroupMap> {
  const rows = await rowsOf(run);
  const named = (name: string): number =>
    wholeOf(rows.find((row) => textOf(row["group_name"]) === name)?.["group_id"]);
  const own = rows.filter((row) => ![...PRESETS, MODERATORS].includes(textOf(row["group_name"])));
  return {
    administrators: named("ADMINISTRATORS"),
    registered: named("REGISTERED"),
    moderators: named(MODERATORS),
    own: new Set(own.map((row) => wholeOf(row["group_id"]))),
  };
}

/** Gives the most powerful group of a member; the report lists the others. */
export function groupOf(run: Run, map: GroupMap, row: Row, memberships: readonly Row[]): number {
  const ids = memberships.map((each) => wholeOf(each["group_id"]));
  const main = wholeOf(row["group_id"]);
  const own = ids.filter((id) => map.own.has(id)).sort((one, other) => one - other);
  const first = own.includes(main) ? main : own[0];
  const label = `users ${wholeOf(row["user_id"])}`;
  const isAdmin = wholeOf(row["user_type"]) === FOUNDER || ids.includes(map.administrators);
  const isModerator = ids.includes(map.moderators);
  for (const id of own)
    if (isAdmin || isModerator || id !== first)
      run.report.remark("memberships", label, `It was in group ${id} as well.`);
  if (isAdmin) return PresetGroup.ADMIN;
  if (!ids.includes(map.registered)) {
    run.report.remark("memberships", label, "It is no registered member there; it reads what visitors read.");
    return PresetGroup.TRIAL;
  }
  if (isModerator) return map.moderators + ID_DISTANCE;
  return first === undefined ? PresetGroup.MEMBER : first + ID_DISTANCE;
}

/** Moderators of single forums do not exist here: the report names them. */
async function listModerators(run: Run): Promise<void> {
  const sql = "SELECT * FROM {moderator_cache} ORDER BY forum_id, user_id, group_id";
  if (!run.source.has("moderator_cache")) return;
  for (const row of await run.source.rows(sql)) {
    const who = idOf(row["user_id"]) === null ? row["group_name"] : row["username"];
    run.report.remark("moderators", `forums ${wholeOf(row["forum_id"])}`, textOf(who));
  }
}
