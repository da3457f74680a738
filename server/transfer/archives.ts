import { statfs } from "node:fs/promises";
import { problem } from "./problems.ts";

/** Most files of an archive. */
export const ENTRIES_MAX = 2_000_000;
/** Most bytes that one packed byte may become: texts shrink to a tenth, bombs to a thousandth. */
const RATIO_MAX = 200;
/** Small files may be empty lines only. */
const FREE_BYTES = 10_000_000;
/** Space that unpacking leaves on the disk, in bytes. */
const SPARE_BYTES = 500_000_000;

/** True for what becomes much larger than it looks. */
export function isBomb(packedBytes: number, bytes: number): boolean {
  return bytes > FREE_BYTES && bytes > packedBytes * RATIO_MAX;
}

/** Refuses a name that leads out of its folder, or that systems read differently. @throws {Problem} */
export function refuseOutside(name: string): void {
  const isOutside = name.startsWith("/") || /[\0\\]/.test(name) || /^[a-z]:/i.test(name);
  if (isOutside || name.split("/").some((part) => part === "." || part === ".."))
    throw problem("ARCHIVE_OUTSIDE", name);
}

/** Refuses to write more than the disk has room for. @throws {Problem} */
export async function refuseWithoutRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes + SPARE_BYTES > bavail * bsize) throw problem("NO_ROOM_TO_UNPACK");
}
