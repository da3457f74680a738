import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../../server/transfer/format/records.ts";
import { readPhpbb } from "../../../server/transfer/sources/phpbb/read.ts";
import type { SourceOptions, SourceReport } from "../../../server/transfer/sources/source.ts";
import { makeFile, makeFiles } from "./community.ts";

/** Id of the member in place of deleted authors. */
export const GHOST = 10_010;
/** Time at which the first member joined. */
export const BEGINNING = "2021-03-04T04:00:02.000Z";

/** The community of phpBB in a file of SQLite, read into a folder of the neutral format. */
export class Reading {
  private constructor(
    readonly root: string,
    /** Bytes of the source before it was read. */
    readonly before: Buffer,
    readonly report: SourceReport,
  ) {}

  static async begin(): Promise<Reading> {
    const root = mkdtempSync(join(tmpdir(), "luntan-phpbb-"));
    makeFiles(join(root, "site"));
    makeFile(join(root, "forum.sqlite"));
    const before = readFileSync(join(root, "forum.sqlite"));
    return new Reading(root, before, await readPhpbb(optionsFor(root)));
  }

  get folder(): string {
    return join(this.root, "neutral");
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return { ...optionsFor(this.root), ...other };
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

  /** Rows that the report remarks on. */
  remarked(kind: string): string[] {
    return (this.report.remarks[kind]?.rows ?? []).map(({ row }) => row);
  }

  end(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function optionsFor(root: string): SourceOptions {
  return {
    from: join(root, "forum.sqlite"),
    address: "https://old.example.org/bbs",
    files: join(root, "site"),
    folder: join(root, "neutral"),
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
  };
}
