import { mayPublish, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { canAcceptAnswer, canSeeThread, type ThreadFacts } from "../threads/thread.policy.ts";
import type { Post } from "./post.entity.ts";

/** Permissions for replies and comments. Policies are pure: no database, no clock, no exceptions. */

/** The columns of a reply that decisions look at. */
export type PostFacts = Pick<Post, "authorId" | "isAnonymous" | "visible" | "deletedAt" | "deletedById"> &
  Partial<Pick<Post, "number" | "parentId">>;

const MISSING = no("NOT_FOUND");

/** Moderators of replies see and decide about what waits, and what was deleted. */
export function moderatesPosts(viewer: Viewer, thread: Pick<Thread, "categoryId">): boolean {
  return viewer.may("thread.hidePosts", thread.categoryId);
}

/** Authors undo their own deletions, not those of moderators. */
function ownsDeletion(viewer: Viewer, thread: ThreadFacts, post: PostFacts): boolean {
  const own = viewer.owns(post) && post.deletedById === viewer.id;
  return own && viewer.may("thread.hideOwnThreadOrPost", thread.categoryId);
}

/**
 * True if the text is shown: the reply is visible, or waits and is the viewer's, or the viewer may undo its deletion.
 */
export function seesText(viewer: Viewer, thread: ThreadFacts, post: PostFacts): boolean {
  if (post.visible || moderatesPosts(viewer, thread)) return true;
  return post.deletedAt === null ? viewer.owns(post) : ownsDeletion(viewer, thread, post);
}

/** A reply is seen in a thread that is seen; one that is deleted or not approved exists only for who may see its text. */
export function canSeePost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  const seeing = canSeeThread(viewer, thread);
  if (!seeing.allowed) return seeing;
  return seesText(viewer, thread, post) && !isLifted(post) ? YES : MISSING;
}

/** True for a reply that has become the text of a thread: it has neither a number nor a reply that it is on. */
function isLifted({ number, parentId }: PostFacts): boolean {
  return number === null && parentId === null;
}

/** The author of an anonymous thread answers in it without a name. */
export function canSeePostAuthor(viewer: Viewer, post: Pick<Post, "isAnonymous" | "authorId">): boolean {
  return !post.isAnonymous || viewer.owns(post);
}

/** Moderators edit any reply; authors edit their own if their group lets them. */
export function canEditPost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  const seeing = canSeePost(viewer, thread, post);
  if (!seeing.allowed) return seeing;
  if (post.deletedAt !== null) return no("FORBIDDEN");
  if (!mayPublish(viewer).allowed) return mayPublish(viewer);
  if (viewer.may("thread.edit", thread.categoryId)) return YES;
  return viewer.check(viewer.owns(post) ? "thread.editOwnThreadOrPost" : "thread.edit", thread.categoryId);
}

/** Moderators delete any reply; authors delete their own if their group lets them. */
export function canDeletePost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  const seeing = canSeePost(viewer, thread, post);
  if (!seeing.allowed || moderatesPosts(viewer, thread)) return seeing;
  return viewer.check(
    viewer.owns(post) ? "thread.hideOwnThreadOrPost" : "thread.hidePosts",
    thread.categoryId,
  );
}

/** Moderators restore any reply; authors restore what they deleted themselves. */
export function canRestorePost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  const seeing = canSeePost(viewer, thread, post);
  if (!seeing.allowed || moderatesPosts(viewer, thread)) return seeing;
  return ownsDeletion(viewer, thread, post) ? YES : viewer.check("thread.hidePosts", thread.categoryId);
}

/** Approving a reply needs the permission to hide replies. */
export function canApprovePost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  const seeing = canSeePost(viewer, thread, post);
  return seeing.allowed ? viewer.check("thread.hidePosts", thread.categoryId) : seeing;
}

/** Answers are accepted among what others can see. */
export function canAcceptPost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  return post.visible ? canAcceptAnswer(viewer, thread) : MISSING;
}

/** Likes go to what others can see. */
export function canLikePost(viewer: Viewer, thread: ThreadFacts, post: PostFacts): Decision {
  if (!thread.visible || !post.visible) return MISSING;
  const seeing = canSeeThread(viewer, thread);
  return seeing.allowed ? viewer.check("thread.likePosts") : seeing;
}
