import { defineEvent } from "../../core/events.ts";

interface ThreadEvent {
  readonly threadId: number;
  readonly categoryId: number;
  readonly authorId: number;
  /** True if subscribers must not name the author. */
  readonly isAnonymous: boolean;
  /** True if it could be seen before its state changed. */
  readonly wasVisible?: boolean;
  /** True if it can be seen after that. */
  readonly isVisible?: boolean;
}

/** A thread was published and may be seen. */
export const threadPublished = defineEvent<
  ThreadEvent & {
    /** Members who are named in it, without its author. */
    readonly mentionedIds: readonly number[];
  }
>("threadPublished");
/** A thread changed for its readers: text, category, state, pinning, highlight. */
export const threadChanged = defineEvent<ThreadEvent>("threadChanged");
/** A thread disappeared: it was deleted. */
export const threadDeleted = defineEvent<ThreadEvent>("threadDeleted");
/** A deleted thread is back. */
export const threadRestored = defineEvent<ThreadEvent>("threadRestored");
/** A member likes a thread, or no longer does. */
export const threadLiked = defineEvent<ThreadEvent & { userId: number; liked: boolean }>("threadLiked");
/** A member reacts to a thread in another way than before. */
export const threadReacted = defineEvent<{ readonly threadId: number; readonly userId: number }>(
  "threadReacted",
);
/** A member keeps a thread as a favourite, or no longer does. */
export const threadFavorited = defineEvent<{ threadId: number; userId: number; favorite: boolean }>(
  "threadFavorited",
);
/** An edit names members who were not named in a thread or reply before. */
export const membersMentioned = defineEvent<{
  readonly threadId: number;
  readonly postId: number | null;
  readonly userIds: readonly number[];
  readonly authorId: number;
  readonly isAnonymous: boolean;
}>("membersMentioned");
/** Actions of staff on content of a member. */
export type StaffAction =
  "approved" | "unapproved" | "deleted" | "essence" | "sticky" | "updated" | "moved" | "solved";
/** Somebody else than its author did something to a thread, or to a reply in it: its author should hear of it. */
export const contentModerated = defineEvent<{
  readonly threadId: number;
  /** Null for the thread itself. */
  readonly postId: number | null;
  readonly authorId: number;
  readonly byUserId: number;
  readonly action: StaffAction;
  /** Reason for the author; may be empty. */
  readonly reason: string;
}>("contentModerated");
