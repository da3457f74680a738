import { mayPublish, type Decision, type Viewer } from "../../core/viewer.ts";

/** Rules for seeing and using categories. Policies are pure: no database, no clock, no exceptions. */

/** Requires `viewThreads` for the threads of a category, and thereby for the category itself. */
export function canListThreads(viewer: Viewer, categoryId: number): Decision {
  return viewer.check("viewThreads", categoryId);
}

/** Requires `createThread` for new threads in a category. */
export function canPublishIn(viewer: Viewer, categoryId: number): Decision {
  const publishing = viewer.check("createThread", categoryId);
  return publishing.allowed ? mayPublish(viewer) : publishing;
}
