import { CATEGORY_PERMISSIONS, inCategory, type CategoryPermission } from "../../../core/permissions.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../../features/groups/presets.ts";
import { PLAIN_GROUP } from "../groups.ts";
import type { Row } from "../sqlSource.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { lineOf, type Run } from "./run.ts";

/** Distance between the ids of groups there and here. */
const DISTANCE = 100;
/** Groups of Discuz! X with fixed ids. */
export const [ADMINISTRATORS, NO_POSTS, NO_VISITS, NO_ADDRESS, GUESTS, WAITING] = [1, 4, 5, 6, 7, 8] as const;
/** Ranks of groups that look after forums: all of them, or those that they are named for. */
const [OF_ALL, OF_SOME] = [2, 3] as const;
const MODERATING = ["thread.essence", "thread.edit", "thread.hide", "thread.hidePosts"] as const;
const READING = new Set(["viewThreads", "thread.viewPosts"]);
const FILES = new Set(["thread.viewAttachment", "thread.downloadAttachment"]);
const SCOPED: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);

/** A group of the source. */
interface SourceGroup {
  readonly id: number;
  /** The group here. */
  readonly target: number;
  readonly name: string;
  readonly color: string;
  readonly rank: number;
  readonly mayVisit: boolean;
  readonly mayGetFiles: boolean;
  readonly isRestricted: boolean;
}

/** Groups of the source in the order of their ids. */
export type SourceGroups = readonly SourceGroup[];

/** Reads the groups, and which group here takes their members. Groups by credits are one; one of debtors only reads. */
export async function noteGroups(run: Run): Promise<SourceGroups> {
  const columns = ["groupid", "radminid", "type", "grouptitle", "creditslower", "color", "allowvisit"];
  const groups: SourceGroup[] = [];
  for await (const slice of run.source.slices("common_usergroup", { columns, by: ["groupid"] })) {
    const ids = slice.map((row) => wholeOf(row["groupid"]));
    const rights = await run.source.rowsOf("common_usergroup_field", "groupid", ids, ["allowgetattach"]);
    for (const row of slice) groups.push(groupOf(row, rights.get(wholeOf(row["groupid"]))?.[0] ?? {}));
  }
  for (const { id, target } of groups) run.groups.set(id, target);
  return groups;
}

function groupOf(row: Row, rights: Row): SourceGroup {
  const id = wholeOf(row["groupid"]);
  const rank = wholeOf(row["radminid"]);
  const isByCredits = row["type"] === "member";
  const isRestricted = isByCredits && wholeOf(row["creditslower"]) <= 0;
  return {
    id,
    target: targetOf(id, rank, isByCredits && !isRestricted),
    name: cut(lineOf(row["grouptitle"]), 50) || `用户组 ${id}`,
    color: /^#[\da-f]{3,8}$/i.exec(textOf(row["color"]))?.[0] ?? "",
    rank,
    mayVisit: wholeOf(row["allowvisit"] ?? 1) > 0,
    mayGetFiles: wholeOf(rights["allowgetattach"] ?? 1) > 0,
    isRestricted,
  };
}

function targetOf(id: number, rank: number, isByCredits: boolean): number {
  if (id === ADMINISTRATORS || rank === ADMINISTRATORS) return PresetGroup.ADMIN;
  if (id === GUESTS) return PresetGroup.GUEST;
  if (isByCredits || (id >= NO_POSTS && id <= WAITING)) return PresetGroup.MEMBER;
  return id + DISTANCE;
}

/** Gives the groups here that may do what those groups there may of which the members consist. */
export function targetsOf(groups: SourceGroups, may: (group: SourceGroup) => boolean): Set<number> {
  const judged = groups.filter(
    ({ id, target }) => target !== PresetGroup.ADMIN && (id === GUESTS || id < NO_POSTS || id > WAITING),
  );
  const refused = new Set(judged.filter((group) => !may(group)).map(({ target }) => target));
  const targets = new Set(judged.map(({ target }) => target).filter((target) => !refused.has(target)));
  if (targets.has(PresetGroup.GUEST)) targets.add(PresetGroup.TRIAL);
  return targets;
}

/** Writes the groups. Where not everybody reads everything, they get what they may in each category. */
export async function writeGroups(run: Run, groups: SourceGroups): Promise<void> {
  const isDivided = [...run.readers.values()].some(
    (readers) => ![...targetsOf(groups, ({ mayVisit }) => mayVisit)].every((target) => readers.has(target)),
  );
  const fileGroups = targetsOf(groups, ({ mayGetFiles }) => mayGetFiles);
  const moderated = await moderatedForums(run);
  const preset = new Map<number, readonly string[]>(PRESET_GROUPS.map(({ id, grants }) => [id, grants]));
  const member = preset.get(PresetGroup.MEMBER)!;
  const visitors = targetsOf(groups, ({ mayVisit }) => mayVisit);
  const write = async (id: number, name: string, color: string, plain: readonly string[]): Promise<void> => {
    const isReader = visitors.has(id);
    const allowed = plain.filter(
      (grant) => (isReader || !READING.has(grant)) && (fileGroups.has(id) || !FILES.has(grant)),
    );
    await run.writer.append("groups", {
      ...PLAIN_GROUP,
      id,
      name,
      color,
      isDisplay: id === PresetGroup.ADMIN || id > DISTANCE,
      isDefault: id === PresetGroup.MEMBER,
      createdAt: run.beginning,
      grants: grantsOf(run, id, allowed, isDivided, moderated),
    });
  };
  for (const { id, name, grants } of PRESET_GROUPS) await write(id, name, "", grants);
  for (const { id, target, name, color, rank, isRestricted } of groups) {
    if (target !== id + DISTANCE) continue;
    const own = isRestricted ? preset.get(PresetGroup.GUEST)! : member;
    const more = rank === OF_ALL ? ["thread.sticky", ...MODERATING] : rank === OF_SOME ? OF_FORUMS : [];
    await write(target, name, color, [...own, ...more]);
  }
  if (isDivided)
    run.report.remark(
      "grants",
      "common_usergroup",
      "Groups have their grants for each category; new categories need them.",
    );
}

/** Marks grants that hold in forums with moderators only. */
const OF_FORUMS = MODERATING.map((permission) => `forums:${permission}`);

function grantsOf(
  run: Run,
  groupId: number,
  plain: readonly string[],
  isDivided: boolean,
  moderated: ReadonlySet<number>,
): string[] {
  const grants = new Set<string>();
  const categories = [...run.readers].filter(([, readers]) => readers.has(groupId)).map(([id]) => id);
  for (const grant of plain) {
    const permission = grant.replace(/^forums:/, "");
    const isLocal = permission !== grant;
    if (!isLocal && (!isDivided || !SCOPED.has(permission))) grants.add(permission);
    else
      for (const id of categories)
        if (!isLocal || moderated.has(id)) grants.add(inCategory(id, permission as CategoryPermission));
  }
  return [...grants].sort();
}

/** Forums that have moderators of their own. Their group looks after all of them: the report names who had which. */
async function moderatedForums({ source, report }: Run): Promise<Set<number>> {
  const forums = new Set<number>();
  const columns = ["uid", "fid"];
  for await (const slice of source.slices("forum_moderator", { columns, by: ["uid", "fid"] }))
    for (const row of slice) {
      forums.add(wholeOf(row["fid"]));
      report.remark("moderators", `common_member ${textOf(row["uid"])}`, `forum ${textOf(row["fid"])}`);
    }
  return forums;
}
