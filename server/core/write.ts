import type { FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from "typeorm";
import type { QueryPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import type { Context, WriteResult } from "./context.ts";

/**
 * Writes that the entity manager lacks, on both engines: inserts that give the id and the number of new rows, inserts
 * that skip existing rows, upserts that add to counters, and row locks. Plain changes are `ctx.db.update`, `increment`,
 * `delete`.
 */

/** Column values of a row; a function gives an SQL expression. */
export type Values<T> = QueryPartialEntity<T>;

type Table<T> = new () => T;

/** Rows per statement; engines limit the number of parameters. */
const ROWS_PER_STATEMENT = 200;

/** Columns by which `addTo` changes existing rows. */
interface Addition<T> {
  /** Columns of the unique key. */
  readonly key: readonly (keyof T & string)[];
  /** Columns that the new value is added to. */
  readonly add: readonly (keyof T & string)[];
  /** Columns that take the new value. */
  readonly replace?: readonly (keyof T & string)[];
}

/** Inserts a row. @returns its generated id; 0 for tables without one */
export async function insert<T extends ObjectLiteral>(
  ctx: Context,
  table: Table<T>,
  values: Values<T>,
): Promise<number> {
  return (await execute(ctx, insertOf(ctx, table, [values]))).insertId;
}

/** Inserts rows, in statements of 200. */
export async function insertAll<T extends ObjectLiteral>(
  ctx: Context,
  table: Table<T>,
  rows: readonly Values<T>[],
): Promise<void> {
  for (const part of partsOf(rows)) await execute(ctx, insertOf(ctx, table, part));
}

/** Inserts the rows whose unique keys are free. @returns how many were inserted */
export async function insertIgnore<T extends ObjectLiteral>(
  ctx: Context,
  table: Table<T>,
  rows: readonly Values<T>[],
): Promise<number> {
  let inserted = 0;
  for (const part of partsOf(rows))
    inserted += (await execute(ctx, insertOf(ctx, table, part).orIgnore())).affected;
  return inserted;
}

/** Inserts rows; where the key exists, adds to the named counters instead. `ctx.db.upsert` replaces. */
export async function addTo<T extends ObjectLiteral>(
  ctx: Context,
  table: Table<T>,
  rows: readonly Values<T>[],
  addition: Addition<T>,
): Promise<void> {
  const tail = additionClause(ctx, addition);
  for (const part of partsOf(rows)) {
    const [sql, parameters] = insertOf(ctx, table, part).getQueryAndParameters();
    await runnerOf(ctx).query(`${sql} ${tail}`, parameters);
  }
}

/**
 * Reads a row by its id and keeps others from changing it until the transaction ends. SQLite has one writer at a time,
 * which is lock enough.
 */
export function lockById<T extends ObjectLiteral & { id: number }>(
  ctx: Context,
  table: Table<T>,
  id: number,
): Promise<T | null> {
  runnerOf(ctx);
  const where = { id } as object;
  if (ctx.services.database.engine === "sqlite") return ctx.db.findOne(table, { where });
  return ctx.db.findOne(table, { where, lock: { mode: "pessimistic_write" } });
}

/** Like `lockById` for all rows that match, locked in ascending id. */
export function lockWhere<T extends ObjectLiteral & { id: number }>(
  ctx: Context,
  table: Table<T>,
  where: FindOptionsWhere<T>,
): Promise<T[]> {
  runnerOf(ctx);
  const options = { where, order: { id: "ASC" } as FindOptionsOrder<T> };
  if (ctx.services.database.engine === "sqlite") return ctx.db.find(table, options);
  return ctx.db.find(table, { ...options, lock: { mode: "pessimistic_write" } });
}

/** The clause that locks what a raw SELECT finds; empty on SQLite. */
export function forUpdate(ctx: Context, { skipLocked = false } = {}): string {
  if (ctx.services.database.engine === "sqlite") return "";
  return skipLocked ? " FOR UPDATE SKIP LOCKED" : " FOR UPDATE";
}

function insertOf<T extends ObjectLiteral>(ctx: Context, table: Table<T>, rows: readonly Values<T>[]) {
  return ctx.db
    .createQueryBuilder()
    .insert()
    .into(table)
    .values(rows as never)
    .updateEntity(false);
}

function runnerOf(ctx: Context) {
  if (!ctx.writing) throw new Error("A write outside of inTransaction.");
  return ctx.db.queryRunner!;
}

async function execute(
  ctx: Context,
  statement: { getQueryAndParameters(): [string, unknown[]] },
): Promise<WriteResult> {
  const runner = runnerOf(ctx);
  const [sql, parameters] = statement.getQueryAndParameters();
  const result = await runner.query(sql, parameters as never, true);
  const raw = result.raw as { insertId?: number } | number | undefined;
  const insertId = typeof raw === "number" ? raw : (raw?.insertId ?? 0);
  return { affected: result.affected ?? 0, insertId: Number(insertId) };
}

function additionClause<T>(ctx: Context, { key, add, replace = [] }: Addition<T>): string {
  const sqlite = ctx.services.database.engine === "sqlite";
  const quoted = (columns: readonly string[]) => columns.map((column) => `\`${column}\``);
  const fresh = (column: string) => (sqlite ? `excluded.${column}` : `VALUES(${column})`);
  const changes = [
    ...quoted(replace).map((column) => `${column} = ${fresh(column)}`),
    ...quoted(add).map((column) => `${column} = ${column} + ${fresh(column)}`),
  ].join(", ");
  return sqlite
    ? `ON CONFLICT (${quoted(key).join(", ")}) DO UPDATE SET ${changes}`
    : `ON DUPLICATE KEY UPDATE ${changes}`;
}

function* partsOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
}
