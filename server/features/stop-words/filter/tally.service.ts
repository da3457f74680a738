import { LessThan } from "typeorm";
import type { Context, Services } from "../../../core/context.ts";
import { checkFirst } from "../../../core/paging.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { addTo } from "../../../core/write.ts";
import type { StopWordAction } from "../stopWord.entity.ts";
import { StopWordTally } from "../stopWordList.entity.ts";
import type { StopWordUse } from "../stopWord.view.ts";
import { readUses } from "./tally.sql.ts";

/** Most days that the statistics look back. */
export const TALLY_DAYS_MAX = 366;
const DAY_MS = 86_400_000;
/** Different words that wait in memory at most; further ones are not counted. */
const WAITING_MAX = 10_000;
/** Counts of one statement; others write between two of them. */
const WRITTEN_TOGETHER = 200;

interface Waiting {
  readonly word: string;
  readonly day: string;
  readonly action: StopWordAction;
  hits: number;
  lastAt: Date;
}

const waiting = new WeakMap<Services, Map<string, Waiting>>();

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Counts that words were found in a text, without writing anything yet: a refusal must not cost a write. */
export function tallyHits(
  { services, now }: Context,
  action: StopWordAction,
  words: readonly string[],
): void {
  let counts = waiting.get(services);
  if (!counts) waiting.set(services, (counts = new Map()));
  const day = dayOf(now);
  for (const word of words) {
    const key = `${day} ${action} ${word}`;
    const count = counts.get(key);
    if (count) Object.assign(count, { hits: count.hits + 1, lastAt: now });
    else if (counts.size < WAITING_MAX) counts.set(key, { word, day, action, hits: 1, lastAt: now });
  }
}

/** Writes the counts that wait. */
export async function flushTallies(ctx: Context): Promise<void> {
  const counts = waiting.get(ctx.services);
  if (!counts || counts.size === 0) return;
  waiting.delete(ctx.services);
  const addition = { key: ["word", "day", "action"], add: ["hits"], replace: ["lastAt"] } as const;
  // In one order, so that two programs that count the same words do not wait for each other.
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  for (let at = 0; at < sorted.length; at += WRITTEN_TOGETHER) {
    const part = sorted.slice(at, at + WRITTEN_TOGETHER);
    await inTransaction(ctx, (ctx) => addTo(ctx, StopWordTally, part, addition));
  }
}

/** Deletes the tallies of days that the statistics cannot show any more. */
export async function deleteOldTallies(ctx: Context): Promise<void> {
  const first = dayOf(new Date(ctx.now.getTime() - (TALLY_DAYS_MAX - 1) * DAY_MS));
  await inTransaction(ctx, (ctx) => ctx.db.delete(StopWordTally, { day: LessThan(first) }));
}

/** Parameters of the statistics. */
export interface UsesRequest {
  readonly days: number;
  readonly first: number;
}

/**
 * The words that were found most often in what members wanted to write, most frequent first.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators; INVALID_PARAMETER for `days`, `first`.
 */
export async function listStopWordUses(ctx: Context, { days, first }: UsesRequest): Promise<StopWordUse[]> {
  allow(mustBeAdmin(ctx.viewer));
  checkFirst(first);
  if (days < 1 || days > TALLY_DAYS_MAX)
    throw invalid(
      "days",
      `days 须在 1 到 ${TALLY_DAYS_MAX} 之间`,
      `days must be between 1 and ${TALLY_DAYS_MAX}.`,
    );
  const since = dayOf(new Date(ctx.now.getTime() - (days - 1) * DAY_MS));
  return readUses(ctx, since, first);
}
