import type { Viewer } from "../../../core/viewer.ts";

/** True for the member themselves and for administrators. */
export function canSeeWallet(viewer: Viewer, userId: number): boolean {
  return viewer.isAdmin || (viewer.isMember && viewer.id === userId);
}
