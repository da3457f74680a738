import type { Viewer } from "../../../core/viewer.ts";

/** Rules for the queue. Policies are pure: no database, no clock, no exceptions. */

/** True for moderators: members who may hide threads or replies in a category. */
export function canReview(viewer: Viewer): boolean {
  return viewer.isMember && (viewer.mayAnywhere("thread.hide") || viewer.mayAnywhere("thread.hidePosts"));
}
