import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** The index behind the writers: what it does when processes and files are lost. The built server indexes in a thread. */
const PATIENCE_MS = 240_000;
/** Two seconds where the machine has time for its timers. */
const FOUND_WITHIN_MS = 10_000;
const onSqlite = test.runIf(ENGINE === "sqlite");
const onServer = test.runIf(ENGINE !== "sqlite");

const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const SEARCH = `query ($query: String!) { search(query: $query, kind: POST, first: 50) { nodes { post { id } } } }`;

let server: ServerProcess;
let token: string;
let threadId: string;
let database: Awaited<ReturnType<typeof createServerDatabase>> | undefined;

beforeAll(async () => {
  database = ENGINE !== "sqlite" ? await createServerDatabase() : undefined;
  server = await ServerProcess.open({ database: database && { url: database.url, drop: async () => {} } });
  ({ token } = await server.register("writer"));
  const [category] = (await server.ask(`{ categories { id } }`)).categories as { id: string }[];
  const input = { categoryId: category!.id, title: "A thread", body: "Text" };
  threadId = (await server.ask(PUBLISH, { input }, token)).publishThread.id;
}, PATIENCE_MS);
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

async function reply(body: string, at = server): Promise<string> {
  return (await at.ask(REPLY, { input: { threadId, body } }, token)).replyToThread.id as string;
}

async function found(query: string, at = server): Promise<string[]> {
  const { search } = await at.ask(SEARCH, { query }, token);
  return search.nodes.map(({ post }: { post: { id: string } }) => post.id);
}

/** Waits until a search finds exactly these. */
async function finds(query: string, ids: readonly string[], at = server): Promise<void> {
  const expected = [...ids].sort();
  const began = Date.now();
  for (;;) {
    const actual = (await found(query, at)).sort();
    if (actual.length >= expected.length || Date.now() - began > FOUND_WITHIN_MS)
      return expect(actual).toEqual(expected);
    await wait(20);
  }
}

const searchFile = () => join(server.folder, "search.db");

/** Entries of the queue that the index does not know yet, while the server does not run. */
async function unindexed(): Promise<number> {
  let position = 0;
  if (ENGINE === "sqlite") {
    const index = new Sqlite(searchFile());
    position = index.prepare<[], number>("SELECT position FROM state").pluck().get()!;
    index.close();
  }
  const sql = `SELECT COUNT(*) AS n FROM search_queue WHERE id > ${position}`;
  return Number((await server.rows<{ n: number }>(sql))[0]!.n);
}

test("a reply is found a moment after it was written, and by its new text after an edit", async () => {
  const id = await reply("一只穿山甲");
  await finds("穿山甲", [id]);
  const edit = `mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`;
  await server.ask(edit, { input: { postId: id, body: "一只河狸" } }, token);
  await finds("河狸", [id]);
  expect(await found("穿山甲")).toEqual([]);
});

test(
  "a server that is killed between replies and index finds each of them once when it is back",
  async () => {
    const written: string[] = [];
    let lagged = 0;
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) written.push(await reply(`第 ${round} 轮的北极狐 ${count}`));
      await server.kill();
      lagged += await unindexed();
      await server.start();
      await finds("北极狐", written);
    }
    expect(lagged).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

onSqlite(
  "an index file that is missing, damaged or older than the queue is written again",
  async () => {
    const id = await reply("一头犀牛");
    await finds("犀牛", [id]);
    const older = join(server.folder, "older.db");
    await server.stop();
    copyFileSync(searchFile(), older);
    await server.start();
    const later = await reply("又一头犀牛");
    await finds("犀牛", [id, later]);

    const losses: Record<string, () => void | Promise<void>> = {
      missing: () => rmSync(searchFile()),
      damaged: () => writeFileSync(searchFile(), "this is no database ".repeat(500)),
      older: async () => {
        copyFileSync(older, searchFile());
        await server.write("DELETE FROM search_queue");
      },
    };
    for (const [what, lose] of Object.entries(losses)) {
      await server.stop();
      await lose();
      await server.start();
      await finds("犀牛", [id, later]);
      expect(existsSync(searchFile()), what).toBe(true);
    }
  },
  PATIENCE_MS,
);

onSqlite(
  "the doctor says how far the index is, and that one is missing",
  async () => {
    await finds("不存在的词", []);
    expect((await server.run(["doctor"])).output).toMatch(/ok +search index: \d+ documents? queued/);
    await server.stop();
    rmSync(searchFile());
    expect((await server.run(["doctor"])).output).toContain("search index: made at the next start");

    const reindex = await server.run(["reindex"]);
    expect(reindex.output).toMatch(/\d+ threads, replies, members and topics/);
    expect((await server.run(["doctor"])).output).toMatch(/ok +search index: 0 documents queued/);
    await server.start();
  },
  PATIENCE_MS,
);

onServer(
  "two servers on one database index each reply once, whoever takes it",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "luntan-process-"));
    copyFileSync(join(server.folder, "secret.key"), join(folder, "secret.key"));
    const other = await ServerProcess.open({
      folder,
      database: { url: database!.url, drop: async () => {} },
    });
    try {
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, count) => reply(`雪豹 ${count}`, count % 2 ? server : other)),
      );
      await finds("雪豹", written);
      await finds("雪豹", written, other);
      // The other one dies with what it has just stored; this one takes it over.
      const last = await reply("雪豹与岩羊", other);
      await other.kill();
      await finds("雪豹", [...written, last]);
      expect(await unindexed()).toBe(0);
    } finally {
      await other.close();
    }
  },
  PATIENCE_MS,
);
