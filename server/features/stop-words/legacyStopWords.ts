import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { LegacyPage, legacyPage, legacyRowTime } from "../../core/rest.ts";
import type { LegacyStopWordBatch, LegacyStopWordFilter, LegacyStopWordIds } from "./stopWord.input.ts";
import { deleteStopWords, importStopWords } from "./stopWord.service.ts";
import { countWordsWith, readNumberedWords, readWords } from "./stopWord.sql.ts";

/** Stop words by numbered pages (legacy-facts 2.16). */
export async function listStopWordsForLegacy(ctx: Context, input: LegacyStopWordFilter): Promise<LegacyPage> {
  const request = legacyPage(input);
  const part = keywordOf(input.filter);
  const total = await countWordsWith(ctx, part);
  const words = await readNumberedWords(ctx, part, request);
  const shown = words.map((word) => ({
    ...word,
    createdAt: legacyRowTime(word.createdAt),
    updatedAt: legacyRowTime(word.updatedAt),
  }));
  return new LegacyPage(shown, request, shown.length, total);
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
  const existing = new Set((await readWords(ctx, "id", named)).map(({ id }) => id));
  const unknown = named.findIndex((id) => !existing.has(id));
  const ids = unknown < 0 ? named : named.slice(0, unknown);
  if (ids.length > 0) await deleteStopWords(ctx, ids);
  return [];
}
