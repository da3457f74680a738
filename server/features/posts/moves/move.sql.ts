import type { Context } from "../../../core/context.ts";
import { marks, rows, run } from "../../../core/sql.ts";

/** Rows of one statement. */
const ROWS_PER_STATEMENT = 200;

/** A reply of a thread that is merged or split, with the engine's boolean. */
export interface NumberedPost {
  readonly id: number;
  readonly number: number;
  readonly visible: number;
}

/** Reads the numbers of a thread's replies in their order. Raw since texts are not wanted and a thread may be long. */
export function readNumbering(ctx: Context, threadId: number): Promise<NumberedPost[]> {
  const sql =
    "SELECT p.id, p.number, p.visible FROM posts p WHERE p.threadId = ? AND p.number >= 0 ORDER BY p.number";
  return rows<NumberedPost>(ctx, sql, [threadId]);
}

/** Notes where all numbers of a thread go. Raw since TypeORM has no INSERT … SELECT. */
export async function noteAllMoves(ctx: Context, threadId: number): Promise<void> {
  await run(
    ctx,
    `INSERT INTO post_moves (threadId, number, postId)
     SELECT p.threadId, p.number, p.id FROM posts p WHERE p.threadId = ? AND p.number IS NOT NULL`,
    [threadId],
  );
}

/** Puts all replies and comments of a thread into another, behind a number. Raw since numbers are computed in place. */
export async function moveAllPosts(ctx: Context, from: number, to: number, behind: number): Promise<void> {
  await run(ctx, "UPDATE posts SET threadId = ?, number = number + ? WHERE threadId = ?", [to, behind, from]);
}

/** Puts replies into a thread, numbered from `first` on in the order given, with their comments. Raw for the same reason. */
export async function movePosts(
  ctx: Context,
  ids: readonly number[],
  to: number,
  first: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_PER_STATEMENT) {
    const part = ids.slice(start, start + ROWS_PER_STATEMENT);
    const numbers = part.flatMap((id, index) => [id, first + start + index]);
    const places = part.map(() => "WHEN ? THEN ?").join(" ");
    await run(
      ctx,
      `UPDATE posts SET threadId = ?, parentId = NULL, replyToPostId = NULL, number = CASE id ${places} END
       WHERE id IN (${marks(part)})`,
      [to, ...numbers, ...part],
    );
    await run(ctx, `UPDATE posts SET threadId = ? WHERE parentId IN (${marks(part)})`, [to, ...part]);
  }
}

/** The like of a member with the time at which it was given. */
export interface GivenLike {
  readonly userId: number;
  readonly createdAt: Date;
  readonly reaction: string;
}

/** A count of numbers that have left a thread. */
export interface MovedCount {
  readonly threadId: number;
  readonly count: number;
}

/** Counts the numbers behind a place that have left threads. Raw since lists of threads may run it. */
export async function countMovedBehind(
  ctx: Context,
  places: readonly { readonly threadId: number; readonly behind: number; readonly upTo: number }[],
): Promise<MovedCount[]> {
  const one =
    "SELECT v.threadId, COUNT(*) AS count FROM post_moves v WHERE v.threadId = ? AND v.number > ? AND v.number <= ? GROUP BY v.threadId";
  const counts = await rows<MovedCount>(
    ctx,
    places.map(() => one).join(" UNION ALL "),
    places.flatMap(({ threadId, behind, upTo }) => [threadId, behind, upTo]),
  );
  return counts.map(({ threadId, count }) => ({ threadId: Number(threadId), count: Number(count) }));
}

/** An author with the first of some replies that is theirs. */
export interface MovedAuthor {
  readonly authorId: number;
  readonly postId: number;
}

/** Reads the authors of visible replies, each with their first one. Raw since it groups. */
export async function authorsOf(ctx: Context, postIds: readonly number[]): Promise<MovedAuthor[]> {
  const firsts = new Map<number, number>();
  for (let start = 0; start < postIds.length; start += ROWS_PER_STATEMENT) {
    const part = postIds.slice(start, start + ROWS_PER_STATEMENT);
    const authors = await rows<MovedAuthor>(
      ctx,
      `SELECT p.authorId, MIN(p.id) AS postId FROM posts p WHERE p.visible = 1 AND p.id IN (${marks(part)})
       GROUP BY p.authorId`,
      part,
    );
    for (const { authorId, postId } of authors)
      if (!firsts.has(Number(authorId))) firsts.set(Number(authorId), Number(postId));
  }
  return [...firsts].map(([authorId, postId]) => ({ authorId, postId }));
}
