import type { EntityTarget, ObjectLiteral } from "typeorm";
import type { Context, SqlValue, WriteResult } from "./context.ts";

/** Reads rows; inside a transaction from the transaction, else from the reader. `?` marks values on both engines. */
export function rows<T>(ctx: Context, sql: string, values: readonly SqlValue[] = []): Promise<T[]> {
  if (!ctx.writing) return ctx.services.database.rows<T>(sql, values);
  return ctx.db.queryRunner!.query(sql, values.map(toDriver)) as Promise<T[]>;
}

/** Reads that are put together into one statement; engines bear a few hundred. */
const READS_PER_STATEMENT = 100;

/**
 * Runs the same read for several sets of values in one statement and gives all rows together: what a loop would read,
 * each part by its own index and with its own LIMIT. Parts must say their ORDER BY; the parts come in any order.
 */
export function rowsEach<T>(
  ctx: Context,
  sql: string,
  valuesEach: readonly (readonly SqlValue[])[],
): Promise<T[]> {
  return inParts(ctx, sql, valuesEach, (together, values) => rows<T>(ctx, together, values));
}

async function inParts<T>(
  ctx: Context,
  sql: string,
  valuesEach: readonly (readonly SqlValue[])[],
  read: (sql: string, values: SqlValue[]) => Promise<T[]>,
): Promise<T[]> {
  if (valuesEach.length === 1) return read(sql, [...valuesEach[0]!]);
  const one = ctx.services.database.engine === "mysql" ? `(${sql})` : `SELECT * FROM (${sql})`;
  const results: T[] = [];
  for (let start = 0; start < valuesEach.length; start += READS_PER_STATEMENT) {
    const part = valuesEach.slice(start, start + READS_PER_STATEMENT);
    results.push(...(await read(part.map(() => one).join(" UNION ALL "), part.flat())));
  }
  return results;
}

/** Reads rows as arrays in the order of the columns, whose names must differ; see `rows`. */
async function tuples(ctx: Context, sql: string, values: readonly SqlValue[]): Promise<unknown[][]> {
  if (!ctx.writing) return ctx.services.database.tuples(sql, values);
  return (await rows<Record<string, unknown>>(ctx, sql, values)).map((row) => Object.values(row));
}

/** Reads at most one row. */
export async function row<T>(ctx: Context, sql: string, values: readonly SqlValue[] = []): Promise<T | null> {
  return (await rows<T>(ctx, sql, values))[0] ?? null;
}

/** Changes rows; only inside a transaction. @throws {Error} outside of one: a programming mistake. */
export async function run(ctx: Context, sql: string, values: readonly SqlValue[] = []): Promise<WriteResult> {
  if (!ctx.writing) throw new Error("A write outside of inTransaction.");
  const runner = ctx.db.queryRunner!;
  const result = await runner.query(sql, values.map(toDriver), true);
  const raw = result.raw as { insertId?: number } | number | undefined;
  const insertId = typeof raw === "number" ? raw : (raw?.insertId ?? 0);
  return { affected: result.affected ?? 0, insertId: Number(insertId) };
}

/** `?, ?, ?` for a list of values; a list must not be empty. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/**
 * Insists on an index, after the alias of the table: for lists whose index has the order of the list, since without
 * statistics either engine may decide to sort the whole table.
 */
export function byIndex(ctx: Context, name: string): string {
  return ctx.services.database.engine === "mysql" ? `FORCE INDEX (${name})` : `INDEXED BY ${name}`;
}

/** A time as both engines store and compare it: UTC with milliseconds, `YYYY-MM-DD HH:MM:SS.mmm`. */
export function sqlTime(time: Date): string {
  return time.toISOString().replace("T", " ").replace("Z", "");
}

/** Reads a time column of a raw row: text on SQLite, Date on MySQL. */
export function timeOf(value: Date | string): Date {
  if (value instanceof Date) return value;
  const milliseconds = value.length > 20 ? Number(value.slice(20, 23)) : 0;
  return new Date(
    Date.UTC(
      Number(value.slice(0, 4)),
      Number(value.slice(5, 7)) - 1,
      Number(value.slice(8, 10)),
      Number(value.slice(11, 13)),
      Number(value.slice(14, 16)),
      Number(value.slice(17, 19)),
      milliseconds,
    ),
  );
}

function toDriver(value: SqlValue): SqlValue {
  if (value instanceof Date) return sqlTime(value);
  return typeof value === "boolean" ? Number(value) : value;
}

type Convert = (value: unknown) => unknown;
interface Shape {
  readonly columns: string;
  readonly names: readonly string[];
  readonly converts: readonly (Convert | null)[];
  readonly prototype: object;
}

const shapes = new WeakMap<object, Map<string, Shape>>();

const NOTHING_LEFT_OUT: readonly string[] = [];

function shapeOf(
  ctx: Context,
  entity: EntityTarget<ObjectLiteral>,
  alias: string,
  without: readonly string[],
): Shape {
  const connection = ctx.db.connection;
  let byKey = shapes.get(connection);
  if (!byKey) shapes.set(connection, (byKey = new Map()));
  const metadata = connection.getMetadata(entity);
  const key = `${alias} ${metadata.name} ${without.join(" ")}`;
  let shape = byKey.get(key);
  if (!shape) {
    const columns = metadata.columns.filter(
      (column) => column.isSelect && !column.isVirtual && !without.includes(column.propertyName),
    );
    shape = {
      columns: columns.map((column) => `${alias}.${column.databaseName}`).join(", "),
      names: columns.map((column) => column.propertyName),
      converts: columns.map((column) => converterFor(String(column.type))),
      prototype: (metadata.target as { prototype: object }).prototype,
    };
    byKey.set(key, shape);
  }
  return shape;
}

function converterFor(type: string): Convert | null {
  if (type === "boolean" || type === "tinyint")
    return (value) => (value === null ? null : Number(value) !== 0);
  if (type === "datetime") return (value) => (value === null ? null : timeOf(value as Date | string));
  if (type === "bigint") return (value) => (value === null ? null : Number(value));
  return null;
}

/**
 * Reads entities the fast way, without TypeORM's hydration: `select(ctx, Post, "p", "posts p WHERE p.threadId = ?", [7])`.
 * @param from all that follows FROM; the alias names the entity's table in it
 * @param without properties that stay undefined: long texts that a list does not need
 */
export async function select<T extends object>(
  ctx: Context,
  entity: new () => T,
  alias: string,
  from: string,
  values: readonly SqlValue[] = [],
  without: readonly string[] = NOTHING_LEFT_OUT,
): Promise<T[]> {
  const shape = shapeOf(ctx, entity, alias, without);
  return hydrate<T>(shape, await tuples(ctx, `SELECT ${shape.columns} FROM ${from}`, values));
}

/** `select` for several sets of values in one statement; see `rowsEach`. */
export async function selectEach<T extends object>(
  ctx: Context,
  entity: new () => T,
  alias: string,
  from: string,
  valuesEach: readonly (readonly SqlValue[])[],
  without: readonly string[] = NOTHING_LEFT_OUT,
): Promise<T[]> {
  const shape = shapeOf(ctx, entity, alias, without);
  const one = `SELECT ${shape.columns} FROM ${from}`;
  return hydrate<T>(shape, await inParts(ctx, one, valuesEach, (sql, values) => tuples(ctx, sql, values)));
}

function hydrate<T extends object>({ names, converts, prototype }: Shape, found: readonly unknown[][]): T[] {
  return found.map((raw) => {
    const thing = Object.create(prototype) as Record<string, unknown>;
    for (let index = 0; index < names.length; index++) {
      const convert = converts[index];
      thing[names[index]!] = convert ? convert(raw[index]) : raw[index];
    }
    return thing as T;
  });
}

/** `select` for at most one entity. */
export async function selectOne<T extends object>(
  ctx: Context,
  entity: new () => T,
  alias: string,
  from: string,
  values: readonly SqlValue[] = [],
  without: readonly string[] = NOTHING_LEFT_OUT,
): Promise<T | null> {
  return (await select(ctx, entity, alias, from, values, without))[0] ?? null;
}
