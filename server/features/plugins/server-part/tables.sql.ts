import { createHash } from "node:crypto";
import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, rows, run } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import type { PluginColumn, PluginTable } from "./serverManifest.ts";

/**
 * Tables of plugins: made, changed and read by what manifests declare. Raw since no entity knows them; names come from
 * checked manifests and values are marked, so that a plugin writes nothing but its own tables.
 */

const TEXT_MAX = 500;

/** Longest name of a table or an index on MySQL. */
const NAME_MAX = 64;
const DIGEST_DIGITS = 16;

/** Name of a table of a plugin in the database; long ones end in a digest. */
export function tableNamed(plugin: string, table: string): string {
  const name = `plugin_${plugin.replaceAll("-", "_")}_${table}`;
  return name.length > NAME_MAX ? withDigest(name, name) : name;
}

/** Name of an index. SQLite has one set of them for all tables, and columns may have the same first letters. */
function indexNamed(table: string, keys: readonly string[], isUnique: boolean): string {
  return withDigest(`${isUnique ? "ux" : "ix"}_${table}`, [table, isUnique, ...keys].join(" "));
}

function withDigest(start: string, whole: string): string {
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, DIGEST_DIGITS);
  return `${start.slice(0, NAME_MAX - DIGEST_DIGITS - 1)}_${digest}`;
}

const isSqlite = (ctx: Context): boolean => ctx.services.database.engine === "sqlite";

function typeOf(ctx: Context, { kind }: PluginColumn): string {
  if (kind === "text") return `varchar(${TEXT_MAX})`;
  if (kind === "long") return isSqlite(ctx) ? "text" : "mediumtext";
  if (kind === "time") return "datetime(3)";
  if (kind === "flag") return isSqlite(ctx) ? "boolean" : "tinyint";
  return isSqlite(ctx) ? "integer" : "bigint";
}

const EMPTY: Readonly<Record<PluginColumn["kind"], string>> = {
  integer: "0",
  flag: "0",
  member: "0",
  thread: "0",
  text: "''",
  long: "''",
  time: "'1970-01-01 00:00:00.000'",
};

function definitionOf(ctx: Context, column: PluginColumn): string {
  // Text of 16 MB takes no default on MySQL, so it may always be empty.
  const rule = column.optional || column.kind === "long" ? "NULL" : `NOT NULL DEFAULT ${EMPTY[column.kind]}`;
  return `\`${column.name}\` ${typeOf(ctx, column)} ${rule}`;
}

/** Makes the tables of a plugin and adds what a later version has besides; nothing is taken away. Safe to repeat. */
export async function ensureTables(
  ctx: Context,
  plugin: string,
  tables: readonly PluginTable[],
): Promise<void> {
  for (const table of tables) {
    const name = tableNamed(plugin, table.name);
    await inTransaction(ctx, async (ctx) => {
      const id = isSqlite(ctx)
        ? "id integer PRIMARY KEY AUTOINCREMENT"
        : "id bigint PRIMARY KEY AUTO_INCREMENT";
      const columns = table.columns.map((column) => definitionOf(ctx, column));
      const tail = isSqlite(ctx) ? "" : " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
      await run(ctx, `CREATE TABLE IF NOT EXISTS \`${name}\` (${[id, ...columns].join(", ")})${tail}`);
      const existing = await columnsOf(ctx, name);
      for (const column of table.columns)
        if (!existing.has(column.name))
          await run(ctx, `ALTER TABLE \`${name}\` ADD COLUMN ${definitionOf(ctx, column)}`);
      const present = await indexesOf(ctx, name);
      for (const [keys, isUnique] of [
        ...table.uniques.map((keys) => [keys, true] as const),
        ...table.indexes.map((keys) => [keys, false] as const),
      ]) {
        const index = indexNamed(name, keys, isUnique);
        if (!present.has(index))
          await run(
            ctx,
            `CREATE ${isUnique ? "UNIQUE " : ""}INDEX \`${index}\` ON \`${name}\` (${keys.map((key) => `\`${key}\``).join(", ")})`,
          );
      }
    });
  }
}

/** Removes the tables of a plugin with all that is in them. */
export async function dropTables(
  ctx: Context,
  plugin: string,
  tables: readonly PluginTable[],
): Promise<void> {
  for (const table of tables)
    await inTransaction(ctx, (ctx) => run(ctx, `DROP TABLE IF EXISTS \`${tableNamed(plugin, table.name)}\``));
}

async function columnsOf(ctx: Context, table: string): Promise<Set<string>> {
  const found = isSqlite(ctx)
    ? await rows<{ name: string }>(ctx, "SELECT name FROM pragma_table_info(?)", [table])
    : await rows<{ name: string }>(
        ctx,
        "SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
        [table],
      );
  return new Set(found.map(({ name }) => name));
}

async function indexesOf(ctx: Context, table: string): Promise<Set<string>> {
  const found = isSqlite(ctx)
    ? await rows<{ name: string }>(ctx, "SELECT name FROM pragma_index_list(?)", [table])
    : await rows<{ name: string }>(
        ctx,
        "SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
        [table],
      );
  return new Set(found.map(({ name }) => name));
}

/** A condition: columns and the value, or one of the values, that they have. */
export type Where = readonly (readonly [column: string, value: SqlValue | readonly SqlValue[]])[];

function conditionOf(where: Where): { readonly sql: string; readonly values: SqlValue[] } {
  if (where.length === 0) return { sql: "", values: [] };
  const values: SqlValue[] = [];
  const parts = where.map(([column, value]) => {
    if (Array.isArray(value)) {
      values.push(...(value as SqlValue[]));
      return value.length > 0 ? `\`${column}\` IN (${marks(value)})` : "0 = 1";
    }
    if (value === null) return `\`${column}\` IS NULL`;
    values.push(value as SqlValue);
    return `\`${column}\` = ?`;
  });
  return { sql: ` WHERE ${parts.join(" AND ")}`, values };
}

/** Inserts a row. @returns its id; null if another row has the same unique values */
export async function insertRow(
  ctx: Context,
  table: string,
  values: readonly (readonly [column: string, value: SqlValue])[],
): Promise<number | null> {
  const columns = values.map(([column]) => `\`${column}\``).join(", ");
  const ignore = isSqlite(ctx) ? "OR IGNORE" : "IGNORE";
  const sql = `INSERT ${ignore} INTO \`${table}\` (${columns}) VALUES (${marks(values)})`;
  const { affected, insertId } = await run(
    ctx,
    sql,
    values.map(([, value]) => value),
  );
  return affected > 0 ? insertId : null;
}

/** Reads rows. */
export function findRows(
  ctx: Context,
  table: string,
  {
    where,
    order,
    limit,
  }: { where: Where; order: readonly (readonly [string, "ASC" | "DESC"])[]; limit: number },
): Promise<Record<string, unknown>[]> {
  const { sql, values } = conditionOf(where);
  const by = order.map(([column, direction]) => `\`${column}\` ${direction}`).join(", ");
  return rows(ctx, `SELECT * FROM \`${table}\`${sql} ORDER BY ${by} LIMIT ${limit}`, values);
}

/** Reads all rows that fit, in pages by id, so that none is left out however many there are. */
export async function* eachRow(
  ctx: Context,
  table: string,
  where: Where,
  pageRows: number,
): AsyncGenerator<Record<string, unknown>> {
  const { sql, values } = conditionOf(where);
  const condition = `${sql ? `${sql} AND` : " WHERE"} id > ?`;
  for (let after = 0, isLast = false; !isLast;) {
    const page = await rows<Record<string, unknown>>(
      ctx,
      `SELECT * FROM \`${table}\`${condition} ORDER BY id LIMIT ${pageRows}`,
      [...values, after],
    );
    yield* page;
    isLast = page.length < pageRows;
    after = Number(page.at(-1)?.id ?? 0);
  }
}

/** Counts rows by the values of a column; all together under null without one. */
export async function countRows(
  ctx: Context,
  table: string,
  where: Where,
  by: string | null,
): Promise<{ key: unknown; n: number }[]> {
  const { sql, values } = conditionOf(where);
  const found = by
    ? await rows<{ key: unknown; n: number }>(
        ctx,
        `SELECT \`${by}\` AS \`key\`, COUNT(*) AS n FROM \`${table}\`${sql} GROUP BY \`${by}\``,
        values,
      )
    : await rows<{ key: unknown; n: number }>(
        ctx,
        `SELECT NULL AS \`key\`, COUNT(*) AS n FROM \`${table}\`${sql}`,
        values,
      );
  return found.map(({ key, n }) => ({ key, n: Number(n) }));
}

/** Changes rows. @returns how many */
export async function updateRows(
  ctx: Context,
  table: string,
  where: Where,
  change: readonly (readonly [column: string, value: SqlValue])[],
): Promise<number> {
  const { sql, values } = conditionOf(where);
  const set = change.map(([column]) => `\`${column}\` = ?`).join(", ");
  const given = [...change.map(([, value]) => value), ...values];
  return (await run(ctx, `UPDATE \`${table}\` SET ${set}${sql}`, given)).affected;
}

/** Deletes rows. @returns how many */
export async function deleteRows(ctx: Context, table: string, where: Where): Promise<number> {
  const { sql, values } = conditionOf(where);
  return (await run(ctx, `DELETE FROM \`${table}\`${sql}`, values)).affected;
}
