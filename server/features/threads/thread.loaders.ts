import { defineLoader } from "../../core/loaders.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { Revision } from "./content/revision.entity.ts";
import { Thread } from "./thread.entity.ts";

/** Texts that lists leave in the database; see `threadTextById`. */
export const LONG_TEXTS: readonly string[] = ["body", "bodyHtml", "plainText"];

/** Threads by id, without their long texts; whoever shows them asks the policy first. */
export const threadById = defineLoader<number, Thread>("threadById", async (ctx, ids) => {
  const found = await select(ctx, Thread, "t", `threads t WHERE t.id IN (${marks(ids)})`, ids, LONG_TEXTS);
  return new Map(found.map((thread) => [thread.id, thread]));
});

/** What a thread says, as written and as HTML. */
export interface ThreadText {
  readonly id: number;
  readonly body: string;
  readonly bodyHtml: string;
}

/** The long texts of threads by id. */
export const threadTextById = defineLoader<number, ThreadText>("threadTextById", async (ctx, ids) => {
  const found = await rows<ThreadText>(
    ctx,
    `SELECT t.id, t.body, t.bodyHtml FROM threads t WHERE t.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(found.map((text) => [text.id, text]));
});

/** What the viewer has done to a thread. */
export interface ThreadReaction {
  readonly liked: boolean;
  readonly favorite: boolean;
}

/** What the viewer has done to threads; absent where nothing. */
export const reactionOf = defineLoader<number, ThreadReaction>("threadReactionOf", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const found = await rows<{ threadId: number; liked: number }>(
    ctx,
    `SELECT l.threadId, 1 AS liked FROM thread_likes l WHERE l.userId = ? AND l.threadId IN (${marks(ids)})
     UNION ALL
     SELECT f.threadId, 0 AS liked FROM thread_favorites f WHERE f.userId = ? AND f.threadId IN (${marks(ids)})`,
    [ctx.viewer.id, ...ids, ctx.viewer.id, ...ids],
  );
  const reactions = new Map<number, ThreadReaction>();
  for (const { threadId, liked } of found) {
    const known = reactions.get(threadId);
    reactions.set(threadId, {
      liked: Number(liked) === 1 || (known?.liked ?? false),
      favorite: Number(liked) === 0 || (known?.favorite ?? false),
    });
  }
  return reactions;
});

/** Revisions that one thread shows at most, newest first. */
const REVISIONS_MAX = 50;

/** What threads said before their edits, newest first. */
export const revisionsOf = defineLoader<number, Revision[]>("threadRevisionsOf", async (ctx, ids) => {
  const revisions = new Map<number, Revision[]>();
  for (const id of ids) {
    const from = "revisions r WHERE r.threadId = ? ORDER BY r.id DESC LIMIT ?";
    revisions.set(id, await select(ctx, Revision, "r", from, [id, REVISIONS_MAX]));
  }
  return revisions;
});

/** Those who are named below a thread at most. */
const LIKERS_MAX = 10;

/** The members who liked threads last, the newest first; absent where nobody did. */
export const lastLikersOf = defineLoader<number, number[]>("threadLastLikersOf", async (ctx, ids) => {
  const found = await rows<{ threadId: number; userId: number }>(
    ctx,
    `SELECT x.threadId, x.userId FROM (
       SELECT l.threadId, l.userId,
         ROW_NUMBER() OVER (PARTITION BY l.threadId ORDER BY l.createdAt DESC, l.userId DESC) AS place
       FROM thread_likes l WHERE l.threadId IN (${marks(ids)})
     ) x WHERE x.place <= ? ORDER BY x.threadId, x.place`,
    [...ids, LIKERS_MAX],
  );
  const likers = new Map<number, number[]>();
  for (const { threadId, userId } of found) {
    const known = likers.get(Number(threadId));
    if (known) known.push(Number(userId));
    else likers.set(Number(threadId), [Number(userId)]);
  }
  return likers;
});
