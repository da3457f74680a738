import { isUtf8 } from "node:buffer";
import { createReadStream, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import Sqlite from "better-sqlite3";
import { type ColumnKind, plainName, readColumn, readCopyHead, valuesOf } from "./copyRows.ts";
import type { Sentence } from "../../../core/locale.ts";
import { codeOf, problem, problemBy, type Problem } from "../../problems.ts";

/** Longest row that is read, in bytes. */
export const ROW_MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that are read of lines outside of rows: those that matter are short. */
const STATEMENT_BYTES = 64 * 1024;
/** Lines before the one by which pg_dump begins. */
const HEAD_LINES = 10;
const MAGIC_BYTES = 5;
/** Sign of an archive of `tar`, and its place. */
const [TAR, TAR_AT] = ["ustar", 257];
/** Memory of the file's pages, in KiB; more goes to the disk. */
const CACHE_KIB = 64_000;
const [LINE_FEED, BACKSLASH, POINT] = [0x0a, 0x5c, 0x2e];

/** A table of a dump, as a reader asks it. */
export interface DumpTable {
  /** Columns that are read. Those that a version does not have are missing. */
  readonly columns: readonly string[];
  /** Columns of the primary key, also those that are not among the columns. */
  readonly key: readonly string[];
  /** Columns by which rows are found. */
  readonly indexes?: readonly string[];
}

/**
 * Reads tables of a plain dump of PostgreSQL (`pg_dump`, also compressed by gzip) into a database of SQLite, whose tables have
 * the same names. The memory does not grow with the dump. Truth values become 1 and 0.
 * @param tables by their names
 * @param scratch file that is written; one that is there is replaced
 * @throws {Error} with one sentence that names the line, if the file is not a plain dump or is truncated
 */
export async function loadPostgresDump(
  location: string,
  tables: Readonly<Record<string, DumpTable>>,
  scratch: string,
  tell: (line: string) => void,
): Promise<void> {
  const isCompressed = await checkKind(location);
  rmSync(scratch, { force: true });
  const database = new Sqlite(scratch);
  try {
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}`);
    database.exec("BEGIN");
    const loader = new Loader(location, database, tables, tell);
    await readAll(location, isCompressed, loader);
    loader.finish();
    database.exec("COMMIT");
  } catch (error) {
    database.close();
    rmSync(scratch, { force: true });
    throw error;
  }
  database.close();
}

/** Tells a compressed dump from a plain one. @throws {Error} with one sentence for files of other kinds */
async function checkKind(location: string): Promise<boolean> {
  const head = await headOf(location);
  if (head.toString("latin1") === "PGDMP") throw problem("DUMP_CUSTOM", location);
  return head[0] === 0x1f && head[1] === 0x8b;
}

async function headOf(location: string): Promise<Buffer> {
  try {
    const file = await open(location);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw problemBy(error, "UNREADABLE_FILE", location, codeOf(error));
  }
}

async function readAll(location: string, isCompressed: boolean, loader: Loader): Promise<void> {
  const file = createReadStream(location);
  // Errors of both go to the reader of the last one.
  const stream: Readable = isCompressed ? Readable.from(unpacked(file)) : file;
  try {
    for await (const chunk of stream) loader.write(chunk as Buffer);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code === "Z_BUF_ERROR") throw loader.error(TOO_SHORT, error);
    if (code.startsWith("Z_"))
      throw loader.error({ zh: "文件的其余部分已损坏", en: "the rest of the file is damaged" }, error);
    throw error;
  } finally {
    stream.destroy();
    file.destroy();
  }
}

async function* unpacked(file: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  yield* file.pipe(gunzip) as AsyncIterable<Buffer>;
}

const NO_DUMP: Sentence = {
  zh: "它不是 pg_dump 的纯文本转储",
  en: "it is no dump of pg_dump in the plain format",
};
const TOO_SHORT: Sentence = { zh: "文件提前结束", en: "it ends too early" };
const TOO_LONG: Sentence = {
  zh: `有一行超过 ${ROW_MAX_BYTES / 1024 / 1024} MiB`,
  en: `a row is longer than ${ROW_MAX_BYTES / 1024 / 1024} MiB`,
};
const CLUSTER: Sentence = {
  zh: "它包含服务器的所有数据库；请用 pg_dump 只导出论坛的数据库",
  en: "it is of all databases of a server; make one of the forum by pg_dump",
};

/** A table whose rows are being read. */
interface Block {
  readonly name: string;
  /** Columns of each row. */
  readonly width: number;
  /** Places of the columns that are read, with the kinds of their values. */
  readonly places: readonly (readonly [number, ColumnKind])[];
  /** Null where nobody needs the rows. */
  readonly insert: Sqlite.Statement | null;
  rows: number;
}

/** Reads a dump line by line. */
class Loader {
  private lineNumber = 0;
  private pieces: Buffer[] = [];
  private pieceBytes = 0;
  private block: Block | null = null;
  private kinds: Map<string, ColumnKind> | null = null;
  private readonly kindsByTable = new Map<string, Map<string, ColumnKind>>();
  private readonly loaded = new Set<string>();
  private isDump = false;
  private isComplete = false;

  constructor(
    private readonly location: string,
    private readonly database: Sqlite.Database,
    private readonly tables: Readonly<Record<string, DumpTable>>,
    private readonly tell: (line: string) => void,
  ) {}

  /** Gives an error at the line that is read. */
  error(reason: Sentence, cause?: unknown): Problem {
    return problemBy(cause, "DUMP_WRONG", this.location, reason, this.lineNumber + 1, this.block?.name ?? "");
  }

  write(chunk: Buffer): void {
    const isFirst = this.lineNumber === 0 && this.pieceBytes === 0;
    if (isFirst && chunk.subarray(TAR_AT, TAR_AT + TAR.length).toString("latin1") === TAR)
      throw problem("DUMP_ARCHIVE", this.location);
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      this.hold(chunk.subarray(start, end < 0 ? undefined : end));
      if (end < 0) return;
      this.endLine();
      start = end + 1;
    }
  }

  /** Checks that the dump is whole, and makes what rows are found by. */
  finish(): void {
    if (this.pieceBytes > 0) this.endLine();
    if (!this.isDump) throw this.error(NO_DUMP);
    if (this.block || !this.isComplete) throw this.error(TOO_SHORT);
    for (const name of this.loaded)
      for (const column of this.tables[name]!.indexes ?? [])
        if (this.kindsByTable.get(name)!.has(column))
          this.database.exec(
            `CREATE INDEX ${quoted(`${name} ${column}`)} ON ${quoted(name)} (${quoted(column)})`,
          );
  }

  private hold(piece: Buffer): void {
    const isRow = this.block !== null;
    const max = isRow ? ROW_MAX_BYTES : STATEMENT_BYTES;
    // Of rows that nobody needs only the end of all of them matters.
    const needed = isRow && !this.block!.insert ? 3 : max;
    if (isRow && needed === max && this.pieceBytes + piece.length > max) throw this.error(TOO_LONG);
    const part = piece.subarray(0, Math.max(needed - this.pieceBytes, 0));
    if (part.length === 0) return;
    this.pieces.push(part);
    this.pieceBytes += part.length;
  }

  private endLine(): void {
    const line = this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
    this.pieces = [];
    this.pieceBytes = 0;
    if (!this.block) this.readStatement(line.toString("utf8"));
    else if (line.length === 2 && line[0] === BACKSLASH && line[1] === POINT) this.endBlock(this.block);
    else if (this.block.insert) this.readRow(this.block, line);
    this.lineNumber++;
  }

  private readStatement(line: string): void {
    if (!this.isDump) {
      if (line === "-- PostgreSQL database cluster dump") throw this.error(CLUSTER);
      if (line === "-- PostgreSQL database dump") this.isDump = true;
      else if (this.lineNumber >= HEAD_LINES) throw this.error(NO_DUMP);
      return;
    }
    if (this.kinds) {
      if (line.startsWith(")")) this.kinds = null;
      else {
        const column = readColumn(line);
        if (column) this.kinds.set(column.name, column.kind);
      }
      return;
    }
    if (line === "-- PostgreSQL database dump complete") this.isComplete = true;
    const encoding = /^SET client_encoding = '(\w+)';$/.exec(line)?.[1] ?? "UTF8";
    if (encoding !== "UTF8")
      throw this.error({
        zh: `编码是 ${encoding}；请用 pg_dump -E UTF8 重新导出`,
        en: `its encoding is ${encoding}; make one by pg_dump -E UTF8`,
      });
    const created = /^CREATE (?:UNLOGGED )?TABLE (\S+) \($/.exec(line)?.[1];
    if (created !== undefined) this.kindsByTable.set(plainName(created), (this.kinds = new Map()));
    const head = readCopyHead(line);
    if (head) this.beginBlock(head.name, head.columns);
    else if (line.startsWith("INSERT INTO "))
      throw this.error({
        zh: "它的数据是 INSERT 语句；请用 pg_dump 重新导出，不要加 --inserts",
        en: "it has its rows as INSERT; make one by pg_dump without --inserts",
      });
  }

  private beginBlock(name: string, columns: readonly string[]): void {
    const table = Object.hasOwn(this.tables, name) ? this.tables[name]! : null;
    if (!table) {
      this.block = { name, width: 0, places: [], insert: null, rows: 0 };
      return;
    }
    const kinds = this.kindsByTable.get(name);
    if (!kinds)
      throw this.error({
        zh: `没有声明表 ${name}；请导出结构和数据`,
        en: `the table ${name} is not declared; make a dump that is not of the data only`,
      });
    const names = [...new Set([...table.key, ...table.columns])].filter((column) => columns.includes(column));
    const places = names.map((column) => [columns.indexOf(column), kinds.get(column) ?? "TEXT"] as const);
    if (!this.loaded.has(name)) this.createTable(name, names, places);
    this.loaded.add(name);
    const marks = names.map(() => "?").join(", ");
    const sql = `INSERT INTO ${quoted(name)} (${names.map(quoted).join(", ")}) VALUES (${marks})`;
    this.block = { name, width: columns.length, places, insert: this.database.prepare(sql), rows: 0 };
  }

  private createTable(
    name: string,
    columns: readonly string[],
    places: readonly (readonly [number, ColumnKind])[],
  ): void {
    const { key } = this.tables[name]!;
    const missing = key.find((column) => !columns.includes(column));
    if (missing !== undefined)
      throw this.error({
        zh: `表 ${name} 没有列 ${missing}`,
        en: `the table ${name} has no column ${missing}`,
      });
    const parts = columns.map((column, at) => {
      const kind = places[at]![1];
      return `${quoted(column)} ${kind === "BOOLEAN" ? "INTEGER" : kind}`;
    });
    const primary = `PRIMARY KEY (${key.map(quoted).join(", ")})`;
    this.database.exec(`CREATE TABLE ${quoted(name)} (${[...parts, primary].join(", ")})`);
  }

  private readRow(block: Block, line: Buffer): void {
    if (!isUtf8(line)) throw this.error({ zh: "有一行不是 UTF-8 文本", en: "a row is no text in UTF-8" });
    const values = valuesOf(line.toString("utf8"));
    if (values.length !== block.width)
      throw this.error({
        zh: `有一行有 ${values.length} 个值，应为 ${block.width} 个`,
        en: `a row has ${values.length} values in place of ${block.width}`,
      });
    const own = block.places.map(([place, kind]) => {
      const value = values[place]!;
      return kind === "BOOLEAN" && value !== null ? (value === "t" ? 1 : 0) : value;
    });
    try {
      block.insert!.run(...own);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // That is no mistake of the dump.
      if (code === "SQLITE_FULL") throw error;
      throw this.error({ zh: message, en: message }, error);
    }
    block.rows++;
  }

  private endBlock({ name, insert, rows }: Block): void {
    if (insert) this.tell(`dump: ${name} (${rows})`);
    this.block = null;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
