import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../../server/transfer/format/records.ts";
import { readDiscuzQ } from "../../../server/transfer/sources/discuzQ/read.ts";
import type { SourceOptions, SourceReport } from "../../../server/transfer/sources/source.ts";
import { createServerDatabase } from "../../support/forum.ts";
import { checksums, makeCommunity, makeFiles } from "./community.ts";
import { APP_KEY } from "./otherRows.ts";

/** Id of the member in place of deleted authors. */
export const GHOST = 10_009;
/** 12:00 and 8:30 in Shanghai. */
export const NOON = "2021-03-04T04:00:00.000Z";
export const LATER = "2021-03-05T00:30:00.000Z";

/** The community of Discuz! Q, read into a folder of the neutral format. */
export class Reading {
  private constructor(
    readonly root: string,
    readonly database: Awaited<ReturnType<typeof createServerDatabase>>,
    /** Checksums of the source before it was read. */
    readonly before: unknown,
    readonly report: SourceReport,
  ) {}

  static async begin(): Promise<Reading> {
    const root = mkdtempSync(join(tmpdir(), "luntan-discuz-q-"));
    makeFiles(join(root, "storage"));
    // A file that the path of an attachment leads to, out of the folder.
    mkdirSync(join(root, "secret"));
    writeFileSync(join(root, "secret", "passwd"), "root");
    const database = await createServerDatabase();
    await makeCommunity(database.url);
    const before = await checksums(database.url);
    const report = await readDiscuzQ(optionsFor(root, database.url));
    return new Reading(root, database, before, report);
  }

  get folder(): string {
    return join(this.root, "neutral");
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return { ...optionsFor(this.root, this.database.url), ...other };
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

  /** Rows that the report remarks on. */
  remarked(kind: string): string[] {
    return (this.report.remarks[kind]?.rows ?? []).map(({ row }) => row);
  }

  async end(): Promise<void> {
    await this.database.drop();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function optionsFor(root: string, from: string): SourceOptions {
  return {
    from,
    address: "https://old.example.org",
    files: join(root, "storage"),
    folder: join(root, "neutral"),
    appKey: APP_KEY,
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
  };
}
