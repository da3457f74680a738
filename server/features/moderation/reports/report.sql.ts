import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, select } from "../../../core/sql.ts";
import { Report, ReportStatus } from "./report.entity.ts";

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Limits `reports r` with their thread `t` to those that a moderator handles; administrators handle all. */
function handledBy({ viewer }: Context): Condition {
  if (viewer.isAdmin) return { sql: "1 = 1", values: [] };
  const values: SqlValue[] = [];
  const within = (permission: "thread.hide" | "thread.hidePosts"): string => {
    const ids = viewer.categoriesWith(permission);
    if (ids === "all") return "1 = 1";
    values.push(...ids);
    return ids.length > 0 ? `t.categoryId IN (${marks(ids)})` : "1 = 0";
  };
  const threads = `(r.postId IS NULL AND ${within("thread.hide")})`;
  const posts = `(r.postId IS NOT NULL AND ${within("thread.hidePosts")})`;
  return { sql: `r.threadId IS NOT NULL AND (${threads} OR ${posts})`, values };
}

/**
 * Raw as the page of a list, whose rows need no hydration.
 * Reads the newest reports of a status that the viewer handles, those below an id alone if one is given.
 */
export function newestReports(
  ctx: Context,
  status: ReportStatus,
  below: number | null,
  limit: number,
): Promise<Report[]> {
  const { sql, values } = handledBy(ctx);
  return select(
    ctx,
    Report,
    "r",
    `reports r LEFT JOIN threads t ON t.id = r.threadId
     WHERE r.status = ? AND ${sql}${below === null ? "" : " AND r.id < ?"} ORDER BY r.id DESC LIMIT ?`,
    [status, ...values, ...(below === null ? [] : [below]), limit],
  );
}

/** Gives the tables and condition of the open reports that the viewer handles, for statements that count them. */
export function openReports(ctx: Context): Condition {
  const { sql, values } = handledBy(ctx);
  const from = ctx.viewer.isAdmin ? "reports r" : "reports r JOIN threads t ON t.id = r.threadId";
  return { sql: `${from} WHERE r.status = ? AND ${sql}`, values: [ReportStatus.OPEN, ...values] };
}

/**
 * Raw as the page of a list, whose rows need no hydration.
 * Reads the open reports that the viewer handles and that wait longest, from a place on.
 * @param after time as stored and id of the last report of the page before
 */
export function longestOpenReports(
  ctx: Context,
  after: readonly [createdAt: string, id: number] | null,
  limit: number,
): Promise<Report[]> {
  const { sql, values } = handledBy(ctx);
  return select(
    ctx,
    Report,
    "r",
    `reports r LEFT JOIN threads t ON t.id = r.threadId
     WHERE r.status = ? AND ${sql}${after === null ? "" : " AND r.createdAt >= ? AND (r.createdAt > ? OR r.id > ?)"}
     ORDER BY r.createdAt, r.id LIMIT ?`,
    [ReportStatus.OPEN, ...values, ...(after === null ? [] : [after[0], after[0], after[1]]), limit],
  );
}
