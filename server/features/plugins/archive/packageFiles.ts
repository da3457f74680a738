import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_FILES, PACKAGE_MAX_BYTES } from "./package.ts";
import { unzip } from "./zip.ts";

/**
 * Reads the files of a package by name, from an archive or a folder; links are not followed.
 * @throws {Error} with one sentence that says what is wrong.
 */
export async function readPackageFiles(path: string): Promise<Map<string, Buffer>> {
  const status = await lstat(path).catch(() => null);
  if (status?.isFile() && status.size <= PACKAGE_MAX_BYTES) return unzip(await readFile(path));
  if (!status?.isDirectory())
    throw new Error(`${path} is no archive of at most ${PACKAGE_MAX_BYTES / 1e6} MB and no folder.`);
  const entries = await readdir(path, { withFileTypes: true });
  // What authors have beside it, such as tests, is no part of the package.
  const files = entries.filter(({ name }) => PACKAGE_FILES.includes(name));
  const odd = files.find((entry) => !entry.isFile());
  if (odd) throw new Error(`${odd.name} in ${path} is no plain file.`);
  return new Map(
    await Promise.all(files.map(async ({ name }) => [name, await readFile(join(path, name))] as const)),
  );
}
