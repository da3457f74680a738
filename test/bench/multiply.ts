import type { Context } from "../../server/core/context.ts";
import { row, run } from "../../server/core/sql.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { SEARCH_TABLES } from "../../server/core/searchIndex.ts";

/** Threads that one transaction copies. */
const THREADS_AT_ONCE = 20_000;
/** Copies of a thread lie so many seconds before it, times the number of the copy. */
const SECONDS_BETWEEN = 1_117;

/** Size of the larger forum that is made of one. */
export interface Multiple {
  /** Number of threads for each that is there. */
  readonly times: number;
  /** Replies that each copy keeps of its thread at most. */
  readonly replies: number;
}

/**
 * Makes a forum many times as large by one statement per twenty thousand threads: copies of all threads but the long
 * one, with their replies, at other times, by the same people in the same categories. The index of searches is not written,
 * but for the texts that it is made of on MySQL and MariaDB.
 */
export async function multiply(
  ctx: Context,
  { times, replies }: Multiple,
  tell: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  const isMysql = ctx.services.database.engine === "mysql";
  const [threads, posts] = [await columnsOf(ctx, "threads"), await columnsOf(ctx, "posts")];
  const last = await row<{ thread: number; post: number }>(
    ctx,
    "SELECT (SELECT MAX(id) FROM threads) AS thread, (SELECT MAX(id) FROM posts) AS post",
  );
  const [perThread, perPost] = [Number(last!.thread), Number(last!.post)];
  const long = (await row<{ id: number }>(ctx, "SELECT id FROM threads ORDER BY postCount DESC, id LIMIT 1"))!
    .id;
  for (let copy = 1; copy < times; copy++) {
    const earlier = (column: string): string =>
      isMysql
        ? `DATE_SUB(${column}, INTERVAL ${copy * SECONDS_BETWEEN} SECOND)`
        : `strftime('%Y-%m-%d %H:%M:%f', ${column}, '-${copy * SECONDS_BETWEEN} seconds')`;
    const kept = (column: string): string =>
      `CASE WHEN ${column} < ${replies} THEN ${column} ELSE ${replies} END`;
    const threadValues: Values = {
      id: `id + ${copy * perThread}`,
      createdAt: earlier("createdAt"),
      lastPostedAt: earlier("lastPostedAt"),
      isSticky: "0",
      postCount: kept("postCount"),
      lastNumber: kept("lastNumber"),
    };
    const postValues: Values = {
      id: `id + ${copy * perPost}`,
      threadId: `threadId + ${copy * perThread}`,
      createdAt: earlier("createdAt"),
    };
    for (let from = 0; from <= perThread; from += THREADS_AT_ONCE) {
      const range = (column: string): string =>
        `${column} > ${from} AND ${column} <= ${Math.min(perThread, from + THREADS_AT_ONCE)} AND ${column} <> ${long}`;
      const ofPosts = `${range("threadId")} AND number <= ${replies}`;
      await inTransaction(ctx, async (ctx) => {
        await run(ctx, copyOf("threads", threads, threadValues, range("id")));
        await run(ctx, copyOf("posts", posts, postValues, ofPosts));
        if (!isMysql) return;
        const text = ["id", "content"];
        await run(ctx, copyOf(SEARCH_TABLES.thread, text, { id: threadValues["id"]! }, range("id")));
        const ids = `id IN (SELECT p.id FROM posts p WHERE ${ofPosts})`;
        await run(ctx, copyOf(SEARCH_TABLES.post, text, { id: postValues["id"]! }, ids));
      });
    }
    tell(`copy ${copy} of ${times - 1} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const share = `(SELECT COUNT(*) FROM threads t WHERE t.categoryId = categories.id)`;
  await inTransaction(ctx, (ctx) => run(ctx, `UPDATE categories SET threadCount = ${share}`));
}

type Values = Readonly<Record<string, string>>;

async function columnsOf(ctx: Context, table: string): Promise<string[]> {
  return Object.keys((await row(ctx, `SELECT * FROM ${table} LIMIT 1`))!);
}

function copyOf(table: string, columns: readonly string[], values: Values, where: string): string {
  const names = columns.map((column) => `\`${column}\``);
  const taken = columns.map((column, index) => values[column] ?? names[index]!);
  return `INSERT INTO ${table} (${names.join(", ")}) SELECT ${taken.join(", ")} FROM ${table} WHERE ${where}`;
}
