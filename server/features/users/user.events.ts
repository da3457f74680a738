import { defineEvent } from "../../core/events.ts";
import type { UserStatus } from "../../core/viewer.ts";

/** A member joined. */
export const userRegistered = defineEvent<{ userId: number }>("userRegistered");
/** The public profile of a member changed: name, signature, picture, group. */
export const profileChanged = defineEvent<{ userId: number }>("profileChanged");
/** A member follows another. */
export const userFollowed = defineEvent<{ fromUserId: number; toUserId: number; isMutual: boolean }>(
  "userFollowed",
);
/** A member blocks another. */
export const userBlocked = defineEvent<{ byUserId: number; blockedUserId: number }>("userBlocked");
/** A member no longer follows another. */
export const userUnfollowed = defineEvent<{ fromUserId: number; toUserId: number }>("userUnfollowed");
/** Somebody else moved a member to another group. */
export const userGroupChanged = defineEvent<{
  readonly userId: number;
  readonly fromGroupId: number;
  readonly toGroupId: number;
  /** Shown to the member; may be empty. */
  readonly reason: string;
}>("userGroupChanged");
/** A member was given a group that ends at a time. */
export const membershipDated = defineEvent<{
  readonly userId: number;
  readonly groupId: number;
  /** ISO. */
  readonly expiresAt: string;
}>("membershipDated");
/** Staff decided about a member: banned, let in, refused. */
export const userStatusChanged = defineEvent<{
  readonly userId: number;
  readonly from: UserStatus;
  readonly to: UserStatus;
  /** Shown to the member; may be empty. */
  readonly reason: string;
}>("userStatusChanged");
