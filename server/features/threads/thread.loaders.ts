import { defineLoader } from "../../core/loaders.ts";
import { Revision } from "./content/revision.entity.ts";
import { readLastLikers, readReactions } from "./reactions/reaction.sql.ts";
import type { Thread } from "./thread.entity.ts";
import { readThreads, readThreadTexts, type ThreadText } from "./thread.sql.ts";

/** Threads by id, without their long texts. Callers check the policy before they show one. */
export const threadById = defineLoader<number, Thread>("threadById", async (ctx, ids) => {
  const threads = await readThreads(ctx, ids);
  return new Map(threads.map((thread) => [thread.id, thread]));
});

/** The long texts of threads by id. */
export const threadTextById = defineLoader<number, ThreadText>("threadTextById", async (ctx, ids) => {
  const texts = await readThreadTexts(ctx, ids);
  return new Map(texts.map((text) => [text.id, text]));
});

/** The viewer's reactions to a thread. */
export interface ThreadReaction {
  readonly liked: boolean;
  readonly favorite: boolean;
  /** The emoji in place of the like; empty for a plain one and for none. */
  readonly reaction: string;
}

/** The viewer's reactions by thread; absent where there is none. */
export const reactionOf = defineLoader<number, ThreadReaction>("threadReactionOf", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const reactions = new Map<number, ThreadReaction>();
  for (const { threadId, liked, reaction } of await readReactions(ctx, ids)) {
    const other = reactions.get(threadId);
    const isLike = Number(liked) === 1;
    reactions.set(threadId, {
      liked: isLike || (other?.liked ?? false),
      favorite: !isLike || (other?.favorite ?? false),
      reaction: isLike ? reaction : (other?.reaction ?? ""),
    });
  }
  return reactions;
});

/** Maximum revisions of one thread or reply that are kept and shown. */
export const REVISIONS_MAX = 50;

/** Earlier versions of threads, newest first. */
export const revisionsOf = defineLoader<number, Revision[]>("threadRevisionsOf", async (ctx, ids) => {
  const revisions = new Map<number, Revision[]>();
  for (const threadId of ids) {
    const newest = { where: { threadId }, order: { id: "DESC" }, take: REVISIONS_MAX } as const;
    revisions.set(threadId, await ctx.db.find(Revision, newest));
  }
  return revisions;
});

/** Maximum members named below a thread. */
const LIKERS_MAX = 10;

/** Members who liked threads last, the newest first; absent for threads without likes. */
export const lastLikersOf = defineLoader<number, number[]>("threadLastLikersOf", async (ctx, ids) => {
  const likers = new Map<number, number[]>();
  for (const { threadId, userId } of await readLastLikers(ctx, ids, LIKERS_MAX)) {
    const members = likers.get(Number(threadId));
    if (members) members.push(Number(userId));
    else likers.set(Number(threadId), [Number(userId)]);
  }
  return likers;
});
