import type { Context, SqlValue } from "../../core/context.ts";
import { unhurried, type Pause } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { correctCategoryCounter } from "../categories/counter.service.ts";
import { correctThreadCounter } from "../threads/thread.upkeep.service.ts";
import { correctUserCounter } from "../users/userCounter.service.ts";
import {
  countRow,
  countSlice,
  countStep,
  findStepEnd,
  lockCounted,
  needsSteps,
  readRow,
  readSlice,
} from "./check.sql.ts";
import { KEPT, type Counter, type Kept, type Source } from "./definitions.sql.ts";
import { correctPostCounter } from "../posts/postCounter.service.ts";

/** Rows that are counted in one go on SQLite, whose reads hold up everybody else. */
const STEP = 50;

/** A number that was wrong and has been put right. */
export interface Repair {
  readonly table: Kept["table"];
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** Counts some rows of a table anew. One statement sees one state, so what differs there is wrong. */
async function checkSlice(ctx: Context, kept: Kept, afterId: number): Promise<[number, Repair[]]> {
  const { table, slice, counters } = kept;
  const found = await countSlice(ctx, kept, afterId);
  const repairs: Repair[] = [];
  for (const { id, numbers } of found) {
    for (const [index, { column }] of counters.entries()) {
      const { kept, counted } = numbers[index]!;
      if (kept !== counted) repairs.push({ table, id, column, kept, counted });
    }
  }
  return [found.length < slice ? 0 : found.at(-1)!.id, repairs];
}

/** Corrections by table, made by the owner of each. */
const CORRECTIONS = {
  categories: correctCategoryCounter,
  threads: correctThreadCounter,
  posts: correctPostCounter,
  users: correctUserCounter,
} as const;

async function repair(ctx: Context, wrong: Repair): Promise<void> {
  const { table, id, column } = wrong;
  const counter = KEPT.find((kept) => kept.table === table)!.counters.find((each) => each.column === column)!;
  await inTransaction(ctx, async (ctx) => {
    // Counted again with the row locked, since it may have changed after the check.
    await lockCounted(ctx, table, id);
    const counted = await countRow(ctx, table, id, counter);
    if (counted !== null) await CORRECTIONS[table](ctx, id, column as never, counted);
  });
  ctx.services.log.warn({ ...wrong }, "kept counter was wrong");
}

/**
 * Checks every kept number of threads, replies, members and categories against what it counts, and repairs with a
 * warning in the log what is wrong.
 * @returns what was wrong
 */
export async function checkCounters(ctx: Context): Promise<Repair[]> {
  const all: Repair[] = [];
  for (const kept of KEPT) {
    let afterId = 0;
    do {
      const [next, repairs] = await checkSlice(ctx, kept, afterId);
      for (const wrong of repairs) await repair(ctx, wrong);
      all.push(...repairs);
      afterId = next;
    } while (afterId > 0);
  }
  return all;
}

/** Puts every kept number right, without locks: for a forum that nobody uses, after its rows came from elsewhere. */
export async function correctCounters(ctx: Context): Promise<void> {
  for (const kept of KEPT) {
    let afterId = 0;
    do {
      const [next, repairs] = await checkSlice(ctx, kept, afterId);
      if (repairs.length > 0)
        await inTransaction(ctx, async (ctx) => {
          for (const { table, id, column, counted } of repairs)
            await CORRECTIONS[table](ctx, id, column as never, counted);
        });
      afterId = next;
    } while (afterId > 0);
  }
}

/** Progress of the timed check in each table, by running program. */
const progress = new WeakMap<object, Map<string, number>>();

/** Checks the next rows of each table, so that nobody waits for it. */
export async function checkSomeCounters(ctx: Context, stopping: AbortSignal): Promise<void> {
  const check = needsSteps(ctx) ? checkInSteps : checkSlice;
  const pause = unhurried(stopping);
  let places = progress.get(ctx.services);
  if (!places) progress.set(ctx.services, (places = new Map()));
  for (const kept of KEPT) {
    const [next, repairs] = await check(ctx, kept, places.get(kept.table) ?? 0, pause);
    for (const wrong of repairs) await repair(ctx, wrong);
    places.set(kept.table, next);
  }
}

/** Counts some rows of a table anew as `checkSlice` does, in steps between which others are answered. */
async function checkInSteps(
  ctx: Context,
  kept: Kept,
  afterId: number,
  pause: Pause,
): Promise<[number, Repair[]]> {
  const { table, slice, counters } = kept;
  const some = await readSlice(ctx, kept, afterId);
  const repairs: Repair[] = [];
  for (const { id } of some) {
    const counted: number[] = [];
    const before = await readRow(ctx, kept, id);
    for (const counter of counters) counted.push(await countInSteps(ctx, table, id, counter, pause));
    const after = await readRow(ctx, kept, id);
    for (const [index, { column }] of counters.entries()) {
      const is = after?.[column];
      // What changed meanwhile was not seen in one state, and is looked at another time.
      if (is === undefined || is !== before?.[column] || is === counted[index]) continue;
      repairs.push({ table, id, column, kept: is, counted: counted[index]! });
    }
  }
  return [some.length < slice ? 0 : some.at(-1)!.id, repairs];
}

async function countInSteps(
  ctx: Context,
  table: Kept["table"],
  id: number,
  counter: Counter,
  pause: Pause,
): Promise<number> {
  if ("found" in counter) {
    return (await countRow(ctx, table, id, counter)) ?? 0;
  }
  let sum = 0;
  for (const source of counter.sources) sum += await walk(ctx, id, source, pause);
  return sum;
}

async function walk(ctx: Context, id: number, source: Source, pause: Pause): Promise<number> {
  let sum = 0;
  for (let after: SqlValue[] = []; ;) {
    const end = await findStepEnd(ctx, source, id, after, STEP);
    sum += await countStep(ctx, source, id, after, end);
    await pause();
    if (!end) return sum;
    after = end;
  }
}
