import { In } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { cleanLine, lengthOf } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { addTo, insertAll } from "../../core/write.ts";
import { buildFilter, judge } from "./filter/filter.service.ts";
import { lockList } from "./list.service.ts";
import { lineOf, parseLine, type ParsedWord } from "./lines.ts";
import { slices } from "../../core/slices.ts";
import { REPLACEMENT, STOP_WORD_MAX, StopWord, StopWordAction } from "./stopWord.entity.ts";
import type { StopWordInput } from "./stopWord.input.ts";
import { StopWordBatchAction } from "./stopWordBatch.entity.ts";
import { readNextWords, readWords, readWordsWith } from "./stopWord.sql.ts";
import { storeBatch } from "./stopWordBatch.service.ts";
import type { CensoredField, StopWordImport, StopWordVerdict } from "./stopWord.view.ts";

/** Lines of one import (legacy-facts 2.17). */
export const IMPORT_MAX = 10_000;
/** Rows that one statement writes. */
const BATCH = 500;
/** Words that an export reads at once. */
const EXPORTED_TOGETHER = 1_000;
/** Longest text that the test box takes, in characters. */
const TEST_MAX = 50_000;
const LIST = "stopWords";
/** Columns that say what a word does. */
const COLUMNS = ["find", "replacement", "ugc", "username", "signature", "dialog", "nickname"] as const;

/** Gives the rule of a word, without its author and dates. */
export function ruleOf({
  find,
  replacement,
  ugc,
  username,
  signature,
  dialog,
  nickname,
}: ParsedWord): ParsedWord {
  return { find, replacement, ugc, username, signature, dialog, nickname };
}

/** Input of `importStopWords`. */
export interface ImportInput {
  readonly lines: readonly unknown[];
  /** Words that are known already are changed too. */
  readonly overwrite: boolean;
}

/**
 * Imports lines of stop words; of several for one word the first counts. The new list is in use when this is done.
 * @throws {DomainError} INVALID_PARAMETER for more than 10,000 lines.
 */
export const importStopWords = verb({
  name: "importStopWords",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { lines, overwrite }: ImportInput): Promise<StopWordImport> {
    if (lines.length > IMPORT_MAX)
      throw invalid("words", `最多导入${IMPORT_MAX}条`, `At most ${IMPORT_MAX} lines at once.`);
    const parsed = new Map<string, ParsedWord>();
    for (const line of lines) {
      const word = parseLine(line);
      if (word && !parsed.has(word.find)) parsed.set(word.find, word);
    }
    const { counted, change } = await inTransaction(ctx, async (ctx) => {
      const version = await lockList(ctx);
      const existing = await knownWords(ctx, [...parsed.keys()]);
      const fresh = [...parsed.values()].filter(({ find }) => !existing.has(find));
      const changed = overwrite
        ? [...parsed.values()].filter(
            (word) => existing.has(word.find) && lineOf(word) !== lineOf(existing.get(word.find)!),
          )
        : [];
      await insertAll(
        ctx,
        StopWord,
        fresh.map((word) => rowOf(ctx, word)),
      );
      await overwriteAll(ctx, changed);
      const [created, updated] = [fresh.length, changed.length];
      const unique = overwrite ? parsed.size - created - updated : lines.length - created;
      noteChange(ctx, {
        target: "stopWords",
        before: updated > 0 ? changed.map(({ find }) => lineOf(existing.get(find)!)) : undefined,
        after: { created, updated, unique, changed: changed.map(lineOf), added: fresh.map(lineOf) },
      });
      const finds = [...fresh, ...changed].map(({ find }) => find);
      const written = finds.length > BATCH ? null : [...(await knownWords(ctx, finds)).values()];
      const replaced = changed.map(({ find }) => existing.get(find)!);
      const batchId = await storeBatch(ctx, StopWordBatchAction.IMPORT, replaced, [...fresh, ...changed]);
      const counted = { created, updated, unique, batchId };
      return { counted, change: written && { version, written, removed: [] } };
    });
    await buildFilter(ctx, change);
    return counted;
  },
});

async function knownWords(ctx: Context, finds: readonly string[]): Promise<Map<string, StopWord>> {
  return new Map((await readWords(ctx, "find", finds)).map((word) => [word.find, word]));
}

function rowOf({ viewer, now }: Context, word: ParsedWord) {
  return { ...ruleOf(word), userId: viewer.id, createdAt: now, updatedAt: now };
}

/** Changes words in place, so that each keeps its id and who added it. */
function overwriteAll(ctx: Context, words: readonly ParsedWord[]): Promise<void> {
  const rows = words.map((word) => rowOf(ctx, word));
  const replace = [...COLUMNS.slice(1), "updatedAt"] as const;
  return addTo(ctx, StopWord, rows, { key: ["find"], add: [], replace });
}

async function remove(ctx: Context, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const part = ids.slice(at, at + BATCH);
    await ctx.db.delete(StopWord, { id: In(part) });
  }
}

/** Input of `updateStopWord`. */
export interface StopWordChange {
  readonly id: number;
  readonly change: StopWordInput;
}

/** Changes what happens where a word is found. @throws {DomainError} NOT_FOUND; INVALID_PARAMETER naming the field. */
export const updateStopWord = verb({
  name: "updateStopWord",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { id, change }: StopWordChange): Promise<StopWord> {
    const { version, word } = await inTransaction(ctx, async (ctx) => {
      const version = await lockList(ctx);
      const before = await ctx.db.findOneBy(StopWord, { id });
      if (!before) throw new DomainError("NOT_FOUND");
      const after = Object.assign(new StopWord(), before, given(change), { updatedAt: ctx.now });
      checkWord(after);
      await ctx.db.update(StopWord, { id }, { ...ruleOf(after), updatedAt: ctx.now });
      noteChange(ctx, { target: `stopWord:${id}`, before: lineOf(before), after: lineOf(after) });
      return { version, word: after };
    });
    await buildFilter(ctx, { version, written: [word], removed: [] });
    return word;
  },
});

/** The parts that a change names. */
export function given(change: StopWordInput): Partial<StopWordInput> {
  const entries = Object.entries(change).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Partial<StopWordInput>;
}

/** Checks what a word is to say, and tidies its replacement. @throws {DomainError} INVALID_PARAMETER naming the field. */
export function checkWord(word: StopWord): void {
  word.replacement = cleanLine(word.replacement) || REPLACEMENT;
  if (/[|=]/.test(word.replacement) || Object.values<string>(StopWordAction).includes(word.replacement))
    throw invalid("replacement", "替换词不能包含 | 和 =", "A line of an import cannot say this replacement.");
  if (lengthOf(word.replacement) > STOP_WORD_MAX)
    throw invalid("replacement", "替换词过长", `The replacement has at most ${STOP_WORD_MAX} characters.`);
  for (const field of ["username", "signature", "dialog", "nickname"] as const) {
    if (word[field] !== StopWordAction.IGNORE && word[field] !== StopWordAction.BAN)
      throw invalid(field, "只能忽略或禁止", "Only IGNORE and BAN are possible here.");
  }
}

/** Deletes stop words; ids that mean nothing are passed over. @returns the batch that can be undone; null if nothing was deleted */
export const deleteStopWords = verb({
  name: "deleteStopWords",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, ids: readonly number[]): Promise<number | null> {
    if (ids.length === 0 || ids.length > IMPORT_MAX)
      throw invalid("ids", "未获取到必要参数", "ids is required.");
    const { version, removed, batchId } = await inTransaction(ctx, async (ctx) => {
      const version = await lockList(ctx);
      const words = await readWords(ctx, "id", ids);
      const removed = words.map(({ id }) => id);
      await remove(ctx, removed);
      noteChange(ctx, { target: "stopWords", before: words.map(lineOf) });
      const batchId = await storeBatch(ctx, StopWordBatchAction.DELETE, words, []);
      return { version, removed, batchId };
    });
    await buildFilter(ctx, { version, written: [], removed });
    return batchId;
  },
});

/** Stop words that contain a text, in order of their making. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function listStopWords(
  ctx: Context,
  query: string | null | undefined,
  page: PageRequest,
): Promise<Connection<StopWord>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const above = page.after ? decodeCursor(LIST, page.after, ["number"])[0]! : 0;
  const words = await readWordsWith(ctx, query, Number(above), first + 1);
  return pageOf(words, first, ({ id }) => encodeCursor(LIST, [id]), Boolean(page.after));
}

/** All stop words as lines that can be imported again. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function exportStopWords(ctx: Context): Promise<string> {
  allow(mustBeAdmin(ctx.viewer));
  const lines: string[] = [];
  const pause = slices(1);
  for (let last = 0; ;) {
    const part = await readNextWords(ctx, last, EXPORTED_TOGETHER);
    for (const word of part) lines.push(`${lineOf(word)}\r\n`);
    if (part.length < EXPORTED_TOGETHER) return lines.join("");
    last = Number(part.at(-1)!.id);
    await pause();
  }
}

/** Tries the filter on a text. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN, INVALID_PARAMETER. */
export async function testStopWords(
  ctx: Context,
  field: CensoredField,
  text: string,
): Promise<StopWordVerdict> {
  allow(mustBeAdmin(ctx.viewer));
  if (lengthOf(text) > TEST_MAX) throw invalid("text", "内容过长", `At most ${TEST_MAX} characters.`);
  return judge(ctx, field, text);
}
