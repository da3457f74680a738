import type { Context } from "../../server/core/context.ts";
import { indexTokens, indexTokensInBlock } from "../../server/core/searchTokens.ts";
import { SEARCH_TABLES, type SearchedKind } from "../../server/features/search/index/index.sql.ts";
import { searchableText } from "../../server/features/search/index/searchableText.ts";
import { insertRows } from "../../server/cli/demo/insert.sql.ts";

/** A text that is to be found. */
export interface Indexed {
  readonly id: number;
  readonly title?: string;
  readonly body: string;
}

/** Writes many texts into the program's search index as it would write each of them, only many at a time. */
export async function indexMany(ctx: Context, kind: SearchedKind, texts: readonly Indexed[]): Promise<void> {
  const sqlite = ctx.services.database.engine === "sqlite";
  const rows = texts.map(({ id, title, body }): Record<string, string | number> => {
    const text = (title === undefined ? "" : `${title}\n`) + searchableText(body);
    return sqlite ? { rowid: id, words: indexTokens(text) } : { id, words: indexTokensInBlock(text, id) };
  });
  // Smaller parts than other rows come in: words take far more room than the text.
  for (let from = 0; from < rows.length; from += 500) {
    await insertRows(ctx, SEARCH_TABLES[kind], rows.slice(from, from + 500));
  }
}

/** On MariaDB an index over rows that are there already is made in a fraction of the time. */
export async function withoutIndex(
  ctx: Context,
  tell: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const { database } = ctx.services;
  if (database.engine === "sqlite") return work();
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
