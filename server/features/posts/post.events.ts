import { defineEvent } from "../../core/events.ts";

interface PostEvent {
  readonly threadId: number;
  readonly postId: number;
  /** Null for a comment on a reply. */
  readonly number: number | null;
  readonly parentId: number | null;
  readonly authorId: number;
  /** True if subscribers must not name the author. */
  readonly isAnonymous: boolean;
  /** True if it could be seen before its state changed. */
  readonly wasVisible?: boolean;
  /** True if it can be seen after that. */
  readonly isVisible?: boolean;
}

interface PostInThread extends PostEvent {
  readonly threadHasRedPacket: boolean;
}

/** A reply or comment was written and may be seen. */
export const replied = defineEvent<
  PostInThread & {
    readonly threadAuthorId: number;
    /** The author of the reply or comment that is answered; null for a reply to the thread. */
    readonly answeredUserId: number | null;
    /** Members who are named in it, without its author. */
    readonly mentionedIds: readonly number[];
    /** True if its share of a red packet was claimed together with it. */
    readonly hasClaimed?: boolean;
  }
>("replied");
/** The text or the approval of a reply changed. */
export const postChanged = defineEvent<PostEvent>("postChanged");
/** A reply was deleted. */
export const postDeleted = defineEvent<PostEvent>("postDeleted");
/** A deleted reply is back. */
export const postRestored = defineEvent<PostEvent>("postRestored");
/** A member likes a reply, or no longer does. */
export const postLiked = defineEvent<PostInThread & { readonly userId: number; readonly liked: boolean }>(
  "postLiked",
);
/** A member reacts to a reply in another way than before. */
export const postReacted = defineEvent<{ readonly threadId: number; readonly userId: number }>("postReacted");
