import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { buildFilter } from "./filter/filter.service.ts";
import { lineOf } from "./lines.ts";
import { lockList } from "./list.service.ts";
import { StopWord } from "./stopWord.entity.ts";
import type { StopWordInput } from "./stopWord.input.ts";
import { checkWord, given, ruleOf } from "./stopWord.service.ts";
import { readWords } from "./stopWord.sql.ts";
import { StopWordBatchAction } from "./stopWordBatch.entity.ts";
import { keepBatch } from "./stopWordBatch.service.ts";

/** Words that are changed together at most. */
export const CHANGES_MAX = 500;

/** A change of one word, with its rule when that was decided. */
export interface SeenChange {
  readonly id: number;
  readonly before: StopWordInput;
  readonly after: StopWordInput;
}

/** Result of `changeStopWords`. */
export interface ChangedWords {
  /** Undoes it; null if all words said that already. */
  readonly batchId: number | null;
  readonly words: readonly StopWord[];
}

/**
 * Changes several stop words, all or none. A part that says what is wanted already is left as it is, so that sending the
 * same again does no harm.
 * @throws {DomainError} CONFLICT naming the word that somebody else has changed or deleted meanwhile; INVALID_PARAMETER
 * naming the field, and for none or more than 500 words.
 */
export const changeStopWords = verb({
  name: "changeStopWords",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, changes: readonly SeenChange[]): Promise<ChangedWords> {
    const ids = changes.map(({ id }) => id);
    if (ids.length === 0 || ids.length > CHANGES_MAX || new Set(ids).size < ids.length)
      throw invalid("changes", `每次修改1到${CHANGES_MAX}个敏感词`, `1 to ${CHANGES_MAX} words at once.`);
    const done = await inTransaction(ctx, async (ctx) => {
      const version = await lockList(ctx);
      const byId = new Map((await readWords(ctx, "id", ids)).map((word) => [word.id, word]));
      const before: StopWord[] = [];
      const written: StopWord[] = [];
      const words: StopWord[] = [];
      for (const change of changes) {
        const word = byId.get(change.id);
        if (!word) throw gone();
        const next = changedWord(word, change, ctx.now);
        words.push(next);
        if (lineOf(next) === lineOf(word)) continue;
        before.push(word);
        written.push(next);
        await ctx.db.update(StopWord, { id: next.id }, { ...ruleOf(next), updatedAt: ctx.now });
      }
      if (written.length > 0)
        noteChange(ctx, { target: "stopWords", before: before.map(lineOf), after: written.map(lineOf) });
      const batchId = await keepBatch(ctx, StopWordBatchAction.CHANGE, before, written);
      return { version, written, words, batchId };
    });
    await buildFilter(ctx, { version: done.version, written: done.written, removed: [] });
    return { batchId: done.batchId, words: done.words };
  },
});

/** The word as it is to be. @throws {DomainError} CONFLICT if a part says neither what was seen nor what is wanted. */
function changedWord(word: StopWord, { before, after }: SeenChange, now: Date): StopWord {
  const wanted = Object.assign(new StopWord(), word, given(after), { updatedAt: now });
  checkWord(wanted);
  for (const part of Object.keys(given(after)) as (keyof StopWordInput)[]) {
    const seen = before[part] ?? null;
    if (word[part] !== wanted[part] && word[part] !== seen) throw changedMeanwhile(word.find);
  }
  return wanted;
}

const changedMeanwhile = (find: string): DomainError =>
  new DomainError("CONFLICT", {
    field: "changes",
    text: {
      zh: `“${find}”已被其他管理员修改，本次没有保存任何改动`,
      en: `“${find}” was changed by another administrator. Nothing was saved.`,
    },
  });

const gone = (): DomainError =>
  new DomainError("CONFLICT", {
    field: "changes",
    text: {
      zh: "其中有敏感词已被其他管理员删除，本次没有保存任何改动",
      en: "One of these words was deleted by another administrator. Nothing was saved.",
    },
  });
