import type { Context } from "../../server/core/context.ts";
import { SEARCH_TABLES, textOf, type SearchedKind } from "../../server/core/searchIndex.ts";
import { indexTokensInBlock } from "../../server/core/searchTokens.ts";
import { reindexAll } from "../../server/features/search/index/indexer.service.ts";
import { insertRows } from "../../server/cli/demo/insert.sql.ts";

/** A text that is to be found. */
export interface Indexed {
  readonly id: number;
  readonly title?: string;
  readonly body: string;
}

/** Writes many texts into the tables of the search index as the program would write each of them, only many at a time. */
export async function indexMany(ctx: Context, kind: SearchedKind, texts: readonly Indexed[]): Promise<void> {
  if (ctx.services.database.indexFile) return;
  const rows = texts.map(({ id, title = null, body }): Record<string, string | number> => ({
    id,
    words: indexTokensInBlock(textOf({ id, title, body, visible: 1 }), id),
  }));
  // Smaller parts than other rows come in: words take far more room than the text.
  for (let from = 0; from < rows.length; from += 500) {
    await insertRows(ctx, SEARCH_TABLES[kind], rows.slice(from, from + 500));
  }
}

/** Has work done without the index, and makes it from the rows in the end: that takes a fraction of the time. */
export async function withoutIndex(
  ctx: Context,
  tell: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const { database } = ctx.services;
  if (database.indexFile) {
    await work();
    const began = performance.now();
    await reindexAll(ctx);
    return tell(`search index in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const kinds = ["thread", "post"] as const;
  for (const kind of kinds)
    await database.rows(`ALTER TABLE ${SEARCH_TABLES[kind]} DROP INDEX ${indexOf(kind)}`, []);
  await work();
  for (const kind of kinds) {
    const began = performance.now();
    await database.rows(`ALTER TABLE ${SEARCH_TABLES[kind]} ADD FULLTEXT INDEX ${indexOf(kind)} (words)`, []);
    tell(`${SEARCH_TABLES[kind]}: index in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}

function indexOf(kind: SearchedKind): string {
  return `ft_${SEARCH_TABLES[kind]}_words`;
}
