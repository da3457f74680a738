import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "../../support/serverProcess.ts";

/** News that waited is delivered within some seconds of the start. */
const DELIVERED_WITHIN_MS = 30_000;
/** Times the process must be caught between a commit and the delivery of its events, and tries for that. */
const [CAUGHT, TRIES_MAX] = [3, 12];
const THREADS = 20;
const PATIENCE_MS = 600_000;

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()), PATIENCE_MS);
afterAll(() => server?.close());

const count = async (from: string): Promise<number> => {
  const [found] = await server.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`);
  return Number(found!.n);
};
/** News of replies that are stored, with nobody told of them yet. */
const untold = () => count("outbox WHERE name = 'notifyOfReplies'");

test(
  "killed between a commit and the delivery of its news, the program loses no notification and doubles none",
  async () => {
    const [author, fan] = [await server.register("author"), await server.register("fan")];
    const [category] = (await server.ask(`{ categories { id } }`)).categories as { id: string }[];
    const acknowledged: string[] = [];
    let caught = 0;

    for (let round = 0; caught < CAUGHT && round < TRIES_MAX; round++) {
      const threads: string[] = [];
      for (let n = 0; n < THREADS; n++) {
        const input = { categoryId: category!.id, title: `Thread ${round} ${n}`, body: "Text" };
        const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
        threads.push((await server.ask(publish, { input }, author.token)).publishThread.id as string);
      }
      // Replies are under way, and their news with them, when the process dies.
      const reply = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
      const writing = threads.map(async (threadId) => {
        const made = await server.ask(reply, { input: { threadId, body: "Reply" } }, fan.token);
        acknowledged.push(made.replyToThread.id as string);
      });
      const settled = Promise.allSettled(writing);
      for (const began = Date.now(); Date.now() - began < 5_000 && (await untold()) === 0;) await wait(1);
      await server.kill();
      await settled;
      if ((await untold()) > 0) caught++;
      await server.start();
    }
    expect(caught).toBe(CAUGHT);

    await expect.poll(() => count("outbox"), { timeout: DELIVERED_WITHIN_MS, interval: 100 }).toBe(0);
    const posts = await server.rows<{ id: number }>("SELECT id FROM posts ORDER BY id");
    const notifications = await server.rows<{ postId: number; times: number }>(
      "SELECT postId, times FROM notifications WHERE kind = 'post.replied' ORDER BY postId",
    );
    expect(notifications).toEqual(posts.map(({ id }) => ({ postId: id, times: 1 })));
    expect(posts.length).toBeGreaterThanOrEqual(CAUGHT);
    const stored = new Set(posts.map(({ id }) => String(id)));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const counts = await server.rows<{ replied: number }>(
      `SELECT replied FROM unread_counts WHERE userId = ${author.id}`,
    );
    expect(counts).toEqual([{ replied: posts.length }]);
  },
  PATIENCE_MS,
);
