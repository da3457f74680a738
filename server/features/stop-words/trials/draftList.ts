import { createHash } from "node:crypto";
import { noteChange } from "../../../core/audit.ts";
import type { Context, Services } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { filterInUse } from "../filter/filter.service.ts";
import { parseLine } from "../lines.ts";
import { IMPORT_MAX } from "../stopWord.service.ts";
import { activeWord, type ActiveWord } from "../filter/verdict.ts";
import { WordFilter } from "../filter/wordFilter.ts";

/** Lists that are kept for the next steps of their trials; each takes a few megabytes at most. */
const KEPT_MAX = 4;
/** Longest pause of a trial before its next step is logged as a new one, in milliseconds. */
const TRIAL_MS = 10 * 60_000;

/** A list of words that is being tried. */
export interface TriedList {
  readonly filter: WordFilter<ActiveWord>;
  readonly words: number;
  readonly dropped: number;
}

interface Kept {
  readonly list: Promise<TriedList>;
  readonly at: number;
}

const kept = new WeakMap<Services, Map<string, Kept>>();

/**
 * The list of a trial: made at its first step, which the log tells, and kept for the steps that follow.
 * @param lines as of an import; the stored list without them
 * @throws {DomainError} INVALID_PARAMETER for more than 10,000 lines.
 */
export async function listOf(
  ctx: Context,
  kind: string,
  lines: readonly string[] | null,
): Promise<TriedList> {
  if (lines && lines.length > IMPORT_MAX)
    throw invalid("lines", `最多试用${IMPORT_MAX}条`, `At most ${IMPORT_MAX} lines at once.`);
  const stored = lines ? null : await filterInUse(ctx);
  const said = lines ? createHash("sha256").update(JSON.stringify(lines)).digest("base64") : stored!.version;
  const key = `${ctx.viewer.id} ${kind} ${said}`;
  let lists = kept.get(ctx.services);
  if (!lists) kept.set(ctx.services, (lists = new Map()));
  const known = lists.get(key);
  const at = Date.now();
  if (known && at - known.at < TRIAL_MS) return known.list;
  const list = stored
    ? Promise.resolve({ filter: stored.filter, words: stored.filter.size, dropped: 0 })
    : draft(lines!);
  lists.delete(key);
  lists.set(key, { list, at });
  if (lists.size > KEPT_MAX) lists.delete(lists.keys().next().value!);
  const { words, dropped } = await list;
  await inTransaction(ctx, async (ctx) => {
    noteChange(ctx, {
      target: "stopWords",
      after: { tried: kind, list: lines ? "draft" : "stored", count: words, dropped },
    });
  });
  return list;
}

async function draft(lines: readonly string[]): Promise<TriedList> {
  const words = new Map<string, ActiveWord>();
  let dropped = 0;
  for (const line of lines) {
    const word = parseLine(line);
    if (!word) dropped++;
    else if (!words.has(word.find)) words.set(word.find, activeWord(word));
  }
  return { filter: await WordFilter.of([...words.values()]), words: words.size, dropped };
}
