import {
  isShutOut,
  mustBeMember,
  no,
  UserStatus,
  YES,
  type Decision,
  type Viewer,
} from "../../core/viewer.ts";
import type { User } from "./user.entity.ts";

/** Rules about members. Policies are pure: no database, no clock, no exceptions. */

/** Allows the own profile; others need `user.view`. */
export function canViewUser(viewer: Viewer, userId: number): Decision {
  return viewer.isSignedIn && viewer.accountId === userId ? YES : viewer.check("user.view");
}

/** Allows to follow others, not oneself. */
export function canFollow(viewer: Viewer, userId: number): Decision {
  if (viewer.isMember && viewer.id === userId) return no("CANNOT_FOLLOW_SELF");
  return viewer.check("userFollow.create");
}

/** Allows to block others, not oneself. */
export function canBlock(viewer: Viewer, userId: number): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return viewer.id === userId ? no("CANNOT_BLOCK_SELF") : YES;
}

/** Allows members to edit their own profile, and administrators to edit all. */
export function canEditProfile(viewer: Viewer, userId: number): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return viewer.id === userId || viewer.isAdmin ? YES : no("FORBIDDEN");
}

/** True for the member and administrators: user names are for signing in. */
export function canSeeUsername(viewer: Viewer, userId: number): boolean {
  return viewer.isAdmin || (viewer.isSignedIn && viewer.accountId === userId);
}

/** True for the member and administrators: to everybody else a phone number is private. */
export function canSeePhone(viewer: Viewer, userId: number): boolean {
  return canSeeUsername(viewer, userId);
}

/** True for those who moderate a category, or the whole forum: they read what staff notes about members. */
export function isStaff(viewer: Viewer): boolean {
  return viewer.isMember && (viewer.mayAnywhere("thread.hide") || viewer.mayAnywhere("thread.hidePosts"));
}

/** Gives the standing of a member at a time: a ban that has ended is none, whether or not the job has seen that. */
export function standingOf(
  { status, bannedUntil }: Pick<User, "status" | "bannedUntil">,
  now: Date,
): UserStatus {
  const isOver = status === UserStatus.BANNED && bannedUntil !== null && bannedUntil <= now;
  return isOver ? UserStatus.NORMAL : status;
}

/** Gives the end of a silence that is in force at a time; null for members who may publish. */
export function silenceEndOf({ silencedUntil }: Pick<User, "silencedUntil">, now: Date): Date | null {
  return silencedUntil !== null && silencedUntil > now ? silencedUntil : null;
}

/** Name of an account that was closed and erased; it has a sign that no chosen name may have. */
export function closedName(userId: number): string {
  return `已注销#${userId}`;
}

/** True for members who may be given money: neither shut out, nor closed, nor about to close their account. */
export function canReceiveMoney(
  user: Pick<User, "id" | "username" | "status" | "bannedUntil" | "closesAt">,
  now: Date,
): boolean {
  return user.closesAt === null && user.username !== closedName(user.id) && !isShutOut(standingOf(user, now));
}
