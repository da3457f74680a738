import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "../support/serverProcess.ts";
import { contradictions } from "./books.ts";

/**
 * The bank test: administrators move money over HTTP while the server is killed in the middle, again and again. Each
 * request carries a key and is sent until it is answered; then every key must stand in the books exactly once, or not at
 * all if it was refused. That the books balance is not enough: money that moved twice balances as well.
 */

/** Kills of the server; a longer run says more: `BANK_KILLS=100`. */
const KILLS = Number(process.env["BANK_KILLS"] ?? 3);
const CLIENTS = 8;
const MEMBERS = 4;
const KEYS_PER_CLIENT = 12 * KILLS;
/** A key that has no answer for so long fails the test. */
const ANSWER_WITHIN_MS = 60_000;
const BANK_TIMEOUT_MS = 120_000 + KILLS * 20_000;

const ADJUST = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;

interface Operation {
  readonly key: string;
  readonly userId: string;
  readonly amountCents: number;
  outcome: "ok" | "refused" | "unknown";
}

let server: ServerProcess;
let tokens: string[];
let members: string[];

beforeAll(async () => {
  server = await ServerProcess.open();
  const people = [];
  for (let index = 0; index < 2 + MEMBERS; index++) people.push(await server.register(`person${index}`));
  await server.stop();
  for (const { id } of people.slice(0, 2))
    await server.write("UPDATE users SET groupId = 1 WHERE id = ?", id);
  await server.start();
  tokens = people.slice(0, 2).map(({ token }) => token);
  members = people.slice(2).map(({ id }) => id);
}, BANK_TIMEOUT_MS);
afterAll(() => server.close());

/** Sends a request until the server answers it, and never with another key. */
async function settle(operation: Operation, token: string): Promise<unknown> {
  const { key, userId, amountCents } = operation;
  const input = { userId, amountCents, reason: key, idempotencyKey: key };
  for (const began = Date.now(); Date.now() - began < ANSWER_WITHIN_MS; await wait(20)) {
    try {
      const answer = await server.ask(ADJUST, { input }, token);
      operation.outcome = "ok";
      return answer.adjustWallet.balanceCents;
    } catch (error) {
      const reason = String(error);
      if (!reason.includes("BALANCE_TOO_LOW")) {
        // Cut off, or starting again: nobody knows yet what became of it.
        if (!reason.includes("extensions") || reason.includes("DATABASE_ERROR")) continue;
        throw error;
      }
      operation.outcome = "refused";
      return null;
    }
  }
  throw new Error(`No answer for ${key}.`);
}

async function readBooks() {
  const accounts = await server.rows<Record<string, string | number>>(
    "SELECT id, kind, ownerId, balanceCents, version FROM money_accounts",
  );
  const lines = await server.rows<Parameters<typeof contradictions>[1][number]>(
    "SELECT * FROM money_entries ORDER BY accountId, sequence",
  );
  const holds = await server.rows<Record<string, number>>("SELECT userId, remainingCents FROM money_holds");
  return { accounts, wrong: contradictions(accounts, lines, holds) };
}

const countOf = async (key: string): Promise<number> => {
  const sql = `SELECT COUNT(*) AS n FROM money_transactions WHERE memo = '${key}'`;
  return Number((await server.rows<{ n: number }>(sql))[0]!.n);
};

test(
  "whatever is killed and whenever: each key moved money once, and the books balance",
  async () => {
    const operations: Operation[] = [];
    let isOver = false;
    const client = async (token: string): Promise<void> => {
      for (let index = 0; index < KEYS_PER_CLIENT; index++) {
        const operation: Operation = {
          key: randomUUID(),
          userId: members[randomInt(MEMBERS)]!,
          amountCents: randomInt(3) === 0 ? -randomInt(1, 60) : randomInt(1, 50),
          outcome: "unknown",
        };
        operations.push(operation);
        const answer = await settle(operation, token);
        // An answer that came is said again: it must be the same.
        if (operation.outcome === "ok" && randomInt(5) === 0)
          expect(await settle(operation, token)).toBe(answer);
      }
    };
    const kills = (async () => {
      for (let kill = 0; kill < KILLS && !isOver; kill++) {
        await wait(randomInt(100, 500));
        await server.kill();
        await server.start();
      }
    })();

    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(tokens[index % tokens.length]!)));
    isOver = true;
    await kills;

    const { accounts, wrong } = await readBooks();
    expect(wrong).toEqual([]);
    const memos = await server.rows<{ memo: string; n: number }>(
      "SELECT memo, COUNT(*) AS n FROM money_transactions GROUP BY memo",
    );
    const times = new Map(memos.map(({ memo, n }) => [memo, Number(n)]));
    const wrongKeys = operations.filter(
      ({ key, outcome }) => (times.get(key) ?? 0) !== (outcome === "ok" ? 1 : 0),
    );
    expect(wrongKeys).toEqual([]);
    expect(memos).toHaveLength(operations.filter(({ outcome }) => outcome === "ok").length);
    for (const member of members) {
      const moved = operations.filter(({ userId, outcome }) => userId === member && outcome === "ok");
      const balance = accounts.find(
        ({ kind, ownerId }) => kind === "AVAILABLE" && String(ownerId) === member,
      );
      expect(Number(balance?.balanceCents ?? 0)).toBe(
        moved.reduce((sum, { amountCents }) => sum + amountCents, 0),
      );
    }
  },
  BANK_TIMEOUT_MS,
);

test(
  "fifty take from one balance at once while the server is killed: it never falls below zero",
  async () => {
    const member = members[0]!;
    const filled: Operation = { key: randomUUID(), userId: member, amountCents: 10_000, outcome: "unknown" };
    const before = Number(await settle(filled, tokens[0]!));
    const operations = Array.from({ length: 50 }, (): Operation => {
      return { key: randomUUID(), userId: member, amountCents: -700, outcome: "unknown" };
    });

    const settled = Promise.all(operations.map((each, index) => settle(each, tokens[index % 2]!)));
    await wait(60);
    await server.kill();
    await server.start();
    await settled;

    const taken = operations.filter(({ outcome }) => outcome === "ok");
    expect(taken).toHaveLength(Math.floor(before / 700));
    for (const { key, outcome } of operations) expect(await countOf(key)).toBe(outcome === "ok" ? 1 : 0);
    expect((await readBooks()).wrong).toEqual([]);
  },
  BANK_TIMEOUT_MS,
);
