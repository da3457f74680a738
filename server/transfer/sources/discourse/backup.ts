import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Headers } from "tar-stream";
import { ENTRIES_MAX, isBomb, refuseOutside, refuseWithoutRoom } from "../../archives.ts";
import { Problem, problem, problemBy } from "../../problems.ts";

/** Folder of the unpacked backup, in that of the community; it is removed when all is read. */
export const BACKUP_FOLDER = ".backup";
/** Files of a backup that are read. */
const WANTED = /^(?:dump\.sql(?:\.gz)?|uploads\/.+)$/;
const OWNER_ONLY = 0o600;
const [GZIP, TAR] = ["\x1f\x8b", "ustar"];
/** Place of the word by which archives are told, behind the name of their first file. */
const TAR_AT = 257;

/** Tells the archive of a backup, `backup.tar.gz`, from a dump and from a folder. */
export async function isBackup(from: string): Promise<boolean> {
  const head = await headOf(from);
  if (!head?.startsWith(GZIP)) return false;
  try {
    for await (const chunk of createReadStream(from).pipe(createGunzip()) as AsyncIterable<Buffer>)
      return chunk.subarray(TAR_AT, TAR_AT + TAR.length).toString("latin1") === TAR;
  } catch {
    // What is damaged is told where it is read.
  }
  return false;
}

async function headOf(from: string): Promise<string | null> {
  const file = await open(from).catch(() => null);
  try {
    const { buffer, bytesRead } = (await file?.read(Buffer.alloc(2), 0, 2, 0)) ?? { bytesRead: 0 };
    return buffer?.subarray(0, bytesRead).toString("latin1") ?? null;
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}

/**
 * Unpacks the dump and the uploads of a backup.
 * @throws {Problem} for names that lead out of the folder, links, a bomb, a damaged or a truncated archive, a full disk
 */
export async function unpackBackup(from: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let [packedBytes, bytes, count] = [0, 0, 0];
  const archive = extract();
  const stop = new AbortController();
  let writing = Promise.resolve();
  const store = async (header: Headers, content: Readable): Promise<void> => {
    if (++count > ENTRIES_MAX) throw problem("ARCHIVE_TOO_MANY", ENTRIES_MAX);
    const { type, size = 0 } = header;
    const name = header.name.replace(/^\.\//, "");
    if (type !== "file" && type !== "directory") throw problem("ARCHIVE_LINK", name);
    refuseOutside(name);
    if (type === "directory" || !WANTED.test(name)) return drained(content);
    await refuseWithoutRoom(folder, size);
    if (!stop.signal.aborted) await (writing = writeFile(join(folder, name), content, stop.signal));
  };
  archive.on("entry", (header, content, next) => void store(header, content).then(() => next(), next));
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packedBytes += chunk.length;
      yield chunk;
    }
  };
  const watched = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (isBomb(packedBytes, bytes)) throw problem("ARCHIVE_BOMB", from);
      yield chunk;
    }
  };
  try {
    await pipeline(createReadStream(from), counted, createGunzip(), watched, archive);
  } catch (error) {
    // The caller removes the folder; a file that is still written would make it again.
    stop.abort();
    await writing.catch(() => undefined);
    throw problemOf(error, from);
  }
}

async function writeFile(location: string, content: Readable, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(location), { recursive: true });
  if (!signal.aborted)
    await pipeline(content, createWriteStream(location, { flags: "wx", mode: OWNER_ONLY }), { signal });
}

async function drained(content: Readable): Promise<void> {
  for await (const _chunk of content) continue;
}

/** Gives errors of the libraries the form of ours; those of the system stay. */
function problemOf(error: unknown, from: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return problemBy(error, "ARCHIVE_TWICE");
  if (error instanceof Problem || /^E[A-Z]+$/.test(code ?? "")) return error;
  return problemBy(error, "DAMAGED_FILE", from);
}
