import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";

/** Folder below the files folder for uploads that arrive in pieces, one folder for each member; nothing in it is served. */
const RESUMABLE_FOLDER = ".resumable";
/** Time after its beginning at which an unfinished upload ends, in milliseconds. */
export const UNFINISHED_MAX_MS = 86_400_000;
/** Random bytes of an id: 128 bits cannot be guessed. */
const ID_BYTES = 16;
const ID = /^[\da-f]{32}$/;
/** Ending of the file beside the bytes of an upload, which says their length and what they are. */
const FACTS = ".json";

/** Makes the id of a new upload. */
export function newUploadId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

/** True if a text may be the id of an upload; all others are refused before the disk is read. */
export function isUploadId(text: string): boolean {
  return ID.test(text);
}

/** Gives the key of an upload in the store. It begins with its member, so that nobody reaches the upload of another one. */
export function keyOf(accountId: number, id: string): string {
  return `${accountId}/${id}`;
}

/** Opens the store of unfinished uploads of a forum. The folder exists before: the store makes it without waiting. */
export async function openStore(filesDir: string): Promise<FileStore> {
  const directory = join(filesDir, RESUMABLE_FOLDER);
  await mkdir(directory, { recursive: true });
  const store = new FileStore({ directory, expirationPeriodInMilliseconds: UNFINISHED_MAX_MS });
  // What is left out would skip checks: a size that comes later, bytes that come with the beginning.
  store.extensions = ["creation", "termination", "expiration"];
  return store;
}

/** An upload on the disk. */
interface Unfinished {
  readonly id: string;
  /** Time of its beginning, in milliseconds since 1970; pieces that arrive later do not move it. */
  readonly since: number;
  /** False once it is stored under its final name. */
  readonly hasBytes: boolean;
}

/** Lists the uploads of a folder, oldest first. */
async function listUploads(folder: string): Promise<Unfinished[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const ids = new Set(names.map((name) => name.replace(FACTS, "")));
  const uploads = await Promise.all(
    [...ids].map(async (id) => {
      const path = join(folder, id);
      const file = await stat(path + FACTS).catch(() => stat(path).catch(() => null));
      return { id, since: file?.mtimeMs ?? 0, hasBytes: names.includes(id) };
    }),
  );
  return uploads.sort((a, b) => a.since - b.since);
}

/** Removes an upload with its facts; does nothing if it does not exist. */
async function removeUpload(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true });
  await rm(join(folder, id + FACTS), { force: true });
}

/** Removes the bytes of an upload that is stored under its final name; its facts stay, and with them its result. */
export async function removeBytes(filesDir: string, key: string): Promise<void> {
  await rm(join(filesDir, RESUMABLE_FOLDER, key), { force: true });
}

/** Removes an upload that was refused; does nothing if it does not exist. */
export async function discardUpload(filesDir: string, key: string): Promise<void> {
  const [member = "", id = ""] = key.split("/");
  await removeUpload(join(filesDir, RESUMABLE_FOLDER, member), id);
}

/** Makes room for a new upload: the oldest of a member end if more than `most` would be unfinished with it. */
export async function endOldest(filesDir: string, accountId: number, most: number): Promise<void> {
  const folder = join(filesDir, RESUMABLE_FOLDER, String(accountId));
  const uploads = (await listUploads(folder)).filter(({ hasBytes }) => hasBytes);
  for (const { id } of uploads.slice(0, Math.max(0, uploads.length - most + 1)))
    await removeUpload(folder, id);
}

/** Removes the uploads that have been unfinished for too long. */
export async function removeExpired(filesDir: string, now: Date): Promise<void> {
  const root = join(filesDir, RESUMABLE_FOLDER);
  for (const member of await readdir(root).catch(() => [])) {
    const folder = join(root, member);
    const uploads = await listUploads(folder);
    const expired = uploads.filter(({ since }) => now.getTime() - since > UNFINISHED_MAX_MS);
    for (const { id } of expired) await removeUpload(folder, id);
    // A folder that is in use again meanwhile is not empty, and stays.
    if (expired.length === uploads.length) await rmdir(folder).catch(() => undefined);
  }
}
