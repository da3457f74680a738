import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Gives the bytes of all files of a folder in the neutral format, but for the manifest, which has the time. */
export function bytesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.endsWith("manifest.json"))
      .map((path) => [path.slice(folder.length), readFileSync(path).toString("latin1")] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
