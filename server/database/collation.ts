import { performance } from "node:perf_hooks";
import { StartError } from "../core/startError.ts";

/** The collation of every table: equality is by code point, as on SQLite, whatever the server's default is. */
export const COLLATION = "utf8mb4_bin";
const CHARSET = "utf8mb4";
/** Words of the search index are ASCII, see `migrations/schema/search.ts`. */
const ALLOWED = [COLLATION, "ascii_bin"];
/** Columns that a message names; a database of the wrong kind has hundreds. */
const NAMED_MAX = 3;

/** Asks one statement of the database. */
export type Ask = <T>(sql: string, values?: unknown[]) => Promise<T[]>;

/** A column or table (column is null) whose texts compare otherwise than ours. */
export interface Misfit {
  readonly table: string;
  readonly column: string | null;
  readonly collation: string;
}

/** A database that holds tables of another collation, or rows that would collide in ours. */
export class CollationError extends StartError {}

/** Finds the tables and columns of the current database whose collation is not the one that equality needs. */
export async function findMisfits(ask: Ask): Promise<Misfit[]> {
  const columns = await ask<{ t: string; c: string; collation: string }>(
    `SELECT c.TABLE_NAME AS t, c.COLUMN_NAME AS c, c.COLLATION_NAME AS collation
     FROM information_schema.COLUMNS c JOIN information_schema.TABLES t
       ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME AND t.TABLE_TYPE = 'BASE TABLE'
     WHERE c.TABLE_SCHEMA = DATABASE() AND c.COLLATION_NAME IS NOT NULL AND c.COLLATION_NAME NOT IN (?, ?)
     ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`,
    ALLOWED,
  );
  const tables = await ask<{ t: string; collation: string }>(
    `SELECT t.TABLE_NAME AS t, t.TABLE_COLLATION AS collation FROM information_schema.TABLES t
     WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' AND t.TABLE_COLLATION <> ?
     ORDER BY t.TABLE_NAME`,
    [COLLATION],
  );
  return [
    ...tables.map(({ t, collation }) => ({ table: t, column: null, collation })),
    ...columns.map(({ t, c, collation }) => ({ table: t, column: c, collation })),
  ];
}

/** Describes misfits for the operator, with the first of them by name and how to mend them. */
export function describeMisfits(misfits: readonly Misfit[]): string {
  const names = misfits
    .slice(0, NAMED_MAX)
    .map(
      ({ table, column, collation }) => `${column === null ? table : `${table}.${column}`} (${collation})`,
    );
  const more = misfits.length > NAMED_MAX ? ` and ${misfits.length - NAMED_MAX} more` : "";
  const [first] = misfits;
  return (
    `tables must be ${COLLATION}, or names that differ are taken for the same: ${names.join(", ")}${more}. ` +
    `Stop the server, make a backup, and run for each table: ` +
    `ALTER TABLE \`${first?.table ?? "…"}\` CONVERT TO CHARACTER SET ${CHARSET} COLLATE ${COLLATION}`
  );
}

/**
 * Refuses a database whose tables compare texts otherwise than the program expects.
 * @throws {CollationError} naming the tables and the remedy.
 */
export async function checkCollation(ask: Ask): Promise<void> {
  const misfits = await findMisfits(ask);
  if (misfits.length > 0)
    throw new CollationError(`The database cannot be used: ${describeMisfits(misfits)}`);
}

/**
 * Gives tables that were made with the server's defaults our collation; rows stay. Runs again where it was cut short.
 * @param only the tables to look at; all without it
 * @throws {CollationError} before anything is changed in a table whose rows would collide under a unique key.
 */
export async function convertTables(
  ask: Ask,
  only?: readonly string[],
  report: (message: string) => void = () => undefined,
): Promise<void> {
  const misfits = await findMisfits(ask);
  const names = [...new Set(misfits.map(({ table }) => table))].filter(
    (table) => only?.includes(table) ?? true,
  );
  if (names.length === 0) return;
  for (const table of names) await refuseCollisions(ask, table);
  // Rows stay what they are; the keys that point at other tables are numbers.
  await ask("SET SESSION foreign_key_checks = 0");
  try {
    for (const table of names) {
      const began = performance.now();
      const columns = misfits.filter((each) => each.table === table && each.column !== null);
      await convertTable(ask, table, columns as readonly (Misfit & { column: string })[]);
      report(`Converted ${table} to ${COLLATION} in ${Math.round(performance.now() - began)} ms.`);
    }
  } finally {
    await ask("SET SESSION foreign_key_checks = 1");
  }
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly nullable: "YES" | "NO";
  readonly initial: string | null;
  readonly extra: string;
}

/** Column by column, since CONVERT TO would make long texts longer still and differ from the entities. */
async function convertTable(
  ask: Ask,
  table: string,
  misfits: readonly { readonly column: string }[],
): Promise<void> {
  const [server] = await ask<{ version: string }>("SELECT VERSION() AS version");
  const isMaria = /mariadb/i.test(server!.version);
  const columns = await ask<ColumnRow>(
    `SELECT c.COLUMN_NAME AS name, c.COLUMN_TYPE AS type, c.IS_NULLABLE AS nullable, c.COLUMN_DEFAULT AS initial,
       c.EXTRA AS extra
     FROM information_schema.COLUMNS c WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME = ?
     ORDER BY c.ORDINAL_POSITION`,
    [table],
  );
  const changes = columns
    .filter(({ name }) => misfits.some(({ column }) => column === name))
    .map(({ name, type, nullable, initial, extra }) => {
      const rule = nullable === "YES" ? "NULL" : "NOT NULL";
      // MariaDB tells the literal, MySQL its value.
      const literal = isMaria || /DEFAULT_GENERATED/.test(extra) ? initial : initial && quoted(initial);
      const start = initial === null ? "" : ` DEFAULT ${initial === "" && !isMaria ? "''" : literal}`;
      return `MODIFY \`${name}\` ${type} CHARACTER SET ${CHARSET} COLLATE ${COLLATION} ${rule}${start}`;
    });
  const all = [...changes, `DEFAULT CHARACTER SET ${CHARSET} COLLATE ${COLLATION}`];
  try {
    await ask(`ALTER TABLE \`${table}\` ${all.join(", ")}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CollationError(`The table ${table} cannot become ${COLLATION}: ${reason}`, { cause: error });
  }
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

interface KeyRow {
  readonly name: string;
  readonly col: string;
  readonly isText: number;
}

/** Collations that mind trailing blanks keep rows apart that ours takes for the same. */
async function refuseCollisions(ask: Ask, table: string): Promise<void> {
  const parts = await ask<KeyRow>(
    `SELECT s.INDEX_NAME AS name, s.COLUMN_NAME AS col, c.COLLATION_NAME IS NOT NULL AS isText
     FROM information_schema.STATISTICS s JOIN information_schema.COLUMNS c
       ON c.TABLE_SCHEMA = s.TABLE_SCHEMA AND c.TABLE_NAME = s.TABLE_NAME AND c.COLUMN_NAME = s.COLUMN_NAME
     WHERE s.TABLE_SCHEMA = DATABASE() AND s.TABLE_NAME = ? AND s.NON_UNIQUE = 0
     ORDER BY s.INDEX_NAME, s.SEQ_IN_INDEX`,
    [table],
  );
  for (const index of new Set(parts.map(({ name }) => name))) {
    const columns = parts.filter(({ name }) => name === index);
    if (!columns.some(({ isText }) => Number(isText) === 1)) continue;
    const keys = columns.map(({ col, isText }) =>
      Number(isText) === 1 ? `CONVERT(\`${col}\` USING ${CHARSET}) COLLATE ${COLLATION}` : `\`${col}\``,
    );
    const present = columns.map(({ col }) => `\`${col}\` IS NOT NULL`).join(" AND ");
    const collisions = `FROM \`${table}\` WHERE ${present} GROUP BY ${keys.join(", ")} HAVING COUNT(*) > 1`;
    const [twice] = await ask<{ n: number }>(`SELECT COUNT(*) AS n ${collisions} LIMIT 1`);
    if (!twice) continue;
    // The values may be private; the operator looks at them.
    const shown = columns.map(({ col }) => `MIN(\`${col}\`)`).join(", ");
    throw new CollationError(
      `The table ${table} cannot become ${COLLATION}: ${Number(twice.n)} rows would be the same under its key ` +
        `${index}. Change all but one of them, then start again. Find them with: SELECT ${shown} ${collisions}`,
    );
  }
}
