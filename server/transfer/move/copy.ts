import { randomUUID } from "node:crypto";
import { SEARCH_FORMAT, SEARCH_TABLES } from "../../core/searchIndex.ts";
import { UNFINISHED_MOVE } from "../../database/unfinishedMove.ts";
import { Progress } from "./progress.ts";
import { rowsIn } from "./count.sql.ts";
import type { MovedTable, Side, TargetSide } from "./side.ts";
import { slicesOf } from "./slices.ts";
import { Checksum, type Kind, type Row } from "./values.ts";

/** Prefix of the tables of plugins, which manifests make. */
const PLUGIN_TABLE = /^plugin_/;
/** Tables of each engine's own: the migrations that made the others, the mark of a move, and the search index. */
const OWN_TABLES: ReadonlySet<string> = new Set([
  "migrations",
  UNFINISHED_MOVE,
  "search_queue",
  "search_state",
  "search_coverage",
  ...Object.values(SEARCH_TABLES).flatMap((table) => [table, `${table}_keys`]),
]);

/** True for a table that no copy of a forum takes along. */
export function isOwnTable(name: string): boolean {
  return OWN_TABLES.has(name);
}

/** A forum as of one moment, whose tables are read once, in the order of their names. */
export interface ForumRows extends Pick<Side, "label" | "tableNames" | "table" | "indexes" | "nextIds"> {
  countRows(table: string): Promise<number>;
  slices(table: MovedTable): AsyncIterable<readonly Row[]>;
}

/** Reads the rows of a database. */
export function rowsOfSide(side: Side): ForumRows {
  return {
    label: side.label,
    tableNames: () => side.tableNames(),
    table: (name) => side.table(name),
    indexes: (name) => side.indexes(name),
    nextIds: () => side.nextIds(),
    countRows: (name) => rowsIn(side, name),
    slices: (table) => slicesOf(side, table),
  };
}

/** Number and checksum of the rows of a table. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

/** Values of columns of plugins' tables that may not be empty and got none. */
const EMPTY: Readonly<Record<Kind, string>> = {
  integer: "0",
  double: "0",
  text: "''",
  bytes: "''",
  time: "'1970-01-01 00:00:00.000'",
};

/** Numbers of a copy. */
export interface Copied {
  readonly tables: number;
  readonly rows: number;
  readonly sums: ReadonlyMap<string, TableSum>;
  /** Tables that the program does not know, which stay behind. */
  readonly leftBehind: readonly string[];
}

/**
 * Copies all rows of a forum, and compares each table afterwards by the number and the checksum of its rows.
 * @throws {Error} if the databases have different tables, a row does not fit, or a table differs afterwards
 */
export async function copyForum(
  source: ForumRows,
  target: TargetSide,
  tell: (line: string) => void,
): Promise<Copied> {
  const { tables, leftBehind } = await tablesToCopy(source, target);
  let total = 0;
  for (const { name } of tables) {
    total += await source.countRows(name);
    // Migrations write first rows, and so did the forum.
    if ((await target.ask(`SELECT 1 FROM \`${name}\` LIMIT 1`)).length > 0)
      await target.run(`DELETE FROM \`${name}\``);
  }
  tell(`Copying ${total} rows of ${tables.length} tables from ${source.label} to ${target.label}.`);
  // Each row is read twice, the second time where it has arrived.
  const progress = new Progress(2 * total, tell);
  const sums = new Map<string, TableSum>();
  for (const table of tables) sums.set(table.name, await copyTable(source, target, table, progress));
  await copyNextIds(source, target);
  // An index that is older than the program, or of another forum, is written again by the next start.
  await target.run(
    `INSERT INTO search_state (id, identity, format) VALUES (1, '${randomUUID()}', ${SEARCH_FORMAT - 1})`,
  );
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0);
  return { tables: tables.length, rows, sums, leftBehind };
}

async function tablesToCopy(
  source: ForumRows,
  target: TargetSide,
): Promise<{ tables: MovedTable[]; leftBehind: string[] }> {
  const here = (await source.tableNames()).filter((name) => !OWN_TABLES.has(name));
  const there = new Set(await target.tableNames());
  const missing = [...there].filter((name) => !OWN_TABLES.has(name) && !here.includes(name));
  if (missing.length > 0) throw new Error(`${source.label} lacks the table ${missing.join(", ")}.`);
  const tables: MovedTable[] = [];
  const leftBehind: string[] = [];
  for (const name of here) {
    if (!there.has(name) && !PLUGIN_TABLE.test(name)) {
      leftBehind.push(name);
      continue;
    }
    const table = await source.table(name);
    if (there.has(name)) requireSame(table, await target.table(name));
    else await makeTable(source, target, table);
    tables.push(table);
  }
  return { tables, leftBehind };
}

function requireSame(one: MovedTable, other: MovedTable): void {
  const shape = ({ columns, key }: MovedTable) =>
    [...columns.map(({ name, kind }) => `${name} ${kind}`), ...key].join();
  if (shape(one) !== shape(other))
    throw new Error(`The table ${one.name} has other columns than the program gives it.`);
}

/** Makes the table of a plugin as it is on the other engine, columns of earlier versions included. */
async function makeTable(source: ForumRows, target: TargetSide, table: MovedTable): Promise<void> {
  const { id, types, tail } = target.dialect;
  const columns = table.columns.map(({ name, type, kind, isNullable, keyPart }) => {
    if (keyPart > 0) return `\`${name}\` ${id}`;
    const own = types.find(([pattern]) => pattern.test(type))?.[1] ?? type;
    return `\`${name}\` ${own} ${isNullable ? "NULL" : `NOT NULL DEFAULT ${EMPTY[kind]}`}`;
  });
  await target.run(`CREATE TABLE \`${table.name}\` (${columns.join(", ")})${tail}`);
  for (const { name, isUnique, columns } of await source.indexes(table.name)) {
    const list = columns.map((column) => `\`${column}\``).join(", ");
    await target.run(`CREATE ${isUnique ? "UNIQUE " : ""}INDEX \`${name}\` ON \`${table.name}\` (${list})`);
  }
}

async function copyTable(
  source: ForumRows,
  target: TargetSide,
  table: MovedTable,
  progress: Progress,
): Promise<TableSum> {
  const sent = new Checksum();
  for await (const rows of source.slices(table)) {
    for (const row of rows) sent.add(row);
    await target.insert(table, rows);
    progress.add(rows.length, `${table.name}: ${sent.rows} rows`);
  }
  const arrived = new Checksum();
  for await (const rows of slicesOf(target, table)) {
    for (const row of rows) arrived.add(row);
    progress.add(rows.length, `${table.name}: checking`);
  }
  if (sent.rows !== arrived.rows || sent.digits !== arrived.digits)
    throw new Error(
      `The table ${table.name} differs: ${sent.rows} rows with the sum ${sent.digits} were sent, and ` +
        `${arrived.rows} rows with the sum ${arrived.digits} arrived.`,
    );
  return { rows: sent.rows, sum: sent.digits };
}

/** Ids of rows that are gone may be remembered outside, and are not given again on the other engine either. */
async function copyNextIds(source: ForumRows, target: TargetSide): Promise<void> {
  const next = await source.nextIds();
  const there = await target.nextIds();
  for (const [table, id] of next)
    if (!OWN_TABLES.has(table) && there.get(table) !== id) await target.setNextId(table, id);
  const result = await target.nextIds();
  for (const [table, id] of next)
    if (!OWN_TABLES.has(table) && result.get(table) !== id)
      throw new Error(`The table ${table} would give the id ${result.get(table) ?? 1n} next, not ${id}.`);
}
