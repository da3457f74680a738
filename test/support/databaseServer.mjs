import { execFileSync, spawn } from "node:child_process";
import { chownSync, constants, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const READY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 20_000;
/** Data that is kept is written out first. */
const WRITTEN_WITHIN_MS = 180_000;
/** Folders that are searched for programs: those in PATH, and those of servers on Debian and others. */
const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin", "/usr/libexec"];

/** Full path of the first program of the names that is installed, or null. */
export function findProgram(...names) {
  for (const name of names) {
    const folder = FOLDERS.find((candidate) => candidate && existsSync(join(candidate, name)));
    if (folder) return join(folder, name);
  }
  return null;
}

/** A port of 127.0.0.1 that is free right now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a MariaDB of our own in a temporary folder, with its own socket and port; nothing of an installed service is
 * touched. Durability is off unless asked for: the data dies with the folder.
 * @param options.durable every commit reaches the disk, as operators have it; for measurements
 * @param options.copyOf a data folder to begin with, which stays as it is
 * @returns {Promise<{ url: string, pid: number, stop(keepIn?: string): Promise<void>, stopNow(): void, halt(): Promise<void>, resume(): Promise<void> }>} address
 *   without a database name; `stop` copies the data to `keepIn` once the server has ended in good order
 */
export function startMariaDb({ durable = false, copyOf } = {}) {
  const server = findProgram("mariadbd", "mysqld");
  const installer = findProgram("mariadb-install-db", "mysql_install_db");
  if (!server || !installer)
    throw new Error("MariaDB is not installed: mariadbd and mariadb-install-db are needed.");
  const start = (folder) => {
    const asUser = process.getuid?.() === 0 ? serviceUser(folder) : [];
    if (copyOf) copyData(copyOf, folder, asUser.length > 0);
    else {
      execFileSync(
        installer,
        [
          "--no-defaults",
          `--datadir=${join(folder, "data")}`,
          "--auth-root-authentication-method=normal",
          "--skip-test-db",
          ...asUser,
        ],
        { stdio: "pipe" },
      );
    }
    return run(server, folder, ["--skip-name-resolve", ...(durable ? DURABLE : FAST), ...asUser]);
  };
  return inFolder("MariaDB", start);
}

/**
 * Starts MySQL's own server as `startMariaDb` starts MariaDB.
 * @param {string} server path of mysqld, or of a script that starts it
 */
export function startMySql(server) {
  const asUser = process.getuid?.() === 0 ? ["--user=root"] : [];
  return inFolder("MySQL", (folder) => {
    const data = `--datadir=${join(folder, "data")}`;
    execFileSync(server, ["--no-defaults", "--initialize-insecure", data, ...asUser], { stdio: "pipe" });
    // Names are resolved, since its root may come from `localhost` alone.
    return run(server, folder, [...FAST_MYSQL, ...asUser]);
  });
}

/** Starts a server in a folder of its own, which goes if it does not start. */
async function inFolder(name, start) {
  const folder = mkdtempSync(join(tmpdir(), `luntan-${name.toLowerCase()}-`));
  try {
    return await start(folder);
  } catch (error) {
    const log = existsSync(join(folder, "error.log"))
      ? readFileSync(join(folder, "error.log"), "utf8").slice(-2_000)
      : "";
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The private ${name} did not start: ${error.message}\n${log}`, { cause: error });
  }
}

/** Copies a data folder, without copying its blocks where the file system can share them. */
function copyData(from, folder, asServiceUser) {
  cpSync(from, join(folder, "data"), { recursive: true, mode: constants.COPYFILE_FICLONE });
  if (asServiceUser) execFileSync("chown", ["-R", "mysql:", join(folder, "data")]);
}

/** As root the server insists on another user; Debian's package brings `mysql`. */
function serviceUser(folder) {
  const id = (flag) => Number(execFileSync("id", [flag, "mysql"], { stdio: "pipe" }).toString());
  chownSync(folder, id("-u"), id("-g"));
  return ["--user=mysql"];
}

const FAST = [
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-doublewrite=0",
  "--innodb-buffer-pool-size=256M",
  "--innodb-log-file-size=64M",
  "--innodb-fast-shutdown=2",
  // Hundreds of databases with 125 tables each come and go: no file and no write to the disk for each table.
  "--innodb-file-per-table=0",
  "--sync-frm=0",
  "--innodb-flush-method=nosync",
];
const FAST_MYSQL = [
  // Each change of a table waits for the disk several times otherwise, and a forum makes a hundred tables.
  "--innodb-flush-method=nosync",
  "--innodb-file-per-table=OFF",
  // With few processors a commit waits longer for threads that write the log than for writing it.
  "--innodb-log-writer-threads=OFF",
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-doublewrite=OFF",
  "--innodb-buffer-pool-size=256M",
  "--innodb-redo-log-capacity=128M",
  "--innodb-fast-shutdown=2",
  "--mysqlx=OFF",
];
const DURABLE = [
  "--innodb-flush-log-at-trx-commit=1",
  "--innodb-buffer-pool-size=1G",
  "--innodb-log-file-size=512M",
  "--innodb-fast-shutdown=1",
];

async function run(server, folder, settings) {
  const port = await freePort();
  const begin = () =>
    spawn(
      server,
      [
        "--no-defaults",
        `--datadir=${join(folder, "data")}`,
        // A server that starts removes what others left in the folder for temporary tables, and what they still use.
        `--tmpdir=${folder}`,
        `--socket=${join(folder, "s")}`,
        `--pid-file=${join(folder, "pid")}`,
        `--log-error=${join(folder, "error.log")}`,
        `--port=${port}`,
        "--bind-address=127.0.0.1",
        "--skip-log-bin",
        "--max-connections=200",
        "--performance-schema=OFF",
        ...settings,
      ],
      { stdio: "ignore" },
    );
  let child = begin();
  let ended = new Promise((resolve) => child.once("exit", resolve));
  const stopNow = () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `mysql://root@127.0.0.1:${port}`;
  try {
    await untilAnswers(url, child);
  } catch (error) {
    child.kill("SIGKILL");
    await ended;
    throw error;
  }
  const stop = async (keepIn) => {
    child.kill("SIGTERM");
    const stopped = await Promise.race([
      ended.then(() => true),
      wait(keepIn ? WRITTEN_WITHIN_MS : STOPPED_WITHIN_MS, false, { ref: false }),
    ]);
    if (!stopped) child.kill("SIGKILL");
    await ended;
    if (keepIn) {
      if (!stopped) throw new Error("The server did not write out its data in time.");
      cpSync(join(folder, "data"), keepIn, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
    stopNow();
  };
  /** Ends the server and leaves its data. */
  const halt = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  /** Starts it again after `halt`, on the same port and data. */
  const resume = async () => {
    child = begin();
    ended = new Promise((resolve) => child.once("exit", resolve));
    await untilAnswers(url, child);
  };
  return { url, pid: child.pid, stop, stopNow, halt, resume };
}

async function untilAnswers(url, child) {
  const { createConnection } = await import("mysql2/promise");
  const began = Date.now();
  for (;;) {
    try {
      const connection = await createConnection(url);
      return await connection.end();
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`, { cause: error });
      if (Date.now() - began > READY_WITHIN_MS) throw error;
      await wait(100);
    }
  }
}
