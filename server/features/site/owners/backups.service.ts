import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { noteFailedBackup, readBackupRecord } from "../../../core/backupRecord.ts";
import type { Context } from "../../../core/context.ts";
import { isShared, readLiving } from "../../processes/process.sql.ts";

/** Time between two looks at whether a backup is due. */
export const LOOK_MS = 300_000;
/** Time from a failure to the next try: a full disk is not filled again at every look. */
const RETRY_MS = 3_600_000;
/** Names of the backups of the timetable; others in the folder are left as they are. */
const OWN_NAME = /^luntan-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
/** Rests of backups that were ended. */
const OWN_REST = /^luntan-\d{8}T\d{6}Z\.backup\.partial(\.verify)?$/;
/** Characters of what the command says that the log keeps. */
const PROBLEM_MAX = 500;
/** Only the owner reads what holds private messages and hashes of passwords. */
const OWNER_ONLY = 0o700;

/**
 * Makes a backup in a process of its own if the timetable says so, and removes the oldest ones once the new one has been
 * verified. Of several processes on one database the oldest one does it.
 */
export async function backUpWhenDue(ctx: Context, stopping: AbortSignal): Promise<void> {
  const { backups, filesDir, log } = ctx.services;
  if (!backups || !(await isFirst(ctx))) return;
  await mkdir(backups.folder, { recursive: true, mode: OWNER_ONLY });
  const last = (await ownNames(backups.folder)).at(-1);
  if (last && ctx.now.getTime() - timeOfName(last) < backups.everyMs) return;
  const failedAt = readBackupRecord(dirname(filesDir))?.failedAt ?? null;
  if (failedAt && ctx.now.getTime() - failedAt.getTime() < RETRY_MS) return;
  const stamp = ctx.now.toISOString().replace(/[-:]|\.\d+/g, "");
  const problem = await runBackup(ctx, join(backups.folder, `luntan-${stamp}.backup`), stopping);
  if (stopping.aborted) return;
  if (problem !== null) {
    log.error({ problem }, "backup failed");
    noteFailedBackup(dirname(filesDir), ctx.now);
    return;
  }
  for (const name of await readdir(backups.folder))
    if (OWN_REST.test(name)) await rm(join(backups.folder, name), { recursive: true, force: true });
  for (const name of (await ownNames(backups.folder)).slice(0, -backups.keep))
    await rm(join(backups.folder, name), { force: true });
}

async function isFirst(ctx: Context): Promise<boolean> {
  return !isShared(ctx) || (await readLiving(ctx))[0]?.id === ctx.services.processId;
}

/** Lists the backups of the timetable, the oldest first. */
async function ownNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => OWN_NAME.test(name)).sort();
}

function timeOfName(name: string): number {
  const [year, month, day, hour, minute, second] = OWN_NAME.exec(name)!.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Runs the command. @returns what went wrong; null if nothing did */
function runBackup(ctx: Context, file: string, stopping: AbortSignal): Promise<string | null> {
  const { program } = ctx.services.importing;
  const child = spawn(process.execPath, [program, "backup", file], {
    stdio: ["ignore", "ignore", "pipe"],
    signal: stopping,
  });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said = (said + bytes.toString()).slice(-PROBLEM_MAX)));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(null);
      else resolve(said.trim() || `it ended with ${signal ?? code}`);
    });
  });
}
