import type { Decision, Viewer } from "../../core/viewer.ts";

/** Who sees and uses a category. Policies are pure: no database, no clock, no exceptions. */

/** The list of threads of a category, and thereby the category itself, needs `viewThreads` there. */
export function canListThreads(viewer: Viewer, categoryId: number): Decision {
  return viewer.check("viewThreads", categoryId);
}

/** New threads need `createThread` there. */
export function canPublishIn(viewer: Viewer, categoryId: number): Decision {
  return viewer.check("createThread", categoryId);
}
