import { SqlSource, type Row, type SourceShape } from "../sqlSource.ts";
import { openSqliteSource } from "../sqliteSource.ts";
import { LocalTimes } from "../values.ts";

const PHPBB: SourceShape = {
  name: "phpBB",
  signs: {
    config: ["config_name", "config_value"],
    users: ["user_id", "username", "username_clean", "user_type"],
    forums: ["forum_id", "parent_id", "left_id", "forum_type"],
    topics: ["topic_id", "forum_id", "topic_title", "topic_first_post_id"],
    posts: ["post_id", "topic_id", "poster_id", "post_text", "bbcode_uid"],
  },
  anchor: "posts",
  contents: "settings, users, forums, topics and posts",
};

/** Columns and rows that slices read, in the order of a key. */
export interface Reading {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Condition on all rows. */
  readonly where?: string;
}

/** Database of phpBB, whose tables have keys of many names, or none. */
export class PhpbbDatabase {
  private constructor(private readonly source: SqlSource) {}

  /**
   * Opens `mysql://user:password@host/database`, or a file of SQLite; `?prefix=` behind it names the prefix of its tables.
   * @throws {Error} with one sentence if it cannot be read, or is none of phpBB
   */
  static async open(from: string, now: Date): Promise<PhpbbDatabase> {
    // phpBB writes seconds, which have no zone.
    return new PhpbbDatabase(
      /^(?:mysql|mariadb):/i.test(from)
        ? await SqlSource.open(from, new LocalTimes("UTC"), now, PHPBB)
        : await openSqliteSource(from, PHPBB),
    );
  }

  /** True if the source has a table, or a column of it. */
  has(table: string, column?: string): boolean {
    return this.source.has(table, column);
  }

  /** Names of the tables of the source, without their prefix. */
  tables(): string[] {
    return this.source.tables();
  }

  /** Counts the rows of a table. */
  count(table: string): Promise<number> {
    return this.source.count(table);
  }

  /** Gives the rows of a statement, in which `{name}` stands for a table. */
  rows(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.source.rows(sql, values);
  }

  /** Gives all rows of a table that is small in every forum; none if there is no such table. */
  async all(table: string, reading: Reading): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const slice of this.slices(table, reading)) rows.push(...slice);
    return rows;
  }

  /** Reads a table slice by slice, in the order of a key; nothing if there is no such table. */
  slices(table: string, { key, ...reading }: Reading): AsyncGenerator<Row[]> {
    return this.source.slices(table, { ...reading, by: key });
  }

  /** Reads the rows of a table that belong to some ids, by the id, in the order of another column. */
  async rowsOf(
    table: string,
    column: string,
    ids: readonly number[],
    { columns, order, where }: { columns: readonly string[]; order: string; where?: string },
  ): Promise<Map<number, Row[]>> {
    const groups = new Map<number, Row[]>();
    if (ids.length === 0 || !this.has(table, column)) return groups;
    const names = [...new Set([column, ...columns])].filter((name) => this.has(table, name));
    const rows = await this.rows(
      `SELECT ${names.map((name) => `\`${name}\``).join(", ")} FROM {${table}}
       WHERE \`${column}\` IN (?)${where ? ` AND ${where}` : ""} ORDER BY ${order}`,
      [[...new Set(ids)]],
    );
    for (const row of rows) {
      const id = Number(row[column]);
      groups.set(id, [...(groups.get(id) ?? []), row]);
    }
    return groups;
  }

  close(): Promise<void> {
    return this.source.close();
  }
}
