import { noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, type Decision, type Viewer } from "../../../core/viewer.ts";
import { type ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import { releaseEvents } from "../../threads/moderation/heldEvent.service.ts";
import { contentModerated } from "../../threads/thread.events.ts";
import { actionBetween, noteState } from "../../threads/moderation/thread.moderation.service.ts";
import { isVisible } from "../../threads/thread.policy.ts";
import { lockThread } from "../../threads/thread.service.ts";
import { Post } from "../post.entity.ts";
import { postChanged, postDeleted, postRestored } from "../post.events.ts";
import { updatePostCounts } from "./postVisibility.service.ts";
import { canApprovePost, canDeletePost, canRestorePost } from "../post.policy.ts";
import { getPost, lockPost, postEventPartsOf, readChangedPost } from "../post.service.ts";

/** The columns of a reply that moderators change. */
export type PostState = Pick<Post, "approval" | "deletedAt" | "deletedById">;

/** Brings a reply into a state, with everything that is counted and found because of it. */
async function changeState(
  ctx: Context,
  postId: number,
  may: (viewer: Viewer, thread: Thread, post: Post) => Decision,
  next: (post: Post) => PostState | null,
  given?: string | null,
): Promise<Post> {
  const reason = checkReason(given);
  const { post, thread } = await getPost(ctx, postId);
  allow(may(ctx.viewer, thread, post));
  await inTransaction(ctx, async (ctx) => {
    const lockedThread = await lockThread(ctx, post.threadId);
    const before = await lockPost(ctx, postId, ["bodyHtml"]);
    allow(may(ctx.viewer, lockedThread, before));
    const state = next(before);
    if (!state) return noteNothing(ctx);
    noteState(ctx, `post:${postId}`, before, state, reason);
    await applyPostState(ctx, lockedThread, before, state);
    const action = actionBetween(before, state);
    const { threadId, authorId } = before;
    const byUserId = ctx.viewer.id;
    if (action && byUserId !== authorId)
      ctx.emit(contentModerated({ threadId, postId, authorId, byUserId, action, reason }));
  });
  return readChangedPost(ctx, postId);
}

/**
 * Brings a locked reply of a locked thread into a state, with what is counted and found because of it, for commands that
 * have checked that the viewer may.
 * @emits postChanged, postDeleted, postRestored
 */
export async function applyPostState(
  ctx: Context,
  thread: Thread,
  before: Post,
  state: PostState,
): Promise<void> {
  const { id: postId, threadId } = before;
  const visible = isVisible(state.approval, state.deletedAt);
  await ctx.db.update(Post, { id: postId }, { ...state, visible });
  if (visible !== before.visible) {
    await updatePostCounts(ctx, thread, before, visible ? 1 : -1);
    if (visible) await releaseEvents(ctx, { threadId, postId });
  }
  const news = { ...postEventPartsOf(before), wasVisible: before.visible, isVisible: visible };
  if (before.deletedAt === null && state.deletedAt !== null) ctx.emit(postDeleted(news));
  else if (before.deletedAt !== null && state.deletedAt === null) ctx.emit(postRestored(news));
  else ctx.emit(postChanged(news));
}

/** Input of `deletePost`. */
export interface PostDeletion {
  readonly postId: number;
  /** Reason shown to the author. */
  readonly reason?: string | null;
}

/** Deletes a reply so that it can be restored; its number stays taken. @emits postDeleted @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const deletePost = verb({
  name: "deletePost",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  run: (ctx: Context, { postId, reason }: PostDeletion): Promise<Post> =>
    changeState(
      ctx,
      postId,
      canDeletePost,
      ({ approval, deletedAt }) =>
        deletedAt ? null : { approval, deletedAt: ctx.now, deletedById: ctx.viewer.id },
      reason,
    ),
});

/** Brings a deleted reply back. @emits postRestored @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const restorePost = verb({
  name: "restorePost",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  run: (ctx: Context, postId: number): Promise<Post> =>
    changeState(ctx, postId, canRestorePost, ({ approval, deletedAt }) =>
      deletedAt ? { approval, deletedAt: null, deletedById: null } : null,
    ),
});

/** Input of `setPostApproval`. */
export interface PostApproval {
  readonly postId: number;
  readonly approval: ApprovalState;
  /** Reason shown to the author. */
  readonly reason?: string | null;
}

/** Lets a reply appear, or takes it back. @emits postChanged @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const setPostApproval = verb({
  name: "setPostApproval",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  run: (ctx: Context, { postId, approval, reason }: PostApproval): Promise<Post> =>
    changeState(
      ctx,
      postId,
      canApprovePost,
      (before) =>
        before.approval === approval
          ? null
          : { approval, deletedAt: before.deletedAt, deletedById: before.deletedById },
      reason,
    ),
});
