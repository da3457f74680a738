import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KINDS } from "../format/records.ts";

/** File that is in a folder until the export into it is complete. */
const MARK = "export-unfinished.txt";
const MARK_TEXT = "An export into this folder is under way, or was ended. `luntan export` begins it again.\n";

/** File with the paths of files that were not there. */
export const MISSING_FILES = "missing-files.txt";

/** All that an export writes. */
const OWN = new Set([
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...["files", "html", "manifest.json", "manifest.json.part", MISSING_FILES, MARK],
]);

/**
 * Takes a folder for an export, and marks it as unfinished.
 * @returns true if it held what an unfinished export had left, which is gone
 * @throws {Error} if it holds anything else
 */
export async function claimFolder(folder: string): Promise<boolean> {
  // It holds private messages and hashes of passwords.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const isRest = names.includes(MARK);
  const foreign = names.filter((name) => !OWN.has(name));
  if (foreign.length > 0 || (names.length > 0 && !isRest))
    throw new Error(
      `${folder} is not empty: it holds ${foreign[0] ?? names[0]}. Name a new or an empty folder.`,
    );
  // The mark goes last, so that this may end at any moment.
  for (const name of names.filter((each) => each !== MARK))
    await rm(join(folder, name), { recursive: true, force: true });
  await writeFile(join(folder, MARK), MARK_TEXT);
  return isRest;
}

/** Marks an export as complete. */
export async function releaseFolder(folder: string): Promise<void> {
  await rm(join(folder, MARK));
}
