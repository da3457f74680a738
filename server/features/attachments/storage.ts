import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Folder below the files folder that holds pictures of members: shown to everybody, without a look into the database. */
export const PEOPLE_FOLDER = "people/";
/** Folder below the files folder that holds pictures of the site itself, for everybody. */
export const SITE_FOLDER = "site/";
/** Folder for what is still arriving; nothing in it is served. */
const ARRIVING_FOLDER = ".arriving";
/** What lies longer in the folder of arriving files was left there by a process that died, in milliseconds. */
const ARRIVING_MAX_MS = 3_600_000;
/** Random part of a name; nobody guesses 128 bits. */
const NAME_BYTES = 16;
/** What paths of stored files look like; two dots in a row never are one. */
const STORED = /^[a-z\d]+(?:\/[\w-]+)+\.[a-z\d]{1,8}$/;

/** A file that arrived whole; lies in the folder of arriving files until it is moved or discarded. */
export interface ArrivedFile {
  readonly location: string;
  /** In bytes. */
  readonly size: number;
  /** Its first bytes, enough to know what it is. */
  readonly head: Buffer;
}

/** Bytes of the head that is kept. */
const HEAD_BYTES = 4_100;

/** A new name in two levels of folders, so that no folder grows without end: `ab/cd/<32 hex digits>`. */
export function newStem(): string {
  const name = randomBytes(NAME_BYTES).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** Whether a path may name a stored file; everything else is refused before the disk is asked. */
export function isStoredPath(path: string): boolean {
  return path.length <= 100 && STORED.test(path);
}

/** Where a stored file lies. @throws {Error} for a path that no stored file has: a programming mistake. */
export function locationOf(filesDir: string, path: string): string {
  if (!isStoredPath(path)) throw new Error("Not the path of a stored file.");
  return join(filesDir, path);
}

/**
 * Writes what arrives to the disk, and stops at the limit.
 * @returns null if there is more than the limit
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
  try {
    await pipeline(source, counter, createWriteStream(location, { flags: "wx", flush: true }));
    return { location, size, head: Buffer.concat(head) };
  } catch (error) {
    await discard(location);
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

class TooMuch extends Error {}

/** Gives an arrived file its final name: from one moment to the next, and for good. */
export async function keep(filesDir: string, arrived: string, path: string): Promise<void> {
  const location = locationOf(filesDir, path);
  await mkdir(dirname(location), { recursive: true });
  await rename(arrived, location);
  await syncFolder(dirname(location));
}

/** Stores bytes under their final name; nobody ever sees half of them. */
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

/** Removes a stored file; does nothing if it is gone. */
export async function removeStored(filesDir: string, path: string | null): Promise<void> {
  if (path !== null) await rm(locationOf(filesDir, path), { force: true });
}

/** Removes an arrived file; does nothing if it was kept. */
export async function discard(location: string): Promise<void> {
  await rm(location, { force: true });
}

/** Removes what processes that died have left while it arrived. */
export async function removeHalfArrived(filesDir: string, now: Date): Promise<void> {
  const folder = join(filesDir, ARRIVING_FOLDER);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ARRIVING_MAX_MS) await discard(join(folder, name));
  }
}

/** A name is on the disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
