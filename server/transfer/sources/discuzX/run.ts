import { decodeHTML } from "entities";
import { cleanLine } from "../../../core/text.ts";
import { merged } from "../merged.ts";
import type { SqlSource, Reading, Row } from "../sqlSource.ts";
import type { SourceRun } from "../run.ts";
import { type LocalTimes, textOf, wholeOf } from "../values.ts";

/** Everything that the parts of the reader of Discuz! X share. */
export interface Run extends SourceRun {
  readonly source: SqlSource;
  readonly times: LocalTimes;
  /** Encoding in which UCenter has hashed the passwords. */
  readonly charset: "utf-8" | "gbk";
  /** Groups here by the group there. */
  readonly groups: Map<number, number>;
  /** Forums that are written, with the groups here that read them. */
  readonly readers: Map<number, ReadonlySet<number>>;
  /** Forums whose files not everybody may get who reads them. */
  readonly closedFiles: Set<number>;
  /** Smileys by their codes. */
  readonly smileys: Map<string, string>;
}

/** Category of threads whose forum is missing: forums have three bytes for their ids. */
export const LOST_CATEGORY = 16_777_216;
/** Category of threads that had to be bought with credits or needed a rank. */
export const CLOSED_CATEGORY = 16_777_217;
/** Distance between the ids of comments there and here: posts have four bytes for theirs. */
export const COMMENT_DISTANCE = 4_294_967_296;

/** Gives a time of a row in UTC; rows without one take that of another column, or of the beginning of the forum. */
export function timeOf(run: Run, row: Row, ...columns: string[]): string {
  for (const column of columns) {
    const time = secondsOf(row[column]);
    if (time !== null) return time;
  }
  return run.beginning;
}

/** Gives the time of seconds since 1970 in UTC; null for none. */
export function secondsOf(value: unknown): string | null {
  const seconds = wholeOf(value);
  return seconds > 0 && seconds < 32_503_680_000 ? new Date(seconds * 1_000).toISOString() : null;
}

/** Gives one line of text of a column that holds HTML. */
export function lineOf(value: unknown): string {
  return cleanLine(decodeHTML(textOf(value).replace(/<[^<>]*>/g, "")));
}

/** Names of a table and those that it was split into: `forum_post`, `forum_post_1` … */
export function splitTables({ source }: Pick<Run, "source">, table: string): string[] {
  const parts = source.tables().filter((name) => new RegExp(`^${table}_\\d+$`).test(name));
  return [
    table,
    ...parts.sort((one, other) => wholeOf(one.split("_").at(-1)) - wholeOf(other.split("_").at(-1))),
  ];
}

/** Reads tables as one, by their key. */
export function together(
  { source }: Run,
  tables: readonly string[],
  key: string,
  reading: Omit<Reading, "key" | "by">,
): AsyncGenerator<Row[]> {
  const slices = tables.map((table) => source.slices(table, { ...reading, by: [key] }));
  return merged(slices, key);
}

/** Reads the rows of some ids of a table and of its archive, one for each id. */
export async function oneOf(
  { source }: Run,
  tables: readonly string[],
  key: string,
  ids: readonly number[],
  columns: readonly string[],
): Promise<Map<number, Row>> {
  const rows = new Map<number, Row>();
  for (const table of tables)
    for (const [id, [row]] of await source.rowsOf(table, key, ids, columns))
      if (!rows.has(id)) rows.set(id, row!);
  return rows;
}
