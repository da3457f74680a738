import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { RESTORING_FOLDER } from "../../core/backupRecord.ts";
import { DATA_PARTS } from "./format.ts";

/** File that names the folder into which the present data goes. */
const STATE = "before";
const OWNER_ONLY = 0o700;
const KEY_MODE = 0o600;
const FILE_MODE = 0o644;
const DATABASE = "luntan.db";

/**
 * Data that a restore writes beside the present data of a forum, and puts in its place at the end. It may end at any moment
 * and begin again: what was there before the first try stays in one folder.
 */
export class DataSwap {
  private constructor(
    private readonly dataDir: string,
    /** Folder in which the new data is collected. */
    readonly folder: string,
    /** Folder into which the present data goes. */
    readonly before: string,
  ) {}

  /**
   * Begins with an empty folder.
   * @param isRest true after a restore that has begun to replace the present data
   * @throws {Error} if a part lies on a disk of its own, where it cannot be exchanged
   */
  static async begin(dataDir: string, isRest: boolean, now: Date): Promise<DataSwap> {
    requireOneDisk(dataDir);
    const folder = join(dataDir, RESTORING_FOLDER);
    const state = join(folder, STATE);
    const stamp = now.toISOString().replace(/\D/g, "");
    const name = isRest && existsSync(state) ? readFileSync(state, "utf8") : `before-restore-${stamp}`;
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    for (const each of await readdir(folder))
      if (each !== STATE) await rm(join(folder, each), { recursive: true });
    writeFileSync(state, name, { flush: true });
    return new DataSwap(dataDir, folder, join(dataDir, name));
  }

  /** Writes a file of a backup; all of it is on the disk then. */
  async take(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    const location = join(this.folder, path);
    await mkdir(dirname(location), { recursive: true });
    const mode = path.includes("/") ? FILE_MODE : KEY_MODE;
    await pipeline(content, createWriteStream(location, { flags: "wx", mode, flush: true }));
  }

  /** Puts the collected file of SQLite in the place of the present one, in one step. @param isKept keeps the present one */
  async exchangeDatabase(isKept: boolean): Promise<void> {
    const present = join(this.dataDir, DATABASE);
    if (isKept) {
      await mkdir(this.before, { recursive: true, mode: OWNER_ONLY });
      const old = join(this.before, DATABASE);
      // Some file systems know no links.
      await link(present, old).catch(() => copyFile(present, old));
      await syncFolder(this.before);
    }
    for (const ending of ["-wal", "-shm"]) await rm(present + ending, { force: true });
    await rename(join(this.folder, DATABASE), present);
    await syncFolder(this.dataDir);
  }

  /** Puts the collected files in the place of the present ones, which stay in a folder. */
  async exchangeFiles(): Promise<void> {
    for (const part of DATA_PARTS) {
      const name = part.replace("/", "");
      const [present, old, collected] = [this.dataDir, this.before, this.folder].map((each) =>
        join(each, name),
      ) as [string, string, string];
      if (existsSync(present)) {
        // An earlier try has saved the present data already, and what is there now came from it.
        if (existsSync(old)) await rm(present, { recursive: true });
        else {
          await mkdir(this.before, { recursive: true, mode: OWNER_ONLY });
          await rename(present, old);
        }
      }
      if (existsSync(collected)) await rename(collected, present);
    }
    // It belongs to the old database, and the next start writes it.
    for (const ending of ["", "-wal", "-shm"])
      await rm(join(this.dataDir, `search.db${ending}`), { force: true });
    await syncFolder(this.dataDir);
  }

  /** Removes what is not needed any more. @returns the folder with what was there before; null if there was nothing */
  async end(): Promise<string | null> {
    await rm(this.folder, { recursive: true });
    if (!existsSync(this.before)) return null;
    if ((await readdir(this.before)).length > 0) return this.before;
    await rmdir(this.before);
    return null;
  }
}

function requireOneDisk(dataDir: string): void {
  const { dev } = statSync(dataDir);
  for (const part of DATA_PARTS) {
    const path = join(dataDir, part.replace("/", ""));
    if (existsSync(path) && statSync(path).dev !== dev)
      throw new Error(
        `${path} lies on another disk than ${dataDir}. Restore into a new DATA_DIR, and move its folders to their disks afterwards.`,
      );
  }
}

/** Makes sure that the names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
