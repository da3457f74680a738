import { createHash } from "node:crypto";
import { createConnection } from "mysql2";
import type { Connection } from "mysql2/promise";
import { StartError } from "../core/startError.ts";
import { COLLATION } from "./collation.ts";

/** Longest wait of a running server for a new connection, in milliseconds; a member waits for it. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Longest wait of a command for a connection, in milliseconds: nobody starts a backup again in a busy night. */
const COMMAND_CONNECT_TIMEOUT_MS = 60_000;

/** Statements that begin every connection, so that no transaction has to say how it is isolated. */
export const SESSION = [
  `SET NAMES utf8mb4 COLLATE ${COLLATION}`,
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
  // Twenty options of a poll have 4,000 bytes; MySQL joins 1,024 unless told otherwise.
  "SET SESSION group_concat_max_len = 16384",
  "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 5, sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
];

/** Place of a database and the account that uses it. */
export interface Address {
  readonly host?: string;
  readonly port?: number;
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Reads an address: mysql://user:password@host:port/database, or ?socketPath=… */
export function addressOf(url: string): Address {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const socketPath = searchParams.get("socketPath") ?? undefined;
  return {
    ...(socketPath ? { socketPath } : { host: hostname, port: port ? Number(port) : 3306 }),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/**
 * Opens one connection with the settings of the program, for work that takes a whole database. Whole numbers that a float
 * may not hold come as texts, and so do times.
 * @throws {StartError} if the server does not let us in, or is too old
 */
export async function openSession(url: string): Promise<Connection> {
  const address = addressOf(url);
  const connection = createConnection({
    ...address,
    charset: COLLATION,
    timezone: "Z",
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    connectTimeout: COMMAND_CONNECT_TIMEOUT_MS,
    flags: ["-LOCAL_FILES"],
  });
  connection.on("error", () => undefined);
  try {
    checkVersion(await versionOf(address, COMMAND_CONNECT_TIMEOUT_MS));
    for (const statement of SESSION) await connection.promise().query(statement);
    return connection.promise();
  } catch (error) {
    connection.destroy();
    if (error instanceof StartError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(
      `The database ${addressForPeople(url)} cannot be used (${code ?? message}): ${HINTS[code ?? ""] ?? message}`,
      { cause: error },
    );
  }
}

const HINTS: Readonly<Record<string, string>> = {
  ER_BAD_DB_ERROR: "it does not exist; create it first, with CREATE DATABASE.",
  ER_ACCESS_DENIED_ERROR: "the name or the password is wrong.",
  ER_DBACCESS_DENIED_ERROR: "the account has no rights on it.",
  ECONNREFUSED: "no database server answers at this address.",
  ENOTFOUND: "there is no machine of this name.",
  ETIMEDOUT: "nobody answers at this address.",
};

/** Writes an address without its password. */
export function addressForPeople(url: string): string {
  const { host, port, socketPath, user, database } = addressOf(url);
  return `mysql://${user}@${socketPath ?? `${host}:${port}`}/${database}`;
}

/** Asks a server for its version, on a connection of its own. */
export async function versionOf(address: Address, connectTimeout = CONNECT_TIMEOUT_MS): Promise<string> {
  const connection = createConnection({ ...address, connectTimeout });
  // Otherwise a connection that is cut while it begins ends the process.
  connection.on("error", () => undefined);
  try {
    const [answer] = await connection.promise().query("SELECT VERSION() AS version");
    return (answer as { version: string }[])[0]!.version;
  } finally {
    connection.destroy();
  }
}

/** Refuses a server that is too old. @throws {StartError} with the versions that are needed */
export function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const maria = /mariadb/i.test(version);
  const fits = maria ? major > 10 || (major === 10 && minor >= 6) : major >= 8;
  if (!fits)
    throw new StartError(`Luntan needs MariaDB 10.6 or MySQL 8.0 or newer; this server is ${version}.`);
}

/** Kinds of work that only one process does on a database at a time. */
type Turn = "migrations" | "move";

/**
 * Names the lock of a database for work of one process at a time. Names are of the whole server, so that each database
 * needs its own; they are short, hence the digest.
 */
export function turnLock(turn: Turn, database: string): string {
  return `luntan_${turn} ${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;
}
