import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createConnection } from "mysql2/promise";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { type Kind, KINDS, type RecordOf } from "../../server/transfer/format/records.ts";
import type { SourceOptions, SourceReport } from "../../server/transfer/sources/source.ts";
import { createServerDatabase } from "../support/forum.ts";
import { bytesOf } from "./bytes.ts";

/** A community of another program that tests can make. */
export interface Community {
  readonly read: (options: SourceOptions) => Promise<SourceReport>;
  /** Contents of the files of the old site, by their paths below its folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: Pick<SourceOptions, "address"> & Partial<SourceOptions>;
  /** Makes the database in a folder or on a server. */
  make(root: string): Promise<Database>;
}

/** A database of another program. */
export interface Database {
  /** Address or location, as the reader takes it. */
  readonly url: string;
  drop?(): Promise<void>;
}

/** A community of another program, read into a folder of the neutral format. */
export class Reading {
  private constructor(
    readonly root: string,
    readonly database: Database,
    private readonly community: Community,
    /** Digest of the source before it was read. */
    readonly before: unknown,
    readonly report: SourceReport,
  ) {}

  /** Makes a community and reads it. @param query ends the address of its database */
  static async begin(community: Community, query = ""): Promise<Reading> {
    const root = mkdtempSync(join(tmpdir(), "luntan-reading-"));
    writeFiles(join(root, "site"), community.files);
    const database = await community.make(root);
    const before = await digestOf(database.url);
    const report = await community.read(optionsFor(community, root, database.url + query));
    return new Reading(root, database, community, before, report);
  }

  get folder(): string {
    return join(this.root, "neutral");
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return { ...optionsFor(this.community, this.root, this.database.url), ...other };
  }

  /** Reads the source again, or another one like it. */
  again(other: Partial<SourceOptions> = {}): Promise<SourceReport> {
    return this.community.read(this.options(other));
  }

  /** Reads the records of a kind, each of which has to fit the format; stored paths are named by the bytes of their files. */
  async records<K extends Kind>(kind: K, from = this.folder): Promise<RecordOf<K>[]> {
    const neutral = await NeutralFolder.open(from);
    const paths: string[] = [];
    for await (const { record } of neutral.records("files")) paths.push(record.path);
    const all: RecordOf<K>[] = [];
    for await (const { text } of neutral.records(kind)) {
      const named = paths.reduce(
        (line, path) => line.replaceAll(path, `{${readFileSync(neutral.location(path), "utf8")}}`),
        text,
      );
      all.push(JSON.parse(named) as RecordOf<K>);
    }
    return all;
  }

  async record<K extends Kind>(kind: K, id: number): Promise<RecordOf<K> | undefined> {
    return (await this.records(kind)).find((each) => (each as { id?: number }).id === id);
  }

  /** Gives all that the reader writes, but for its own memory. */
  written(from = this.folder): string[] {
    return [...KINDS.map((kind) => `${kind}.ndjson`), "manifest.json"].map((name) =>
      readFileSync(join(from, name), "utf8"),
    );
  }

  /** Rows that the report remarks on. */
  remarked(kind: string): string[] {
    return (this.report.remarks[kind]?.rows ?? []).map(({ row }) => row);
  }

  async end(): Promise<void> {
    await this.database.drop?.();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function optionsFor({ options }: Community, root: string, from: string): SourceOptions {
  return {
    from,
    files: join(root, "site"),
    folder: join(root, "neutral"),
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
    ...options,
  };
}

/** Writes files below a folder, by their paths. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
}

/** Makes a database on the server under test, and fills it. */
export async function databaseOnServer(statements: readonly Statement[]): Promise<Database> {
  const database = await createServerDatabase();
  await fill(database.url, statements);
  return database;
}

/** Fills a database of a server; zero dates are allowed, as they were once. */
export async function fill(uri: string, statements: readonly Statement[]): Promise<void> {
  const connection = await createConnection({ uri, multipleStatements: true, charset: "utf8mb4" });
  await connection.query("SET SESSION sql_mode = ''");
  for (const { sql, values = [] } of statements) await connection.query(sql, [...values]);
  await connection.end();
}

/** Gives what changes with any change of a database: the sums of its tables, or of its file. */
export async function digestOf(url: string): Promise<unknown> {
  if (!url.includes("://")) return sumOf(url);
  const connection = await createConnection(url);
  const [tables] = await connection.query("SHOW TABLES");
  const names = (tables as object[]).map((row) => `\`${String(Object.values(row)[0])}\``);
  const [sums] = await connection.query(`CHECKSUM TABLE ${names.join(", ")}`);
  await connection.end();
  return sums;
}

/** Gives the sum of a file, or those of the files of a folder. */
function sumOf(location: string): unknown {
  if (statSync(location).isDirectory()) return [...bytesOf(location)];
  return createHash("sha256").update(readFileSync(location)).digest("hex");
}
