import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { open, type Entry, type ZipFile } from "yauzl";
import { ENTRIES_MAX, isBomb, refuseOutside, refuseWithoutRoom } from "../archives.ts";
import { Problem, problem, problemBy } from "../problems.ts";

const OWNER_ONLY = 0o600;
const NAME = /^(?:[\w-]+\.ndjson|manifest\.json|files\/[\w./-]+)$/;
const UNIX = 3;
const KIND_OF_FILE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks an archive with a folder of the neutral format, which may lie within one other folder. Only files that such a
 * folder has are written.
 * @throws {Error} with one sentence: no archive, a name that leads out of the folder, a link, encryption, a bomb
 */
export async function unpackNeutral(archive: string, folder: string): Promise<void> {
  const { top, bytes } = await survey(archive);
  await mkdir(folder, { recursive: true });
  await refuseWithoutRoom(folder, bytes);
  await eachEntry(archive, async (zip, entry) => {
    const name = entry.fileName.startsWith(top) ? entry.fileName.slice(top.length) : "";
    if (!NAME.test(name)) return;
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    await write(zip, entry, target);
  });
}

/** Writes an entry, no more of it than it has announced. The library's own stream swallows its errors. */
async function write(zip: ZipFile, entry: Entry, location: string): Promise<void> {
  const raw = await openRaw(zip, entry);
  const target = createWriteStream(location, { flags: "wx", mode: OWNER_ONLY });
  const { uncompressedSize: most } = entry;
  let size = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) break;
      yield chunk;
    }
    if (size !== most) throw problem("ARCHIVE_LENGTH", entry.fileName);
  };
  if (entry.compressionMethod === DEFLATED) await pipeline(raw, createInflateRaw(), count, target);
  else await pipeline(raw, count, target);
}

function openRaw(zip: ZipFile, entry: Entry): Promise<Readable> {
  const options = {
    decompress: entry.compressionMethod === DEFLATED ? false : null,
    decrypt: null,
    start: null,
    end: null,
  };
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, options, (error, stream) => (error ? reject(error) : resolve(stream))),
  );
}

/** Looks at all names and sizes before anything is written. */
async function survey(archive: string): Promise<{ top: string; bytes: number }> {
  let top: string | null = null;
  let bytes = 0;
  let count = 0;
  await eachEntry(archive, (_zip, entry) => {
    refuseOdd(entry);
    bytes += entry.uncompressedSize;
    if (++count > ENTRIES_MAX) throw problem("ARCHIVE_TOO_MANY", ENTRIES_MAX);
    const match = /^((?:[^/]+\/)?)manifest\.json$/.exec(entry.fileName);
    if (match && top !== null) throw problem("ARCHIVE_WITH_MANIFESTS");
    if (match) top = match[1]!;
    return Promise.resolve();
  });
  if (top === null) throw problem("ARCHIVE_WITHOUT_MANIFEST");
  return { top, bytes };
}

function refuseOdd(entry: Entry): void {
  const { fileName, compressedSize, uncompressedSize } = entry;
  const system = entry.versionMadeBy >> 8;
  const kind = system === UNIX ? (entry.externalFileAttributes >>> 16) & KIND_OF_FILE : 0;
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER) throw problem("ARCHIVE_LINK", fileName);
  if (entry.generalPurposeBitFlag & ENCRYPTED) throw problem("ARCHIVE_ENCRYPTED");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw problem("ARCHIVE_METHOD");
  refuseOutside(fileName);
  if (isBomb(compressedSize, uncompressedSize)) throw problem("ARCHIVE_BOMB", fileName);
}

/** Does work for each entry, one after the other. */
async function eachEntry(
  archive: string,
  work: (zip: ZipFile, entry: Entry) => Promise<void>,
): Promise<void> {
  const zip = await openZip(archive);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => {
      zip.close();
      reject(problemOf(error) as Error);
    };
    zip.on("entry", (entry: Entry) => {
      // A mistake of the work must not escape the event.
      Promise.resolve()
        .then(() => work(zip, entry))
        .then(() => zip.readEntry(), fail);
    });
    zip.on("end", resolve);
    zip.on("error", fail);
    zip.readEntry();
  });
}

async function openZip(archive: string): Promise<ZipFile> {
  try {
    return await new Promise<ZipFile>((resolve, reject) =>
      open(archive, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }, (error, zip) =>
        error ? reject(error) : resolve(zip),
      ),
    );
  } catch (error) {
    throw problemOf(error);
  }
}

/** Gives errors of the library the form of ours; those of the system stay. */
function problemOf(error: unknown): unknown {
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return problemBy(error, "ARCHIVE_TWICE");
  if (error instanceof Problem || (code !== undefined && !code.startsWith("Z_"))) return error;
  if (/path|fileName/.test(message)) return problemBy(error, "ARCHIVE_OUTSIDE", message);
  return problemBy(error, "ARCHIVE_DAMAGED", message);
}
