import { mustBeMember, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";

/** Who may do what to a member. Policies are pure: no database, no clock, no exceptions. */

/** Everybody sees themselves; others by permission. */
export function canViewUser(viewer: Viewer, userId: number): Decision {
  return viewer.isSignedIn && viewer.accountId === userId ? YES : viewer.check("user.view");
}

/** Members follow others, not themselves. */
export function canFollow(viewer: Viewer, userId: number): Decision {
  if (viewer.isMember && viewer.id === userId) return no("CANNOT_FOLLOW_SELF");
  return viewer.check("userFollow.create");
}

/** Members block others, not themselves. */
export function canBlock(viewer: Viewer, userId: number): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return viewer.id === userId ? no("CANNOT_BLOCK_SELF") : YES;
}

/** The profile is its owner's; administrators mend what breaks the rules. */
export function canEditProfile(viewer: Viewer, userId: number): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return viewer.id === userId || viewer.isAdmin ? YES : no("FORBIDDEN");
}

/** User names are for signing in: the member and administrators see them. */
export function canSeeUsername(viewer: Viewer, userId: number): boolean {
  return viewer.isAdmin || (viewer.isSignedIn && viewer.accountId === userId);
}
