import type { Context } from "../../server/core/context.ts";
import { SEARCH_TABLES, type SearchedKind } from "../../server/core/searchIndex.ts";
import { foldedDocument } from "../../server/features/search/index/postings.sql.ts";
import { coverBlocks, reindexAll } from "../../server/features/search/index/indexer.service.ts";
import { insertRows } from "../../server/transfer/import/rows.sql.ts";

/** A text that is to be found. */
export interface Indexed {
  readonly id: number;
  readonly title?: string;
  readonly body: string;
}

/** Writes many texts into the tables of the search index as the program would write each of them, only many at a time. */
export async function indexMany(ctx: Context, kind: SearchedKind, texts: readonly Indexed[]): Promise<void> {
  if (ctx.services.database.indexFile) return;
  const rows = texts.map(({ id, title = null, body }) => ({
    id,
    content: Buffer.from(foldedDocument({ id, title, body, visible: 1 })),
  }));
  // Smaller parts than other rows come in: words take far more room than the text.
  for (let from = 0; from < rows.length; from += 500) {
    await insertRows(ctx, SEARCH_TABLES[kind], rows.slice(from, from + 500));
  }
}

/** Has work done, and makes of its rows what the index is made of in the end. */
export async function thenIndexed(
  ctx: Context,
  tell: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  await work();
  const began = performance.now();
  await (ctx.services.database.indexFile ? reindexAll(ctx) : coverBlocks(ctx));
  tell(`search index in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
