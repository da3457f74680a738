import type { Value } from "./values.ts";

/**
 * A condition on rows behind one. Written out, since MySQL and MariaDB read the whole table for `(a, b) > (?, ?)`.
 * @param key columns in whose order rows are read
 * @param values those of the row
 */
export function behind(key: readonly string[], values: readonly Value[]): { sql: string; values: Value[] } {
  const marked: Value[] = [];
  const ways = key.map((column, place) => {
    const equal = key.slice(0, place).map((earlier) => `${earlier} = ?`);
    marked.push(...values.slice(0, place + 1));
    return `(${[...equal, `${column} > ?`].join(" AND ")})`;
  });
  return { sql: ways.join(" OR "), values: marked };
}
