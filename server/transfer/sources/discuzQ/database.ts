import { createConnection, type Connection } from "mysql2/promise";
import { addressOf, CONNECT_TIMEOUT_MS } from "../../../database/mysqlSession.ts";
import type { LocalTimes } from "../values.ts";

/** Rows of one slice. */
const SLICE_ROWS = 1_000;
/** Tables by which Discuz! Q is recognised, with the columns that no other program has together. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  users: ["username", "password", "mobile", "status"],
  groups: ["name", "default"],
  group_user: ["group_id", "user_id"],
  categories: ["name", "moderators"],
  threads: ["user_id", "category_id", "is_essence", "is_approved", "price"],
  posts: ["thread_id", "content", "is_first", "is_approved"],
  settings: ["key", "value", "tag"],
};

/** A row of the source. Columns that its version does not have are missing. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns and rows that slices read. */
export interface Reading {
  readonly columns: readonly string[];
  /** Key where the table has no primary key. */
  readonly key?: readonly string[];
  /** Condition on all rows. */
  readonly where?: string;
}

/** Database of Discuz! Q, read in one snapshot; nothing can be written through it. */
export class DiscuzQDatabase {
  private constructor(
    private readonly connection: Connection,
    private readonly prefix: string,
    private readonly columns: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly keys: ReadonlyMap<string, readonly string[]>,
  ) {}

  /**
   * Opens a database of Discuz! Q; `?prefix=` of the address names the prefix of its tables.
   * @throws {Error} with one sentence if it cannot be read, or is none of Discuz! Q
   */
  static async open(from: string, times: LocalTimes, now: Date): Promise<DiscuzQDatabase> {
    const connection = await connect(from);
    try {
      // Columns of the kind `timestamp` are shown in the zone in which PHP wrote them.
      await connection.query(`SET SESSION time_zone = '${times.offsetText(now)}', sql_mode = ''`);
      await connection.query("SET SESSION TRANSACTION READ ONLY");
      await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      await connection.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      const tables = await columnsOf(connection);
      const prefix = prefixOf(tables, new URL(from).searchParams.get("prefix"));
      const own = new Map<string, ReadonlySet<string>>();
      for (const [name, columns] of tables)
        if (name.startsWith(prefix)) own.set(name.slice(prefix.length), columns);
      return new DiscuzQDatabase(connection, prefix, own, await keysOf(connection, prefix));
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
  async *slices(table: string, { columns, key, where }: Reading): AsyncGenerator<Row[]> {
    if (!this.has(table)) return;
    const by = this.keys.get(table) ?? key ?? ["id"];
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
    return `\`${this.prefix}${name}\``;
  }

  private named(sql: string): string {
    return sql.replace(/\{(\w+)\}/g, (_, name: string) => this.table(name));
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
    const { code, message } = error as { code?: string; message: string };
    throw new Error(`The database ${address.database} cannot be read (${code ?? message}).`, {
      cause: error,
    });
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

async function keysOf(connection: Connection, prefix: string): Promise<Map<string, string[]>> {
  const [rows] = await connection.query(
    `SELECT s.TABLE_NAME AS tableName, s.COLUMN_NAME AS columnName FROM information_schema.STATISTICS s
     WHERE s.TABLE_SCHEMA = DATABASE() AND s.INDEX_NAME = 'PRIMARY' ORDER BY s.TABLE_NAME, s.SEQ_IN_INDEX`,
  );
  const keys = new Map<string, string[]>();
  for (const { tableName, columnName } of rows as { tableName: string; columnName: string }[]) {
    if (!tableName.startsWith(prefix)) continue;
    const table = tableName.slice(prefix.length);
    keys.set(table, [...(keys.get(table) ?? []), columnName]);
  }
  return keys;
}

/** Finds the prefix of the tables of Discuz! Q. */
function prefixOf(tables: ReadonlyMap<string, ReadonlySet<string>>, named: string | null): string {
  const isForum = (prefix: string): boolean =>
    Object.entries(SIGNS).every(([table, columns]) => {
      const own = tables.get(prefix + table);
      return own !== undefined && columns.every((column) => own.has(column));
    });
  const candidates = [...tables.keys()]
    .filter((name) => name.endsWith("posts"))
    .map((name) => name.slice(0, -"posts".length))
    .filter(isForum)
    .sort();
  if (named !== null && candidates.includes(named)) return named;
  if (candidates.length === 0 || named !== null)
    throw new Error(
      named === null
        ? "This database is none of Discuz! Q: it does not have its tables of users, groups, categories, threads and posts."
        : `This database has no tables of Discuz! Q that begin with ${named || "no prefix"}.`,
    );
  if (candidates.length > 1)
    throw new Error(
      `This database has several forums; name one by ?prefix= at the end of the address: ${candidates.join(", ")}.`,
    );
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
