/** Lines of `COPY … FROM stdin` of PostgreSQL, in the format of text. */

const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|(.))/gs;
const SIGNS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Values of a row as texts; null for those that are missing. */
export function valuesOf(line: string): (string | null)[] {
  return line.split("\t").map((text) => (text === "\\N" ? null : plainText(text)));
}

function plainText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (_, octal?: string, hex?: string, sign?: string) => {
    if (sign !== undefined) return SIGNS[sign] ?? sign;
    return String.fromCharCode(octal === undefined ? Number.parseInt(hex!, 16) : Number.parseInt(octal, 8));
  });
}

/** A head of `COPY schema.table (column, …) FROM stdin;`, or null for another line. */
export function readCopyHead(line: string): { name: string; columns: string[] } | null {
  if (!line.startsWith("COPY ") || !line.endsWith(" FROM stdin;")) return null;
  const [begin, end] = [line.indexOf(" ("), line.lastIndexOf(") FROM stdin;")];
  if (begin < 0 || end < begin) return { name: plainName(line.slice(5).split(" ", 1)[0]!), columns: [] };
  const columns = line.slice(begin + 2, end).split(", ");
  return { name: plainName(line.slice(5, begin)), columns: columns.map(identifier) };
}

/** The name of a table without the schema of all programs; with another schema it is none of the tables that a reader names. */
export function plainName(name: string): string {
  const text = name.startsWith("public.") ? name.slice("public.".length) : name;
  return identifier(text);
}

/** A name without its quotes. */
function identifier(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** Kinds of columns, as SQLite needs to compare their values. */
export type ColumnKind = "INTEGER" | "REAL" | "TEXT" | "BOOLEAN";

/** A line of `CREATE TABLE`: the name of a column and the kind of its values; null for other lines. */
export function readColumn(line: string): { name: string; kind: ColumnKind } | null {
  const text = line.trim();
  const end = text.startsWith('"') ? text.indexOf('" ') + 1 : text.indexOf(" ");
  if (end <= 0 || text.startsWith("CONSTRAINT ")) return null;
  return { name: identifier(text.slice(0, end)), kind: kindOf(text.slice(end + 1)) };
}

function kindOf(type: string): ColumnKind {
  if (/^(?:small|big)?int(?:eger)?\b(?!\[)/.test(type)) return "INTEGER";
  if (/^(?:double precision|real|numeric)\b/.test(type) && !type.includes("[]")) return "REAL";
  return /^boolean\b(?!\[)/.test(type) ? "BOOLEAN" : "TEXT";
}
