import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { changeStanding, checkStatusReason } from "../../auth/accounts/member.service.ts";
import { applyPostState, type PostState } from "../../posts/moderation/post.moderation.service.ts";
import { Post } from "../../posts/post.entity.ts";
import { lockPost } from "../../posts/post.service.ts";
import { invalidateCategories } from "../../categories/category.service.ts";
import { loggedState } from "../../threads/moderation/thread.moderation.service.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { lockThread } from "../../threads/thread.service.ts";
import { lockMember, type Standing } from "../../users/members/member.service.ts";
import type { BanUserInput } from "./ban.input.ts";
import { BatchAction, ModerationBatch, ModerationBatchItem, ModerationBatchPost } from "./batch.entity.ts";
import { applyState, changedSince, stateOf } from "./state.service.ts";

/** Most threads and replies that are deleted with one ban: all in one transaction. */
const CONTENT_MAX = 500;

/** Threads and replies of a member, by id; replies with their threads. */
interface Content {
  readonly threadIds: readonly number[];
  readonly posts: readonly { readonly id: number; readonly threadId: number }[];
}

/** Finds what a member wrote that is to be seen, newest first; nobody learns who wrote what is anonymous. */
async function contentOf(ctx: Context, authorId: number): Promise<Content> {
  const where = { authorId, visible: true, isAnonymous: false };
  const newest = { order: { createdAt: "DESC", id: "DESC" }, take: CONTENT_MAX } as const;
  const threads = await ctx.db.find(Thread, { select: { id: true, createdAt: true }, where, ...newest });
  const posts = await ctx.db.find(Post, {
    select: { id: true, threadId: true, createdAt: true },
    where,
    ...newest,
  });
  const own = [...threads, ...posts]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .slice(0, CONTENT_MAX);
  const kept = new Set<object>(own);
  return {
    threadIds: threads.filter((thread) => kept.has(thread)).map(({ id }) => id),
    posts: posts.filter((post) => kept.has(post)),
  };
}

/** Counts what a ban of a member can delete with it, up to the limit. */
export async function countBannable(ctx: Context, userId: number): Promise<number> {
  const { threadIds, posts } = await contentOf(ctx, userId);
  return threadIds.length + posts.length;
}

/**
 * Bans a member for a time or for good, and deletes what they wrote if that is wanted, as one batch that can be undone.
 * The end is a moment in UTC, compared with the time of each request: a clock that is set changes nothing that is stored.
 * @emits profileChanged, userStatusChanged, threadDeleted, postDeleted
 * @throws {DomainError} NOT_FOUND; IN_USE for the last administrator; INVALID_PARAMETER for an end that has passed, for
 *   oneself, and for the reason.
 */
export const banUser = verb({
  name: "banUser",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: BanUserInput): Promise<ModerationBatch> {
    const userId = parseId(input.userId, "userId");
    const bannedUntil = input.until ?? null;
    const reason = checkStatusReason(input.reason);
    if (userId === ctx.viewer.id) throw invalid("userId", "不能封禁自己", "Nobody can ban themselves.");
    if (bannedUntil !== null && bannedUntil <= ctx.now)
      throw invalid("until", "封禁的结束时间必须在未来", "The ban must end in the future.");
    const id = await inTransaction(ctx, async (ctx) => {
      const content = input.withContent ? await contentOf(ctx, userId) : { threadIds: [], posts: [] };
      const action = BatchAction.BAN;
      const batchId = await insert(ctx, ModerationBatch, {
        actorId: ctx.viewer.id,
        action,
        reason,
        createdAt: ctx.now,
        userId,
      });
      await deleteThreads(ctx, batchId, content.threadIds, reason);
      await deletePosts(ctx, batchId, content.posts, reason);
      // Last: rows are locked in the order of threads, replies, members.
      const member = await lockMember(ctx, userId);
      const { status, statusReason } = member;
      const before: Standing = { status, statusReason, bannedUntil: member.bannedUntil };
      const after: Standing = { status: UserStatus.BANNED, statusReason: reason, bannedUntil };
      await changeStanding(ctx, member, after);
      const states = { memberBefore: JSON.stringify(before), memberAfter: JSON.stringify(after) };
      await ctx.db.update(ModerationBatch, { id: batchId }, states);
      const { threadIds, posts } = content;
      noteChange(ctx, {
        target: `batch:${batchId}`,
        after: { action, user: userId, threads: threadIds.length, posts: posts.length },
        reason,
      });
      return batchId;
    });
    invalidateCategories(ctx.services);
    return ctx.db.findOneByOrFail(ModerationBatch, { id });
  },
});

async function deleteThreads(
  ctx: Context,
  batchId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  for (const threadId of [...ids].sort((a, b) => a - b)) {
    const thread = await lockThread(ctx, threadId, ["bodyHtml"]);
    if (thread.deletedAt) continue;
    const before = stateOf(thread);
    const after = { ...before, deletedAt: ctx.now, deletedById: ctx.viewer.id };
    await applyState(ctx, thread, after, { reason, isTold: false });
    const states = { before: JSON.stringify(before), after: JSON.stringify(after) };
    await insert(ctx, ModerationBatchItem, { batchId, threadId, ...states });
    noteChange(ctx, { target: `thread:${threadId}`, before, after: loggedState(thread, after), reason });
  }
}

async function deletePosts(
  ctx: Context,
  batchId: number,
  posts: Content["posts"],
  reason: string,
): Promise<void> {
  for (const { id: postId, threadId } of inLockOrder(posts)) {
    const thread = await lockThread(ctx, threadId);
    const post = await lockPost(ctx, postId, ["bodyHtml"]);
    if (post.deletedAt) continue;
    const before = postStateOf(post);
    const after = { ...before, deletedAt: ctx.now, deletedById: ctx.viewer.id };
    await applyPostState(ctx, thread, post, after);
    const states = { before: JSON.stringify(before), after: JSON.stringify(after) };
    await insert(ctx, ModerationBatchPost, { batchId, postId, ...states });
    noteChange(ctx, { target: `post:${postId}`, before, after, reason });
  }
}

function inLockOrder<T extends { readonly id: number; readonly threadId: number }>(posts: readonly T[]): T[] {
  return [...posts].sort((a, b) => a.threadId - b.threadId || a.id - b.id);
}

function postStateOf({ approval, deletedAt, deletedById }: Post): PostState {
  return { approval, deletedAt, deletedById };
}

/**
 * Takes back what a batch did to replies, in the transaction that undoes it.
 * @throws {DomainError} CONFLICT if one of them changed since.
 */
export async function restorePosts(ctx: Context, batchId: number): Promise<void> {
  const items = await ctx.db.findBy(ModerationBatchPost, { batchId });
  const placed = await Promise.all(
    items.map(async (item) => {
      const { threadId } = await ctx.db.findOneOrFail(Post, {
        select: { id: true, threadId: true },
        where: { id: item.postId },
      });
      return { ...item, id: item.postId, threadId };
    }),
  );
  for (const { postId, threadId, before, after } of inLockOrder(placed)) {
    const thread = await lockThread(ctx, threadId);
    const post = await lockPost(ctx, postId, ["bodyHtml"]);
    if (JSON.stringify(postStateOf(post)) !== after) throw changedSince();
    const state = JSON.parse(before) as PostState & { deletedAt: string | null };
    const next = { ...state, deletedAt: state.deletedAt === null ? null : new Date(state.deletedAt) };
    await applyPostState(ctx, thread, post, next);
    noteChange(ctx, { target: `post:${postId}`, before: postStateOf(post), after: next });
  }
}

/**
 * Gives a member the standing back that a batch took, in the transaction that undoes it.
 * @throws {DomainError} FORBIDDEN for all but administrators; CONFLICT if somebody decided about the member since.
 */
export async function restoreMember(ctx: Context, batch: ModerationBatch): Promise<void> {
  const { userId, memberBefore, memberAfter } = batch;
  if (userId === null || memberBefore === null || memberAfter === null) return;
  if (!ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
  const member = await lockMember(ctx, userId);
  const current = standingFrom(JSON.stringify(member));
  const [before, after] = [standingFrom(memberBefore), standingFrom(memberAfter)];
  if (JSON.stringify(current) !== JSON.stringify(after)) throw changedSince();
  await changeStanding(ctx, member, before);
}

function standingFrom(text: string): Standing {
  const { status, statusReason, bannedUntil } = JSON.parse(text) as Standing;
  return { status, statusReason, bannedUntil: bannedUntil && new Date(bannedUntil) };
}
