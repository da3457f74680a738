import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** File in the data folder that says when the last backup was made; one that a script only touches has a time and no more. */
const RECORD = "last-backup";

/** Folder in the data folder in which `luntan restore` collects data; one that is there without it is left from a try that ended early. */
export const RESTORING_FOLDER = "restoring";

const Time = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();
const Contents = z.object({
  file: z.string().nullable(),
  madeAt: Time,
  bytes: z.int().nonnegative().nullable(),
  provenAt: Time,
  failedAt: Time,
});

/** Last backup of a forum. */
export interface BackupRecord {
  /** Its file; null if another program has made it. */
  readonly file: string | null;
  /** Time as of which it is; null if none was ever made. */
  readonly madeAt: Date | null;
  readonly bytes: number | null;
  /** Time at which it was last read, or restored aside, and found whole. */
  readonly provenAt: Date | null;
  /** Time at which a later backup failed, or at which this one was found damaged. */
  readonly failedAt: Date | null;
}

const NONE: BackupRecord = { file: null, madeAt: null, bytes: null, provenAt: null, failedAt: null };

/** Reads which backup is the last one. @returns null if there is no record of any */
export function readBackupRecord(dataDir: string): BackupRecord | null {
  const path = join(dataDir, RECORD);
  try {
    const { mtime } = statSync(path);
    return contentsOf(readFileSync(path, "utf8")) ?? { ...NONE, madeAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes which backup is the last one. */
export function writeBackupRecord(dataDir: string, record: BackupRecord): void {
  const path = join(dataDir, RECORD);
  writeFileSync(`${path}.new`, `${JSON.stringify(record)}\n`);
  renameSync(`${path}.new`, path);
}

/** Notes that a backup could not be made. */
export function noteFailedBackup(dataDir: string, at: Date): void {
  writeBackupRecord(dataDir, { ...(readBackupRecord(dataDir) ?? NONE), failedAt: at });
}

function contentsOf(text: string): BackupRecord | null {
  try {
    return Contents.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
