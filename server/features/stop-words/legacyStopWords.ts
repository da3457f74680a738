import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { LegacyPage, legacyPage, legacyRowTime } from "../../core/rest.ts";
import { marks, row, rows, select } from "../../core/sql.ts";
import { StopWord } from "./stopWord.entity.ts";
import type { LegacyStopWordBatch, LegacyStopWordFilter, LegacyStopWordIds } from "./stopWord.input.ts";
import { CONTAINS, contained, deleteStopWords, importStopWords } from "./stopWord.service.ts";

/** Stop words by numbered pages (legacy-facts 2.16). */
export async function listStopWordsForLegacy(ctx: Context, input: LegacyStopWordFilter): Promise<LegacyPage> {
  const request = legacyPage(input);
  const pattern = contained(keywordOf(input.filter));
  const counted = await row<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM stop_words w WHERE ${CONTAINS}`, [
    pattern,
  ]);
  const words = await select(
    ctx,
    StopWord,
    "w",
    `stop_words w WHERE ${CONTAINS} ORDER BY w.id DESC LIMIT ? OFFSET ?`,
    [pattern, request.perPage, (request.page - 1) * request.perPage],
  );
  const shown = words.map(({ createdAt, updatedAt, ...word }) => ({
    ...{ ...word, createdAt: legacyRowTime(createdAt), updatedAt: legacyRowTime(updatedAt) },
  }));
  return new LegacyPage(shown, request, shown.length, Number(counted!.n));
}

/** The filter of three generations: a text, `filter[keyword]`, `filter[q]`. */
function keywordOf(filter: unknown): string {
  if (typeof filter === "string" || typeof filter === "number") return String(filter);
  if (filter === null || filter === undefined) return "";
  const { keyword, q } = filter as { keyword?: unknown; q?: unknown };
  const word = keyword ?? q ?? "";
  if (typeof word === "string" || typeof word === "number") return String(word);
  throw invalid("filter", "filter 必须是字符串", "filter must be a text.");
}

/** Imports lines (legacy-facts 2.17). */
export async function importStopWordsForLegacy(ctx: Context, input: LegacyStopWordBatch): Promise<object> {
  const { words, overwrite = false } = input;
  const { created, updated, unique } = await importStopWords(ctx, { lines: words, overwrite });
  return { type: "stop-words", created, updated, unique };
}

/** Deletes in order up to the first id that means nothing (legacy-facts 2.18). */
export async function deleteStopWordsForLegacy(ctx: Context, input: LegacyStopWordIds): Promise<[]> {
  const parts = (input.id ?? input.ids ?? "").split(",").filter((part) => part.trim() !== "");
  if (parts.length === 0) throw invalid("id", "未获取到必要参数", "id is required.");
  const named = parts.map((part) => (/^\d{1,15}$/.test(part.trim()) ? Number(part) : 0));
  const known = await knownIds(ctx, named);
  const unknown = named.findIndex((id) => !known.has(id));
  const ids = unknown < 0 ? named : named.slice(0, unknown);
  if (ids.length > 0) await deleteStopWords(ctx, ids);
  return [];
}

/** Ids that are asked for together. */
const TOGETHER = 500;

async function knownIds(ctx: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const known = new Set<number>();
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const part = ids.slice(at, at + TOGETHER);
    const found = await rows<{ id: number }>(
      ctx,
      `SELECT w.id FROM stop_words w WHERE w.id IN (${marks(part)})`,
      part,
    );
    for (const { id } of found) known.add(Number(id));
  }
  return known;
}
