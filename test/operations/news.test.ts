import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "../support/modules.ts";

/** A forum that is built is ready within seconds; machines under test are busier than others. */
const READY_WITHIN_MS = 15_000;
/** News that waited is delivered within some seconds of the start. */
const DELIVERED_WITHIN_MS = 20_000;
/** How often the process is killed while it delivers. */
const KILLS = 3;

const folder = mkdtempSync(join(tmpdir(), "luntan-news-"));
let child: ChildProcess | null = null;
let port = "";

afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function start(): Promise<void> {
  port = await new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(String(port)));
    });
  });
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, PORT: port, RATE_LIMIT_FACTOR: "0", LOG_LEVEL: "error" };
  child = spawn(process.execPath, ["server/cli/luntan.mjs", "start"], { cwd: ROOT, env, stdio: "ignore" });
  for (const began = Date.now(); Date.now() - began < READY_WITHIN_MS; await wait(50))
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) return;
  throw new Error("not ready");
}

/** As when the power fails: nothing is finished, nothing is said. */
async function kill(): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child!.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
  child = null;
}

async function ask(query: string, variables: object = {}, token = ""): Promise<Record<string, never>> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

async function register(name: string): Promise<string> {
  const input = { username: name, password: "secret-12", nickname: name };
  await ask(`mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`, { input });
  const login = { username: name, password: "secret-12", client: "API" };
  const { login: session } = (await ask(
    `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`,
    { input: login },
  )) as unknown as { login: { accessToken: string } };
  return session.accessToken;
}

test("killed at any moment, the program loses no notice and doubles none", async () => {
  await start();
  const [author, fan] = [await register("author"), await register("fan")];
  const { categories } = (await ask(`{ categories { id } }`)) as unknown as { categories: { id: string }[] };
  const acknowledged: string[] = [];

  for (let round = 0; round < KILLS; round++) {
    const threads: string[] = [];
    for (let n = 0; n < 20; n++) {
      const input = { categoryId: categories[0]!.id, title: `Thread ${round} ${n}`, body: "Text" };
      const made = (await ask(
        `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
        { input },
        author,
      )) as unknown as { publishThread: { id: string } };
      threads.push(made.publishThread.id);
    }
    // Replies are under way, and their news with them, when the process dies.
    const writing = threads.map(async (threadId) => {
      const made = (await ask(
        `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`,
        { input: { threadId, body: "Reply" } },
        fan,
      )) as unknown as { replyToThread: { id: string } };
      acknowledged.push(made.replyToThread.id);
    });
    await Promise.race([Promise.all(writing), wait(20 + round * 25)]).catch(() => undefined);
    await kill();
    await Promise.allSettled(writing);
    await start();
  }

  const file = new Sqlite(join(folder, "luntan.db"), { readonly: true });
  try {
    const waiting = file.prepare("SELECT COUNT(*) AS n FROM outbox");
    await expect
      .poll(() => (waiting.get() as { n: number }).n, { timeout: DELIVERED_WITHIN_MS, interval: 100 })
      .toBe(0);
    const posts = file.prepare("SELECT id FROM posts ORDER BY id").all() as { id: number }[];
    const notices = file
      .prepare("SELECT postId, times FROM notifications WHERE kind = 'post.replied' ORDER BY postId")
      .all() as { postId: number; times: number }[];
    expect(notices).toEqual(posts.map(({ id }) => ({ postId: id, times: 1 })));
    expect(posts.length).toBeGreaterThan(KILLS);
    const stored = new Set(posts.map(({ id }) => String(id)));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const counts = file.prepare("SELECT replied FROM unread_counts ORDER BY replied DESC LIMIT 1").get();
    expect(counts).toEqual({ replied: posts.length });
  } finally {
    file.close();
  }
}, 120_000);
