import { createWriteStream, mkdirSync, statfsSync } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { verb } from "../../../core/verbs.ts";
import { requireProof } from "../../auth/sessions/proof.service.ts";
import { refuseUnlessEmpty } from "./emptiness.service.ts";
import { arrivedBytes, places, takeUpload } from "./importFolder.ts";
import { refuseWhileBusy } from "./importPage.service.ts";

/** Longest file of an import, in bytes. */
export const IMPORT_FILE_MAX_BYTES = 50_000_000_000;
/** Longest piece of it in one request, in bytes. */
export const PIECE_MAX_BYTES = 33_554_432;
/** Space that an upload leaves on the disk, in bytes. */
const SPARE_BYTES = 500_000_000;
const OWNER_ONLY = 0o600;
const NAME_MAX = 200;

/** A piece of a file, with its place in it. */
export interface ImportPiece {
  readonly name: string;
  /** Bytes before it. */
  readonly offset: number;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Begins to read. @returns null if there is no file */
  open(): Promise<{ readonly bytes: Readable } | null>;
}

/** Result of a piece: the bytes that are here, by which an upload that broke off goes on. */
export interface ImportArrived {
  readonly bytes: number;
  readonly isComplete: boolean;
}

/**
 * Stores a piece of a file for the import; files are larger than a request may be. A first piece begins again.
 * @throws {DomainError} PROOF_NEEDED for the first piece; FORBIDDEN on a forum that is not empty; INVALID_PARAMETER for a
 *   piece at another place than the next, too long a file, or one that the disk has no room for
 */
export const storeImportPiece = verb({
  name: "storeImportPiece",
  who: "admin",
  rate: "manage",
  async run(ctx: Context, { name, offset, size, open }: ImportPiece): Promise<ImportArrived> {
    if (offset === 0) await requireProof(ctx);
    await refuseUnlessEmpty(ctx);
    await refuseWhileBusy(ctx);
    const { folder } = ctx.services.importing;
    mkdirSync(folder, { recursive: true });
    checkRoom(folder, offset, size);
    if (offset > 0 && arrivedBytes(folder) !== offset)
      throw invalid("offset", "上传中断，请重新上传", "The upload broke off. Begin again.");
    const piece = await open();
    if (!piece) throw invalid("file", "没有收到文件", "There is no file.");
    const flags = offset === 0 ? "w" : "a";
    const target = createWriteStream(places(folder).arriving, { flags, mode: OWNER_ONLY });
    await pipeline(bounded(piece.bytes, Math.min(PIECE_MAX_BYTES, size - offset)), target);
    const bytes = arrivedBytes(folder);
    if (bytes === size) takeUpload(folder, name.slice(-NAME_MAX), bytes);
    return { bytes, isComplete: bytes === size };
  },
});

function checkRoom(folder: string, offset: number, size: number): void {
  if (
    !Number.isSafeInteger(size) ||
    !Number.isSafeInteger(offset) ||
    size < 1 ||
    offset < 0 ||
    offset >= size
  )
    throw new DomainError("INVALID_PARAMETER");
  if (size > IMPORT_FILE_MAX_BYTES)
    throw invalid(
      "file",
      `文件过大，最大 ${IMPORT_FILE_MAX_BYTES / 1e9} GB`,
      `The file is larger than ${IMPORT_FILE_MAX_BYTES / 1e9} GB.`,
    );
  const { bavail, bsize } = statfsSync(folder);
  if (size - offset + SPARE_BYTES > bavail * bsize)
    throw invalid("file", "服务器磁盘空间不足", "There is not enough room on the disk of the server.");
}

async function* bounded(source: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw invalid("file", "分片过大", "The piece is too long.");
    yield chunk;
  }
}
