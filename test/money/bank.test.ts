import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit, glance, isSettled, look, readBooks } from "./bankAudit.ts";
import { BankOperations } from "./bankOperations.ts";
import { ADJUST, Refused, START_CENTS, Town } from "./bankTown.ts";

/**
 * The bank test: members tip, buy, claim, offer, withdraw and are paid over HTTP while the built server is killed in the
 * middle, again and again. Each request carries a key and is sent until it is answered; then every key must stand in the
 * books exactly once, or not at all if it was refused. That the books balance is not enough: money that moved twice
 * balances as well. Meanwhile orders and red packets expire, and a reader adds the books up as of one moment.
 */

/** Kills of the server; `npm run bench -- bank` asks for more. */
const KILLS = Number(process.env["BANK_KILLS"] ?? 20);
const [MEMBERS, DECIDERS] = [13, 2];
/** Answers after each start before the next kill, so that there is something to lose. */
const [ANSWERS_MIN, ANSWERS_MAX] = [10, 80];
const REST_MS = 20;
/** Pause between two looks at the books while money moves. */
const LOOK_EVERY_MS = 400;
const SETTLED_WITHIN_MS = 60_000;
const BANK_TIMEOUT_MS = 180_000 + KILLS * 20_000;

let town: Town;
beforeAll(async () => {
  town = await Town.open(MEMBERS);
}, 180_000);
afterAll(() => town?.server.close());

test(
  "whatever is killed and whenever: each key moved money once, and the books balance",
  async () => {
    const done = new BankOperations(town);
    const { orders, withdrawals, packets, bounties, topUps, adjustments, abandoned } = done;
    const lists = [orders, withdrawals, packets, bounties, topUps, adjustments, abandoned];
    const { server } = town;
    let isOver = false;
    const untilOver = async (work: () => Promise<unknown>): Promise<void> => {
      while (!isOver) await work();
    };
    const decide = async (): Promise<void> => {
      if (!(await done.decideSomething())) await wait(REST_MS);
    };
    const clients = [
      ...town.members.map((member) => untilOver(() => done.doSomething(member))),
      ...Array.from({ length: DECIDERS }, () => untilOver(decide)),
    ];
    const reader = untilOver(async () => {
      done.wrong.push(...(await look(server)));
      await wait(LOOK_EVERY_MS);
    });
    const watched = Promise.all([...clients, reader]);
    const kills = async (): Promise<void> => {
      for (let kill = 0; kill < KILLS; kill++) {
        town.answers = 0;
        server.holdReserve();
        const enough = randomInt(ANSWERS_MIN, ANSWERS_MAX);
        while (town.answers < enough) await wait(randomInt(1, REST_MS));
        await server.kill();
        const lines = await glance(server);
        done.wrong.push(...lines);
        await done.letExpire();
        await server.start();
      }
      // Few kills may leave out what is done rarely.
      while (lists.some(({ length }) => length === 0)) await wait(REST_MS);
      isOver = true;
    };
    // A client that fails ends the test at once.
    await Promise.race([kills(), watched]);
    await watched;

    for (const began = Date.now(); Date.now() - began < SETTLED_WITHIN_MS; await wait(REST_MS))
      if (await isSettled(town, done)) break;
    expect(await audit(town, done)).toEqual([]);
  },
  BANK_TIMEOUT_MS,
);

test(
  "fifty take from one balance at once while the server is killed: it never falls below zero",
  async () => {
    const { server, admins, visitor } = town;
    const change = (amountCents: number, key: string = randomUUID()): Promise<unknown> =>
      town.ask(admins[randomInt(2)]!, ADJUST, {
        input: { userId: visitor.id, amountCents, reason: key, idempotencyKey: key },
      });
    await change(10_000 - START_CENTS);
    const keys = Array.from({ length: 50 }, (): string => randomUUID());
    const taken = Promise.all(
      keys.map((key) =>
        change(-700, key).then(
          () => key,
          (error: unknown) => (error instanceof Refused && error.code === "BALANCE_TOO_LOW" ? null : error),
        ),
      ),
    );
    await wait(randomInt(20, 80));
    await server.kill();
    await server.start();
    const answers = await taken;

    const acknowledged = answers.filter((answer) => answer !== null);
    expect(acknowledged).toHaveLength(Math.floor(10_000 / 700));
    const rows = await server.rows<{ memo: string }>("SELECT memo FROM money_transactions");
    const memos = rows.map(({ memo }) => memo).filter((memo) => keys.includes(memo));
    expect(memos.sort()).toEqual([...acknowledged].sort());
    expect(await readBooks(server)).toEqual([]);
  },
  BANK_TIMEOUT_MS,
);
