import { constants, existsSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import type { Config } from "../config.ts";
import { lostKeySentence, readSecretKey, secretKeyFile, trySecretKey } from "../core/secrets.ts";
import { timeOf } from "../core/sql.ts";
import { features } from "../features.ts";
import { sealedColumnsOf } from "../secretKey.ts";
import { FILE_COLUMNS } from "../transfer/backup/namedFiles.ts";
import { fail, messageOf, ok, PROBE_MS, warn, type Finding } from "./findings.ts";

/** Stored files that are looked for at most: the newest and the oldest half each. */
const FILES_TRIED_MAX = 2_000;
/** Files that are named. */
const FILES_NAMED_MAX = 3;
/** Clocks of machines that talk to each other differ by less, in milliseconds. */
const CLOCK_SLACK_MS = 2 * 60_000;
/** Permissions of a key that others may read. */
const OTHERS = 0o077;

/** Reads rows without locks and without changing anything, also while a server runs. */
export type Read = <T>(sql: string) => Promise<T[]>;

/** Lets work read the configured database. @returns null if there is none yet */
export async function reading<T>(
  { databaseUrl, dataDir }: Config,
  work: (read: Read) => Promise<T>,
): Promise<T | null> {
  if (databaseUrl) {
    const connection = await createConnection({
      uri: databaseUrl,
      connectTimeout: PROBE_MS,
      timezone: "Z",
    }).catch(() => null);
    if (!connection) return null;
    try {
      return await work(async <R>(sql: string) => (await connection.query(sql))[0] as R[]);
    } finally {
      await connection.end();
    }
  }
  const file = join(dataDir, "luntan.db");
  if (!existsSync(file)) return null;
  const database = new Sqlite(file, { readonly: true, timeout: PROBE_MS });
  try {
    return await work(<R>(sql: string) => Promise.resolve(database.prepare<[], R>(sql).all()));
  } finally {
    database.close();
  }
}

/** Looks whether the key of the data folder opens what is sealed. */
export async function examineSecrets(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const file = secretKeyFile(dataDir);
  let key: Buffer | null;
  try {
    key = readSecretKey(dataDir);
  } catch (error) {
    return [failure(messageOf(error))];
  }
  const states = await reading(config, (read) =>
    // Tables of later versions may be missing yet.
    trySecretKey(key, sealedColumnsOf(features), (sql) => read<{ sealed: string }>(sql).catch(() => [])),
  );
  const sentence = states && lostKeySentence(dataDir, key, states);
  if (sentence) return [failure(sentence)];
  if (!key) return [ok("secrets: nothing is sealed yet; the key is made at the next start")];
  const sealed = (states ?? []).reduce((sum, state) => sum + state.sealed, 0);
  if (statSync(file).mode & OTHERS)
    return [warn(`secrets: other users of this machine can read ${file}`, `chmod 600 ${file}`)];
  return [ok(`secrets: the key opens all ${sealed} sealed values`)];
}

/** The first sentence says what is wrong, the others what to do. */
function failure(sentences: string): Finding {
  const [what, ...todo] = sentences.split(". ");
  return fail(`secrets: ${what}`, todo.join(". "));
}

interface StoredFile {
  readonly table: string;
  readonly id: number;
  readonly path: string;
}

/** Looks whether the files that the database names are there and can be read: all of a small forum, a sample of a large one. */
export async function examineFileRows(config: Config): Promise<Finding[]> {
  const folder = join(config.dataDir, "files");
  const sampled = await reading(config, async (read) => {
    let total = 0;
    const sample = new Map<string, StoredFile>();
    for (const { table, column, prefix } of FILE_COLUMNS) {
      const from = `FROM ${table} t WHERE t.${column} LIKE '${prefix}_%'`;
      // Before the first start there is no table.
      const [count] = await read<{ total: number }>(`SELECT COUNT(*) AS total ${from}`).catch(() => []);
      if (!count) continue;
      total += Number(count.total);
      for (const order of ["ASC", "DESC"]) {
        const rows = await read<{ id: number; path: string }>(
          `SELECT t.id, t.${column} AS path ${from} ORDER BY t.id ${order} LIMIT ${FILES_TRIED_MAX / 2}`,
        );
        for (const { id, path } of rows) {
          const name = path.slice(prefix.length);
          sample.set(name, { table, id, path: name });
        }
      }
    }
    const missing = [];
    for (const file of sample.values()) {
      const code = await faultOf(join(folder, file.path));
      if (code) missing.push({ ...file, code });
    }
    return { total, tried: sample.size, missing };
  });
  if (!sampled) return [];
  const { total, tried, missing } = sampled;
  const named = missing.slice(0, FILES_NAMED_MAX).map(({ path, code }) => `${path} (${code})`);
  if (missing.length === 0) return [ok(`files: ${tried} of ${total} stored files looked for, all there`)];
  const isUnreadable = missing.every(({ code }) => code !== "ENOENT");
  const what = `files: ${missing.length} of the ${tried} looked for (${total} in all) are ${isUnreadable ? "unreadable" : "missing"}: ${named.join(", ")}`;
  const todo = isUnreadable
    ? `give ${folder} to the user who runs Luntan`
    : `restore ${folder} from the backup of the data folder, or mount the disk that it lies on`;
  return [fail(missing.length > FILES_NAMED_MAX ? `${what} …` : what, todo)];
}

async function faultOf(path: string): Promise<string | null> {
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

/** Tables that grow all the time; the last row of each holds the time of its writing. */
const TIMED_TABLES = ["users", "threads", "posts", "messages", "attachments", "audit_log"];

/** Looks whether the clock stands before something that has happened already. */
export async function examineClock(config: Config): Promise<Finding[]> {
  const now = Date.now();
  const events: { what: string; at: number }[] = [
    { what: "this program was built", at: statSync(import.meta.filename).mtimeMs },
  ];
  await reading(config, async (read) => {
    for (const table of TIMED_TABLES) {
      const sql = `SELECT t.createdAt AS at FROM ${table} t ORDER BY t.id DESC LIMIT 1`;
      const [last] = await read<{ at: string | Date }>(sql).catch(() => []);
      if (last)
        events.push({ what: `the newest row of ${table} was written`, at: timeOf(last.at).getTime() });
    }
    const marks = await read<{ name: string; at: string | Date }>(
      "SELECT m.name, m.at FROM program_marks m",
    ).catch(() => []);
    for (const { name, at } of marks)
      events.push({ what: `the server last noted "${name}"`, at: timeOf(at).getTime() });
  });
  const ahead = events.filter(({ at }) => at > now + CLOCK_SLACK_MS).sort((a, b) => b.at - a.at)[0];
  const shown = new Date(now).toISOString();
  if (!ahead) return [ok(`clock: ${shown}, after everything that has happened`)];
  const what = `clock: it is ${shown} here, but ${ahead.what} at ${new Date(ahead.at).toISOString()}`;
  const todo =
    "set the clock (timedatectl set-ntp true) and start the server again; if the clock is right now, it was ahead when that was written";
  return [fail(what, todo)];
}
