import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createConnection } from "mysql2/promise";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../../server/transfer/format/records.ts";
import { readDiscuzX } from "../../../server/transfer/sources/discuzX/read.ts";
import type { SourceOptions, SourceReport } from "../../../server/transfer/sources/source.ts";
import { createServerDatabase } from "../../support/forum.ts";
import { checksums } from "../discuzQ/community.ts";

const FILES: Readonly<Record<string, string>> = {
  "data/attachment/forum/202103/04/cat.png": "cat",
  "data/attachment/forum/202103/04/secret.png": "secret",
  "data/attachment/forum/202103/04/sold.zip": "sold",
  "data/attachment/forum/202103/04/vip.zip": "vip",
  "data/attachment/forum/202103/04/plan.pdf": "plan",
  "uc_server/data/avatar/000/00/00/01_avatar_middle.jpg": "avatar",
};

/** A community of Discuz! X, read into a folder of the neutral format. */
export class Reading {
  private constructor(
    readonly root: string,
    readonly database: Awaited<ReturnType<typeof createServerDatabase>>,
    /** Checksums of the source before it was read. */
    readonly before: unknown,
    readonly report: SourceReport,
  ) {}

  /** Makes the community in an encoding; `change` is run before it is read, and `query` ends its address. */
  static async begin({ charset = "utf8mb4", change = "", query = "" } = {}): Promise<Reading> {
    const root = mkdtempSync(join(tmpdir(), "luntan-discuz-x-"));
    for (const [path, content] of Object.entries(FILES)) {
      const location = join(root, "site", path);
      mkdirSync(dirname(location), { recursive: true });
      writeFileSync(location, content);
    }
    const database = await createServerDatabase();
    const sql = readFileSync(new URL("community.sql", import.meta.url), "utf8");
    const connection = await createConnection({
      uri: database.url,
      multipleStatements: true,
      charset: "utf8mb4",
    });
    await connection.query("SET SESSION sql_mode = ''");
    await connection.query(sql.replaceAll("{charset}", charset) + change);
    await connection.end();
    const before = await checksums(database.url);
    const report = await readDiscuzX(optionsFor(root, database.url + query));
    return new Reading(root, database, before, report);
  }

  get folder(): string {
    return join(this.root, "neutral");
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return { ...optionsFor(this.root, this.database.url), ...other };
  }

  /** Reads the records of a kind, each of which has to fit the format; stored paths are named by the bytes of their files. */
  async records<K extends Kind>(kind: K): Promise<RecordOf<K>[]> {
    const neutral = await NeutralFolder.open(this.folder);
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
    address: "https://old.example.org/bbs",
    files: join(root, "site"),
    folder: join(root, "neutral"),
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
  };
}
