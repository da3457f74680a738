import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { ServerProcess } from "../support/serverProcess.ts";
import { limitFiles, SmallDisk } from "../support/smallDisk.ts";

/** A forum that is not ready says so to whoever asks again after the answers that were shared. */
const TURN_WITHIN_MS = 20_000;
/** Replies that are tried until the disk is full for SQLite as well, which has some room of its own. */
const WRITES_MAX = 2_000;
const PATIENCE_MS = 300_000;
/** Lines of the log come through a pipe, a moment after the answer that they belong to. */
const SOON = { timeout: 15_000 };

const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const FAVORITE = `mutation { setThreadFavorite(threadId: 999999, favorite: true) { id } }`;
const BODY = "words ".repeat(1_500);

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A member who writes, and remembers what was acknowledged and what was refused. */
class Writer {
  readonly acknowledged: string[] = [];
  /** Codes of refusals by the text that was refused. */
  readonly refused = new Map<string, unknown>();
  private number = 0;

  private constructor(
    readonly server: ServerProcess,
    readonly token: string,
    readonly threadId: string,
  ) {}

  static async join(server: ServerProcess): Promise<Writer> {
    const { token } = await server.register("writer");
    const [category] = (await server.ask(`{ categories { id } }`)).categories as { id: string }[];
    const input = { categoryId: category!.id, title: "A thread", body: "Text" };
    const { publishThread } = await server.ask(PUBLISH, { input }, token);
    return new Writer(server, token, publishThread.id as string);
  }

  /** Replies once. @returns whether it was acknowledged */
  async reply(): Promise<boolean> {
    const body = `reply ${++this.number} ${BODY}`;
    try {
      const made = await this.server.ask(REPLY, { input: { threadId: this.threadId, body } }, this.token);
      this.acknowledged.push(made.replyToThread.id as string);
      return true;
    } catch (error) {
      const [first] = JSON.parse((error as Error).message) as { extensions: object }[];
      this.refused.set(body, first!.extensions);
      return false;
    }
  }

  /** Compares with what another connection finds, and with what the forum itself finds after it was killed. */
  async proveNothingIsLost(): Promise<void> {
    await this.server.kill();
    const stored = await this.server.rows<{ id: number; body: string }>("SELECT id, body FROM posts");
    const ids = new Set(stored.map(({ id }) => String(id)));
    expect(this.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(stored.filter(({ body }) => this.refused.has(body.trim()) || this.refused.has(body))).toEqual([]);
    expect(await this.server.rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    await this.server.start();
    const { thread } = await this.server.ask(`{ thread(id: ${this.threadId}) { postCount } }`);
    expect(thread.postCount).toBe(this.acknowledged.length);
  }
}

async function open(folder?: string): Promise<ServerProcess> {
  const server = await ServerProcess.open({ folder });
  cleanUps.push(() => server.close());
  return server;
}

const readyz = async (server: ServerProcess): Promise<number> => (await fetch(`${server.url}/readyz`)).status;

function turnsReady(server: ServerProcess, status: number): Promise<void> {
  return expect.poll(() => readyz(server), { timeout: TURN_WITHIN_MS, interval: 100 }).toBe(status);
}

/** Writes until the disk takes nothing more, and looks at what people meet then. */
async function meetFault(writer: Writer): Promise<void> {
  const { server } = writer;
  for (let n = 0; n < WRITES_MAX && (await writer.reply()); n++);
  const [refusal] = writer.refused.values();
  expect(refusal).toMatchObject({ code: "DATABASE_ERROR", legacyCode: -5003, retryAfterSeconds: 5 });
  // An ordinary refusal between two faults: what once left the writer in a transaction that never ended.
  await expect(server.ask(FAVORITE, {}, writer.token)).rejects.toThrow(/"code"/);
  for (let n = 0; n < 5; n++) await writer.reply();
  await turnsReady(server, 503);
  // Reading goes on.
  const { thread } = await server.ask(`{ thread(id: ${writer.threadId}) { title postCount } }`);
  expect(thread).toEqual({ title: "A thread", postCount: writer.acknowledged.length });
  expect((await fetch(server.url)).status).toBe(200);
}

async function upload(writer: Writer): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob(["x".repeat(500_000)], { type: "text/plain" }), "notes.txt");
  const headers = { authorization: `Bearer ${writer.token}` };
  return fetch(`${writer.server.url}/uploads?kind=file`, { method: "POST", headers, body: form });
}

test(
  "a full disk: every refused write says so, none that was acknowledged is lost, and the service returns with the space",
  async () => {
    const disk = new SmallDisk();
    cleanUps.push(() => disk.remove());
    const server = await open(disk.folder);
    const writer = await Writer.join(server);
    for (let n = 0; n < 5; n++) expect(await writer.reply()).toBe(true);

    disk.fill(server.pid);
    await meetFault(writer);
    const refused = await upload(writer);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: expect.objectContaining({ code: "DATABASE_ERROR", legacyCode: -5003 }) as object },
    ]);
    expect(refused.headers.get("retry-after")).toBe("5");
    await expect.poll(() => server.output, SOON).toContain("the database takes no writes");
    await expect.poll(() => server.output, SOON).toMatch(disk.faults);

    disk.free(server.pid);
    await turnsReady(server, 200);
    for (let n = 0; n < 5; n++) expect(await writer.reply()).toBe(true);
    await writer.proveNothingIsLost();
  },
  PATIENCE_MS,
);

test(
  "an I/O error: nothing is acknowledged until the connection was opened again on a disk that works",
  async () => {
    const server = await open();
    const writer = await Writer.join(server);
    for (let n = 0; n < 5; n++) expect(await writer.reply()).toBe(true);

    limitFiles(server.pid, "4096");
    await meetFault(writer);
    await expect.poll(() => server.output, SOON).toMatch(/SQLITE_IOERR/);

    limitFiles(server.pid, "unlimited");
    await turnsReady(server, 200);
    for (let n = 0; n < 5; n++) expect(await writer.reply()).toBe(true);
    await writer.proveNothingIsLost();
  },
  PATIENCE_MS,
);

/** Another program that takes the lock of the database, says so, and keeps it until it is killed. */
async function stranger(folder: string): Promise<ChildProcess> {
  const program = `const Sqlite = require("better-sqlite3");
    new Sqlite(process.argv[1]).exec("BEGIN IMMEDIATE"); console.log("locked"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["-e", program, join(folder, "luntan.db")]);
  cleanUps.push(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child;
}

test(
  "a lock that another program holds: writes wait, reads do not, and what waits too long is refused",
  async () => {
    const server = await open();
    const writer = await Writer.join(server);

    const short = await stranger(server.folder);
    let isWaiting = true;
    const waiting = writer.reply().finally(() => (isWaiting = false));
    for (let n = 0; n < 5; n++) {
      await server.ask(`{ thread(id: ${writer.threadId}) { title } }`);
      await wait(20);
    }
    expect(isWaiting).toBe(true);
    short.kill("SIGKILL");
    expect(await waiting).toBe(true);

    const long = await stranger(server.folder);
    const writes = Promise.all([writer.reply(), writer.reply(), writer.reply()]);
    await turnsReady(server, 503);
    expect(await writes).toEqual([false, false, false]);
    expect([...writer.refused.values()][0]).toMatchObject({ code: "DATABASE_ERROR" });
    await expect.poll(() => server.output, SOON).toMatch(/SQLITE_BUSY/);

    long.kill("SIGKILL");
    await turnsReady(server, 200);
    expect(await writer.reply()).toBe(true);
    await writer.proveNothingIsLost();
  },
  PATIENCE_MS,
);
