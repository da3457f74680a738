import { PresetGroup, SCALE_UNITS } from "../../../features/groups/group.entity.ts";
import { grantNamed } from "../../../core/permissions.ts";
import { centsOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { shortText } from "../run.ts";
import type { Run } from "./run.ts";
import { problem } from "../../problems.ts";

/** Columns of `groups`. */
const COLUMNS = [
  "id",
  "name",
  "type",
  "color",
  "icon",
  "default",
  "is_display",
  "is_paid",
  "fee",
  "days",
  "scale",
  "is_subordinate",
  "is_commission",
  "level",
  "description",
  "notice",
  "time_range",
  "content_range",
] as const;
/** Marks of check boxes on a page of the old site; they grant nothing. */
const CHECK_BOX = /^switch\./;

/** Writes the groups with their grants. */
export async function readGroups(run: Run): Promise<void> {
  run.defaultGroupId = await defaultGroupOf(run);
  for await (const slice of run.source.slices("groups", { columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const grants = await run.source.rowsOf("group_permission", "group_id", ids, ["permission"]);
    for (const row of slice) await writeGroup(run, row, grants.get(wholeOf(row["id"])) ?? []);
  }
}

async function writeGroup(run: Run, row: Row, permissions: readonly Row[]): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `groups ${id}`;
  run.groupIds.add(id);
  const isPaid = wholeOf(row["is_paid"]) === 1;
  const fee = centsOf(row["fee"]);
  if (fee === null) run.report.remark("prices", label, `fee: ${textOf(row["fee"])}`);
  await run.writer.append("groups", {
    id,
    name: shortText(run, row, "name", 50, label) || `用户组 ${id}`,
    color: shortText(run, row, "color", 20, label),
    icon: shortText(run, row, "icon", 255, label),
    isDisplay: wholeOf(row["is_display"]) === 1,
    isDefault: id === run.defaultGroupId,
    type: shortText(run, row, "type", 50, label),
    isPaid,
    isForSale: isPaid && fee !== null && fee > 0,
    feeCents: Math.max(fee ?? 0, 0),
    days: Math.max(wholeOf(row["days"]), 0),
    level: wholeOf(row["level"]),
    scale: Math.max(Math.round(Number(row["scale"] ?? 0) * SCALE_UNITS), 0),
    isSubordinate: wholeOf(row["is_subordinate"]) === 1,
    isCommission: wholeOf(row["is_commission"]) === 1,
    description: shortText(run, row, "description", 255, label),
    notice: shortText(run, row, "notice", 255, label),
    timeRange: wholeOf(row["time_range"]),
    contentRange: wholeOf(row["content_range"]),
    createdAt: run.beginning,
    grants: grantsOf(run, label, permissions),
  });
}

function grantsOf(run: Run, label: string, permissions: readonly Row[]): string[] {
  const grants = new Set<string>();
  for (const row of permissions) {
    const key = textOf(row["permission"]);
    if (CHECK_BOX.test(key)) continue;
    const grant = grantNamed(key);
    if (grant === null) run.report.remark("grants", label, `There is no permission ${key} here.`);
    else grants.add(grant);
  }
  return [...grants].sort();
}

/** Finds the group of new members: the first one that is marked, or the one of members. */
async function defaultGroupOf(run: Run): Promise<number> {
  const [marked, preset, first] = await Promise.all([
    run.source.row("SELECT MIN(g.id) AS id FROM {`groups`} g WHERE g.`default` = 1"),
    run.source.row("SELECT MIN(g.id) AS id FROM {`groups`} g WHERE g.id = ?", [PresetGroup.MEMBER]),
    run.source.row("SELECT MIN(g.id) AS id FROM {`groups`} g WHERE g.id > ?", [PresetGroup.TRIAL]),
  ]);
  const id = wholeOf(marked["id"]) || wholeOf(preset["id"]) || wholeOf(first["id"]);
  if (id === 0) throw problem("NO_GROUP");
  return id;
}
