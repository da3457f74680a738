import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { run } from "../../server/core/sql.ts";
import { ensureTables, insertRow, tableNamed } from "../../server/features/plugins/server-part/tables.sql.ts";
import { BackupFile } from "../../server/transfer/backup/backupFile.ts";
import type { Manifest } from "../../server/transfer/backup/format.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { plain } from "../attachments/material.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { bytesOf } from "../transfer/bytes.ts";
import { live, type Life } from "../transfer/living.ts";

const PATIENCE_MS = 600_000;
const PASSPHRASE = "correct horse battery staple";
const VOTES = tableNamed("odd-votes", "votes");
/** Bytes that are no text, and a text with all that may break a line. */
const ODD = "𝒳 🐉 \u0000 \\ ' \" ` \r\n\t \u2028 \u200b 论坛  ";

interface Database {
  readonly url: string;
  drop(): Promise<void>;
}
const NO_SERVER: Database = { url: "", drop: () => Promise.resolve() };

let root: string;
let forum: ServerProcess;
let database: Database;
let life: Life;
const opened: ServerProcess[] = [];

/** A place without a forum, on SQLite or on the server under test. */
async function emptyPlace(isOnServer: boolean): Promise<{ place: ServerProcess; url: string }> {
  const own = isOnServer ? await createServerDatabase() : NO_SERVER;
  const place = await ServerProcess.prepare({ database: own, settings: { DATABASE_URL: own.url } });
  opened.push(place);
  return { place, url: own.url };
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-backup-"));
  database = ENGINE === "sqlite" ? NO_SERVER : await createServerDatabase();
  forum = await ServerProcess.prepare({ database, settings: { DATABASE_URL: database.url } });
  const built = await Forum.open({ env: { DATA_DIR: forum.folder, DATABASE_URL: database.url } });
  life = await live(built);
  await ensureTables(built.app.context(), "odd-votes", [
    {
      name: "votes",
      columns: [
        { name: "voter", kind: "member", optional: false },
        { name: "reason", kind: "long", optional: true },
      ],
      uniques: [["voter"]],
      indexes: [],
    },
  ]);
  await built.write(async (ctx) => {
    await insertRow(ctx, VOTES, [
      ["voter", Number.MAX_SAFE_INTEGER],
      ["reason", ODD.repeat(9_000)],
    ]);
    await run(ctx, "UPDATE threads SET body = ? WHERE id = (SELECT MAX(id) FROM threads)", [ODD]);
  });
  await built.close();
  for (const args of [
    ["plugin", "install", "plugins/samples/site-look"],
    ["plugin", "enable", "site-look"],
  ])
    expect((await forum.run(args)).code).toBe(0);
}, PATIENCE_MS);
afterAll(async () => {
  for (const each of [...opened, forum]) await each?.close();
  if (root) rmSync(root, { recursive: true, force: true });
});

/** Replies until it is told to stop. @returns the texts that were acknowledged */
function keepWriting(token: string): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  let isStopped = false;
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const body = `Reply ${acknowledged.length}`;
      await forum.ask(
        `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`,
        { input: { threadId: life.soldId, body } },
        token,
      );
      acknowledged.push(body);
    }
  };
  const written = write();
  return { acknowledged, stop: () => ((isStopped = true), written) };
}

async function sendAvatar(token: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(await plain(320, 240).png().toBuffer())]), "me.png");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${forum.url}/uploads?kind=avatar`, { method: "POST", headers, body: form });
  const { id } = (await answer.json()) as { id: string };
  const save = `mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { avatarUrl } }`;
  return (await forum.ask(save, { i: { avatarId: id } }, token)).updateProfile.avatarUrl as string;
}

async function pictureAt(server: ServerProcess, path: string): Promise<string> {
  const answer = await fetch(new URL(path, server.url));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("base64");
}

test(
  "a forum is backed up while members write, and lives on at another place",
  async () => {
    await forum.start();
    const { id, token } = await forum.register("eva");
    const avatar = await sendAvatar(token);
    const writing = keepWriting(token);
    const before = await forum.ask(`{ thread(id: "${life.soldId}") { postCount } }`);
    const file = join(root, "busy.backup");
    const { code, output } = await forum.run(["backup", file], { LUNTAN_BACKUP_PASSPHRASE: PASSPHRASE });
    await writing.stop();
    expect(code, output).toBe(0);
    expect(output).toMatch(/Verified: the database was restored aside[^]*Backed up to .*busy\.backup/);
    expect(statSync(file).mode & 0o077).toBe(0);

    const { place } = await emptyPlace(false);
    const refused = await place.run(["restore", file, "--yes"]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("is encrypted") as string]);
    const restored = await place.run(["restore", file, "--yes"], { LUNTAN_BACKUP_PASSPHRASE: PASSPHRASE });
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toMatch(/ok +money: the books balance/);
    expect(restored.output).toMatch(/ok +plugins: the files of all 1 are there/);
    expect(restored.output).not.toContain("FAIL");
    expect(output + restored.output).not.toContain(PASSPHRASE);

    await place.start();
    const login = { username: "eva", password: "secret-12", client: "API" };
    const signIn = `mutation ($input: LoginInput!) { login(input: $input) { accessToken viewer { id avatarUrl } } }`;
    const session = (await place.ask(signIn, { input: login })).login;
    expect(session.viewer).toEqual({ id, avatarUrl: avatar });
    expect(await pictureAt(place, avatar)).toBe(await pictureAt(forum, avatar));
    const count = (await place.ask(`{ thread(id: "${life.soldId}") { postCount } }`)).thread.postCount;
    expect(count).toBeGreaterThanOrEqual(before.thread.postCount as number);
    expect((await place.run(["plugin", "list"])).output).toMatch(/site-look .*is on/);
    await place.stop();
    await forum.stop();
  },
  PATIENCE_MS,
);

async function exportOf(dataDir: string, url: string, name: string): Promise<Map<string, string>> {
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url, NODE_ENV: "test", PORT: "0" });
  await exportForum(config, join(root, name), () => undefined);
  return bytesOf(join(root, name));
}

/** Number and checksum of the rows of all tables, of plugins too, and the sums of all files. */
async function sumsOf(file: string): Promise<Manifest["tables"]> {
  const backup = await BackupFile.open(file, null);
  try {
    const { tables } = await backup.read();
    expect(tables[VOTES]?.rows).toBe(1);
    // It says when the database was brought up to date.
    const { program_marks: _marks, ...rest } = tables;
    return rest;
  } finally {
    backup.close();
  }
}

// SQLite needs a server to restore on: the other suites have one.
test.each([["SQLite", false] as const, ...(ENGINE === "sqlite" ? [] : [["a server", true] as const])])(
  "a forum that is restored on %s exports the same bytes",
  async (name, isOnServer) => {
    const file = join(root, `${name}.backup`);
    const backup = await forum.run(["backup", file]);
    expect(backup.code, backup.output).toBe(0);
    const { place, url } = await emptyPlace(isOnServer);

    const said = await place.run(["restore", file]);
    expect(said.code).toBe(1);
    expect(said.output).toMatch(/Nothing has been changed.*--yes/);
    const restored = await place.run(["restore", file, "--yes"]);
    expect(restored.code, restored.output).toBe(0);
    const copy = await exportOf(place.folder, url, `copy ${name}`);
    const original = await exportOf(forum.folder, database.url, `original ${name}`);
    expect([...copy.keys()]).toEqual([...original.keys()]);
    for (const [path, bytes] of original) expect(copy.get(path) === bytes, path).toBe(true);
    // A backup of the copy has all that the first one has, what no export takes along included.
    const again = join(root, `again ${name}.backup`);
    expect((await place.run(["backup", again])).code).toBe(0);
    expect(await sumsOf(again)).toEqual(await sumsOf(file));
  },
  PATIENCE_MS,
);
