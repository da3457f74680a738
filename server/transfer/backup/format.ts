import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import type { MovedTable } from "../move/side.ts";
import { kindOf, type Kind, type Row, type Value } from "../move/values.ts";

/** Version of the format of backups. */
export const BACKUP_FORMAT = 1;

/** Name of the first part of a backup. */
export const HEADER_NAME = "backup.json";
/** Folder of the parts that hold the database. */
export const DATABASE_FOLDER = "database/";
/** Name of the last part, which lists all others. */
export const MANIFEST_NAME = "manifest.json";

/** Parts of the data folder that a backup holds: folders, which end with a slash, and single files. */
export const DATA_PARTS = ["plugins/", "secret.key", "files/"] as const;
/** A part of the data folder. */
export type DataPart = (typeof DATA_PARTS)[number];

/** Names that become part of statements. */
const Name = z.string().regex(/^\w{1,64}$/);
/** Types of columns of all engines. */
const ColumnType = z.string().regex(/^[a-z]{1,20}(\(\d{1,5}\))?$/);

const Table = z.object({
  name: Name,
  rows: z.int().nonnegative(),
  columns: z.array(z.object({ name: Name, type: ColumnType, isNullable: z.boolean(), keyPart: z.int() })),
  indexes: z.array(z.object({ name: Name, isUnique: z.boolean(), columns: z.array(Name).min(1) })),
});

/** Content of the first part of each backup, of later formats too. */
export const AnyHeader = z.object({ format: z.int().positive(), version: z.string().max(100) });

/** First part of a backup: all that is needed before rows can be written. */
export const Header = AnyHeader.extend({
  engine: z.string().max(200),
  /** Address of the forum. */
  address: z.string().max(500),
  madeAt: z.iso.datetime(),
  /** Migrations that had run. */
  migrations: z.array(Name),
  /** All tables, in the order of their names. */
  tables: z.array(Table),
  /** Ids that tables give next. */
  nextIds: z.record(Name, z.string().regex(/^\d{1,19}$/)),
});
/** First part of a backup. */
export type Header = z.infer<typeof Header>;

const PartSum = z.object({
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
/** Number, size and SHA-256 of the files of a part. */
export type PartSum = z.infer<typeof PartSum>;

/** Last part of a backup: what has to be in it. */
export const Manifest = z.object({
  tables: z.record(Name, z.object({ rows: z.int().nonnegative(), sum: z.string().regex(/^[\da-f]{1,64}$/) })),
  data: z.record(z.enum(DATA_PARTS), PartSum),
  /** Number of files that rows name and that were not there, and the paths of the first ones. */
  missing: z.object({ files: z.int().nonnegative(), paths: z.array(z.string()) }),
});
/** Last part of a backup. */
export type Manifest = z.infer<typeof Manifest>;

/** A file that is no backup, or no longer the one that was written; the message is for the operator. */
export class BackupError extends Error {}

/** Reads a part that is JSON. @throws {BackupError} if it has another shape */
export function parsePart<T>(schema: z.ZodType<T>, bytes: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new BackupError(`The backup is damaged: ${name} has another form.`, { cause: error });
  }
}

/** Sum over the files of a part, which depends on their order. */
export class PartHash {
  private files = 0;
  private bytes = 0;
  private readonly hash: Hash = createHash("sha256");

  /** Takes a file in; its content follows. */
  begin(path: string, size: number): void {
    this.files++;
    this.bytes += size;
    this.hash.update(`${path}\0${size}\0`);
  }

  /** Takes a piece of the content in. */
  add(piece: Buffer): void {
    this.hash.update(piece);
  }

  /** Ends the sum. */
  sum(): PartSum {
    return { files: this.files, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }
}

/** Writes a row as a line. */
export function lineOf(row: Row): string {
  const values = row.map((value) => {
    if (typeof value === "bigint") return String(value);
    return Buffer.isBuffer(value) ? value.toString("base64") : value;
  });
  return `${JSON.stringify(values)}\n`;
}

/** Reads a row from its line. @throws {Error} if it has other columns than the table */
export function valuesOf(table: MovedTable, line: string): unknown[] {
  const values = JSON.parse(line) as unknown;
  if (!Array.isArray(values) || values.length !== table.columns.length)
    throw new BackupError(`The backup is damaged: a row of ${table.name} has other columns than the table.`);
  return values.map((value, place) => rawOf(table.columns[place]!.kind, value));
}

function rawOf(kind: Kind, value: unknown): Value | unknown {
  return kind === "bytes" && typeof value === "string" ? Buffer.from(value, "base64") : value;
}

/** Gives a table of a header the form in which rows are copied. */
export function tableOfHeader({ name, columns }: Header["tables"][number]): MovedTable {
  const kinds = columns.map((column) => ({ ...column, kind: kindOf(column.type) }));
  const key = kinds
    .map(({ keyPart }, place) => ({ keyPart, place }))
    .filter(({ keyPart }) => keyPart > 0)
    .sort((one, other) => one.keyPart - other.keyPart)
    .map(({ place }) => place);
  return { name, columns: kinds, key };
}

/** Path of a file inside of its part, and which part it is. @throws {BackupError} for a name that would leave the data folder */
export function dataPathOf(name: string): { part: DataPart; path: string } {
  const part = DATA_PARTS.find((each) => (each.endsWith("/") ? name.startsWith(each) : name === each));
  const steps = name.split("/");
  const isPlain = steps.every(
    (step) => step !== "" && step !== "." && step !== ".." && !/[\\:\u0000-\u001f]/.test(step),
  );
  if (!part || !isPlain)
    throw new BackupError(`The backup holds ${JSON.stringify(name)}, which no backup of this program holds.`);
  return { part, path: name };
}
