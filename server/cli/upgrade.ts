import { existsSync, statSync } from "node:fs";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { migrations } from "../../migrations/index.ts";
import { type Config, loadConfig } from "../config.ts";
import { readBackupRecord } from "../core/backupRecord.ts";
import { openDatabase } from "../database/open.ts";
import { isUnreleased, newerSentence, unknownMigrations, unreleasedSentence } from "../database/schema.ts";
import { features } from "../features.ts";
import { settingAt } from "../features/settings/catalogue/catalogue.ts";
import { copyDatabase } from "../transfer/html/beside.ts";
import { examineMachine } from "./doctorMachine.ts";
import { reading } from "./doctorRows.ts";
import { fail, messageOf, ok, warn, type Finding } from "./findings.ts";
import { checkInstalled } from "./plugin.ts";

/** Folder in the data folder in which migrations are tried on a copy. */
const REHEARSAL_FOLDER = "upgrade-check";
/** Room that a copy and its migrations take at most, in sizes of the database: the copy, a rewritten table, the log. */
const ROOM_SIZES = 3;
/** Oldest backup that an upgrade should rest on, in milliseconds: a day. */
const BACKUP_AGE_MAX_MS = 86_400_000;
/** Rows of `settings` that are not settings. */
const OTHER_TAGS = new Set(["setup", "group_permissions"]);

/**
 * Looks whether this version of the program can take over a forum, which may be serving with an older one: runtime, backup,
 * migrations and the time that they take, plugins, and settings that went away. Changes nothing of the forum.
 */
export async function examineUpgrade(tell: (line: string) => void): Promise<Finding[]> {
  const config = loadConfig();
  const findings = await examineMachine();
  const checks = [examineRecord, examineMigrations, examineContracts, examineSettings];
  for (const look of checks) {
    try {
      findings.push(...(await look(config, tell)));
    } catch (error) {
      findings.push(fail(messageOf(error)));
    }
  }
  return findings;
}

/** Looks for a backup of today: a migrated database belongs to the new version, and a backup is the only way back. */
function examineRecord({ dataDir }: Config): Finding[] {
  const record = readBackupRecord(dataDir);
  const todo = "run `luntan backup FILE` with the old version right before the upgrade";
  if (!record?.madeAt) return [fail("backup: none is on record, and there is no other way back", todo)];
  const what = `backup: ${record.madeAt.toISOString()}${record.file ? `, ${record.file}` : ""}`;
  if (!record.provenAt) return [warn(`${what}, never verified`, "run `luntan backup --verify FILE`")];
  const isOld = Date.now() - record.madeAt.getTime() > BACKUP_AGE_MAX_MS;
  return [isOld ? warn(`${what}, older than a day`, todo) : ok(`${what}, verified`)];
}

async function examineMigrations(config: Config, tell: (line: string) => void): Promise<Finding[]> {
  const done = await reading(config, async (read) =>
    (await read<{ name: string }>("SELECT m.name FROM migrations m ORDER BY m.id").catch(() => [])).map(
      ({ name }) => name,
    ),
  );
  if (done === null || done.length === 0) {
    if (config.databaseUrl && done === null) return [fail("database: it does not let us in")];
    return [ok("migrations: the database is empty; the first start makes it")];
  }
  if (isUnreleased(done, migrations))
    return [fail("migrations: the database is older than the first release", unreleasedSentence(done))];
  const unknown = unknownMigrations(done, migrations);
  if (unknown.length > 0)
    return [
      fail(
        `migrations: the database is newer than this program (${unknown.join(", ")})`,
        newerSentence(config.version, null, unknown),
      ),
    ];
  const open = migrations.map(({ name }) => name as string).filter((name) => !done.includes(name));
  if (open.length === 0) return [ok("migrations: none to run")];
  const what = `migrations: ${open.length} to run (${open.join(", ")})`;
  return config.databaseUrl ? [await largest(config, what)] : rehearse(config, what, tell);
}

/** Names the largest tables of a database that cannot be copied aside. */
async function largest(config: Config, what: string): Promise<Finding> {
  const tables = await reading(config, (read) =>
    read<{ name: string; n: number }>(
      `SELECT t.TABLE_NAME AS name, t.TABLE_ROWS AS n FROM information_schema.TABLES t
       WHERE t.TABLE_SCHEMA = DATABASE() ORDER BY t.TABLE_ROWS DESC LIMIT 3`,
    ),
  );
  const sizes = (tables ?? []).map(({ name, n }) => `${name} about ${n} rows`).join(", ");
  return warn(
    `${what}; the largest tables: ${sizes}`,
    "try it: restore a backup into an empty database with this version, which runs them, and take the time",
  );
}

/** Runs the migrations on a copy of the file of SQLite, beside it, and takes the time. */
async function rehearse(config: Config, what: string, tell: (line: string) => void): Promise<Finding[]> {
  const file = join(config.dataDir, "luntan.db");
  const needed = ROOM_SIZES * sizeOf(file);
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize < needed)
    return [
      fail(
        `${what}; the disk of ${config.dataDir} has no room for them, which may take ${mebibytes(needed)} MiB`,
        "make room, or move DATA_DIR to a larger disk",
      ),
    ];
  const dataDir = join(config.dataDir, REHEARSAL_FOLDER);
  // A check that was ended may have left its copy.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  try {
    tell("Trying the migrations on a copy of the database …");
    copyDatabase(file, join(dataDir, "luntan.db"));
    const began = performance.now();
    const database = await openDatabase({
      url: undefined,
      dataDir,
      entities: features.flatMap((feature) => feature.entities ?? []),
      version: config.version,
      force: false,
      log: pino({ level: "error", base: null }),
    });
    const seconds = (performance.now() - began) / 1_000;
    await database.close();
    return [ok(`${what}; on a copy of this database they took ${seconds.toFixed(1)} s`)];
  } catch (error) {
    return [fail(`${what}; on a copy of this database they failed: ${messageOf(error)}`, "do not upgrade")];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Gives the bytes of the file of a SQLite database and of its log. */
function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

/** Checks each installed plugin against this version, as `luntan plugin check` does. */
async function examineContracts(config: Config): Promise<Finding[]> {
  const { lines, isWell } = await checkInstalled(config);
  if (isWell) return [ok(`plugins: ${lines.join("; ")}`)];
  return lines
    .filter((line) => line.startsWith("FAIL"))
    .map((line) =>
      warn(`plugins: ${line.replace(/^FAIL /, "")}`, "switch it off before the upgrade, or update it"),
    );
}

/** Names settings that are stored and that this version does not have. */
async function examineSettings(config: Config): Promise<Finding[]> {
  const stored = await reading(config, (read) =>
    read<{ tag: string; key: string }>("SELECT s.tag, s.`key` FROM settings s ORDER BY s.tag, s.`key`").catch(
      () => [],
    ),
  );
  const gone = (stored ?? []).filter(({ tag, key }) => !OTHER_TAGS.has(tag) && !settingAt(tag, key));
  if (gone.length === 0) return [ok(`settings: all ${stored?.length ?? 0} that are stored exist`)];
  const names = gone.map(({ tag, key }) => `${tag}.${key}`).join(", ");
  return [warn(`settings: this version has no ${names}`, "what they did is off or preset afterwards")];
}
