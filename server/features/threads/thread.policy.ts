import { mayPublish, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";
import { readsWithoutPaying, type Prices } from "./paid/paid.policy.ts";
import { ApprovalState, isLocked, type LockFacts, type Thread } from "./thread.entity.ts";

/**
 * Permissions for threads. Policies are pure: no database, no clock, no exceptions.
 * Services enforce them with `allow`; resolvers show them to clients as `viewerCan…` fields.
 * Acting on a thread needs seeing it first, so every decision begins with `canSeeThread`.
 */

/** The columns of a thread that decisions look at. */
export type ThreadFacts = Pick<
  Thread,
  | "categoryId"
  | "authorId"
  | "isAnonymous"
  | "visible"
  | "approval"
  | "deletedAt"
  | "deletedById"
  | "mergedIntoId"
> &
  Partial<Prices>;

/** Parts of a new thread beside its text and attachments. */
export interface Extras {
  readonly isAnonymous: boolean;
  readonly hasPosition: boolean;
}

/** Kinds of attachments of a text. */
export interface Attached {
  readonly hasImages: boolean;
  readonly hasFiles: boolean;
}

/** Kinds of attachments of a text that is to be saved. */
export interface NewlyAttached extends Attached {
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Files other than pictures, video and audio. */
  readonly hasDocuments: boolean;
}

const MISSING = no("NOT_FOUND");

/** Moderators of a category see and decide about what waits there, and what was deleted. */
export function moderates(viewer: Viewer, categoryId: number): boolean {
  return viewer.may("thread.hide", categoryId);
}

/** Reading what a thread says needs `thread.viewPosts`; without it only the title is in lists. */
export function canReadThread(viewer: Viewer, thread: Pick<Thread, "categoryId">): Decision {
  return viewer.check("thread.viewPosts", thread.categoryId);
}

/**
 * A thread is seen by who may read it and, while it is deleted or not approved, by who may undo that and (not approved)
 * by its author. For everybody else it does not exist, and where it was merged into another, for nobody.
 */
export function canSeeThread(viewer: Viewer, thread: ThreadFacts): Decision {
  if (thread.mergedIntoId !== null) return MISSING;
  if (!thread.visible && !seesHidden(viewer, thread)) return MISSING;
  const reading = canReadThread(viewer, thread);
  // Whoever may not even list the category learns nothing of what is in it.
  return reading.allowed || viewer.may("viewThreads", thread.categoryId) ? reading : MISSING;
}

function seesHidden(viewer: Viewer, thread: ThreadFacts): boolean {
  if (moderates(viewer, thread.categoryId)) return true;
  if (!viewer.owns(thread)) return false;
  return thread.deletedAt === null || ownsDeletion(viewer, thread);
}

/** Authors undo their own deletions, not those of moderators. */
function ownsDeletion(viewer: Viewer, thread: ThreadFacts): boolean {
  return thread.deletedById === viewer.id && viewer.may("thread.hideOwnThreadOrPost", thread.categoryId);
}

/** Publishing needs `createThread` in the category, and a permission for each extra. */
export function canPublishThread(viewer: Viewer, categoryId: number, extras: Extras): Decision {
  const publishing = viewer.check("createThread", categoryId);
  if (!publishing.allowed) return publishing;
  if (!mayPublish(viewer).allowed) return mayPublish(viewer);
  if (extras.isAnonymous && !viewer.may("thread.allowAnonymous"))
    return viewer.check("thread.allowAnonymous");
  return extras.hasPosition ? viewer.check("thread.insertPosition") : YES;
}

/** Pictures, video, audio and files need a permission each; those that a text had before an edit stay. */
export function canAttach(viewer: Viewer, attached: NewlyAttached, before?: Attached): Decision {
  if (attached.hasImages && !before?.hasImages && !viewer.may("thread.insertImage"))
    return viewer.check("thread.insertImage");
  if (before?.hasFiles) return YES;
  if (attached.hasVideo && !viewer.may("thread.insertVideo")) return viewer.check("thread.insertVideo");
  if (attached.hasAudio && !viewer.may("thread.insertAudio")) return viewer.check("thread.insertAudio");
  return attached.hasDocuments ? viewer.check("thread.insertAttachment") : YES;
}

/** Anonymous threads name their author to the author alone, not even to administrators (legacy-facts 5.8). */
export function canSeeAuthor(viewer: Viewer, thing: Pick<Thread, "isAnonymous" | "authorId">): boolean {
  return !thing.isAnonymous || viewer.owns(thing);
}

/** Moderators edit any thread that they read all of; authors edit their own if their group lets them. */
export function canEditThread(viewer: Viewer, thread: ThreadFacts): Decision {
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed) return seeing;
  if (thread.deletedAt !== null) return no("FORBIDDEN");
  if (!mayPublish(viewer).allowed) return mayPublish(viewer);
  const { priceCents = 0, attachmentPriceCents = 0, categoryId } = thread;
  // An edit replaces the whole text and all files.
  if (!readsWithoutPaying(viewer, { ...thread, priceCents, attachmentPriceCents }))
    return viewer.check("thread.freeViewPosts", categoryId);
  if (viewer.may("thread.edit", categoryId)) return YES;
  return viewer.check(viewer.owns(thread) ? "thread.editOwnThreadOrPost" : "thread.edit", thread.categoryId);
}

/** Moderators delete any thread; authors delete their own if their group lets them. */
export function canDeleteThread(viewer: Viewer, thread: ThreadFacts): Decision {
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed || moderates(viewer, thread.categoryId)) return seeing;
  return viewer.check(viewer.owns(thread) ? "thread.hideOwnThreadOrPost" : "thread.hide", thread.categoryId);
}

/** Moderators restore any thread; authors restore what they deleted themselves. */
export function canRestoreThread(viewer: Viewer, thread: ThreadFacts): Decision {
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed || moderates(viewer, thread.categoryId)) return seeing;
  return ownsDeletion(viewer, thread) ? YES : viewer.check("thread.hide", thread.categoryId);
}

/** Replies go to threads that others can see, and that are not locked except to those who may lock them. */
export function canReply(viewer: Viewer, thread: ThreadFacts & LockFacts, now: Date): Decision {
  const decision = thread.visible ? checkSeen(viewer, thread, "thread.reply") : MISSING;
  if (decision.allowed && !mayPublish(viewer).allowed) return mayPublish(viewer);
  if (!decision.allowed || !isLocked(thread, now) || canLockThread(viewer, thread).allowed) return decision;
  return no("THREAD_LOCKED");
}

/** Locking a thread, and opening it again, needs the permission to edit threads of others. */
export function canLockThread(viewer: Viewer, thread: ThreadFacts): Decision {
  return checkSeen(viewer, thread, "thread.edit");
}

/** The author of a thread accepts an answer to it, and so does who may edit threads of others. */
export function canAcceptAnswer(viewer: Viewer, thread: ThreadFacts): Decision {
  if (!thread.visible) return MISSING;
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed || (viewer.isMember && viewer.owns(thread))) return seeing;
  return viewer.check("thread.edit", thread.categoryId);
}

/** Moving a thread needs the permission to edit threads of others, here and where it goes. */
export function canMoveThread(viewer: Viewer, thread: ThreadFacts, categoryId?: number): Decision {
  const here = checkSeen(viewer, thread, "thread.edit");
  return here.allowed && categoryId !== undefined ? viewer.check("thread.edit", categoryId) : here;
}

/** Merging and splitting need what moving needs, of threads that all their readers see. */
export function canRearrangeThread(viewer: Viewer, thread: ThreadFacts, categoryId?: number): Decision {
  return thread.visible ? canMoveThread(viewer, thread, categoryId) : MISSING;
}

/** True if a thread is pinned at a time: its pin has not ended. */
export function isPinned(
  { isSticky, stickyUntil }: Pick<Thread, "isSticky" | "stickyUntil">,
  now: Date,
): boolean {
  return isSticky && (stickyUntil === null || stickyUntil > now);
}

/** Likes go to threads that others can see. */
export function canLikeThread(viewer: Viewer, thread: ThreadFacts): Decision {
  return thread.visible ? checkSeen(viewer, thread, "thread.likePosts") : MISSING;
}

/** Votes go to polls of threads that others can see and that are not locked, for those who may like them. */
export function canVote(viewer: Viewer, thread: ThreadFacts & LockFacts, now: Date): Decision {
  const decision = canLikeThread(viewer, thread);
  return decision.allowed && isLocked(thread, now) ? no("POLL_CLOSED") : decision;
}

/** The author of a thread changes and closes its poll, and so does who may edit threads of others. */
export function canChangePoll(viewer: Viewer, thread: ThreadFacts): Decision {
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed || (viewer.isMember && viewer.owns(thread))) return seeing;
  return viewer.check("thread.edit", thread.categoryId);
}

/** Favourites are threads that others can see. */
export function canFavoriteThread(viewer: Viewer, thread: ThreadFacts): Decision {
  return thread.visible ? checkSeen(viewer, thread, "thread.favorite") : MISSING;
}

/** Posters are made of threads that others can see. */
export function canMakePoster(viewer: Viewer, thread: ThreadFacts): Decision {
  return thread.visible ? checkSeen(viewer, thread, "thread.poster") : MISSING;
}

/** Pinning is granted for the whole forum. */
export function canSetSticky(viewer: Viewer, thread: ThreadFacts): Decision {
  return checkSeen(viewer, thread, "thread.sticky");
}

/** Highlights are granted for all categories or some. */
export function canSetEssence(viewer: Viewer, thread: ThreadFacts): Decision {
  return checkSeen(viewer, thread, "thread.essence");
}

/** Approving a thread needs the permission to hide threads. */
export function canApproveThread(viewer: Viewer, thread: ThreadFacts): Decision {
  return checkSeen(viewer, thread, "thread.hide");
}

/** Earlier versions are shown to those who may edit the thread. */
export function canSeeRevisions(viewer: Viewer, thread: ThreadFacts): boolean {
  return canEditThread(viewer, thread).allowed;
}

type OnThreads =
  | "thread.reply"
  | "thread.likePosts"
  | "thread.favorite"
  | "thread.poster"
  | "thread.sticky"
  | "thread.essence"
  | "thread.edit"
  | "thread.hide";

function checkSeen(viewer: Viewer, thread: ThreadFacts, permission: OnThreads): Decision {
  const seeing = canSeeThread(viewer, thread);
  return seeing.allowed ? viewer.check(permission, thread.categoryId) : seeing;
}

/** True for the state that lists show: approved and not deleted. */
export function isVisible(approval: ApprovalState, deletedAt: Date | null): boolean {
  return approval === ApprovalState.APPROVED && deletedAt === null;
}
