import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import { type Kind, KINDS, type RecordOf } from "../../../server/transfer/format/records.ts";
import { readNodebb } from "../../../server/transfer/sources/nodebb/read.ts";
import type { SourceOptions, SourceReport } from "../../../server/transfer/sources/source.ts";
import { FILES, OBJECTS } from "./community.ts";
import { mongoDocuments } from "./objects.ts";

/** The community of NodeBB, read into a folder of the neutral format. */
export class Reading {
  private constructor(
    readonly root: string,
    readonly report: SourceReport,
  ) {}

  static async begin(): Promise<Reading> {
    const root = mkdtempSync(join(tmpdir(), "luntan-nodebb-"));
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    writeFileSync(join(root, "objects.json"), mongoDocuments(OBJECTS).join("\n"));
    return new Reading(root, await readNodebb(optionsFor(root)));
  }

  get folder(): string {
    return join(this.root, "neutral");
  }

  options(other: Partial<SourceOptions> = {}): SourceOptions {
    return { ...optionsFor(this.root), ...other };
  }

  /** Reads another file into another folder; one with the same memory gives the same paths and ids. */
  async readOther(
    name: string,
    content: string | Buffer,
    isRemembering = false,
  ): Promise<{ folder: string; report: SourceReport }> {
    const [from, folder] = [join(this.root, name), join(this.root, `from-${name}`)];
    writeFileSync(from, content);
    mkdirSync(folder);
    if (isRemembering)
      for (const file of ["reader.json", "reader-ids.db"])
        cpSync(join(this.folder, file), join(folder, file));
    return { folder, report: await readNodebb(this.options({ from, folder })) };
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

  /** Categories in which a group has a permission; `all` for one that holds in all of them. */
  async granted(id: number, permission: string, from = this.folder): Promise<(number | "all")[]> {
    const { grants } = (await this.records("groups", from)).find((group) => group.id === id)!;
    return grants.flatMap((grant) => {
      if (grant === permission) return "all";
      const [, category, key] = /^category(\d+)\.(.+)$/.exec(grant) ?? [];
      return key === permission ? Number(category) : [];
    });
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
    from: join(root, "objects.json"),
    address: "https://old.example.org/forum",
    files: join(root, "site"),
    folder: join(root, "neutral"),
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
  };
}

/** All that a reader writes, without its own memory. */
export function bytesOf(folder: string): string[] {
  return [...KINDS.map((kind) => `${kind}.ndjson`), "manifest.json"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
}
