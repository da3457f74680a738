import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contradictions } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** Events that waited are handled within some seconds of the start. */
const BOOKED_WITHIN_MS = 30_000;
/** Times the process must be caught between the first claim and the last, and tries for that. */
const [CAUGHT, TRIES_MAX] = [3, 12];
const [THREADS, FANS, SHARES, SHARE_CENTS] = [5, 4, 3, 100];
const PATIENCE_MS = 600_000;

interface Account {
  readonly id: string;
  readonly token: string;
}

let server: ServerProcess;
let giver: Account;
let fans: Account[];
beforeAll(async () => {
  server = await ServerProcess.open();
  giver = await server.register("giver");
  const admin = await server.register("treasurer");
  fans = [];
  for (let n = 0; n < FANS; n++) fans.push(await server.register(`fan${n}`));
  await server.stop();
  for (const { id } of [giver, admin]) await server.write("UPDATE users SET groupId = 1 WHERE id = ?", id);
  await server.start();
  const adjust = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;
  const input = { userId: giver.id, amountCents: 1_000_000, reason: "For red packets" };
  await server.ask(adjust, { input }, admin.token);
  await server.ask(`mutation { setPayPassword(password: "${PIN}") }`, {}, giver.token);
}, PATIENCE_MS);
afterAll(() => server?.close());

const count = async (from: string): Promise<number> =>
  Number((await server.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`))[0]!.n);
const claimed = () => count("red_packet_shares WHERE userId IS NOT NULL");

async function publish(title: string, categoryId: string): Promise<string> {
  const redPacket = {
    rule: "FIXED",
    claimBy: "REPLY",
    shareCount: SHARES,
    amountCents: SHARES * SHARE_CENTS,
    payPassword: PIN,
  };
  const document = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId, title, body: "For all", redPacket };
  return (await server.ask(document, { input }, giver.token)).publishThread.id as string;
}

test(
  "killed amid replies that claim, the program gives each share once, and none too many",
  async () => {
    const [category] = (await server.ask(`{ categories { id } }`)).categories as { id: string }[];
    let caught = 0;
    for (let round = 0; caught < CAUGHT && round < TRIES_MAX; round++) {
      const threads: string[] = [];
      for (let n = 0; n < THREADS; n++) threads.push(await publish(`Bread ${round} ${n}`, category!.id));
      const document = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
      const replies = threads.flatMap((threadId) =>
        fans.map(({ token }) => server.ask(document, { input: { threadId, body: "Thanks" } }, token)),
      );
      const settled = Promise.allSettled(replies);
      const before = await claimed();
      for (const began = Date.now(); Date.now() - began < 5_000 && (await claimed()) === before;)
        await wait(1);
      await server.kill();
      await settled;
      const given = (await claimed()) - before;
      if (given > 0 && given < THREADS * SHARES) caught++;
      await server.start();
    }
    expect(caught).toBe(CAUGHT);

    await expect.poll(() => count("outbox"), { timeout: BOOKED_WITHIN_MS, interval: 100 }).toBe(0);
    const packets = await server.rows<{ id: number; claimed: number; people: number; rest: number }>(
      `SELECT p.id, p.claimedCount AS claimed, p.remainingCents AS rest,
         (SELECT COUNT(DISTINCT o.authorId) FROM posts o WHERE o.threadId = p.threadId) AS people
       FROM red_packets p ORDER BY p.id`,
    );
    for (const { claimed, people, rest } of packets) {
      expect(Number(claimed)).toBe(Math.min(SHARES, Number(people)));
      expect(Number(rest)).toBe((SHARES - Number(claimed)) * SHARE_CENTS);
    }
    const given = packets.reduce((sum, { claimed }) => sum + Number(claimed), 0);
    expect(given).toBeGreaterThan(0);
    expect(await count("red_packet_shares WHERE userId IS NOT NULL")).toBe(given);
    expect(await count("money_transactions WHERE kind = 'RED_PACKET'")).toBe(given);
    expect(await count("notifications WHERE kind = 'red_packet.gotten'")).toBe(given);
    const rows = (sql: string) => server.rows<never>(sql);
    expect(
      contradictions(
        await rows("SELECT id, kind, ownerId, balanceCents, version FROM money_accounts"),
        await rows("SELECT * FROM money_entries ORDER BY accountId, sequence"),
        await rows("SELECT userId, remainingCents FROM money_holds"),
      ),
    ).toEqual([]);
  },
  PATIENCE_MS,
);
