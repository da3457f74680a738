import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { queueRendition, hasRoomForRendition } from "./pictureQueue.ts";
import { drawRendition } from "./renditionDrawing.ts";
import type { Rendition } from "./renditionNames.ts";
import { locationOf, removeStored } from "../storage.ts";

/**
 * Renditions of stored pictures, drawn at their first request. They are stored below the hash of the original's content
 * and may be deleted at any time: the next request draws them again.
 */
const RENDITIONS_FOLDER = ".renditions";
/** Folder for files that are being written; on the same disk, so that moving them is atomic. */
const ARRIVING_FOLDER = ".arriving";
/** Originals whose hash is cached. */
const HASHES_MAX = 20_000;
/** Time after which a picture that cannot be drawn is tried again, in milliseconds. */
const BROKEN_MS = 3_600_000;

const hashes = new LRUCache<string, string>({ max: HASHES_MAX });
const broken = new LRUCache<string, true>({ max: 1_000, ttl: BROKEN_MS });
const drawing = new Map<string, Promise<boolean>>();

/**
 * Opens a rendition of a stored picture and draws it if it does not exist; concurrent requests share one drawing.
 * @returns null if it cannot be drawn, now or ever: the caller serves the original
 * @throws {Error} ENOENT if there is no original
 */
export async function openRendition(
  filesDir: string,
  path: string,
  rendition: Rendition,
): Promise<FileHandle | null> {
  const hash = await hashOf(filesDir, path);
  const folder = folderOf(filesDir, hash);
  const location = join(folder, `${rendition.level}-${rendition.screen}.${rendition.format}`);
  const present = await openWhole(location);
  if (present) return present;
  if (broken.has(hash)) return null;
  let job = drawing.get(location);
  if (!job) {
    if (!hasRoomForRendition()) return null;
    job = queueRendition(() => draw(filesDir, path, rendition, folder, location))
      .catch(() => {
        broken.set(hash, true);
        return false;
      })
      .finally(() => drawing.delete(location));
    drawing.set(location, job);
  }
  return (await job) ? openWhole(location) : null;
}

/** Removes a stored picture and its renditions. */
export async function removeWithRenditions(filesDir: string, path: string | null): Promise<void> {
  if (path === null) return;
  const hash = await hashOf(filesDir, path).catch(() => null);
  await removeStored(filesDir, path);
  hashes.delete(filesDir + path);
  if (hash) await rm(folderOf(filesDir, hash), { recursive: true, force: true });
}

function folderOf(filesDir: string, hash: string): string {
  return join(filesDir, RENDITIONS_FOLDER, hash.slice(0, 2), hash);
}

/** Gives the SHA-256 of a stored file in hexadecimal digits. @throws {Error} ENOENT if there is none */
export async function hashOf(filesDir: string, path: string): Promise<string> {
  const cachedHash = hashes.get(filesDir + path);
  if (cachedHash) return cachedHash;
  const hash = createHash("sha256");
  await pipeline(createReadStream(locationOf(filesDir, path)), hash);
  const hex = hash.digest("hex");
  hashes.set(filesDir + path, hex);
  return hex;
}

/** Opens a rendition unless it is empty, as a power failure may have left it. */
async function openWhole(location: string): Promise<FileHandle | null> {
  const handle = await open(location, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle || (await handle.stat()).size > 0) return handle;
  await handle.close();
  return null;
}

async function draw(
  filesDir: string,
  path: string,
  rendition: Rendition,
  folder: string,
  location: string,
): Promise<boolean> {
  const bytes = await drawRendition(locationOf(filesDir, path), rendition);
  await mkdir(join(filesDir, ARRIVING_FOLDER), { recursive: true });
  const temporary = join(filesDir, ARRIVING_FOLDER, randomBytes(16).toString("hex"));
  await writeFile(temporary, bytes, { flag: "wx" });
  await mkdir(folder, { recursive: true });
  await rename(temporary, location);
  return true;
}
