import type { Context, SqlValue } from "../../core/context.ts";
import { unhurried, type Pause } from "../../core/slices.ts";
import { row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import {
  countedSql,
  KEPT,
  stepCountSql,
  stepEndSql,
  type Counter,
  type Kept,
  type Source,
} from "./counters.ts";

/** Rows that are counted in one go on SQLite, whose reads hold up everybody else. */
const STEP = 50;

/** A number that was wrong and has been put right. */
export interface Repair {
  readonly table: string;
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** Counts some rows of a table anew. One statement sees one state, so what differs there is wrong. */
async function checkSlice(
  ctx: Context,
  { table, slice, counters }: Kept,
  afterId: number,
): Promise<[number, Repair[]]> {
  const columns = counters.map(
    (counter, index) => `x.${counter.column} AS kept${index}, ${countedSql(counter)} AS counted${index}`,
  );
  const found = await rows<Record<string, number>>(
    ctx,
    `SELECT x.id, ${columns.join(", ")} FROM ${table} x WHERE x.id > ? ORDER BY x.id LIMIT ?`,
    [afterId, slice],
  );
  const repairs: Repair[] = [];
  for (const each of found) {
    for (const [index, { column }] of counters.entries()) {
      const kept = Number(each[`kept${index}`]);
      const counted = Number(each[`counted${index}`]);
      if (kept !== counted) repairs.push({ table, id: each["id"]!, column, kept, counted });
    }
  }
  return [found.length < slice ? 0 : found.at(-1)!["id"]!, repairs];
}

async function repair(ctx: Context, wrong: Repair): Promise<void> {
  const { table, id, column } = wrong;
  const counter = KEPT.find((kept) => kept.table === table)!.counters.find((each) => each.column === column)!;
  await inTransaction(ctx, async (ctx) => {
    // Counted again with the row locked, since it may have changed after the check.
    const lock = ctx.services.database.engine === "mysql" ? " FOR UPDATE" : "";
    const values: SqlValue[] = [id];
    await row(ctx, `SELECT x.id FROM ${table} x WHERE x.id = ?${lock}`, values);
    const exact = await row<{ n: number }>(
      ctx,
      `SELECT ${countedSql(counter)} AS n FROM ${table} x WHERE x.id = ?`,
      values,
    );
    if (exact) await run(ctx, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, [exact.n, id]);
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

/** How far the timed check has come in each table of each running program. */
const progress = new WeakMap<object, Map<string, number>>();

/** Checks the next rows of each table, so that nobody waits for it. */
export async function checkSomeCounters(ctx: Context, stopping: AbortSignal): Promise<void> {
  const check = ctx.services.database.engine === "sqlite" ? checkInSteps : checkSlice;
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
  const columns = ["x.id", ...counters.map(({ column }) => `x.${column}`)].join(", ");
  const read = (where: string, values: readonly SqlValue[]) =>
    rows<Record<string, number>>(ctx, `SELECT ${columns} FROM ${table} x WHERE ${where}`, values);
  const some = await read("x.id > ? ORDER BY x.id LIMIT ?", [afterId, slice]);
  const repairs: Repair[] = [];
  for (const { id } of some as { id: number }[]) {
    const counted: number[] = [];
    const [before] = await read("x.id = ?", [id]);
    for (const counter of counters) counted.push(await countInSteps(ctx, table, id, counter, pause));
    const [after] = await read("x.id = ?", [id]);
    for (const [index, { column }] of counters.entries()) {
      const is = after?.[column];
      // What changed meanwhile was not seen in one state, and is looked at another time.
      if (is === undefined || is !== before?.[column] || is === counted[index]) continue;
      repairs.push({ table, id, column, kept: is, counted: counted[index]! });
    }
  }
  return [some.length < slice ? 0 : Number(some.at(-1)!["id"]), repairs];
}

async function countInSteps(
  ctx: Context,
  table: string,
  id: number,
  counter: Counter,
  pause: Pause,
): Promise<number> {
  if ("found" in counter) {
    const found = await row<{ n: number }>(
      ctx,
      `SELECT ${countedSql(counter)} AS n FROM ${table} x WHERE x.id = ?`,
      [id],
    );
    return found?.n ?? 0;
  }
  let sum = 0;
  for (const source of counter.sources) sum += await walk(ctx, id, source, pause);
  return sum;
}

async function walk(ctx: Context, id: number, source: Source, pause: Pause): Promise<number> {
  let sum = 0;
  for (let after: SqlValue[] = []; ;) {
    const isFirst = after.length === 0;
    const end = await row<Record<string, SqlValue>>(ctx, stepEndSql(source, isFirst), [
      id,
      ...after,
      STEP - 1,
    ]);
    const upTo = end ? source.keys.map((_, index) => end[`key${index}`]!) : [];
    const found = await row<{ n: number }>(ctx, stepCountSql(source, isFirst, !end), [id, ...after, ...upTo]);
    sum += found?.n ?? 0;
    await pause();
    if (!end) return sum;
    after = upTo;
  }
}
