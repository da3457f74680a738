import type { Context, SqlValue } from "../../core/context.ts";
import { row, rows } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import {
  countedSql,
  stepCountSql,
  stepEndSql,
  type Counter,
  type Kept,
  type Source,
} from "./definitions.sql.ts";

/** SQLite's reads hold up everybody else, so that long counts are made in steps there. */
export function needsSteps(ctx: Context): boolean {
  return ctx.services.database.engine === "sqlite";
}

/** A row with what each of its counters says and what it counts. */
export interface CountedRow {
  readonly id: number;
  readonly numbers: readonly { readonly kept: number; readonly counted: number }[];
}

/**
 * Raw since each counter is counted in the same statement as it is read, in one state of the database.
 * Counts the next rows of a table after an id.
 */
export async function countSlice(
  ctx: Context,
  { table, slice, counters }: Kept,
  afterId: number,
): Promise<CountedRow[]> {
  const columns = counters.map(
    (counter, index) => `x.${counter.column} AS kept${index}, ${countedSql(counter)} AS counted${index}`,
  );
  const results = await rows<Record<string, number>>(
    ctx,
    `SELECT x.id, ${columns.join(", ")} FROM ${table} x WHERE x.id > ? ORDER BY x.id LIMIT ?`,
    [afterId, slice],
  );
  return results.map((each) => ({
    id: Number(each["id"]),
    numbers: counters.map((_, index) => ({
      kept: Number(each[`kept${index}`]),
      counted: Number(each[`counted${index}`]),
    })),
  }));
}

/** A row with its counters by their columns. */
export type KeptRow = Readonly<Record<string, number>> & { readonly id: number };

/** Raw since tables and columns come from the list of counters. Reads the next rows of a table after an id. */
export function readSlice(ctx: Context, kept: Kept, afterId: number): Promise<KeptRow[]> {
  const sql = `SELECT ${columnsOf(kept)} FROM ${kept.table} x WHERE x.id > ? ORDER BY x.id LIMIT ?`;
  return rows<KeptRow>(ctx, sql, [afterId, kept.slice]);
}

/** Raw since tables and columns come from the list of counters. Reads a row; null if it is gone. */
export function readRow(ctx: Context, kept: Kept, id: number): Promise<KeptRow | null> {
  return row<KeptRow>(ctx, `SELECT ${columnsOf(kept)} FROM ${kept.table} x WHERE x.id = ?`, [id]);
}

function columnsOf({ counters }: Kept): string {
  return ["x.id", ...counters.map(({ column }) => `x.${column}`)].join(", ");
}

/** Raw since the tables come from the list of counters. Locks a row until the transaction ends. */
export async function lockCounted(ctx: Context, table: Kept["table"], id: number): Promise<void> {
  await row(ctx, `SELECT x.id FROM ${table} x WHERE x.id = ?${forUpdate(ctx)}`, [id]);
}

/** Raw since what is counted comes from the list of counters. Counts one counter of a row; null if it is gone. */
export async function countRow(
  ctx: Context,
  table: Kept["table"],
  id: number,
  counter: Counter,
): Promise<number | null> {
  const sql = `SELECT ${countedSql(counter)} AS n FROM ${table} x WHERE x.id = ?`;
  const counted = await row<{ n: number }>(ctx, sql, [id]);
  return counted ? Number(counted.n) : null;
}

/** Raw since what is counted comes from the list of counters. Finds where the next step ends; null for the last one. */
export async function findStepEnd(
  ctx: Context,
  source: Source,
  id: number,
  after: readonly SqlValue[],
  step: number,
): Promise<SqlValue[] | null> {
  const sql = stepEndSql(source, after.length === 0);
  const end = await row<Record<string, SqlValue>>(ctx, sql, [id, ...after, step - 1]);
  return end && source.keys.map((_, index) => end[`key${index}`]!);
}

/** Raw since what is counted comes from the list of counters. Counts the rows of a step. */
export async function countStep(
  ctx: Context,
  source: Source,
  id: number,
  after: readonly SqlValue[],
  end: readonly SqlValue[] | null,
): Promise<number> {
  const sql = stepCountSql(source, after.length === 0, end === null);
  const counted = await row<{ n: number }>(ctx, sql, [id, ...after, ...(end ?? [])]);
  return Number(counted?.n ?? 0);
}
