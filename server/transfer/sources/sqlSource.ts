import { createConnection, type Connection } from "mysql2/promise";
import { addressOf, CONNECT_TIMEOUT_MS } from "../../database/mysqlSession.ts";
import type { LocalTimes } from "./values.ts";
import { codeOf, problem, problemBy } from "../problems.ts";

/** Rows of one slice. */
const SLICE_ROWS = 1_000;

/** Form of the databases of a program. */
export interface SourceShape {
  /** Name of the program. */
  readonly name: string;
  /** Tables by which it is recognised, with the columns that no other program has together. */
  readonly signs: Readonly<Record<string, readonly string[]>>;
  /** The table of them that tells the prefix, and those that an error names. */
  readonly anchor: string;
  readonly contents: string;
  /** Tables with a prefix of their own: the parameter of the address that names it, and how their names begin here. */
  readonly others?: { readonly parameter: string; readonly beginning: string };
}

/** A row of the source. Columns that its version does not have are missing. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns and rows that slices read. */
export interface Reading {
  readonly columns: readonly string[];
  /** Key where the table has no primary key. */
  readonly key?: readonly string[];
  /** Unique columns to read by in place of the primary key. */
  readonly by?: readonly string[];
  /** Condition on all rows. */
  readonly where?: string;
}

/** A connection that answers statements as one of MySQL does: a list among the values stands for its members. */
export interface SourceConnection {
  query(sql: string, values?: unknown[]): Promise<unknown[]>;
  end(): Promise<void>;
}

/** Database of another program in the SQL of MySQL, read in one snapshot; nothing can be written through it. */
export class SqlSource {
  constructor(
    private readonly connection: SourceConnection,
    /** Names of the tables in the database, by their names without a prefix. */
    private readonly names: ReadonlyMap<string, string>,
    private readonly columns: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly keys: ReadonlyMap<string, readonly string[]>,
  ) {}

  /**
   * Opens a database; `?prefix=` of the address names the prefix of its tables.
   * @throws {Error} with one sentence if it cannot be read, or is none of the program
   */
  static async open(from: string, times: LocalTimes, now: Date, shape: SourceShape): Promise<SqlSource> {
    const connection = await connect(from);
    try {
      // Columns of the kind `timestamp` are shown in the zone in which PHP wrote them.
      await connection.query(`SET SESSION time_zone = '${times.offsetText(now)}', sql_mode = ''`);
      await connection.query("SET SESSION TRANSACTION READ ONLY");
      await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      await connection.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      const tables = await columnsOf(connection);
      const names = namesOf(tables, new URL(from).searchParams, shape);
      const own = new Map([...names].map(([name, table]) => [name, tables.get(table)!]));
      return new SqlSource(connection, names, own, await keysOf(connection, names));
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** True if the source has a table, or a column of it. */
  has(table: string, column?: string): boolean {
    const columns = this.columns.get(table);
    return columns !== undefined && (column === undefined || columns.has(column));
  }

  /** Counts the rows of a table. */
  async count(table: string): Promise<number> {
    if (!this.has(table)) return 0;
    return Number((await this.ask(`SELECT COUNT(*) AS n FROM ${this.table(table)}`))[0]!["n"]);
  }

  /** Gives the encoding of a column. */
  async charset(table: string, column: string): Promise<string> {
    const rows = await this.ask(
      `SELECT c.CHARACTER_SET_NAME AS charset FROM information_schema.COLUMNS c
       WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME = ? AND c.COLUMN_NAME = ?`,
      [this.names.get(table), column],
    );
    return String(rows[0]?.["charset"] ?? "");
  }

  /** Names of the tables of the source, without their prefix. */
  tables(): string[] {
    return [...this.columns.keys()].sort();
  }

  /** Gives the first row of a statement, in which `{name}` stands for a table. */
  async row(sql: string, values: readonly unknown[] = []): Promise<Row> {
    return (await this.ask(this.named(sql), values))[0] ?? {};
  }

  /** Gives the rows of a statement, in which `{name}` stands for a table. */
  rows(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.ask(this.named(sql), values);
  }

  /** Reads a table slice by slice, in the order of its key; nothing if there is no such table. */
  async *slices(table: string, { columns, key, by: own, where }: Reading): AsyncGenerator<Row[]> {
    if (!this.has(table)) return;
    const by = own ?? this.keys.get(table) ?? key ?? ["id"];
    const names = [...new Set([...by, ...columns])].filter((name) => this.has(table, name));
    const order = by.map((name) => `\`${name}\``).join(", ");
    const start = `SELECT ${names.map((name) => `\`${name}\``).join(", ")} FROM ${this.table(table)}`;
    let last: Row | undefined;
    for (;;) {
      const beyond = last ? behind(by, last) : null;
      const conditions = [where, beyond?.sql].filter(Boolean).join(" AND ");
      const sql = `${start}${conditions && ` WHERE ${conditions}`} ORDER BY ${order} LIMIT ${SLICE_ROWS}`;
      const slice = await this.ask(sql, beyond?.values ?? []);
      if (slice.length > 0) yield slice;
      if (slice.length < SLICE_ROWS) return;
      last = slice.at(-1)!;
    }
  }

  /** Reads the rows of a table that belong to some ids, by the id; in the order of their key. */
  async rowsOf(
    table: string,
    column: string,
    ids: Iterable<number>,
    columns: readonly string[],
    where = "",
  ): Promise<Map<number, Row[]>> {
    const groups = new Map<number, Row[]>();
    const all = [...new Set(ids)];
    if (all.length === 0 || !this.has(table, column)) return groups;
    const order = (this.keys.get(table) ?? (this.has(table, "id") ? ["id"] : [column])).map(
      (name) => `\`${name}\``,
    );
    const names = [...new Set([column, ...columns])].filter((name) => this.has(table, name));
    const sql = `SELECT ${names.map((name) => `\`${name}\``).join(", ")} FROM ${this.table(table)}
      WHERE \`${column}\` IN (?)${where && ` AND ${where}`} ORDER BY ${order.join(", ")}`;
    for (const row of await this.ask(sql, [all])) {
      const id = Number(row[column]);
      const group = groups.get(id);
      if (group) group.push(row);
      else groups.set(id, [row]);
    }
    return groups;
  }

  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined);
  }

  private async ask(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.connection.query(sql, [...values]))[0] as Row[];
  }

  private table(name: string): string {
    return `\`${this.names.get(name) ?? name}\``;
  }

  private named(sql: string): string {
    return sql.replace(/\{`?(\w+)`?\}/g, (_, name: string) => this.table(name));
  }
}

async function connect(from: string): Promise<Connection> {
  const address = addressOf(from);
  try {
    return await createConnection({
      ...address,
      charset: "utf8mb4",
      timezone: "Z",
      dateStrings: true,
      supportBigNumbers: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      flags: ["-LOCAL_FILES"],
    });
  } catch (error) {
    throw problemBy(error, "UNREADABLE_DATABASE", address.database, codeOf(error));
  }
}

async function columnsOf(connection: Connection): Promise<Map<string, Set<string>>> {
  const [rows] = await connection.query(
    `SELECT c.TABLE_NAME AS tableName, c.COLUMN_NAME AS columnName FROM information_schema.COLUMNS c
     WHERE c.TABLE_SCHEMA = DATABASE()`,
  );
  const tables = new Map<string, Set<string>>();
  for (const { tableName, columnName } of rows as { tableName: string; columnName: string }[]) {
    const columns = tables.get(tableName) ?? new Set();
    tables.set(tableName, columns.add(columnName));
  }
  return tables;
}

async function keysOf(
  connection: Connection,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const [rows] = await connection.query(
    `SELECT s.TABLE_NAME AS tableName, s.COLUMN_NAME AS columnName FROM information_schema.STATISTICS s
     WHERE s.TABLE_SCHEMA = DATABASE() AND s.INDEX_NAME = 'PRIMARY' ORDER BY s.TABLE_NAME, s.SEQ_IN_INDEX`,
  );
  const keys = new Map<string, string[]>();
  for (const { tableName, columnName } of rows as { tableName: string; columnName: string }[])
    keys.set(tableName, [...(keys.get(tableName) ?? []), columnName]);
  return new Map([...names].flatMap(([name, table]) => (keys.has(table) ? [[name, keys.get(table)!]] : [])));
}

/**
 * Gives the tables of the program by their names without a prefix.
 * @throws {Error} with one sentence if they are none of the program
 */
export function namesOf(
  tables: ReadonlyMap<string, ReadonlySet<string>>,
  parameters: URLSearchParams,
  shape: SourceShape,
): Map<string, string> {
  const prefix = prefixOf(tables, parameters.get("prefix"), shape);
  const other = shape.others ? parameters.get(shape.others.parameter) : null;
  const names = new Map<string, string>();
  for (const table of tables.keys())
    if (table.startsWith(prefix)) names.set(table.slice(prefix.length), table);
  if (other === null) return names;
  const { beginning } = shape.others!;
  for (const name of [...names.keys()]) if (name.startsWith(beginning)) names.delete(name);
  for (const table of tables.keys())
    if (table.startsWith(other)) names.set(beginning + table.slice(other.length), table);
  return names;
}

/** Finds the prefix of the tables of the program. */
function prefixOf(
  tables: ReadonlyMap<string, ReadonlySet<string>>,
  named: string | null,
  { name, signs, anchor, contents }: SourceShape,
): string {
  const isForum = (prefix: string): boolean =>
    Object.entries(signs).every(([table, columns]) => {
      const own = tables.get(prefix + table);
      return own !== undefined && columns.every((column) => own.has(column));
    });
  const candidates = [...tables.keys()]
    .filter((table) => table.endsWith(anchor))
    .map((table) => table.slice(0, -anchor.length))
    .filter(isForum)
    .sort();
  if (named !== null && candidates.includes(named)) return named;
  if (candidates.length === 0 || named !== null)
    throw named === null ? problem("OTHER_DATABASE", name, contents) : problem("OTHER_PREFIX", name, named);
  if (candidates.length > 1) throw problem("SEVERAL_FORUMS", candidates.join(", "));
  return candidates[0]!;
}

/** A condition on rows behind one, written out so that engines use the key. */
function behind(key: readonly string[], last: Row): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const ways = key.map((column, place) => {
    const equal = key.slice(0, place).map((earlier) => (values.push(last[earlier]), `\`${earlier}\` = ?`));
    values.push(last[column]);
    return [...equal, `\`${column}\` > ?`].join(" AND ");
  });
  return { sql: `(${ways.join(" OR ")})`, values };
}
