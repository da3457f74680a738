/** Signs with which spreadsheets begin a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes rows as CSV that spreadsheets open: quoted, with a mark of UTF-8, and nothing in it runs as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string =>
    `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
