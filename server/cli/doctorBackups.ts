import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { readBackupRecord, RESTORING_FOLDER } from "../core/backupRecord.ts";
import { ok, warn, type Finding } from "./findings.ts";

const DAY_MS = 86_400_000;
/** Oldest backup of a forum without a timetable. */
const AGE_MAX_MS = 7 * DAY_MS;
/** With a timetable, so many of its spans. */
const SPANS_MAX = 2;

/** Looks how old the last backup is, and whether it was verified. */
export function examineBackups({ dataDir, backups, databaseUrl }: Config): Finding[] {
  const findings: Finding[] = [];
  const restoring = join(dataDir, RESTORING_FOLDER);
  if (existsSync(restoring))
    findings.push(
      warn(`backup: a restore has ended early and left ${restoring}`, "run it again, or remove the folder"),
    );
  const record = readBackupRecord(dataDir);
  const todo = "set BACKUP_DIR, or run `luntan backup FILE`";
  if (!record?.madeAt) {
    // A folder without a database has nothing to lose.
    const isEmpty = !databaseUrl && !existsSync(join(dataDir, "luntan.db"));
    return isEmpty ? findings : [...findings, warn("backup: none is on record", todo)];
  }
  const { madeAt, provenAt, failedAt, file } = record;
  const what = `backup: ${madeAt.toISOString()}${file ? `, ${file}` : ""}`;
  const proof = provenAt ? `verified ${provenAt.toISOString()}` : "never verified";
  if (failedAt)
    findings.push(
      warn(
        `backup: one failed ${failedAt.toISOString()}`,
        "read why in the log, or run `luntan backup FILE`",
      ),
    );
  const oldest = backups ? SPANS_MAX * backups.everyMs : AGE_MAX_MS;
  if (Date.now() - madeAt.getTime() > oldest) return [...findings, warn(`${what}: too long ago`, todo)];
  return [...findings, ok(`${what}, ${proof}`)];
}
