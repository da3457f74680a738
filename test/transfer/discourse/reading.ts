import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { type Headers, pack } from "tar-stream";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../../server/transfer/format/records.ts";
import { readDiscourse } from "../../../server/transfer/sources/discourse/read.ts";
import type { SourceOptions, SourceReport } from "../../../server/transfer/sources/source.ts";
import { dumpOf, FILES, ROWS, type Rows, stored } from "./community.ts";
import { SCHEMA } from "./schema.ts";

/** Id of the member in place of deleted authors, and of the category that administrators read. */
export const [GHOST, CLOSED] = [10_011, 9];

/** The community of the fixture as a backup, read into a folder. */
export class Reading {
  readonly root = mkdtempSync(join(tmpdir(), "luntan-discourse-"));
  readonly backup = join(this.root, "backup");
  readonly dump = join(this.backup, "dump.sql.gz");
  readonly folder = join(this.root, "neutral");
  report!: SourceReport;

  static async begin(): Promise<Reading> {
    const reading = new Reading();
    for (const name of FILES) put(join(reading.backup, stored(name)), name);
    put(reading.dump, gzipSync(dumpOf(ROWS)));
    reading.report = await readDiscourse(reading.options());
    return reading;
  }

  end(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return {
      from: this.backup,
      address: "https://old.example.org/forum",
      files: null,
      folder: this.folder,
      now: new Date("2026-11-26T08:00:00Z"),
      tell: () => undefined,
      ...other,
    };
  }

  /** Packs the backup as Discourse does, with what else is named. @returns its location */
  async archive(name: string, more: readonly (Headers & { content?: Buffer })[] = []): Promise<string> {
    const location = join(this.root, name);
    const archive = pack();
    archive.entry({ name: "./dump.sql.gz" }, readFileSync(this.dump));
    for (const file of FILES) archive.entry({ name: stored(file).slice(1) }, file);
    for (const { content, ...header } of more) archive.entry(header, content ?? Buffer.alloc(0));
    archive.finalize();
    await pipeline(archive, createGzip(), createWriteStream(location));
    return location;
  }

  /** Writes a dump of other rows. @returns its location */
  otherDump(rows: Rows, schema = SCHEMA): string {
    const location = join(this.root, "other.sql");
    put(location, dumpOf(rows, schema));
    return location;
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

  /** Rows that the report names by a kind of remark. */
  remarked(kind: string): string[] {
    return (this.report.remarks[kind]?.rows ?? []).map(({ row }) => row);
  }
}

function put(location: string, content: string | Buffer): void {
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, content);
}
