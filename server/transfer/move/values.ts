import { createHash } from "node:crypto";

/** Kinds of values that columns hold, the same on both engines. */
export type Kind = "integer" | "double" | "time" | "text" | "bytes";

/** A value of a column in the form in which both engines give the same. */
export type Value = bigint | number | string | Buffer | null;

/** A row in the order of the columns of its table. */
export type Row = readonly Value[];

const KINDS: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^(big|small|medium|tiny)?int(eger)?\b|^boolean$/, "integer"],
  [/^(double|float|real)\b/, "double"],
  [/^datetime\b/, "time"],
  [/^(var)?char\b|text$/, "text"],
  [/blob$|binary\b/, "bytes"],
];
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?Z?$/;
const SUM_BITS = 256;
/** Digits of the parts of a second. */
const MILLISECONDS = 3;

/** Gives the kind of a column by its type. @throws {Error} for a type that no table of the program has */
export function kindOf(type: string): Kind {
  const kind = KINDS.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1];
  if (!kind) throw new Error(`There is no way to move a column of the type ${type}.`);
  return kind;
}

/**
 * Gives a value as both engines give it.
 * @throws {Error} if it is none of the column's kind: SQLite holds whatever was written
 */
export function valueOf(kind: Kind, raw: unknown): Value {
  if (raw === null) return null;
  if (kind === "integer") {
    if (typeof raw === "bigint") return raw;
    if (Number.isSafeInteger(raw) || (typeof raw === "string" && /^-?\d+$/.test(raw)))
      return BigInt(raw as number | string);
  }
  if (kind === "double" && Number.isFinite(Number(raw)) && /^(number|bigint)$/.test(typeof raw))
    // There is no negative zero on SQLite.
    return Number(raw) || 0;
  if (kind === "time" && typeof raw === "string") {
    const [, day, time, parts = ""] = TIME.exec(raw) ?? [];
    if (day) return `${day} ${time}.${parts.padEnd(MILLISECONDS, "0")}`;
  }
  if (kind === "text" && typeof raw === "string") return raw;
  if (kind === "bytes" && Buffer.isBuffer(raw)) return raw;
  if (kind === "bytes" && typeof raw === "string") return Buffer.from(raw);
  throw new Error(`it holds ${nameOf(raw)}, which is no ${kind}`);
}

function nameOf(raw: unknown): string {
  if (typeof raw === "string") return "a text";
  return Buffer.isBuffer(raw) ? "bytes" : `the number ${String(raw)}`;
}

/** Number of bytes of a row, roughly. */
export function sizeOf(row: Row): number {
  let size = 0;
  for (const value of row) {
    if (typeof value === "string") size += Buffer.byteLength(value);
    else size += Buffer.isBuffer(value) ? value.length : 8;
  }
  return size;
}

/** Sum over rows, whose order does not matter: equal for equal rows, and for nothing else. */
export class Checksum {
  /** Number of rows. */
  rows = 0;
  private sum = 0n;

  /** Takes a row in. */
  add(row: Row): void {
    const hash = createHash("sha256");
    for (const value of row) {
      const part = Buffer.isBuffer(value) ? value : String(value);
      // Kind and length tell apart what would read the same side by side.
      hash.update(`${value === null ? "null" : typeof value} ${part.length} `).update(part);
    }
    this.sum = BigInt.asUintN(SUM_BITS, this.sum + BigInt(`0x${hash.digest("hex")}`));
    this.rows++;
  }

  /** The sum in hexadecimal digits. */
  get digits(): string {
    return this.sum.toString(16);
  }
}
