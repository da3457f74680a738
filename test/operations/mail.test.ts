import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { MailServer } from "../support/mailServer.ts";
import { ROOT } from "../support/modules.ts";

/** A forum that is built is ready within seconds; machines under test are busier than others. */
const READY_WITHIN_MS = 60_000;
/** The job looks every five seconds. */
const SENT_WITHIN_MS = 30_000;
/** How often the process is killed while it sends. */
const KILLS = 3;

const folder = mkdtempSync(join(tmpdir(), "luntan-mail-"));
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

/** Works on the database while the program is down. */
function onFile<T>(work: (file: Sqlite.Database) => T): T {
  const file = new Sqlite(join(folder, "luntan.db"));
  try {
    return work(file);
  } finally {
    file.close();
  }
}

test("killed at any moment, the program loses no mail and makes no second one of a notice", async () => {
  const mailServer = await MailServer.open();
  try {
    await start();
    const [author, fan] = [await register("author"), await register("fan")];
    const { categories } = (await ask(`{ categories { id } }`)) as unknown as {
      categories: { id: string }[];
    };
    await kill();
    onFile((file) => {
      const settings = {
        smtp_host: "127.0.0.1",
        smtp_port: String(mailServer.port),
        smtp_security: "none",
        mail_from_address: "forum@example.org",
      };
      for (const [key, value] of Object.entries(settings))
        file.prepare("INSERT INTO settings (tag, key, value) VALUES ('mail', ?, ?)").run(key, value);
      file
        .prepare(
          `INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress, failures)
           SELECT id, 'EMAIL', 'author@example.org', 'author@example.org', createdAt, '', 0 FROM users WHERE username = 'author'`,
        )
        .run();
    });
    await start();
    for (let n = 0; n < KILLS * 4; n++) {
      const input = { categoryId: categories[0]!.id, title: `Thread ${n}.`, body: "Text" };
      const { publishThread } = (await ask(
        `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
        { input },
        author,
      )) as unknown as { publishThread: { id: string } };
      await ask(
        `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`,
        { input: { threadId: publishThread.id, body: "Reply" } },
        fan,
      );
    }
    const waiting = () =>
      onFile(
        (file) =>
          (
            file.prepare("SELECT COUNT(*) AS n FROM notice_dispatches WHERE kind = 'post.replied'").get() as {
              n: number;
            }
          ).n,
      );
    await expect.poll(waiting, { timeout: SENT_WITHIN_MS, interval: 200 }).toBe(KILLS * 4);

    for (let round = 0; round <= KILLS; round++) {
      await kill();
      // Ten minutes and leases pass; some notices of each round are due.
      onFile((file) =>
        file
          .prepare(
            `UPDATE notice_dispatches SET dueAt = createdAt WHERE state = 'PENDING' AND (letterId IS NOT NULL OR id IN
               (SELECT id FROM notice_dispatches WHERE state = 'PENDING' AND letterId IS NULL ORDER BY id LIMIT ?))`,
          )
          .run(round === KILLS ? 1_000 : 3),
      );
      // The first rounds die after the server has taken a mail and before it could say so.
      const before = mailServer.mails.length;
      mailServer.silentAfterTaking = round < KILLS - 1;
      await start();
      if (round < KILLS)
        await expect
          .poll(() => mailServer.mails.length, { timeout: SENT_WITHIN_MS, interval: 20 })
          .toBeGreaterThan(before);
    }

    const pending = () =>
      onFile(
        (file) =>
          (
            file.prepare("SELECT COUNT(*) AS n FROM notice_dispatches WHERE state = 'PENDING'").get() as {
              n: number;
            }
          ).n,
      );
    await expect.poll(pending, { timeout: SENT_WITHIN_MS, interval: 200 }).toBe(0);
    const nameOf = new Map<string, Set<string>>();
    for (const { text, headers } of mailServer.mails)
      for (const [title] of text.matchAll(/Thread \d+\./g))
        nameOf.set(title, (nameOf.get(title) ?? new Set()).add(headers.get("message-id")!));
    expect(nameOf.size).toBe(KILLS * 4);
    // Whatever came twice came under one name, so that the receiving side can drop it.
    expect([...nameOf.values()].map((names) => names.size)).toEqual(Array(KILLS * 4).fill(1));
  } finally {
    await mailServer.close();
  }
}, 180_000);
