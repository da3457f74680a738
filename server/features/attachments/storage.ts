import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Folder below the files folder for pictures of members: served to everybody, without a database read. */
export const PEOPLE_FOLDER = "people/";
/** Folder below the files folder for pictures of the site itself, served to everybody. */
export const SITE_FOLDER = "site/";
/** Folder below the files folder for copies of pictures of pages that texts link to, served to everybody. */
export const PREVIEWS_FOLDER = "previews/";
/** Folder for incomplete uploads; nothing in it is served. */
const ARRIVING_FOLDER = ".arriving";
/** Age at which an incomplete upload counts as left by a dead process, in milliseconds. */
const ARRIVING_MAX_MS = 3_600_000;
/** Random bytes of a name: 128 bits cannot be guessed. */
const NAME_BYTES = 16;
/** Pattern of the paths of stored files; two dots in a row never match. */
const STORED = /^[a-z\d]+(?:\/[\w-]+)+\.[a-z\d]{1,8}$/;

/** A complete upload; lies in the folder of incomplete ones until it is stored or discarded. */
export interface ArrivedFile {
  readonly location: string;
  /** In bytes. */
  readonly size: number;
  /** Its first bytes, enough to detect its type. */
  readonly head: Buffer;
}

/** Length of the head, in bytes. */
const HEAD_BYTES = 4_100;

/** Makes a new name in two levels of folders, so that no folder grows without end: `ab/cd/<32 hex digits>`. */
export function newStem(): string {
  const name = randomBytes(NAME_BYTES).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

const POSTER_BYTES = 4;

/** Makes a new name for the poster of a video: another one each time, so that no cache shows the one before. */
export function newPosterPath(videoPath: string, extension: string): string {
  const stem = videoPath.slice(0, videoPath.lastIndexOf("."));
  return `${stem}-poster-${randomBytes(POSTER_BYTES).toString("hex")}.${extension}`;
}

/** True if a path may name a stored file; all others are refused before the disk is read. */
export function isStoredPath(path: string): boolean {
  return path.length <= 100 && STORED.test(path);
}

/** Gives the location of a stored file. @throws {Error} for a path that no stored file has: a programming mistake. */
export function locationOf(filesDir: string, path: string): string {
  if (!isStoredPath(path)) throw new Error("Not the path of a stored file.");
  return join(filesDir, path);
}

/**
 * Writes an upload to the disk, and stops at the limit.
 * @returns null if it exceeds the limit
 */
export async function receive(
  filesDir: string,
  source: Readable,
  maxBytes: number,
): Promise<ArrivedFile | null> {
  const folder = join(filesDir, ARRIVING_FOLDER);
  await mkdir(folder, { recursive: true });
  const location = join(folder, randomBytes(NAME_BYTES).toString("hex"));
  const head: Buffer[] = [];
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
      size += chunk.length;
      if (size > maxBytes) done(new TooMuch());
      else done(null, chunk);
    },
  });
  // Opened first: a stream that opens its file itself may do so after a source that fails at once has been tidied up.
  const file = await open(location, "wx");
  try {
    await pipeline(source, counter, file.createWriteStream({ flush: true }));
    return { location, size, head: Buffer.concat(head) };
  } catch (error) {
    await discard(location);
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

class TooMuch extends Error {}

/** Moves an upload to its final name, atomically and durably. */
export async function keep(filesDir: string, arrived: string, path: string): Promise<void> {
  const location = locationOf(filesDir, path);
  await mkdir(dirname(location), { recursive: true });
  await rename(arrived, location);
  await syncFolder(dirname(location));
}

/** Stores bytes under their final name, atomically and durably. */
export async function store(filesDir: string, path: string, bytes: Buffer): Promise<void> {
  const folder = join(filesDir, ARRIVING_FOLDER);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, randomBytes(NAME_BYTES).toString("hex"));
  let file: FileHandle | undefined;
  try {
    file = await open(temporary, "wx");
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    file = undefined;
    await keep(filesDir, temporary, path);
  } catch (error) {
    await file?.close();
    await discard(temporary);
    throw error;
  }
}

/** Removes a stored file; does nothing if it does not exist. */
export async function removeStored(filesDir: string, path: string | null): Promise<void> {
  if (path !== null) await rm(locationOf(filesDir, path), { force: true });
}

/** Removes an upload; does nothing if it was stored. */
export async function discard(location: string): Promise<void> {
  await rm(location, { force: true });
}

/** Removes incomplete uploads of dead processes. */
export async function removeIncomplete(filesDir: string, now: Date): Promise<void> {
  const folder = join(filesDir, ARRIVING_FOLDER);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => null);
    if (file && now.getTime() - file.mtimeMs > ARRIVING_MAX_MS) await discard(join(folder, name));
  }
}

/** Syncs a folder: a new name is durable only with it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
