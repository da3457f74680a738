import type { Context, SqlValue } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { marks, select } from "../../../core/sql.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { Report, type ReportStatus } from "./report.entity.ts";
import { handlesReports } from "./report.policy.ts";

/** What a list of reports is asked for. */
export interface ReportListRequest extends PageRequest {
  readonly status: ReportStatus;
}

/** The reports that the viewer looks after, as a condition on `reports r` with the thread `t`. */
function handled({ viewer }: Context): { sql: string; values: SqlValue[] } {
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
 * A page of the reports that the viewer looks after, newest first.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for who moderates nothing; INVALID_PARAMETER.
 */
export async function listReports(ctx: Context, request: ReportListRequest): Promise<Connection<Report>> {
  allow(mustBeMember(ctx.viewer));
  if (!handlesReports(ctx.viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
  const first = checkFirst(request.first);
  const { status, after } = request;
  const cursorName = `reports.${status}`;
  const before = after ? (decodeCursor(cursorName, after, ["number"])[0] as number) : null;
  const mine = handled(ctx);
  const from = `reports r LEFT JOIN threads t ON t.id = r.threadId
    WHERE r.status = ? AND ${mine.sql}${before === null ? "" : " AND r.id < ?"} ORDER BY r.id DESC LIMIT ?`;
  const values = [status, ...mine.values, ...(before === null ? [] : [before]), first + 1];
  const found = await select(ctx, Report, "r", from, values);
  return pageOf(found, first, (report) => encodeCursor(cursorName, [report.id]), before !== null);
}
