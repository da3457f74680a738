import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** Files that git knows or would take; build results and data are not among them. */
export function trackedFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  return listed
    .toString()
    .split("\n")
    .filter((path) => path && existsSync(join(ROOT, path)));
}
