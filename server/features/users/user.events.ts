import { defineEvent } from "../../core/events.ts";

/** A member joined. */
export const userRegistered = defineEvent<{ userId: number }>("userRegistered");
/** What others see of a member changed: name, signature, picture, group. */
export const profileChanged = defineEvent<{ userId: number }>("profileChanged");
/** A member follows another. */
export const userFollowed = defineEvent<{ fromUserId: number; toUserId: number; isMutual: boolean }>(
  "userFollowed",
);
/** A member no longer follows another. */
export const userUnfollowed = defineEvent<{ fromUserId: number; toUserId: number }>("userUnfollowed");
