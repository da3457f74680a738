import type { Viewer } from "../../../core/viewer.ts";

/** Who looks after what waits. Policies are pure: no database, no clock, no exceptions. */

/** Whoever hides threads or replies somewhere decides about what waits there. */
export function reviews(viewer: Viewer): boolean {
  return viewer.isMember && (viewer.mayAnywhere("thread.hide") || viewer.mayAnywhere("thread.hidePosts"));
}
