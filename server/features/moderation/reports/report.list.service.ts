import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import type { Report, ReportStatus } from "./report.entity.ts";
import { canHandleReports } from "./report.policy.ts";
import { newestReports } from "./report.sql.ts";

/** A request for a page of reports. */
export interface ReportListRequest extends PageRequest {
  readonly status: ReportStatus;
}

/**
 * Lists the reports that the viewer handles, newest first.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who moderate nothing; INVALID_PARAMETER.
 */
export async function listReports(ctx: Context, request: ReportListRequest): Promise<Connection<Report>> {
  allow(mustBeMember(ctx.viewer));
  if (!canHandleReports(ctx.viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
  const first = checkFirst(request.first);
  const { status, after } = request;
  const cursorName = `reports.${status}`;
  const below = after ? (decodeCursor(cursorName, after, ["number"])[0] as number) : null;
  const reports = await newestReports(ctx, status, below, first + 1);
  return pageOf(reports, first, (report) => encodeCursor(cursorName, [report.id]), below !== null);
}
