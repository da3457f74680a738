import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { pino } from "pino";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../database/open.ts";
import { lockSqlite } from "../../database/sqlite.ts";
import { UNFINISHED_MOVE } from "../../database/unfinishedMove.ts";
import { LIVING_SQL, type LivingProcess } from "../../features/processes/process.sql.ts";
import { features } from "../../features.ts";
import { copyForum } from "../move/copy.ts";
import { watchServer } from "../move/serverSide.ts";
import { MARK_SQL, openTarget } from "../move/target.ts";
import { BackupFile } from "./backupFile.ts";
import { DataSwap } from "./dataSwap.ts";
import { DATA_PARTS, type Header } from "./format.ts";
import { requireKnown } from "./known.ts";

/** Longest wait for a lock of another program, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** A backup to restore. */
export interface RestoreOrder {
  readonly location: string;
  readonly passphrase: string | null;
  /** Restores; otherwise it is only said what would be overwritten. */
  readonly isConfirmed: boolean;
}

/** State of the place into which a forum is restored. */
interface Place {
  /** Lines that say what would be overwritten. */
  readonly overwritten: readonly string[];
  /** A restore or a move has begun to fill the database. */
  readonly isRest: boolean;
  /** The database holds a forum. */
  readonly hasForum: boolean;
}

/**
 * Restores a backup into the database and the data folder of the configuration.
 * @param tell prints a line
 * @returns false if it was not confirmed, so that nothing has changed
 * @throws {Error} with one sentence that says why it cannot be restored
 */
export async function restoreForum(
  config: Config,
  order: RestoreOrder,
  tell: (line: string) => void,
): Promise<boolean> {
  const location = resolve(order.location);
  const header = await headerOf(location, order.passphrase);
  requireKnown(header, config.version);
  const place = await examinePlace(config);
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
  tell(
    `The backup of ${header.address} of ${header.madeAt}, made by Luntan ${header.version} on ${header.engine}: ${rows} rows.`,
  );
  for (const line of place.overwritten) tell(`It replaces ${line}.`);
  if (place.overwritten.length === 0) tell(`Nothing is overwritten in ${config.dataDir}.`);
  if (!order.isConfirmed) {
    tell("Nothing has been changed. Run the command again with --yes to restore.");
    return false;
  }
  const before = await (config.databaseUrl ? restoreOnServer : restoreOnSqlite)(
    config,
    { location, passphrase: order.passphrase, header, place },
    tell,
  );
  // A backup of an earlier version gets the migrations since then.
  await (await openDatabase(openOptions(config))).close();
  tell(
    "Restored, equal to the backup. The search index is written by the next start, the newest texts first.",
  );
  if (before) tell(`What was there before is in ${before}. Remove it once the forum is as it should be.`);
  return true;
}

async function headerOf(location: string, passphrase: string | null): Promise<Header> {
  const backup = await BackupFile.open(location, passphrase);
  backup.close();
  return backup.header;
}

interface Work {
  readonly location: string;
  readonly passphrase: string | null;
  readonly header: Header;
  readonly place: Place;
}

async function restoreOnSqlite(
  config: Config,
  { location, passphrase, header, place }: Work,
  tell: (line: string) => void,
): Promise<string | null> {
  const { dataDir, version } = config;
  const file = join(dataDir, "luntan.db");
  const lock = lockSqlite(file);
  try {
    // Nothing starts on an empty folder until the forum is there.
    if (!place.hasForum && !place.isRest) onSqlite(file, (connection) => connection.exec(MARK_SQL));
    const swap = await DataSwap.begin(dataDir, place.isRest, new Date());
    tell("Reading the backup.");
    const { migrations } = header;
    const { side } = await openTarget({ dataDir: swap.folder, version, url: undefined, migrations });
    try {
      await fill(location, passphrase, (backup) =>
        backup.read(
          (rows) => copyForum(rows, side, tell),
          (path, content) => swap.take(path, content),
        ),
      );
      await side.settle();
    } finally {
      await side.close();
    }
    if (place.hasForum) foldLog(file);
    // The new file is marked, so that nothing starts before its uploads are in their place too.
    await swap.exchangeDatabase(place.hasForum);
    await swap.exchangeFiles();
    onSqlite(file, (connection) => connection.exec(`DROP TABLE ${UNFINISHED_MOVE}`));
    return await swap.end();
  } finally {
    lock.close();
  }
}

async function restoreOnServer(
  config: Config,
  { location, passphrase, header, place }: Work,
  tell: (line: string) => void,
): Promise<string | null> {
  const { dataDir, version, databaseUrl: url } = config;
  mkdirSync(dataDir, { recursive: true });
  if (place.hasForum) {
    // The tables go before the new ones are there, so all of the backup is read first.
    tell("Verifying the backup before anything is removed.");
    await fill(location, passphrase, (backup) => backup.read());
  }
  const { migrations } = header;
  const swap = await DataSwap.begin(dataDir, place.isRest, new Date());
  const { side } = await openTarget({ dataDir, version, url, migrations, isReplacing: true });
  try {
    await fill(location, passphrase, (backup) =>
      backup.read(
        (rows) => copyForum(rows, side, tell),
        (path, content) => swap.take(path, content),
      ),
    );
    await side.settle();
    await swap.exchangeFiles();
    await side.finish();
  } finally {
    await side.close();
  }
  return swap.end();
}

async function fill(
  location: string,
  passphrase: string | null,
  read: (backup: BackupFile) => Promise<unknown>,
): Promise<void> {
  const backup = await BackupFile.open(location, passphrase);
  try {
    await read(backup);
  } finally {
    backup.close();
  }
}

async function examinePlace({ dataDir, databaseUrl }: Config): Promise<Place> {
  const database = databaseUrl ? await examineServer(databaseUrl) : examineSqlite(dataDir);
  const parts = DATA_PARTS.map((part) => join(dataDir, part)).filter((path) => existsSync(path));
  return { ...database, overwritten: [...database.overwritten, ...parts] };
}

function examineSqlite(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "luntan.db");
  if (!existsSync(file)) return { overwritten: [], isRest: false, hasForum: false };
  const names = onSqlite(file, (connection) =>
    connection.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all(),
  );
  return placeOf(`SQLite (${file})`, names);
}

/** @throws {Error} if servers run on it, or if it belongs to another program */
async function examineServer(url: string): Promise<Place> {
  const side = await watchServer(url);
  try {
    const place = placeOf(side.label, await side.tableNames());
    if (!place.hasForum) return place;
    const living = await side.ask<LivingProcess>(LIVING_SQL);
    if (living.length === 0) return place;
    const servers = living.map(({ host, pid }) => `${host} (${pid})`).join(", ");
    throw new Error(
      `A server has ${side.label} open: ${servers}. Stop it first; one that was killed counts as running for eight seconds.`,
    );
  } finally {
    await side.close();
  }
}

function placeOf(label: string, names: readonly string[]): Place {
  const isRest = names.includes(UNFINISHED_MOVE);
  const hasForum = !isRest && names.includes("migrations");
  if (!isRest && !hasForum && names.length > 0)
    throw new Error(`${label} holds tables of another program (${names[0]}). Name another database.`);
  const overwritten = [];
  if (hasForum) overwritten.push(`the forum in ${label} (${names.length} tables)`);
  if (isRest) overwritten.push(`what an unfinished restore or move has left in ${label}`);
  return { overwritten, isRest, hasForum };
}

function onSqlite<T>(file: string, work: (connection: Sqlite.Database) => T): T {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** Writes all into the file of a forum, so that it is complete by itself. @throws {Error} if another program reads it */
function foldLog(file: string): void {
  const [state] = onSqlite(file, (connection) => connection.pragma("wal_checkpoint(TRUNCATE)")) as {
    busy: number;
  }[];
  if (state?.busy)
    throw new Error(`Another program reads ${file}, such as an export. Run the restore again after it.`);
}

function openOptions({ databaseUrl: url, dataDir, version }: Config): Parameters<typeof openDatabase>[0] {
  const entities = features.flatMap((feature) => feature.entities ?? []);
  return { url, dataDir, version, entities, force: false, log: pino({ level: "warn", base: null }) };
}
