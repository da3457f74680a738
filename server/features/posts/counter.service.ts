import type { Context, SqlValue } from "../../core/context.ts";
import { row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";

/** A kept number and the sentence that counts it anew; `x` is the table. */
interface Counter {
  readonly column: string;
  readonly counted: string;
}

/** A table with kept numbers, and how many rows of it one check looks at. */
interface Kept {
  readonly table: "categories" | "threads" | "posts" | "users";
  readonly slice: number;
  readonly counters: readonly Counter[];
}

const KEPT: readonly Kept[] = [
  {
    table: "categories",
    slice: 50,
    counters: [
      {
        column: "threadCount",
        counted: "SELECT COUNT(*) FROM threads t WHERE t.categoryId = x.id AND t.visible = 1",
      },
    ],
  },
  {
    table: "threads",
    slice: 200,
    counters: [
      {
        column: "postCount",
        counted:
          "SELECT COUNT(*) FROM posts p WHERE p.threadId = x.id AND p.parentId IS NULL AND p.visible = 1",
      },
      {
        column: "lastNumber",
        counted: "SELECT COALESCE(MAX(p.number), 0) FROM posts p WHERE p.threadId = x.id",
      },
      { column: "likeCount", counted: "SELECT COUNT(*) FROM thread_likes l WHERE l.threadId = x.id" },
      { column: "favoriteCount", counted: "SELECT COUNT(*) FROM thread_favorites f WHERE f.threadId = x.id" },
    ],
  },
  {
    table: "posts",
    slice: 500,
    counters: [
      { column: "likeCount", counted: "SELECT COUNT(*) FROM post_likes l WHERE l.postId = x.id" },
      {
        column: "commentCount",
        counted: "SELECT COUNT(*) FROM posts c WHERE c.parentId = x.id AND c.visible = 1",
      },
    ],
  },
  {
    table: "users",
    slice: 100,
    counters: [
      {
        column: "threadCount",
        counted:
          "SELECT COUNT(*) FROM threads t WHERE t.authorId = x.id AND t.visible = 1 AND t.isAnonymous = 0",
      },
      {
        column: "postCount",
        counted:
          "SELECT COUNT(*) FROM posts p WHERE p.authorId = x.id AND p.visible = 1 AND p.isAnonymous = 0",
      },
      {
        column: "likedCount",
        counted: `SELECT (SELECT COUNT(*) FROM thread_likes l JOIN threads t ON t.id = l.threadId
            WHERE t.authorId = x.id AND t.isAnonymous = 0 AND l.userId <> x.id)
          + (SELECT COUNT(*) FROM post_likes l JOIN posts p ON p.id = l.postId
            WHERE p.authorId = x.id AND p.isAnonymous = 0 AND l.userId <> x.id)`,
      },
    ],
  },
];

/** A number that was wrong and has been put right. */
export interface Repair {
  readonly table: string;
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** Counts some rows of a table anew. One statement sees one state, so what differs there is wrong. */
async function checkSlice(
  ctx: Context,
  { table, slice, counters }: Kept,
  afterId: number,
): Promise<[number, Repair[]]> {
  const columns = counters.map(
    ({ column, counted }, index) => `x.${column} AS kept${index}, (${counted}) AS counted${index}`,
  );
  const found = await rows<Record<string, number>>(
    ctx,
    `SELECT x.id, ${columns.join(", ")} FROM ${table} x WHERE x.id > ? ORDER BY x.id LIMIT ?`,
    [afterId, slice],
  );
  const repairs: Repair[] = [];
  for (const each of found) {
    for (const [index, { column }] of counters.entries()) {
      const kept = Number(each[`kept${index}`]);
      const counted = Number(each[`counted${index}`]);
      if (kept !== counted) repairs.push({ table, id: each["id"]!, column, kept, counted });
    }
  }
  return [found.length < slice ? 0 : found.at(-1)!["id"]!, repairs];
}

async function repair(ctx: Context, wrong: Repair): Promise<void> {
  const { table, id, column } = wrong;
  const { counted } = KEPT.find((kept) => kept.table === table)!.counters.find(
    (counter) => counter.column === column,
  )!;
  await inTransaction(ctx, async (ctx) => {
    // Counted again with the row locked, since it may have changed after the check.
    const lock = ctx.services.database.engine === "mysql" ? " FOR UPDATE" : "";
    const values: SqlValue[] = [id];
    await row(ctx, `SELECT x.id FROM ${table} x WHERE x.id = ?${lock}`, values);
    const exact = await row<{ n: number }>(
      ctx,
      `SELECT (${counted}) AS n FROM ${table} x WHERE x.id = ?`,
      values,
    );
    if (exact) await run(ctx, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, [exact.n, id]);
  });
  ctx.services.log.warn({ ...wrong }, "kept counter was wrong");
}

/**
 * Checks every kept number of threads, replies, members and categories against what it counts, and repairs with a
 * warning in the log what is wrong.
 * @returns what was wrong
 */
export async function checkCounters(ctx: Context): Promise<Repair[]> {
  const all: Repair[] = [];
  for (const kept of KEPT) {
    let afterId = 0;
    do {
      const [next, repairs] = await checkSlice(ctx, kept, afterId);
      for (const wrong of repairs) await repair(ctx, wrong);
      all.push(...repairs);
      afterId = next;
    } while (afterId > 0);
  }
  return all;
}

/** How far the timed check has come in each table of each running program. */
const progress = new WeakMap<object, Map<string, number>>();

/** Checks the next rows of each table; small enough that nobody waits for it. */
export async function checkSomeCounters(ctx: Context): Promise<void> {
  let places = progress.get(ctx.services);
  if (!places) progress.set(ctx.services, (places = new Map()));
  for (const kept of KEPT) {
    const [next, repairs] = await checkSlice(ctx, kept, places.get(kept.table) ?? 0);
    for (const wrong of repairs) await repair(ctx, wrong);
    places.set(kept.table, next);
  }
}
