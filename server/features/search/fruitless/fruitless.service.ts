import type { Context, Services } from "../../../core/context.ts";
import { folded } from "../../../core/searchFolding.ts";
import { sqlTime } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { addTo } from "../../../core/write.ts";
import { deleteUpTo, readFrequent, readSuperfluousDay } from "./fruitless.sql.ts";
import { FruitlessSearch, WORDS_MAX } from "./fruitlessSearch.entity.ts";
import { FruitlessSearchText } from "./fruitlessSearch.view.ts";

/** People who must have searched for a text before it leaves the memory of the process: what one of them typed is private. */
export const ASKERS_MIN = 3;
/** Texts that a process remembers with those who asked; the oldest make room. */
const TEXTS_MAX = 2_000;
/** Maximum number of distinct people counted for one text. */
const ASKERS_MAX = 1_000;
/** Days that are kept. */
const DAYS_KEPT = 90;
/** Rows that are kept, and those of the day that goes beyond. */
const ROWS_KEPT = 10_000;
/** Texts that the list names, and the days that it looks back. */
const LISTED_MAX = 100;
const DAYS_LISTED = 30;
const DAY_MS = 86_400_000;

/** Texts that one process has seen. */
interface Memory {
  /** Those who asked, by text; the text that was asked last is the last. */
  readonly askers: Map<string, Set<string>>;
  /** People to add, by day and text. */
  waiting: Map<string, FruitlessSearch>;
}

const memories = new WeakMap<Services, Memory>();

function memoryOf(services: Services): Memory {
  let memory = memories.get(services);
  if (!memory) memories.set(services, (memory = { askers: new Map(), waiting: new Map() }));
  return memory;
}

/**
 * Counts a search that found nothing: each person once per text as long as the process runs. Writes nothing yet, as
 * reading must not wait for the writer; of a text that fewer than three people searched for nothing is ever written.
 */
export function countFruitless(ctx: Context, text: string): void {
  const words = folded(text).replace(/\s+/gu, " ").trim();
  if (words === "" || words.length > WORDS_MAX) return;
  const memory = memoryOf(ctx.services);
  const { askers } = memory;
  const asker = ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address;
  const people = askers.get(words) ?? new Set();
  askers.delete(words);
  askers.set(words, people);
  if (askers.size > TEXTS_MAX) askers.delete(askers.keys().next().value!);
  if (people.has(asker) || people.size >= ASKERS_MAX) return;
  people.add(asker);
  if (people.size < ASKERS_MIN) return;
  const askerCount = people.size === ASKERS_MIN ? ASKERS_MIN : 1;
  addWaiting(memory, { day: dayOf(ctx.now), words, askerCount });
}

function addWaiting({ waiting }: Memory, { day, words, askerCount }: FruitlessSearch): void {
  const mark = `${day} ${words}`;
  waiting.set(mark, { day, words, askerCount: askerCount + (waiting.get(mark)?.askerCount ?? 0) });
}

/** Writes what was counted. A failure keeps it for the next time. */
export async function flushFruitless(ctx: Context): Promise<void> {
  const memory = memoryOf(ctx.services);
  const { waiting } = memory;
  if (waiting.size === 0) return;
  memory.waiting = new Map();
  try {
    await inTransaction(ctx, (ctx) =>
      addTo(ctx, FruitlessSearch, [...waiting.values()], { key: ["day", "words"], add: ["askerCount"] }),
    );
  } catch (error) {
    for (const row of waiting.values()) addWaiting(memory, row);
    throw error;
  }
}

/** Deletes rows older than 90 days, and the oldest days beyond the maximum number of rows. */
export async function deleteOldFruitless(ctx: Context): Promise<void> {
  const old = dayOf(new Date(ctx.now.getTime() - DAYS_KEPT * DAY_MS));
  const superfluous = await readSuperfluousDay(ctx, ROWS_KEPT);
  const day = superfluous !== null && superfluous > old ? superfluous : old;
  await inTransaction(ctx, (ctx) => deleteUpTo(ctx, day));
}

/**
 * Lists the texts of the last 30 days that found nothing, the most frequent first, at most 100.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function listFruitless(ctx: Context): Promise<FruitlessSearchText[]> {
  allow(mustBeAdmin(ctx.viewer));
  const from = dayOf(new Date(ctx.now.getTime() - DAYS_LISTED * DAY_MS));
  const texts = await readFrequent(ctx, from, LISTED_MAX);
  return texts.map((text) => Object.assign(new FruitlessSearchText(), text));
}

function dayOf(time: Date): string {
  return sqlTime(time).slice(0, 10);
}
