import type { Context } from "../../../core/context.ts";
import { indexTokens, indexTokensInBlock } from "../../../core/searchTokens.ts";
import { run } from "../../../core/sql.ts";

/** The table of each kind; a row's id is the id of what it finds. */
export const SEARCH_TABLES = {
  thread: "search_threads",
  post: "search_posts",
  user: "search_users",
  topic: "search_topics",
} as const;

/** A kind of thing that can be searched for. */
export type SearchedKind = keyof typeof SEARCH_TABLES;

/**
 * Raw since the index is FTS5 on SQLite and a FULLTEXT table elsewhere, which no entity describes.
 * Stores the words of something in the place of earlier ones, in the caller's transaction.
 */
export async function putWords(ctx: Context, kind: SearchedKind, id: number, text: string): Promise<void> {
  const table = SEARCH_TABLES[kind];
  if (ctx.services.database.engine === "sqlite") {
    await run(ctx, `INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`, [id, indexTokens(text)]);
  } else {
    await run(
      ctx,
      `INSERT INTO ${table} (id, words) VALUES (?, ?) ON DUPLICATE KEY UPDATE words = VALUES(words)`,
      [id, indexTokensInBlock(text, id)],
    );
  }
}

/** Raw like `putWords`. Removes the words of something, in the caller's transaction. */
export async function removeWords(ctx: Context, kind: SearchedKind, id: number): Promise<void> {
  const key = ctx.services.database.engine === "sqlite" ? "rowid" : "id";
  await run(ctx, `DELETE FROM ${SEARCH_TABLES[kind]} WHERE ${key} = ?`, [id]);
}
