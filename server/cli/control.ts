import { existsSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

/**
 * A socket in the data folder by which the command line speaks to the forum that runs on it: SQLite has one process. Only
 * who may write the data folder reaches it.
 */

const NAME = "control.sock";
/** Longest path of a socket, in bytes. */
const PATH_MAX = 100;
const REQUEST_MAX_BYTES = 30_000_000;
const OWNER_ONLY = 0o177;
const ANSWER_LIMIT_MS = 60_000;

/** Order of the command line: its words, and the files of a package in base64. */
export interface ControlRequest {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** Lines to print, or what went wrong. */
export interface ControlAnswer {
  readonly lines?: readonly string[];
  readonly error?: string;
  readonly exitCode?: number;
}

function pathIn(dataDir: string): string | null {
  const path = join(dataDir, NAME);
  return Buffer.byteLength(path) <= PATH_MAX ? path : null;
}

/** Listens for the command line. @returns a function that ends it; null where the path is too long for a socket */
export async function openControl(
  dataDir: string,
  run: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<(() => void) | null> {
  const path = pathIn(dataDir);
  if (!path) return null;
  // What a killed process left; two processes never share the folder of a SQLite file.
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket, run));
  const before = process.umask(OWNER_ONLY);
  try {
    await listening(server, path);
  } finally {
    process.umask(before);
  }
  server.unref();
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

async function answer(
  socket: Socket,
  run: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  try {
    const request = JSON.parse(await textOf(socket)) as ControlRequest;
    socket.end(JSON.stringify(await run(request).catch((error: Error) => ({ error: error.message }))));
  } catch {
    socket.destroy();
  }
}

/** Reads until the other side has said all. @throws {Error} for too much */
function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    socket.on("data", (part: Buffer) => {
      size += part.length;
      if (size > REQUEST_MAX_BYTES) reject(new Error("This is too long."));
      else parts.push(part);
    });
    socket.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    socket.on("error", reject);
  });
}

/** Asks the forum that runs on a data folder. @returns null if none does */
export async function askRunning(dataDir: string, request: ControlRequest): Promise<ControlAnswer | null> {
  const path = pathIn(dataDir);
  if (!path || !existsSync(path)) return null;
  const socket = await connected(path);
  if (!socket) return null;
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  socket.end(JSON.stringify(request));
  return JSON.parse(await textOf(socket)) as ControlAnswer;
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ path, allowHalfOpen: true }, () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}
