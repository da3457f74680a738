import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";
import type { RowKind, Row } from "./rows/rowKind.ts";

/*
 * A community is written at once, hundreds of thousands of rows into tables by name: TypeORM takes many times as long.
 */

/** Values of one statement; both engines take more. */
const VALUES_MAX = 12_000;
/** Records of one statement by their keys. */
const KEYS_MAX = 500;

/** Combinations of values of one statement; SQLite nests conditions 1,000 deep at most. */
const CLAIMS_MAX = 200;

/** Marks in place of digests: of records whose rows are removed for now, and of those whose rows have lost a value. */
export const [REMOVED, YIELDED] = ["removed", "yielded"] as const;

/** An imported record as a run before stored it. */
export interface StoredDigest {
  readonly recordKey: string;
  readonly digest: string;
  readonly run: number;
}

/**
 * Inserts rows many at a time.
 * @param some each with the same keys, which are the columns
 */
export async function insertRows(ctx: Context, table: string, some: readonly Row[]): Promise<void> {
  const columns = Object.keys(some[0] ?? {});
  const atOnce = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, columns.length)));
  const names = columns.map((column) => `\`${column}\``).join(", ");
  const place = `(${columns.map(() => "?").join(", ")})`;
  for (let from = 0; from < some.length; from += atOnce) {
    const part = some.slice(from, from + atOnce);
    const values = part.flatMap((row) => columns.map((column) => row[column] ?? null));
    await run(ctx, `INSERT INTO \`${table}\` (${names}) VALUES ${part.map(() => place).join(", ")}`, values);
  }
}

/** Changes a row by its primary key. */
export async function updateRow<R>(ctx: Context, kind: RowKind<R>, row: Row): Promise<void> {
  const { table, key, onlyAtFirst = [] } = kind;
  const columns = Object.keys(row).filter((column) => !key.includes(column) && !onlyAtFirst.includes(column));
  if (columns.length === 0) return;
  const changes = columns.map((column) => `\`${column}\` = ?`).join(", ");
  await run(ctx, `UPDATE \`${table}\` SET ${changes} WHERE ${whereKey(key)}`, [
    ...columns.map((column) => row[column]!),
    ...key.map((column) => row[column]!),
  ]);
}

/** Deletes a row by its primary key. */
export async function deleteRow<R>(ctx: Context, kind: RowKind<R>, parts: readonly string[]): Promise<void> {
  await run(ctx, `DELETE FROM \`${kind.table}\` WHERE ${whereKey(kind.key)}`, kind.keyValues(parts));
}

/** Deletes the rows of a table that belong to some records. */
export async function deleteOwned(
  ctx: Context,
  table: string,
  owner: string,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += KEYS_MAX) {
    const part = ids.slice(from, from + KEYS_MAX);
    await run(ctx, `DELETE FROM \`${table}\` WHERE \`${owner}\` IN (${marks(part)})`, part);
  }
}

function whereKey(key: readonly string[]): string {
  return key.map((column) => `\`${column}\` = ?`).join(" AND ");
}

/**
 * Reads the keys of the records whose rows have what some others are about to have.
 * @param columns whose values exist once together, unless one of them is NULL
 */
export async function keysInTheWay<R>(
  ctx: Context,
  { table, key }: RowKind<R>,
  columns: readonly string[],
  some: readonly Row[],
): Promise<string[]> {
  const claims = some.filter((row) => columns.every((column) => row[column] !== null));
  const claimants = new Map(claims.map((row) => [keyOfRow(columns, row), keyOfRow(key, row)]));
  const names = [...new Set([...key, ...columns])].map((column) => `x.\`${column}\``).join(", ");
  const place = `(${columns.map((column) => `x.\`${column}\` = ?`).join(" AND ")})`;
  const keys: string[] = [];
  for (let from = 0; from < claims.length; from += CLAIMS_MAX) {
    const part = claims.slice(from, from + CLAIMS_MAX);
    const owners = await rows<Row>(
      ctx,
      `SELECT ${names} FROM \`${table}\` x WHERE ${part.map(() => place).join(" OR ")}`,
      part.flatMap((row) => columns.map((column) => row[column]!)),
    );
    for (const row of owners) {
      const owner = keyOfRow(key, row);
      if (claimants.get(keyOfRow(columns, row)) !== owner) keys.push(owner);
    }
  }
  return keys;
}

/** Reads the keys of the records whose rows name some others. */
export async function keysOfOwners<R>(
  ctx: Context,
  { table, key }: RowKind<R>,
  owner: string,
  ids: readonly number[],
): Promise<string[]> {
  const owned = await rows<Row>(
    ctx,
    `SELECT ${key.map((column) => `x.\`${column}\``).join(", ")} FROM \`${table}\` x WHERE x.\`${owner}\` IN (${marks(ids)})`,
    ids,
  );
  return owned.map((row) => keyOfRow(key, row));
}

/** Gives values of a row as one text; those of its primary key are the key of its record. */
export function keyOfRow(columns: readonly string[], row: Row): string {
  return columns.map((column) => String(row[column])).join(" ");
}

/** Notes that the rows of some records have given way: the records are written again, whatever they are. */
export async function markDigests(
  ctx: Context,
  kind: string,
  keys: readonly string[],
  mark: typeof REMOVED | typeof YIELDED,
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_MAX) {
    const part = keys.slice(from, from + KEYS_MAX);
    await run(
      ctx,
      `UPDATE imported_records SET digest = ? WHERE kind = ? AND recordKey IN (${marks(part)})`,
      [mark, kind, ...part],
    );
  }
}

/** Reads what is stored of some records of a kind. */
export function readDigests(ctx: Context, kind: string, keys: readonly string[]): Promise<StoredDigest[]> {
  return rows<StoredDigest>(
    ctx,
    `SELECT r.recordKey, r.digest, r.run FROM imported_records r WHERE r.kind = ? AND r.recordKey IN (${marks(keys)})`,
    [kind, ...keys],
  );
}

/** Notes that a run has read some records. */
export async function storeDigests(
  ctx: Context,
  kind: string,
  digests: readonly StoredDigest[],
): Promise<void> {
  if (digests.length === 0) return;
  const place = "(?, ?, ?, ?)";
  const values = digests.flatMap(({ recordKey, digest, run }) => [kind, recordKey, digest, run]);
  const tail =
    ctx.services.database.engine === "sqlite"
      ? "ON CONFLICT (kind, recordKey) DO UPDATE SET digest = excluded.digest, run = excluded.run"
      : "ON DUPLICATE KEY UPDATE digest = VALUES(digest), run = VALUES(run)";
  await run(
    ctx,
    `INSERT INTO imported_records (kind, recordKey, digest, run) VALUES ${digests.map(() => place).join(", ")} ${tail}`,
    values,
  );
}

/** Reads records of a kind that the last run did not meet: the source has them no more. */
export async function readMissing(ctx: Context, kind: string, lastRun: number): Promise<string[]> {
  const missing = await rows<{ recordKey: string }>(
    ctx,
    "SELECT r.recordKey FROM imported_records r WHERE r.kind = ? AND r.run < ? ORDER BY r.recordKey LIMIT ?",
    [kind, lastRun, KEYS_MAX],
  );
  return missing.map(({ recordKey }) => recordKey);
}

/** Removes the notes of some records of a kind. */
export async function deleteDigests(ctx: Context, kind: string, keys: readonly string[]): Promise<void> {
  await run(ctx, `DELETE FROM imported_records WHERE kind = ? AND recordKey IN (${marks(keys)})`, [
    kind,
    ...keys,
  ]);
}

/** Counts the records of a kind that were imported. */
export async function countImported(ctx: Context, kind: string): Promise<number> {
  const [counted] = await rows<{ n: number }>(
    ctx,
    "SELECT COUNT(*) AS n FROM imported_records r WHERE r.kind = ?",
    [kind],
  );
  return Number(counted!.n);
}

/** Counts the rows of a table. */
export async function countRows(ctx: Context, table: string): Promise<number> {
  const [counted] = await rows<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM \`${table}\``);
  return Number(counted!.n);
}

/** Reads paths of imported files after one. */
export async function readFilePaths(ctx: Context, after: string): Promise<string[]> {
  const files = await rows<{ recordKey: string }>(
    ctx,
    "SELECT r.recordKey FROM imported_records r WHERE r.kind = 'files' AND r.recordKey > ? ORDER BY r.recordKey LIMIT ?",
    [after, KEYS_MAX],
  );
  return files.map(({ recordKey }) => recordKey);
}

/** True if a text was written, edited, hidden or moved after a time. */
export async function hasChangesSince(ctx: Context, time: Date): Promise<boolean> {
  return (await rows(ctx, "SELECT c.id FROM changes c WHERE c.at > ? LIMIT 1", [time])).length > 0;
}
