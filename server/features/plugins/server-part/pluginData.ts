import type { Context, SqlValue } from "../../../core/context.ts";
import { timeOf } from "../../../core/sql.ts";
import { cleanValues } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import type { PluginColumn, PluginTable, ServerManifest } from "./serverManifest.ts";
import {
  countRows,
  deleteRows,
  eachRow,
  findRows,
  insertRow,
  tableNamed,
  updateRows,
  type Where,
} from "./tables.sql.ts";

const ROWS_MAX = 200;
/** Rows that exports read at a time. */
const EXPORT_PAGE_ROWS = 1_000;
const OPERATIONS_MAX = 50;
const TEXT_MAX = 500;
const LONG_MAX = 100_000;
const VALUES_MAX = 500;

type Given = Readonly<Record<string, unknown>>;

/** The id that every table has. */
const ID_COLUMN: PluginColumn = { name: "id", kind: "integer", optional: false };

/** Says to the plugin what is wrong with what it asks for. */
export class PluginDataError extends Error {}

/**
 * Does what a server part asks of its tables: one operation, or several in one transaction.
 * @throws {PluginDataError} for tables and columns that its manifest does not have, and values that do not fit.
 */
export async function operate(
  ctx: Context,
  plugin: string,
  { tables }: ServerManifest,
  operations: unknown,
): Promise<unknown[]> {
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > OPERATIONS_MAX)
    throw new PluginDataError(`Give 1 to ${OPERATIONS_MAX} operations.`);
  const list = operations as Given[];
  const each = async (ctx: Context): Promise<unknown[]> => {
    const results: unknown[] = [];
    for (const operation of list) results.push(await one(ctx, plugin, tables, operation));
    return results;
  };
  const reads = list.every(({ op }) => op === "find" || op === "count");
  return reads ? each(ctx) : inTransaction(ctx, each);
}

async function one(
  ctx: Context,
  plugin: string,
  tables: readonly PluginTable[],
  { op, table: name, where, values, order, limit, by }: Given,
): Promise<unknown> {
  const table = tables.find((each) => each.name === name);
  if (!table) throw new PluginDataError(`There is no table ${String(name)} of this plugin.`);
  const stored = tableNamed(plugin, table.name);
  if (op === "insert") return insertRow(ctx, stored, valuesOf(table, values));
  if (op === "update") return updateRows(ctx, stored, whereOf(table, where), valuesOf(table, values));
  if (op === "delete") return deleteRows(ctx, stored, whereOf(table, where));
  if (op === "count")
    return countRows(ctx, stored, whereOf(table, where), by ? columnOf(table, by).name : null);
  if (op !== "find") throw new PluginDataError(`There is no operation ${String(op)}.`);
  const most = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), ROWS_MAX) : ROWS_MAX;
  const found = await findRows(ctx, stored, {
    where: whereOf(table, where),
    order: orderOf(table, order),
    limit: most,
  });
  return found.map((row) => readable(table, row));
}

function columnOf(table: PluginTable, name: unknown): PluginColumn {
  const column = name === "id" ? ID_COLUMN : table.columns.find((each) => each.name === name);
  if (!column) throw new PluginDataError(`There is no column ${String(name)} in ${table.name}.`);
  return column;
}

function valuesOf(table: PluginTable, values: unknown): [string, SqlValue][] {
  const entries = Object.entries((values ?? {}) as Given);
  if (entries.length === 0) throw new PluginDataError("Give values.");
  return entries.map(([name, value]) => {
    if (name === "id") throw new PluginDataError("The id is given by the forum.");
    return [name, valueFor(table, columnOf(table, name), value)];
  });
}

function whereOf(table: PluginTable, where: unknown): Where {
  return Object.entries((where ?? {}) as Given).map(([name, value]) => {
    const column = columnOf(table, name);
    if (!Array.isArray(value)) return [name, valueFor(table, column, value)];
    if (value.length > VALUES_MAX) throw new PluginDataError(`A list has at most ${VALUES_MAX} values.`);
    return [name, value.map((each) => valueFor(table, column, each))];
  });
}

function orderOf(table: PluginTable, order: unknown): [string, "ASC" | "DESC"][] {
  const given = Object.entries((order ?? { id: "asc" }) as Given);
  return given.map(([name, direction]) => [
    columnOf(table, name).name,
    direction === "desc" ? "DESC" : "ASC",
  ]);
}

/** Checks a value and makes it what the database takes. @throws {PluginDataError} */
function valueFor(table: PluginTable, { name, kind, optional }: PluginColumn, value: unknown): SqlValue {
  const refuse = () =>
    new PluginDataError(`${table.name}.${name} does not take ${JSON.stringify(value)?.slice(0, 50)}.`);
  if (value === null || value === undefined) {
    if (optional || kind === "long") return null;
    throw refuse();
  }
  if (kind === "flag") {
    if (typeof value === "boolean") return value;
  } else if (kind === "text" || kind === "long") {
    if (typeof value === "string" && value.length <= (kind === "text" ? TEXT_MAX : LONG_MAX))
      return cleanValues(value);
  } else if (kind === "time") {
    const time = typeof value === "string" ? new Date(value) : null;
    if (time && !Number.isNaN(time.getTime())) return time;
  } else {
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number)) return number;
  }
  throw refuse();
}

/** Makes of a row of the database what plugins read: ids as text, times in ISO. */
function readable(table: PluginTable, row: Given): Record<string, unknown> {
  const columns = [ID_COLUMN, ...table.columns];
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = row[name];
      if (value === null || value === undefined) return [name, null];
      if (kind === "flag") return [name, Boolean(Number(value))];
      if (kind === "time") return [name, timeOf(value as Date | string).toISOString()];
      if (kind === "member" || kind === "thread" || name === "id") return [name, String(value)];
      return [name, kind === "integer" ? Number(value) : value];
    }),
  );
}

/** Lists the rows that a plugin holds of a member, by table. */
export async function rowsOfMember(
  ctx: Context,
  plugin: string,
  { tables }: ServerManifest,
  userId: number,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const table of tables)
    for (const { name } of table.columns.filter(({ kind }) => kind === "member")) {
      const rows = eachRow(ctx, tableNamed(plugin, table.name), [[name, userId]], EXPORT_PAGE_ROWS);
      for await (const row of rows) found.push({ plugin, table: table.name, ...readable(table, row) });
    }
  return found;
}

/** Deletes the rows that a plugin holds of a member. */
export async function eraseMember(
  ctx: Context,
  plugin: string,
  { tables }: ServerManifest,
  userId: number,
): Promise<void> {
  for (const table of tables)
    for (const { name } of table.columns.filter(({ kind }) => kind === "member"))
      await inTransaction(ctx, (ctx) => deleteRows(ctx, tableNamed(plugin, table.name), [[name, userId]]));
}

/** Reads all rows of a plugin, table by table, for its export. */
export async function* allRows(
  ctx: Context,
  plugin: string,
  { tables }: ServerManifest,
): AsyncGenerator<Record<string, unknown>> {
  for (const table of tables) {
    const rows = eachRow(ctx, tableNamed(plugin, table.name), [], EXPORT_PAGE_ROWS);
    for await (const row of rows) yield { table: table.name, ...readable(table, row) };
  }
}
