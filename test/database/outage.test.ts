import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE, freePort } from "../support/forum.ts";
import { startMariaDb, type PrivateServer } from "../support/databaseServer.mjs";
import { ServerProcess } from "../support/serverProcess.ts";

/** A MariaDB of this file's own, which is stopped and started under a running server. */
const onMariaDb = test.runIf(ENGINE === "mariadb");
const PATIENCE_MS = 240_000;
/** A server starts within it on a busy machine. */
const BACK_WITHIN_MS = 60_000;
/** Longer than a server waits for a connection. */
const SLOW_GREETING_MS = 11_000;

let mariaDb: PrivateServer;
let server: ServerProcess;

beforeAll(async () => {
  if (ENGINE !== "mariadb") return;
  mariaDb = await startMariaDb();
  const admin = await createConnection(mariaDb.url);
  await admin.query("CREATE DATABASE forum CHARACTER SET utf8mb4");
  await admin.end();
  const database = { url: `${mariaDb.url}/forum`, drop: () => Promise.resolve() };
  server = await ServerProcess.open({ settings: { LOG_LEVEL: "warn" }, database });
}, PATIENCE_MS);
afterAll(async () => {
  await server?.close();
  await mariaDb?.stop();
});

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const began = performance.now(); performance.now() - began < BACK_WITHIN_MS; await wait(25))
    if (await holds()) return;
  throw new Error(`Not within ${BACK_WITHIN_MS} ms: ${what}`);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: "manual" });
const lines = (text: string) => server.output.split("\n").filter((line) => line.includes(text));

onMariaDb(
  "while MariaDB is away people get a page that says so, programs their error, and all is well again without a restart",
  async () => {
    const ada = await server.register("ada");
    const cached = await (await get("/")).text();
    const [asset] = /\/assets\/[\w.-]+\.js/.exec(cached)!;
    const stream = await fetch(`${server.url}/events`, { headers: { authorization: `Bearer ${ada.token}` } });
    const heard = stream.body!.getReader();
    const hear = async (event: string): Promise<void> => {
      for (let text = ""; !text.includes(`event: ${event}`);) {
        const { value, done } = await heard.read();
        if (done) throw new Error(`The stream ended: ${text}`);
        text += new TextDecoder().decode(value);
      }
    };
    // From its first numbers on, it tells of every message.
    await hear("counts");

    await mariaDb.halt();
    await until("not ready", async () => (await get("/readyz")).status === 503);
    expect((await get("/healthz")).status).toBe(200);

    const page = await get("/thread/1", { "accept-language": "zh-CN" });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("网站暂时无法访问");
    const english = await get("/user/1", { "accept-language": "en" });
    expect(english.status).toBe(503);
    expect(await english.text()).toContain("This site is not available right now");
    const signedIn = await get("/my", { authorization: `Bearer ${ada.token}` });
    expect(signedIn.status).toBe(503);

    const asked = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ query: "{ viewer { id } }" }),
    });
    expect([asked.status, asked.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await asked.json()).toMatchObject({
      errors: [{ extensions: { code: "DATABASE_ERROR", legacyCode: -5003 } }],
    });
    const legacy = await get("/api/forum.v2", { authorization: `Bearer ${ada.token}` });
    expect(await legacy.json()).toMatchObject({ Code: -5003 });
    expect((await get("/events", { authorization: `Bearer ${ada.token}` })).status).toBe(503);

    // What is finished or lies on the disk needs no database.
    const home = await get("/");
    expect([home.status, (await home.text()).length > 1_000]).toEqual([200, true]);
    expect((await get(asset!)).status).toBe(200);

    // Many requests and several rounds of all jobs are no flood of lines.
    for (let n = 0; n < 50; n++) await get(`/thread/${n}`);
    await wait(6_000);
    expect(server.isRunning).toBe(true);

    await mariaDb.resume();
    await until("ready", async () => (await get("/readyz")).status === 200);
    expect((await server.ask("{ viewer { id } }", {}, ada.token)).viewer.id).toBe(ada.id);
    expect((await get("/thread/999")).status).toBe(404);

    // The stream that was open before tells what happens now; a reply's news goes out by the outbox.
    const bob = await server.register("bob");
    const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`;
    await server.ask(send, { input: { userId: ada.id, body: "Still there?" } }, bob.token);
    await hear("message");
    await heard.cancel();

    expect(lines("the database is away")).toHaveLength(1);
    expect(lines("the database is back")).toHaveLength(1);
    const rest = server.output
      .split("\n")
      .filter((line) => line.startsWith("{") && !/the database is/.test(line));
    expect(rest).toEqual([]);
  },
  PATIENCE_MS,
);

onMariaDb(
  "a server that starts before its MariaDB waits for it, and says so",
  async () => {
    await server.kill();
    await mariaDb.halt();
    const starting = server.start();
    await until("it says that it waits", () => lines("waiting for the database at 127.0.0.1").length > 0);
    await mariaDb.resume();
    await starting;
    expect((await get("/")).status).toBe(200);
  },
  PATIENCE_MS,
);

/** Listens in front of a database and takes its time before it lets anybody through. */
async function slowToGreet(databaseUrl: string): Promise<Server> {
  const { hostname, port } = new URL(databaseUrl);
  const proxy = createServer(async (client) => {
    client.on("error", () => client.destroy());
    await wait(SLOW_GREETING_MS);
    const database = connect(Number(port), hostname);
    database.on("error", () => database.destroy());
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

onMariaDb(
  "a backup waits for a MariaDB that is too busy to greet at once",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "luntan-busy-"));
    const proxy = await slowToGreet(mariaDb.url);
    const { port } = proxy.address() as AddressInfo;
    const url = `mysql://root@127.0.0.1:${port}/forum`;
    const { code, output } = await server.run(["backup", join(folder, "busy.backup")], { DATABASE_URL: url });
    expect(code, output).toBe(0);
    expect(output).toContain("Backed up to");
    proxy.close();
    rmSync(folder, { recursive: true });
  },
  PATIENCE_MS,
);

onMariaDb(
  "a server whose MariaDB does not come ends with one clear line",
  async () => {
    const port = await freePort();
    // Nobody listens there.
    await new Promise<void>((resolve) => connect(port, "127.0.0.1").once("error", () => resolve()));
    const url = `mysql://root@127.0.0.1:${port}/forum?waitSeconds=2`;
    const database = { url, drop: () => Promise.resolve() };
    const lonely = await ServerProcess.prepare({ settings: { LOG_LEVEL: "error" }, database });
    const { code, output } = await lonely.run(["start"]);
    expect(output).toBe(
      `The database at 127.0.0.1:${port} did not answer within 2 seconds (ECONNREFUSED). Is it running, and is DATABASE_URL right?\n`,
    );
    expect(code).toBe(1);
    await lonely.close();
  },
  PATIENCE_MS,
);
