import { createReadStream, createWriteStream } from "node:fs";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import zhCN from "zod/v4/locales/zh-CN.js";
import type { Sentence } from "../../core/locale.ts";
import { LineError, LineWriter, readLines, type Sum } from "./lines.ts";
import { FORMAT, FORMAT_VERSION, MANIFEST, type Manifest, type Source } from "./manifest.ts";
import { KINDS, keyOf, RECORDS, type Kind, type RecordOf } from "./records.ts";
import { problem } from "../problems.ts";

const MANIFEST_FILE = "manifest.json";
const MANIFEST_MAX_BYTES = 100_000;
/** Folder of the bytes of stored files. */
const FILES_FOLDER = "files";
const IN_CHINESE = zhCN().localeError;

/** A record with its line. */
export interface Entry<K extends Kind> {
  /** From 1. */
  readonly line: number;
  readonly record: RecordOf<K>;
  /** The line as it was written, by which a change is noticed. */
  readonly text: string;
}

/** A folder in the neutral format that is being written. The manifest comes last: without it, nothing reads it. */
export class NeutralWriter {
  private readonly writers = new Map<Kind, LineWriter>();

  private constructor(
    readonly folder: string,
    private readonly source: Source,
  ) {}

  /** Begins a folder; one that was begun before and has no end is written again from its beginning. */
  static async open(folder: string, source: Source): Promise<NeutralWriter> {
    await mkdir(join(folder, FILES_FOLDER), { recursive: true });
    await rm(join(folder, MANIFEST_FILE), { force: true });
    return new NeutralWriter(folder, source);
  }

  /** Appends a record. @throws {Error} if it does not fit its schema: a mistake of the writer */
  async append<K extends Kind>(kind: K, record: RecordOf<K>): Promise<void> {
    await this.writer(kind).append(lineOf(kind, record));
  }

  /** Copies a file below `files`, and appends its record. @throws {Error} if it cannot be read */
  async addFile(path: string, location: string): Promise<void> {
    await this.append("files", { path, ...(await copySummed(location, fileIn(this.folder, path))) });
  }

  /** Ends all files, and writes the manifest. */
  async finish(now: Date): Promise<Manifest> {
    const sums = {} as { [K in Kind]: Sum };
    for (const kind of KINDS) sums[kind] = await this.writer(kind).end();
    const manifest = manifestOf(sums, this.source, now);
    const location = join(this.folder, MANIFEST_FILE);
    await writeFile(`${location}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await rename(`${location}.part`, location);
    return manifest;
  }

  private writer(kind: Kind): LineWriter {
    let writer = this.writers.get(kind);
    if (!writer) this.writers.set(kind, (writer = new LineWriter(join(this.folder, `${kind}.ndjson`))));
    return writer;
  }
}

/** Puts a manifest together. @param member whose data it is, if it is no forum's */
export function manifestOf(
  records: { readonly [K in Kind]: Sum },
  source: Source,
  now: Date,
  member?: Manifest["member"],
): Manifest {
  const createdAt = now.toISOString();
  return { format: FORMAT, version: FORMAT_VERSION, createdAt, source, ...(member && { member }), records };
}

/** Kinds of a folder whose records were written again, as a mapping says. */
export interface MappedKinds {
  /** Folder of the files of these kinds, below that of the records. */
  readonly folder: string;
  readonly sums: Partial<Readonly<Record<Kind, Sum>>>;
  readonly report: MappingReport;
}

/** Changes by a mapping; plain values, as JSON holds them. */
export interface MappingReport {
  readonly rows: readonly {
    readonly row: string;
    readonly name: string;
    /** Members of a group, or threads of a category. */
    readonly count: number;
    readonly becomes: string;
  }[];
  /** Numbers of other records that were left out or changed, by the reason. */
  readonly others: Readonly<Record<string, number>>;
}

/** A complete folder in the neutral format. */
export class NeutralFolder {
  private constructor(
    readonly folder: string,
    readonly manifest: Manifest,
    private readonly mapped: MappedKinds | null = null,
  ) {}

  /** Changes by the mapping through which the folder is read; null without one. */
  get mapping(): MappingReport | null {
    return this.mapped?.report ?? null;
  }

  /** The same folder with other records of some kinds. */
  mappedBy(mapped: MappedKinds): NeutralFolder {
    const records = { ...this.manifest.records, ...mapped.sums };
    return new NeutralFolder(this.folder, { ...this.manifest, records }, mapped);
  }

  /** Opens a folder. @throws {Error} with one sentence if it is none, is not complete, or has another version */
  static async open(folder: string): Promise<NeutralFolder> {
    const location = join(folder, MANIFEST_FILE);
    const info = await stat(location).catch(() => null);
    if (info === null) throw problem("FOLDER_WITHOUT_MANIFEST", folder);
    if (info.size > MANIFEST_MAX_BYTES) throw problem("MANIFEST_TOO_LONG", location);
    let value: unknown;
    try {
      value = JSON.parse(await readFile(location, "utf8"));
    } catch {
      throw problem("NOT_JSON", location);
    }
    const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
    if (format === FORMAT && version !== FORMAT_VERSION)
      throw problem("FORMAT_VERSION", folder, String(version), FORMAT_VERSION);
    const result = MANIFEST.safeParse(value);
    if (!result.success) throw problem("MANIFEST_WRONG", location, reasonFor(MANIFEST, value, result.error));
    return new NeutralFolder(folder, result.data);
  }

  /**
   * Reads the records of a kind in their order.
   * @throws {LineError} for the first line that is no record, and for a file that is not as the manifest says
   */
  async *records<K extends Kind>(kind: K): AsyncGenerator<Entry<K>> {
    const name = `${kind}.ndjson`;
    const file = this.mapped?.sums[kind] ? join(this.mapped.folder, name) : name;
    const lines = readLines(join(this.folder, file), file);
    const expected = this.manifest.records[kind];
    for (;;) {
      const { done, value } = await lines.next().catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") throw problem("FILE_MISSING", file);
        throw error;
      });
      if (done) {
        if (value.sha256 !== expected.sha256)
          throw problem("FILE_CHANGED", file, value.records, expected.records);
        return;
      }
      yield {
        line: value.number,
        text: value.text,
        record: parseRecord(kind, file, value.number, value.text),
      };
    }
  }

  /** Gives the location of a stored file. */
  location(path: string): string {
    return fileIn(this.folder, path);
  }
}

function parseRecord<K extends Kind>(kind: K, file: string, line: number, text: string): RecordOf<K> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError(file, line, "不是 JSON。", "is not JSON.");
  }
  const result = RECORDS[kind].safeParse(value);
  if (!result.success) {
    const { zh, en } = reasonFor(RECORDS[kind], value, result.error);
    throw new LineError(file, line, `不符合格式（${zh}）`, en);
  }
  return result.data as RecordOf<K>;
}

/** Gives the line of a record. @throws {Error} if it does not fit its schema: a mistake of the writer */
export function lineOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
  const result = RECORDS[kind].safeParse(record);
  if (!result.success)
    throw new Error(`${kind} ${keyOf(kind, record)} does not fit the format: ${reasonOf(result.error)}`);
  return JSON.stringify(inOrder(kind, result.data as RecordOf<K>));
}

/** Puts the fields of a record into the order of its schema, so that equal records have equal lines. */
function inOrder<K extends Kind>(kind: K, record: RecordOf<K>): RecordOf<K> {
  const fields = Object.keys(RECORDS[kind].shape) as (keyof RecordOf<K>)[];
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as RecordOf<K>;
}

/** Gives the first thing that is wrong with a value, with its path. */
export function reasonOf(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}

/** Gives the first thing that is wrong with a value that does not fit its schema, in both languages. */
function reasonFor(schema: z.ZodType, value: unknown, error: z.ZodError): Sentence {
  const inChinese = schema.safeParse(value, { error: IN_CHINESE });
  return { zh: reasonOf(inChinese.error ?? error), en: reasonOf(error) };
}

/** Gives the location of a stored file below a folder; paths have no dots that lead out of it, by their schema. */
function fileIn(folder: string, path: string): string {
  return join(folder, FILES_FOLDER, path);
}

/** Computes the SHA-256 sum of a file. */
export async function sha256Of(location: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}

/** Copies a file, reading it once. @param flush waits until the copy is on the disk @returns its sum and its length */
export async function copySummed(
  source: string,
  target: string,
  { flush = false } = {},
): Promise<Pick<RecordOf<"files">, "sha256" | "bytes">> {
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash("sha256");
  let bytes = 0;
  const sum = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(createReadStream(source), sum, createWriteStream(target, { flush }));
  return { sha256: hash.digest("hex"), bytes };
}
