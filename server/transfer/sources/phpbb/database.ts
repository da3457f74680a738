import { openEngine, type Engine, type Row } from "./engines.ts";

export type { Row } from "./engines.ts";

/** Rows of one slice. */
const SLICE_ROWS = 1_000;
/** Tables by which phpBB is recognised, with columns that no other program has together. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  config: ["config_name", "config_value"],
  users: ["user_id", "username", "username_clean", "user_type"],
  forums: ["forum_id", "parent_id", "left_id", "forum_type"],
  topics: ["topic_id", "forum_id", "topic_title", "topic_first_post_id"],
  posts: ["post_id", "topic_id", "poster_id", "post_text", "bbcode_uid"],
};

/** Columns and rows that slices read, in the order of a key. */
export interface Reading {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Condition on all rows. */
  readonly where?: string;
}

/** Database of phpBB, read in one snapshot. */
export class PhpbbDatabase {
  private constructor(
    private readonly engine: Engine,
    private readonly prefix: string,
  ) {}

  /**
   * Opens a database of phpBB; `?prefix=` of the address names the prefix of its tables.
   * @throws {Error} with one sentence if it cannot be read, or is none of phpBB
   */
  static async open(from: string): Promise<PhpbbDatabase> {
    const engine = await openEngine(from);
    try {
      return new PhpbbDatabase(engine, prefixOf(engine.tables, /[?&]prefix=(\w*)/.exec(from)?.[1] ?? null));
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** True if the source has a table, or a column of it. */
  has(table: string, column?: string): boolean {
    const columns = this.engine.tables.get(this.prefix + table);
    return columns !== undefined && (column === undefined || columns.has(column));
  }

  /** Names of the tables of the source, without their prefix. */
  tables(): string[] {
    return [...this.engine.tables.keys()]
      .filter((name) => name.startsWith(this.prefix))
      .map((name) => name.slice(this.prefix.length))
      .sort();
  }

  /** Counts the rows of a table; 0 if there is no such table. */
  async count(table: string): Promise<number> {
    return this.has(table) ? Number((await this.rows(`SELECT COUNT(*) AS n FROM {${table}}`))[0]!["n"]) : 0;
  }

  /** Gives the rows of a statement, in which `{name}` stands for a table. */
  rows(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const named = sql.replace(/\{(\w+)\}/g, (_, name: string) => `\`${this.prefix}${name}\``);
    return this.engine.ask(named, values);
  }

  /** Gives all rows of a table that is small in every forum; none if there is no such table. */
  async all(table: string, reading: Reading): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const slice of this.slices(table, reading)) rows.push(...slice);
    return rows;
  }

  /** Reads a table slice by slice, in the order of a key; nothing if there is no such table. */
  async *slices(table: string, { key, columns, where }: Reading): AsyncGenerator<Row[]> {
    if (!this.has(table)) return;
    const start = `SELECT ${this.names(table, [...key, ...columns])} FROM {${table}}`;
    const order = key.map((name) => `\`${name}\``).join(", ");
    let last: Row | undefined;
    for (;;) {
      const beyond = last ? behind(key, last) : null;
      const conditions = [where, beyond?.sql].filter(Boolean).join(" AND ");
      const sql = `${start}${conditions && ` WHERE ${conditions}`} ORDER BY ${order} LIMIT ${SLICE_ROWS}`;
      const slice = await this.rows(sql, beyond?.values ?? []);
      if (slice.length > 0) yield slice;
      if (slice.length < SLICE_ROWS) return;
      last = slice.at(-1)!;
    }
  }

  /** Reads the rows of a table that belong to some ids, by the id, in the order of another column. */
  async rowsOf(
    table: string,
    column: string,
    ids: readonly number[],
    { columns, order, where }: { columns: readonly string[]; order: string; where?: string },
  ): Promise<Map<number, Row[]>> {
    const groups = new Map<number, Row[]>();
    const all = [...new Set(ids)];
    if (all.length === 0 || !this.has(table, column)) return groups;
    const rows = await this.rows(
      `SELECT ${this.names(table, [column, ...columns])} FROM {${table}}
       WHERE \`${column}\` IN (${all.map(() => "?").join(", ")})${where ? ` AND ${where}` : ""} ORDER BY ${order}`,
      all,
    );
    for (const row of rows) {
      const id = Number(row[column]);
      groups.set(id, [...(groups.get(id) ?? []), row]);
    }
    return groups;
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private names(table: string, columns: readonly string[]): string {
    return [...new Set(columns)]
      .filter((name) => this.has(table, name))
      .map((name) => `\`${name}\``)
      .join(", ");
  }
}

/** Finds the prefix of the tables of phpBB. */
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
  if (named !== null)
    throw new Error(`This database has no tables of phpBB that begin with ${named || "no prefix"}.`);
  if (candidates.length === 0)
    throw new Error(
      "This database is none of phpBB: it does not have its tables of settings, users, forums, topics and posts.",
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
