import { mustBeMember, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";
import { isStaff } from "../users/user.policy.ts";

/** Rules about levels. Policies are pure: no database, no clock, no exceptions. */

/** Allows one's own level; those of others are for staff. */
export function canSeeLevel(viewer: Viewer, userId: number): boolean {
  return viewer.isMember && (viewer.id === userId || isStaff(viewer));
}

/** Allows staff to pin and forbid levels of others. */
export function canSetLevel(viewer: Viewer, userId: number): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  if (!isStaff(viewer)) return no("FORBIDDEN", "thread.hide");
  return viewer.id === userId ? no("FORBIDDEN") : YES;
}

/** Allows pinning a level only to viewers who hold every permission of its group. */
export function canPin(viewer: Viewer, grants: ReadonlySet<string>): boolean {
  return viewer.isAdmin || [...grants].every((grant) => viewer.grants.has(grant));
}
