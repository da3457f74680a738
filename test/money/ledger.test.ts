import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { AccountKind } from "../../server/features/money/ledger/account.entity.ts";
import { payFromHold, placeHold, releaseHold } from "../../server/features/money/ledger/hold.service.ts";
import { post, type Leg } from "../../server/features/money/ledger/ledger.service.ts";
import { TransactionKind } from "../../server/features/money/ledger/transaction.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, bookkeeping, give } from "./books.ts";

let forum: Forum;
let number = 0;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const available = (ownerId: number, amountCents: number): Leg => {
  return { kind: AccountKind.AVAILABLE, ownerId, amountCents };
};
const transfer = (from: Person, to: Person, amountCents: number, reference = `transfer:${++number}`) =>
  forum.write((ctx) =>
    post(ctx, {
      kind: TransactionKind.PAYMENT,
      reference,
      legs: [available(from.id, -amountCents), available(to.id, amountCents)],
    }),
  );

describe("moving money", () => {
  test("what one pays another has, and both lines stand in the books", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 1_000);

    await transfer(ada, bo, 250);

    expect(await balancesOf(forum, ada)).toEqual({ available: 750, frozen: 0 });
    expect(await balancesOf(forum, bo)).toEqual({ available: 250, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("nobody pays more than they have, and nothing is left of the attempt", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 100);

    await expect(transfer(ada, bo, 101)).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });

    expect(await balancesOf(forum, ada)).toEqual({ available: 100, frozen: 0 });
    expect(await balancesOf(forum, bo)).toEqual({ available: 0, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("the same payment comes fifty times at once and is made once", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 1_000);

    const results = await Promise.all(
      Array.from({ length: 50 }, () => transfer(ada, bo, 10, "order:1:paid")),
    );

    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await balancesOf(forum, bo)).toEqual({ available: 10, frozen: 0 });
  });

  test("the same name for another payment is refused", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 1_000);
    await transfer(ada, bo, 10, "order:2:paid");

    await expect(transfer(ada, bo, 11, "order:2:paid")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await balancesOf(forum, bo)).toEqual({ available: 10, frozen: 0 });
  });

  test("fifty at once spend from one balance: as many succeed as it covers", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 100);

    const results = await Promise.allSettled(Array.from({ length: 50 }, () => transfer(ada, bo, 7)));

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(14);
    expect(await balancesOf(forum, ada)).toEqual({ available: 2, frozen: 0 });
    expect(await balancesOf(forum, bo)).toEqual({ available: 98, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("two who pay each other all the time never block each other", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 500);
    await give(forum, bo, 500);

    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? transfer(ada, bo, 5) : transfer(bo, ada, 5))),
    );

    expect(await balancesOf(forum, ada)).toEqual({ available: 500, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("money and what it pays for are stored together or not at all", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 100);

    const work = forum.write(async (ctx) => {
      await post(ctx, {
        kind: TransactionKind.PAYMENT,
        reference: `failing:${ada.id}`,
        legs: [available(ada.id, -50), available(bo.id, 50)],
      });
      throw new Error("What it pays for could not be stored.");
    });

    await expect(work).rejects.toThrow("could not be stored");
    expect(await balancesOf(forum, ada)).toEqual({ available: 100, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test.each<[string, readonly Leg[]]>([
    ["one leg alone", [available(1, 5)]],
    ["legs that do not add up", [available(1, 5), { kind: AccountKind.FEES, amountCents: -4 }]],
    ["half a cent", [available(1, 0.5), { kind: AccountKind.FEES, amountCents: -0.5 }]],
    ["nothing", []],
    ["nothing in two parts", [available(1, 5), available(1, -5)]],
    ["a member's account without a member", [available(0, 5), { kind: AccountKind.FEES, amountCents: -5 }]],
    ["too much", [available(1, 2e9), { kind: AccountKind.PAID_IN, amountCents: -2e9 }]],
  ])("a mistake in the program moves nothing: %s", async (_name, legs) => {
    const reference = `mistake:${++number}`;
    await expect(
      forum.write((ctx) => post(ctx, { kind: TransactionKind.PAYMENT, reference, legs })),
    ).rejects.toThrow();
    expect(await bookkeeping(forum)).toEqual([]);
  });
});

describe("money that is set aside", () => {
  test("parts of it are paid out once each, and what is left comes back", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 1_000);
    const reference = `packet:${ada.id}`;
    const pay = (part: string, cents: number) =>
      forum.write((ctx) => payFromHold(ctx, reference, part, [available(bo.id, cents)]));

    await forum.write((ctx) => placeHold(ctx, { userId: ada.id, amountCents: 600, reference }));
    await forum.write((ctx) => placeHold(ctx, { userId: ada.id, amountCents: 600, reference }));
    expect(await balancesOf(forum, ada)).toEqual({ available: 400, frozen: 600 });

    await Promise.all([pay("claim:1", 100), pay("claim:1", 100), pay("claim:2", 150)]);
    expect(await balancesOf(forum, ada)).toEqual({ available: 400, frozen: 350 });
    expect(await balancesOf(forum, bo)).toEqual({ available: 250, frozen: 0 });

    const back = await Promise.all(
      Array.from({ length: 5 }, () => forum.write((ctx) => releaseHold(ctx, reference))),
    );
    expect(back.sort()).toEqual([0, 0, 0, 0, 350]);
    expect(await balancesOf(forum, ada)).toEqual({ available: 750, frozen: 0 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("no hold pays with the money of another one", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    await give(forum, ada, 300);
    const [one, two] = [`packet:${ada.id}:one`, `packet:${ada.id}:two`];
    await forum.write((ctx) => placeHold(ctx, { userId: ada.id, amountCents: 100, reference: one }));
    await forum.write((ctx) => placeHold(ctx, { userId: ada.id, amountCents: 200, reference: two }));

    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        forum.write((ctx) => payFromHold(ctx, one, `claim:${index}`, [available(bo.id, 10)])),
      ),
    );

    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await balancesOf(forum, bo)).toEqual({ available: 100, frozen: 0 });
    expect(await balancesOf(forum, ada)).toEqual({ available: 0, frozen: 200 });
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("nobody sets aside more than they have", async () => {
    const ada = await forum.member();
    await give(forum, ada, 99);
    const request = { userId: ada.id, amountCents: 100, reference: `packet:${ada.id}` };
    await expect(forum.write((ctx) => placeHold(ctx, request))).rejects.toMatchObject({
      code: "BALANCE_TOO_LOW",
    });
    expect(await balancesOf(forum, ada)).toEqual({ available: 99, frozen: 0 });
  });
});

describe("the books", () => {
  test.each([
    "UPDATE money_entries SET amountCents = 1",
    "DELETE FROM money_entries",
    "UPDATE money_transactions SET memo = 'x'",
    "DELETE FROM money_transactions",
    "DELETE FROM money_accounts",
    "UPDATE money_accounts SET balanceCents = -1 WHERE kind = 'AVAILABLE'",
  ])("the database itself refuses: %s", async (sql) => {
    await give(forum, await forum.member(), 5);
    await expect(forum.write((ctx) => run(ctx, sql))).rejects.toThrow();
  });
});
