import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import type { AccountExport } from "../../features/account-data/export.service.ts";
import { locationOf } from "../../features/attachments/storage.ts";
import { exists, pathsIn } from "../export/files.ts";
import { Snapshot } from "../export/snapshot.ts";
import { READERS } from "../export/tables.ts";
import { lineOf, manifestOf } from "../format/folder.ts";
import type { Sum } from "../format/lines.ts";
import { KINDS, type Kind, type RecordOf } from "../format/records.ts";
import { MemberRows } from "./memberRows.ts";
import { OWN } from "./own.ts";

/** File of the archive for data that the neutral format does not have. */
export const OTHER_DATA = "other-data.json";

const isRead = (kind: Kind): kind is keyof typeof OWN => Object.hasOwn(OWN, kind);

/** The archive of one member while it is being written: entries follow each other, each made while it is taken. */
class MemberArchive {
  private readonly zip = new ZipFile();
  private readonly sums = {} as { [K in Kind]: Sum };
  private readonly paths = new Set<string>();
  private readonly files: string[] = [];
  private readonly snapshot: Snapshot;

  constructor(
    private readonly ctx: Context,
    private readonly member: AccountExport["member"],
    stopping: AbortSignal,
  ) {
    this.snapshot = new Snapshot(new MemberRows(ctx.db, member.id, unhurried(stopping)), () => undefined);
  }

  /** Begins the archive and returns its bytes. @param otherData data that the format does not have */
  open(otherData: AsyncIterable<string>): Readable {
    const kinds = KINDS.filter((kind) => kind !== "files");
    for (const kind of kinds) this.add(`${kind}.ndjson`, this.summed(kind, this.lines(kind)));
    this.add(OTHER_DATA, this.withRest(otherData));
    const output = this.zip.outputStream as Readable;
    this.zip.on("error", (error: Error) => output.destroy(error));
    return output;
  }

  private add(name: string, content: AsyncIterable<string | Buffer>, compress = true): void {
    this.zip.addReadStreamLazy(name, { mtime: this.ctx.now, compress }, (give) =>
      give(null, Readable.from(content, { objectMode: false })),
    );
  }

  private async *lines<K extends Kind>(kind: K): AsyncGenerator<string> {
    if (!isRead(kind)) return;
    const blanks = OWN[kind]!.blanks ?? {};
    for await (const record of READERS[kind].read(this.snapshot)) {
      for (const path of pathsIn<Kind>(kind, record)) this.paths.add(path);
      yield `${lineOf<Kind>(kind, { ...record, ...blanks } as RecordOf<Kind>)}\n`;
    }
  }

  private async *summed(kind: Kind, lines: AsyncIterable<string>): AsyncGenerator<string> {
    const hash = createHash("sha256");
    let records = 0;
    for await (const line of lines) {
      hash.update(line);
      records++;
      yield line;
    }
    this.sums[kind] = { records, sha256: hash.digest("hex") };
  }

  /** All records are read at its end, so their files follow, and the manifest. */
  private async *withRest(otherData: AsyncIterable<string>): AsyncGenerator<string> {
    yield* otherData;
    const { filesDir, publicUrl, version } = this.ctx.services;
    for (const path of [...this.paths].sort()) {
      const location = locationOf(filesDir, path);
      // Pictures and archives are packed already.
      if (await exists(location)) this.add(`files/${path}`, this.fileOf(path, location), false);
    }
    this.add("files.ndjson", this.summed("files", Readable.from(this.files)));
    const source = { software: "luntan", version, address: publicUrl } as const;
    const manifest = () => manifestOf(this.sums, source, new Date(), this.member);
    this.add("manifest.json", Readable.from(lazily(() => `${JSON.stringify(manifest(), null, 2)}\n`)));
    this.zip.end();
  }

  private async *fileOf(path: string, location: string): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    this.files.push(`${lineOf("files", { path, sha256: hash.digest("hex"), bytes })}\n`);
  }
}

function* lazily(text: () => string): Generator<string> {
  yield text();
}

/**
 * Gives the export of a member as a zip archive of a folder in the neutral format, piece by piece: their records and files, and
 * `other-data.json` with data that the format does not have.
 */
export function memberArchive(
  ctx: Context,
  { member, otherData }: AccountExport,
  stopping: AbortSignal,
): Readable {
  return new MemberArchive(ctx, member, stopping).open(otherData);
}
