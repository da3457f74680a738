import type { RecordOf } from "../../format/records.ts";
import { textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import type { Run } from "./run.ts";

/** Kinds of orders by which one joins a paid site. */
const JOINING = "1, 8";
const PAID = 1;
const DAY_MS = 86_400_000;

/** Group of a member, as the format has it. */
export type MemberGroup = Pick<
  RecordOf<"members">,
  "groupId" | "groupExpiresAt" | "returnGroupId" | "returnGroupExpiresAt"
>;

/** Reads the groups of a slice of members, newest last, and puts aside what they are entitled to. */
export async function readMemberships(run: Run, members: readonly Row[]): Promise<Map<number, Row[]>> {
  const ids = members.map((row) => wholeOf(row["id"]));
  const groups = await run.source.rowsOf("group_user", "user_id", ids, ["id", "group_id", "expiration_time"]);
  const where = `type IN (${JOINING}) AND status = ${PAID}`;
  const orders = await run.source.rowsOf("orders", "user_id", ids, ["id", "expired_at"], where);
  for (const row of members) {
    const id = wholeOf(row["id"]);
    putSite(run, row, orders.get(id) ?? []);
  }
  for (const [table, columns] of [
    ["group_paid_users", ["id", "group_id", "expiration_time", "delete_type", "deleted_at", "created_at"]],
    ["group_user_mqs", ["id", "group_id", "remain_days"]],
  ] as const)
    for (const [memberId, rows] of await run.source.rowsOf(table, "user_id", ids, columns))
      for (const row of rows)
        if (table === "group_paid_users") putPaidGroup(run, memberId, row);
        else putQueuedGroup(run, memberId, row);
  return groups;
}

/** Gives the group of a member: that of their newest row, which has not ended. */
export function groupOf(run: Run, memberId: number, rows: readonly Row[]): MemberGroup {
  const newest = [...rows].sort((one, other) => newness(one).localeCompare(newness(other))).at(-1);
  const label = `users ${memberId}`;
  const plain = { groupExpiresAt: null, returnGroupId: null, returnGroupExpiresAt: null };
  if (rows.length > 1)
    run.report.remark(
      "groups",
      label,
      `${rows.map((row) => textOf(row["group_id"])).join(", ")}: the newest holds.`,
    );
  const groupId = wholeOf(newest?.["group_id"]);
  const ends = run.times.utc(newest?.["expiration_time"]);
  if (newest === undefined || !run.groupIds.has(groupId)) {
    run.report.remark("groups", label, `Group ${groupId || "none"} does not exist; the default group holds.`);
    return { ...plain, groupId: run.defaultGroupId };
  }
  if (ends === null || groupId === run.defaultGroupId) return { ...plain, groupId };
  if (ends <= run.options.now.toISOString()) {
    run.report.remark("groups", label, `Group ${groupId} ended at ${ends}; the default group holds.`);
    return { ...plain, groupId: run.defaultGroupId };
  }
  return { groupId, groupExpiresAt: ends, returnGroupId: run.defaultGroupId, returnGroupExpiresAt: null };
}

/** Old tables have no id: then who ends last is the newest. */
function newness(row: Row): string {
  const id = String(wholeOf(row["id"])).padStart(16, "0");
  return `${id} ${textOf(row["expiration_time"])} ${String(wholeOf(row["group_id"])).padStart(16, "0")}`;
}

/** Puts aside that a member may be in a paid site: by the date of the member, or for good by an order without one. */
function putSite(run: Run, row: Row, orders: readonly Row[]): void {
  const memberId = wholeOf(row["id"]);
  // Orders of old versions have no end; there, only the date of the member counts.
  const haveEnds = run.source.has("orders", "expired_at");
  const isForGood = haveEnds && orders.some((order) => run.times.utc(order["expired_at"]) === null);
  const until = [row, ...orders]
    .flatMap((each) => run.times.utc(each["expired_at"]) ?? [])
    .sort()
    .at(-1);
  if (!isForGood && (until === undefined || until <= run.options.now.toISOString())) return;
  const startsAt = run.times.utc(row["joined_at"]) ?? run.times.utc(row["created_at"]) ?? run.beginning;
  putRight(run, memberId * 4 + 1, {
    memberId,
    object: "SITE",
    objectId: 1,
    groupId: null,
    source: `import:discuz-q:site:${memberId}`,
    startsAt,
    endsAt: isForGood ? null : until!,
  });
}

function putPaidGroup(run: Run, memberId: number, row: Row): void {
  const endsAt = run.times.utc(row["expiration_time"]);
  const isOver = endsAt === null || endsAt <= run.options.now.toISOString();
  if (isOver || row["deleted_at"] || wholeOf(row["delete_type"]) !== 0) return;
  const key = `import:discuz-q:group:${wholeOf(row["id"])}`;
  const startsAt = run.times.utc(row["created_at"]) ?? run.beginning;
  putPeriod(run, wholeOf(row["id"]) * 4 + 2, {
    memberId,
    groupId: wholeOf(row["group_id"]),
    source: key,
    startsAt,
    endsAt,
  });
}

/** Puts aside a group that waits until the one before it ends. */
function putQueuedGroup(run: Run, memberId: number, row: Row): void {
  const days = wholeOf(row["remain_days"]);
  if (days <= 0) return;
  const last = run.scratch.get<{ json: string }>(
    "SELECT json FROM sorted WHERE kind = 'periods' AND one = ? ORDER BY two DESC LIMIT 1",
    memberId,
  );
  const before = last ? (JSON.parse(last.json) as { endsAt: string }).endsAt : run.options.now.toISOString();
  const endsAt = new Date(Date.parse(before) + days * DAY_MS).toISOString();
  const source = `import:discuz-q:queue:${wholeOf(row["id"])}`;
  const groupId = wholeOf(row["group_id"]);
  putPeriod(run, wholeOf(row["id"]) * 4 + 3, { memberId, groupId, source, startsAt: before, endsAt });
}

function putPeriod(
  run: Run,
  id: number,
  period: { memberId: number; groupId: number; source: string; startsAt: string; endsAt: string },
): void {
  if (!run.groupIds.has(period.groupId)) {
    run.report.remark("entitlements", period.source, `Group ${period.groupId} does not exist.`);
    return;
  }
  const objectId = run.scratch.countName(`periods:${period.memberId}`, period.memberId);
  run.scratch.put("periods", [period.memberId, objectId], { endsAt: period.endsAt });
  putRight(run, id, { ...period, object: "GROUP", objectId });
}

/** Puts a right aside; a member has each right once. */
export function putRight(run: Run, id: number, right: Omit<RecordOf<"entitlements">, "id">): void {
  const key = `right:${right.memberId}:${right.object}:${right.objectId}`;
  if (run.scratch.takeName(key, id)) run.scratch.put("entitlements", [id, 0], { id, ...right });
}
