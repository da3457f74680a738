import type { Viewer } from "../../../core/viewer.ts";
import type { Report } from "./report.entity.ts";

/** Rules for reports. Policies are pure: no database, no clock, no exceptions. */

/** True for members who may hide threads or replies in a category: they handle its reports, administrators all. */
export function canHandleReports(viewer: Viewer): boolean {
  return viewer.isMember && (viewer.mayAnywhere("thread.hide") || viewer.mayAnywhere("thread.hidePosts"));
}

/**
 * Decides who handles a report: about threads, members who may hide threads in the category; about replies, members who
 * may hide replies there; about members and private messages, administrators.
 * @param categoryId of the thread that is reported or holds the reported reply; null for reports about anything else
 */
export function canHandleReport(
  viewer: Viewer,
  report: Pick<Report, "postId">,
  categoryId: number | null,
): boolean {
  if (categoryId === null) return viewer.isAdmin;
  return viewer.may(report.postId === null ? "thread.hide" : "thread.hidePosts", categoryId);
}
