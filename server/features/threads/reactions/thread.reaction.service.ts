import { IsNull } from "typeorm";
import type { Context } from "../../../core/context.ts";
import type { ErasureHook } from "../../../core/hooks.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { insertAll, insertIgnore } from "../../../core/write.ts";
import { countLikes } from "../../users/userCounter.service.ts";
import { ThreadFavorite, ThreadLike } from "./reaction.entity.ts";
import { countReactions } from "./reactionChange.sql.ts";
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
      if (!(await likeLocked(ctx, thread, liked)) || liked || thread.reactions === "") return;
      // What was taken back may have been another reaction than the like.
      const reactions = await countReactions(ctx, "thread", threadId);
      await ctx.db.update(Thread, { id: threadId }, { reactions });
    });
    return readChanged(ctx, threadId);
  },
});

/** Likes a locked thread, or no longer. @returns true if that changed @emits threadLiked */
export async function likeLocked(ctx: Context, thread: Thread, liked: boolean): Promise<boolean> {
  const { id: threadId } = thread;
  if (!(await react(ctx, "thread_likes", threadId, liked))) return false;
  const likeCount = thread.likeCount + (liked ? 1 : -1);
  await setLikes(ctx, threadId, likeCount, hotScoreOf({ ...thread, likeCount }));
  await countLike(ctx, thread, liked);
  ctx.emit(threadLiked({ ...eventPartsOf(thread), userId: ctx.viewer.id, liked }));
  return true;
}

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
      await keepLocked(ctx, threadId, favorite);
    });
    return readChanged(ctx, threadId);
  },
});

/** Keeps a locked thread among the viewer's favourites, or no longer. @emits threadFavorited if that changed */
export async function keepLocked(ctx: Context, threadId: number, favorite: boolean): Promise<void> {
  if (!(await react(ctx, "thread_favorites", threadId, favorite))) return;
  await ctx.db.increment(Thread, { id: threadId }, "favoriteCount", favorite ? 1 : -1);
  ctx.emit(threadFavorited({ threadId, userId: ctx.viewer.id, favorite }));
}

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

/** A member's reaction, apart from what it is given to. */
export type GivenLike = Pick<ThreadLike, "userId" | "createdAt" | "reaction">;

/** Takes the likes of a thread whose text becomes a reply, in the caller's transaction. @returns them */
export async function takeThreadLikes(ctx: Context, threadId: number): Promise<GivenLike[]> {
  const likes = await ctx.db.findBy(ThreadLike, { threadId });
  await ctx.db.delete(ThreadLike, { threadId });
  await ctx.db.update(Thread, { id: threadId }, { likeCount: 0, reactions: "" });
  return likes.map(({ userId, createdAt, reaction }) => ({ userId, createdAt, reaction }));
}

/** Gives a new thread the likes that its text had as a reply, in the caller's transaction. */
export async function giveThreadLikes(
  ctx: Context,
  threadId: number,
  likes: readonly GivenLike[],
): Promise<void> {
  await insertAll(
    ctx,
    ThreadLike,
    likes.map((like) => ({ ...like, threadId })),
  );
}

/** Lets a thread be among the favourites of those who kept another, in the caller's transaction. */
export async function moveFavorites(ctx: Context, fromId: number, toId: number): Promise<void> {
  const favorites = await ctx.db.findBy(ThreadFavorite, { threadId: fromId });
  await ctx.db.delete(ThreadFavorite, { threadId: fromId });
  await ctx.db.update(Thread, { id: fromId }, { favoriteCount: 0 });
  const moved = favorites.map((favorite) => ({ ...favorite, threadId: toId }));
  const added = await insertIgnore(ctx, ThreadFavorite, moved);
  await ctx.db.increment(Thread, { id: toId }, "favoriteCount", added);
  if (added < moved.length) await fillBookmarks(ctx, moved);
}

/** Gives bookmarks that were there before what they lack: the note, folder or reminder of the one that was moved. */
async function fillBookmarks(ctx: Context, moved: readonly ThreadFavorite[]): Promise<void> {
  for (const { threadId, userId, note, folderId, remindAt } of moved) {
    const target = { threadId, userId };
    if (note !== "") await ctx.db.update(ThreadFavorite, { ...target, note: "" }, { note });
    if (folderId !== null)
      await ctx.db.update(ThreadFavorite, { ...target, folderId: IsNull() }, { folderId });
    if (remindAt !== null)
      await ctx.db.update(ThreadFavorite, { ...target, remindAt: IsNull() }, { remindAt });
  }
}
