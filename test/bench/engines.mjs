import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { constants, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { Sources } from "../../server/cli/stamps.mjs";
import { startMariaDb } from "../support/databaseServer.mjs";

/** Companion of all browsers' sessions: 43 signs, as of a real one. */
const COMPANION = "benchmark_companion_".padEnd(43, "x");
const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const DATABASE = "luntan_bench";
/** What a filled database depends on: when any of it changes, the kept ones are made anew. Rendered texts are alike. */
const SOURCES = [
  "migrations",
  "server/core/searchTokens.ts",
  "server/core/searchIndex.ts",
  "server/core/searchableText.ts",
  "server/database/searchFile.ts",
  "server/features/search/index/postings.sql.ts",
];
const OWN_SOURCES = [
  "community.ts",
  "texts.ts",
  "words.ts",
  "fill.ts",
  "million.ts",
  "multiply.ts",
  "searchIndex.ts",
];
/** What opens the sealed values of a filled database; without it the program does not start. */
const KEY_FILE = "secret.key";
/** Members who are signed in, each by a token of their own. */
const SESSIONS = 64;
const DAY_MS = 86_400_000;

const NORMAL = { members: 2000, categories: 20, threads: 20_000, replies: 200_000, longThread: 100_000 };
/** The forum of the benchmark, and larger ones for the question whether size matters. */
export const SIZES = {
  normal: NORMAL,
  tenfold: { ...NORMAL, multiple: { times: 10, replies: 1000 } },
  fiftyfold: { ...NORMAL, multiple: { times: 50, replies: 2 } },
  million: { members: 100, categories: 20, threads: 200, replies: 1000, longThread: 0, grow: 1_000_000 },
  few: { members: 20, categories: 8, threads: 40, replies: 100, longThread: 0, grow: 20_000 },
  quick: { members: 200, categories: 20, threads: 2000, replies: 20_000, longThread: 10_000 },
};

/**
 * Opens an engine with a filled forum: filled once and kept, each run works on a copy.
 * @param name "sqlite" or "mariadb"
 * @param options.cacheDir where filled forums are kept
 * @returns an Engine
 */
export async function openEngine(name, { cacheDir, sizeName }) {
  const sources = [...SOURCES, ...OWN_SOURCES.map((file) => `test/bench/${file}`)];
  const digest = new Sources(ROOT).contents({ sources }).slice(0, 12);
  const kept = join(cacheDir, `${name}-${sizeName}-${digest}`);
  dropLeftovers(cacheDir);
  if (!existsSync(kept)) dropOutdated(cacheDir, `${name}-${sizeName}-`);
  const fillOptions = { size: SIZES[sizeName] };
  const runName = `run-${process.pid}-${sizeName}-${++copies}`;
  return name === "sqlite"
    ? SqliteEngine.open(kept, join(cacheDir, runName), fillOptions)
    : MariaDbEngine.open(kept, join(cacheDir, runName), fillOptions);
}

/** Copies of a run that was killed stay behind; the next run removes them. */
function dropLeftovers(cacheDir) {
  if (!existsSync(cacheDir)) return;
  for (const entry of readdirSync(cacheDir)) {
    const [, pid] = /^run-(\d+)-/.exec(entry) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(cacheDir, entry), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function dropOutdated(cacheDir, prefix) {
  mkdirSync(cacheDir, { recursive: true });
  for (const entry of readdirSync(cacheDir)) {
    if (entry.startsWith(prefix)) rmSync(join(cacheDir, entry), { recursive: true, force: true });
  }
}

const filling = new Set();
/** Copies made by this run. */
let copies = 0;

/** Ends what is being filled right now. */
export function stopFilling() {
  for (const child of filling) child.kill("SIGKILL");
}

function fill(options) {
  console.log(
    `filling a forum with ${options.size.threads} threads (${options.databaseUrl ? "MariaDB" : "SQLite"}) …`,
  );
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(HERE, "seed.mjs"), JSON.stringify(options)], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    });
    filling.add(child);
    child.once("exit", (code) => {
      filling.delete(child);
      if (code === 0) resolve();
      else reject(new Error("Filling the forum failed."));
    });
  });
}

/** What both engines offer: a place for the server's files, the server's environment, and questions in SQL. */
class Engine {
  constructor(name, dataDir) {
    this.name = name;
    this.dataDir = dataDir;
  }

  /** Signs members in as the program stores it. @returns headers of each, for requests */
  async signIn() {
    const members = await this.query(
      "SELECT id FROM users WHERE username LIKE 'bench%' ORDER BY id LIMIT ?",
      [SESSIONS],
    );
    const headers = [];
    for (const { id } of members) {
      const header = await this.openSession(id);
      // As if they had been there for a while: some notices and messages unread.
      await this.query("DELETE FROM unread_counts WHERE userId = ?", [id]);
      await this.query(
        `INSERT INTO unread_counts (userId, dialog, ${"`system`"}, related, replied, liked, rewarded, receiveredpacket,
           threadrewarded, threadrewardedexpired, withdrawal, questioned) VALUES (?, 3, 1, 0, 5, 12, 0, 0, 0, 0, 0, 0)`,
        [id],
      );
      headers.push(header);
    }
    return headers;
  }

  /** Signs in an administrator, who is the last of the members otherwise. @returns headers for requests */
  async signInAdministrator() {
    const [{ id }] = await this.query(
      "SELECT id FROM users WHERE username LIKE 'bench%' ORDER BY id DESC LIMIT 1",
    );
    await this.query("UPDATE users SET groupId = 1 WHERE id = ?", [id]);
    return this.openSession(id);
  }

  /** Signs the same members in with browsers. @returns the cookie of each */
  async openBrowsers() {
    const members = await this.query(
      "SELECT id FROM users WHERE username LIKE 'bench%' ORDER BY id LIMIT ?",
      [SESSIONS],
    );
    const cookies = [];
    for (const { id } of members) {
      const token = `benchmark_browser_${id}_${"x".repeat(20)}`;
      await this.storeSession(id, token, "BROWSER");
      // Pages show a member only to who has both halves of the session.
      cookies.push(`sid=${token}; access_token=${COMPANION}`);
    }
    return cookies;
  }

  async openSession(id) {
    const token = `luntan_benchmark_member_${id}_${"x".repeat(20)}`;
    await this.storeSession(id, token, "API");
    return { authorization: `Bearer ${token}` };
  }

  async storeSession(id, token, client) {
    const [now, later] = [new Date(), new Date(Date.now() + DAY_MS)].map((time) =>
      time.toISOString().replace("T", " ").replace("Z", ""),
    );
    const [hash, companionHash] = [token, COMPANION].map((secret) =>
      createHash("sha256").update(secret).digest("hex"),
    );
    await this.query("DELETE FROM sessions WHERE tokenHash = ?", [hash]);
    await this.query(
      `INSERT INTO sessions (userId, client, tokenHash, companionHash, userAgent, createdAt, lastSeenAt, expiresAt)
       VALUES (?, ?, ?, ?, 'bench', ?, ?, ?)`,
      [id, client, hash, companionHash, now, now, later],
    );
  }
}

class SqliteEngine extends Engine {
  pids = [];

  static async open(kept, dataDir, fillOptions) {
    if (!existsSync(kept)) {
      const making = `${kept}.part`;
      rmSync(making, { recursive: true, force: true });
      await fill({ ...fillOptions, dataDir: making });
      cpSync(making, kept, { recursive: true, mode: constants.COPYFILE_FICLONE });
      rmSync(making, { recursive: true, force: true });
    }
    cpSync(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return new SqliteEngine("sqlite", dataDir);
  }

  get file() {
    return join(this.dataDir, "luntan.db");
  }

  get env() {
    return { DATA_DIR: this.dataDir, DATABASE_URL: "" };
  }

  /** How the bare servers reach the same rows. */
  get limits() {
    return { sqlite: this.file };
  }

  get inserts() {
    return { sqlite: join(this.dataDir, "inserts.db"), from: this.file };
  }

  async query(sql, values = []) {
    const file = new Sqlite(this.file);
    try {
      const statement = file.prepare(sql);
      return statement.reader ? statement.all(...values) : statement.run(...values);
    } finally {
      file.close();
    }
  }

  async stop() {
    this.stopNow();
  }

  stopNow() {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

class MariaDbEngine extends Engine {
  constructor(dataDir, server) {
    super("mariadb", dataDir);
    this.server = server;
    this.pids = [server.pid];
    this.url = `${server.url}/${DATABASE}`;
  }

  static async open(kept, dataDir, fillOptions) {
    mkdirSync(dataDir, { recursive: true });
    const [key, keptKey] = [join(dataDir, KEY_FILE), join(kept, KEY_FILE)];
    if (!existsSync(keptKey)) {
      rmSync(kept, { recursive: true, force: true });
      const filled = new MariaDbEngine(dataDir, await startMariaDb({ durable: true }));
      current = filled;
      try {
        const connection = await createConnection(filled.server.url);
        await connection.query(`CREATE DATABASE ${DATABASE}`);
        await connection.query("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
        await connection.end();
        await fill({ ...fillOptions, dataDir, databaseUrl: filled.url });
        await filled.server.stop(kept);
        copyFileSync(key, keptKey);
      } catch (error) {
        filled.server.stopNow();
        rmSync(kept, { recursive: true, force: true });
        throw error;
      }
    }
    copyFileSync(keptKey, key);
    return new MariaDbEngine(dataDir, await startMariaDb({ durable: true, copyOf: kept }));
  }

  get env() {
    return { DATA_DIR: this.dataDir, DATABASE_URL: this.url };
  }

  get limits() {
    return { mysql: this.url };
  }

  get inserts() {
    return { mysql: this.url };
  }

  async query(sql, values = []) {
    const connection = await createConnection(this.url);
    try {
      return (await connection.query(sql, values))[0];
    } finally {
      await connection.end();
    }
  }

  async stop() {
    await this.server.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  stopNow() {
    this.server.stopNow();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

let current = null;

/** Ends the database that is being filled right now, if any. */
export function stopCurrent() {
  current?.stopNow();
}
