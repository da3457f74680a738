import { mkdir, rm } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { copyForum } from "../move/copy.ts";
import { openTarget } from "../move/target.ts";
import { BackupFile } from "./backupFile.ts";
import { requireKnown } from "./known.ts";

/** Ways to verify: `restore` restores the database aside, `read` only reads all parts and compares sums. */
export type Depth = "restore" | "read";

/**
 * Verifies a backup: all parts are those that were written, and the database can be restored.
 * @throws {Error} with one sentence if it is damaged
 */
export async function verifyBackup(
  { version }: Config,
  { location, passphrase, depth }: { location: string; passphrase: string | null; depth: Depth },
  tell: (line: string) => void,
): Promise<void> {
  const backup = await BackupFile.open(location, passphrase);
  const aside = `${location}.verify`;
  try {
    if (depth === "read") {
      await backup.read();
      tell("Verified: all parts are as they were written.");
      return;
    }
    requireKnown(backup.header, version);
    await rm(aside, { recursive: true, force: true });
    // It holds private messages and hashes of passwords.
    await mkdir(aside, { mode: 0o700 });
    const { migrations } = backup.header;
    const { side } = await openTarget({ dataDir: aside, version, url: undefined, migrations });
    try {
      await backup.read((rows) => copyForum(rows, side, () => undefined));
      await side.settle();
    } finally {
      await side.close();
    }
    tell("Verified: the database was restored aside, and all parts are as they were written.");
  } finally {
    backup.close();
    await rm(aside, { recursive: true, force: true });
  }
}
