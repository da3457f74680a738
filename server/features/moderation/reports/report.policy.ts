import type { Viewer } from "../../../core/viewer.ts";
import type { Report } from "./report.entity.ts";

/** Who decides about reports. Policies are pure: no database, no clock, no exceptions. */

/** Whoever hides threads or replies somewhere looks after the reports of that place; administrators after all. */
export function handlesReports(viewer: Viewer): boolean {
  return viewer.isMember && (viewer.mayAnywhere("thread.hide") || viewer.mayAnywhere("thread.hidePosts"));
}

/**
 * Reports about threads are for those who may hide threads in the category, about replies for those who may hide replies
 * there, about members and private messages for administrators.
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
