import type { Context } from "../../../core/context.ts";
import { rows, run } from "../../../core/sql.ts";
import { type CountedReaction, reactionsText } from "../../../core/reactionCounts.ts";

/** Tables of likes by what is liked, with the column of its id, and the table of that. */
const LIKES = {
  thread: ["thread_likes", "threadId"],
  post: ["post_likes", "postId"],
} as const;

/** A kind of text that members react to. */
export type Reacted = keyof typeof LIKES;

/**
 * Stores which reaction the viewer's like of a locked text is; empty for a plain like. Raw since the table is chosen.
 * @returns true if it was another one
 */
export async function changeReaction(
  ctx: Context,
  kind: Reacted,
  id: number,
  reaction: string,
): Promise<boolean> {
  const [table, column] = LIKES[kind];
  const sql = `UPDATE ${table} SET reaction = ? WHERE ${column} = ? AND userId = ? AND reaction <> ?`;
  return (await run(ctx, sql, [reaction, id, ctx.viewer.id, reaction])).affected > 0;
}

/** Counts the reactions to a locked text anew, as it stores them. Raw since it groups rows of a chosen table. */
export async function countReactions(ctx: Context, kind: Reacted, id: number): Promise<string> {
  const [table, column] = LIKES[kind];
  const counts = await rows<CountedReaction>(
    ctx,
    `SELECT l.reaction AS emoji, COUNT(*) AS count, MIN(l.createdAt) AS since FROM ${table} l
     WHERE l.${column} = ? AND l.reaction > '' GROUP BY l.reaction ORDER BY count DESC, since, l.reaction`,
    [id],
  );
  return reactionsText(counts.map(({ emoji, count }) => ({ emoji, count: Number(count) })));
}

/** Somebody who liked a text, and the reaction; empty for a plain like. */
export interface ReactorRow {
  readonly userId: number;
  readonly reaction: string;
}

/** Reads who liked a text or reacted to it last. Raw since the table is chosen. */
export function readReactors(ctx: Context, kind: Reacted, id: number, most: number): Promise<ReactorRow[]> {
  const [table, column] = LIKES[kind];
  return rows<ReactorRow>(
    ctx,
    `SELECT l.userId, l.reaction FROM ${table} l WHERE l.${column} = ?
     ORDER BY l.createdAt DESC, l.userId DESC LIMIT ?`,
    [id, most],
  );
}
