/** Objects of NodeBB, and how its databases write them. */

type Value = string | number | boolean;
/** Fields of an object. */
export type Fields = Readonly<Record<string, Value>>;

/** An object: one with fields, a set with scores, or a set without. */
export interface Stored {
  readonly name: string;
  readonly hash?: Fields;
  readonly scores?: Readonly<Record<string, number>>;
  readonly members?: readonly string[];
}

let lastId = 0;
const oid = (): string => (++lastId).toString(16).padStart(24, "0");

/** Integers beyond 32 bits are longs, as `mongoexport` writes them by its second extended JSON. */
function extended(value: Value, isCanonical: boolean): unknown {
  if (isCanonical && typeof value === "number") return { $numberDouble: `${value}.0` };
  return typeof value === "number" && value > 2_147_483_647 ? { $numberLong: String(value) } : value;
}

/**
 * Writes objects as documents of the collection `objects`, one behind the other.
 * @param isCanonical writes numbers with their types, as `--jsonFormat=canonical` does
 */
export function mongoDocuments(all: readonly Stored[], isCanonical = false): string[] {
  return all.flatMap(({ name, hash, scores, members }) => {
    const head = () => ({ _id: { $oid: oid() }, _key: name });
    if (hash) {
      // MongoDB had no dots in names of fields.
      const fields = Object.entries(hash).map(([field, value]) => [
        field.replaceAll(".", "\uff0e"),
        extended(value, isCanonical),
      ]);
      return [JSON.stringify({ ...head(), ...Object.fromEntries(fields) })];
    }
    if (members) return [JSON.stringify({ ...head(), members })];
    return Object.entries(scores!).map(([value, score]) =>
      JSON.stringify({ ...head(), value, score: extended(score, isCanonical) }),
    );
  });
}

const copied = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");

/** The definition of a table of PostgreSQL and its rows, as a dump has them. */
function dumpedTable(
  relation: string,
  columns: readonly string[],
  types: readonly string[],
  rows: readonly string[][],
): string {
  const declared = columns.map((column, at) => `    ${column} ${types[at]}`).join(",\n");
  const lines = rows.map((row) => row.map(copied).join("\t"));
  return [
    `CREATE TABLE public.${relation} (`,
    declared,
    ");",
    "",
    `COPY public.${relation} (${columns.join(", ")}) FROM stdin;`,
    ...lines,
    "\\.",
    "",
  ].join("\n");
}

/** Writes objects as a plain dump of PostgreSQL. */
export function postgresDump(all: readonly Stored[]): string {
  const type = "public.legacy_object_type DEFAULT 'hash'::public.legacy_object_type NOT NULL";
  return [
    "--",
    "-- PostgreSQL database dump",
    "--",
    "",
    "SET client_encoding = 'UTF8';",
    "",
    dumpedTable(
      "legacy_hash",
      ["_key", "data", "type"],
      ["text NOT NULL", "jsonb NOT NULL", type],
      all.flatMap(({ name, hash }) => (hash ? [[name, JSON.stringify(hash), "hash"]] : [])),
    ),
    dumpedTable(
      "legacy_set",
      ["_key", "member", "type"],
      ["text NOT NULL", "text NOT NULL", type],
      all.flatMap(({ name, members = [] }) => members.map((member) => [name, member, "set"])),
    ),
    dumpedTable(
      "legacy_zset",
      ["_key", "value", "score", "type"],
      ["text NOT NULL", "text NOT NULL", "numeric NOT NULL", type],
      all.flatMap(({ name, scores = {} }) =>
        Object.entries(scores).map(([value, score]) => [name, value, String(score), "zset"]),
      ),
    ),
    "--",
    "-- PostgreSQL database dump complete",
    "--",
    "",
  ].join("\n");
}
