import { afterEach, beforeEach, expect, test } from "vitest";
import { MailServer } from "../support/mailServer.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** The job looks every five seconds. */
const SENT_WITHIN_MS = 30_000;
/** Times the process is killed while it sends. */
const KILLS = 3;

let mailServer: MailServer;
let server: ServerProcess;
beforeEach(async () => {
  mailServer = await MailServer.open();
  server = await ServerProcess.open();
}, 180_000);
afterEach(async () => {
  await server?.close();
  await mailServer.close();
});

const settle = <T>(read: () => T) => expect.poll(read, { timeout: SENT_WITHIN_MS, interval: 20 });
const countOf = async (condition: string): Promise<number> => {
  const [found] = await server.rows<{ n: number }>(
    `SELECT COUNT(*) AS n FROM notice_dispatches WHERE ${condition}`,
  );
  return Number(found!.n);
};

test("killed at any moment, the program loses no mail and makes no second one of a notification", async () => {
  const [author, fan] = [await server.register("author"), await server.register("fan")];
  const { categories } = await server.ask(`{ categories { id } }`);
  await server.kill();
  const settings = {
    smtp_host: "127.0.0.1",
    smtp_port: String(mailServer.port),
    smtp_security: "none",
    mail_from_address: "forum@example.org",
  };
  for (const [key, value] of Object.entries(settings))
    await server.write("INSERT INTO settings (tag, `key`, value) VALUES ('mail', ?, ?)", key, value);
  await server.write(
    `INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress, failures)
     SELECT id, 'EMAIL', 'author@example.org', 'author@example.org', createdAt, '', 0 FROM users WHERE id = ?`,
    author.id,
  );
  await server.start();
  for (let n = 0; n < KILLS * 4; n++) {
    const thread = { categoryId: categories[0].id, title: `Thread ${n}.`, body: "Text" };
    const { publishThread } = await server.ask(
      `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
      { input: thread },
      author.token,
    );
    await server.ask(
      `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`,
      { input: { threadId: publishThread.id, body: "Reply" } },
      fan.token,
    );
  }
  await settle(() => countOf("kind = 'post.replied'")).toBe(KILLS * 4);

  for (let round = 0; round <= KILLS; round++) {
    await server.kill();
    // Ten minutes and leases pass; some notifications of each round are due.
    await server.write(
      `UPDATE notice_dispatches SET dueAt = createdAt WHERE state = 'PENDING' AND (letterId IS NOT NULL OR id IN
         (SELECT id FROM (SELECT id FROM notice_dispatches
            WHERE state = 'PENDING' AND letterId IS NULL ORDER BY id LIMIT ?) some))`,
      round === KILLS ? 1_000 : 3,
    );
    // The first rounds die after the server has taken a mail and before it could say so.
    const before = mailServer.mails.length;
    mailServer.silentAfterTaking = round < KILLS - 1;
    await server.start();
    if (round < KILLS) await settle(() => mailServer.mails.length).toBeGreaterThan(before);
  }

  await settle(() => countOf("state = 'PENDING'")).toBe(0);
  const nameOf = new Map<string, Set<string>>();
  for (const { text, headers } of mailServer.mails)
    for (const [title] of text.matchAll(/Thread \d+\./g))
      nameOf.set(title, (nameOf.get(title) ?? new Set()).add(headers.get("message-id")!));
  expect(nameOf.size).toBe(KILLS * 4);
  // Whatever came twice came under one name, so that the receiving side can drop it.
  expect([...nameOf.values()].map((names) => names.size)).toEqual(Array(KILLS * 4).fill(1));
}, 180_000);
