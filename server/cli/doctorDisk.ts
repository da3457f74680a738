import { constants, existsSync, statSync } from "node:fs";
import { access, mkdir, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { fail, messageOf, ok, warn, type Finding } from "./findings.ts";

/** Below this share of free space uploads and the database are in danger. */
const FREE_SHARE_MIN = 0.05;
/** Below this many free bytes the next upload or checkpoint may fail. */
const FREE_BYTES_MIN = 256 * 1024 * 1024;
/** Below this many the write-ahead log of SQLite (32 MB) has no room to grow. */
const FREE_BYTES_NONE = 48 * 1024 * 1024;
/** Files of SQLite in the data folder. */
const SQLITE_FILES = ["luntan.db", "search.db"].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
/** A file that the disk has to make room for. */
const PROBE_BYTES = 65_536;

/** Looks whether the data folder takes files, whether its own files can be read and written, and how much room is left. */
export async function examineDisk({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const files = join(dataDir, "files");
  const own = ["secret.key", ...(databaseUrl ? [] : SQLITE_FILES)];
  const findings = await unreadable(own.map((name) => join(dataDir, name)));
  for (const folder of [dataDir, files]) findings.push(...(await writable(folder)));
  if (findings.length === 0) findings.push(ok(`storage: ${dataDir} and its files can be read and written`));
  const devices = new Set<number>();
  for (const folder of [dataDir, files]) {
    if (!existsSync(folder)) continue;
    const { dev } = statSync(folder);
    if (!devices.has(dev)) findings.push(await room(folder));
    devices.add(dev);
  }
  return findings;
}

async function unreadable(paths: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of paths) {
    if (!existsSync(path)) continue;
    try {
      await access(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const todo = `give it to the user who runs Luntan: chown --recursive <user> ${path}`;
      findings.push(fail(`storage: ${path} cannot be read and written (${codeOf(error)})`, todo));
    }
  }
  return findings;
}

async function writable(folder: string): Promise<Finding[]> {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(probe, "wx");
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await file.sync();
    } finally {
      await file.close();
    }
    return [];
  } catch (error) {
    const full = /ENOSPC|EDQUOT/.test(codeOf(error));
    const todo = full ? "make room on the disk" : `give ${folder} to the user who runs Luntan`;
    return [fail(`storage: ${folder} takes no files (${codeOf(error)})`, todo)];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function room(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const what = `disk: ${sizeOf(free)} free for ${folder}`;
  const todo = "make room, or move DATA_DIR to a larger disk; old backups and logs go first";
  if (free < FREE_BYTES_NONE) return fail(what, todo);
  if (files > 0 && ffree === 0)
    return fail(`disk: no further file fits on the disk of ${folder} (inodes)`, todo);
  return free < FREE_BYTES_MIN || bavail / blocks < FREE_SHARE_MIN ? warn(`${what} only`, todo) : ok(what);
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  return mebibytes < 1_024 ? `${mebibytes.toFixed(0)} MiB` : `${(mebibytes / 1_024).toFixed(1)} GiB`;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? messageOf(error);
