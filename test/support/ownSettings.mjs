import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Keeps tests and benchmarks, which start the program in its own folder, away from the forum that serves from there.
 * @param {string} folder the folder of the program
 * @throws {Error} if it has settings that every command would read, the address of a database among them
 */
export function refuseOwnSettings(folder) {
  delete process.env.LUNTAN_ENV_FILE;
  if (existsSync(join(folder, "luntan.env")))
    throw new Error(
      "luntan.env of this folder names a forum, which tests would write into: move it, and name it in LUNTAN_ENV_FILE for the forum.",
    );
}
