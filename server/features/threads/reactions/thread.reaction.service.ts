import type { Context } from "../../../core/context.ts";
import type { ErasureHook } from "../../../core/hooks.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { countLikes } from "../../users/userCounter.service.ts";
import { ThreadFavorite } from "./reaction.entity.ts";
import { react, setLikes } from "./reaction.sql.ts";
import { hotScoreOf, Thread } from "../thread.entity.ts";
import { threadFavorited, threadLiked } from "../thread.events.ts";
import { canFavoriteThread, canLikeThread } from "../thread.policy.ts";
import { getThread, lockThread, eventPartsOf, readChanged } from "../thread.service.ts";

/** Input of `setThreadLiked`. */
export interface ThreadLiking {
  readonly threadId: number;
  readonly liked: boolean;
}

/**
 * Likes a thread, or no longer. Likes of others count on the author's profile, except for anonymous threads, whose
 * author that would give away.
 * @emits threadLiked
 * @throws {DomainError} NOT_FOUND; FORBIDDEN without `thread.likePosts`.
 */
export const setThreadLiked = verb({
  name: "setThreadLiked",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { threadId, liked }: ThreadLiking): Promise<Thread> {
    allow(canLikeThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canLikeThread(ctx.viewer, thread));
      if (!(await react(ctx, "thread_likes", threadId, liked))) return;
      const likeCount = thread.likeCount + (liked ? 1 : -1);
      await setLikes(ctx, threadId, likeCount, hotScoreOf({ ...thread, likeCount }));
      await countLike(ctx, thread, liked);
      ctx.emit(threadLiked({ ...eventPartsOf(thread), userId: ctx.viewer.id, liked }));
    });
    return readChanged(ctx, threadId);
  },
});

/** Adds a like to its author's profile, or takes it away; own likes and anonymous content do not count. */
export async function countLike(
  ctx: Context,
  { authorId, isAnonymous }: { readonly authorId: number; readonly isAnonymous: boolean },
  liked: boolean,
): Promise<void> {
  if (isAnonymous || authorId === ctx.viewer.id) return;
  await countLikes(ctx, authorId, liked ? 1 : -1);
}

/** Input of `setThreadFavorite`. */
export interface ThreadFavoring {
  readonly threadId: number;
  readonly favorite: boolean;
}

/**
 * Keeps a thread among the viewer's favourites, or no longer.
 * @emits threadFavorited
 * @throws {DomainError} NOT_FOUND; FORBIDDEN without `thread.favorite`.
 */
export const setThreadFavorite = verb({
  name: "setThreadFavorite",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { threadId, favorite }: ThreadFavoring): Promise<Thread> {
    allow(canFavoriteThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canFavoriteThread(ctx.viewer, thread));
      if (!(await react(ctx, "thread_favorites", threadId, favorite))) return;
      await ctx.db.increment(Thread, { id: threadId }, "favoriteCount", favorite ? 1 : -1);
      ctx.emit(threadFavorited({ threadId, userId: ctx.viewer.id, favorite }));
    });
    return readChanged(ctx, threadId);
  },
});

/** Favourites that one transaction removes: on SQLite all other writes wait for it. */
const ERASED_SLICE = 100;

/** Removes the favourites of a member who closes their account; likes stay counted. */
export const eraseFavorites: ErasureHook = {
  name: "threads.favorites",
  async erase(ctx, userId) {
    for (;;) {
      const favorites = await ctx.db.find(ThreadFavorite, { where: { userId }, take: ERASED_SLICE });
      if (favorites.length === 0) return;
      await inTransaction(ctx, async (ctx) => {
        for (const { threadId } of favorites) {
          const { affected } = await ctx.db.delete(ThreadFavorite, { threadId, userId });
          if (affected === 1) await ctx.db.decrement(Thread, { id: threadId }, "favoriteCount", 1);
        }
      });
    }
  },
};
