import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { AccountKind } from "../../server/features/money/ledger/account.entity.ts";
import { placeHold } from "../../server/features/money/ledger/hold.service.ts";
import { post } from "../../server/features/money/ledger/ledger.service.ts";
import { TransactionKind } from "../../server/features/money/ledger/transaction.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { give } from "./books.ts";

/** A server that starts and two runs of the command line. */
const PROCESS_TIMEOUT_MS = 120_000;
const FUNDS = `{ funds { balanceCents frozenCents adjustedCents checkedAt violations } }`;

let forum: Forum;
let admin: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
  bo = await forum.member();
  await give(forum, ada, 1_000);
  await forum.write((ctx) => placeHold(ctx, { userId: ada.id, amountCents: 300, reference: "check:1" }));
});
afterAll(() => forum.close());

const check = async (): Promise<string[]> => {
  await forum.app.clock.runAll(["checkLedger"]);
  return (await admin.graphql(FUNDS)).funds.violations;
};
const withdraw = () =>
  forum.write((ctx) =>
    post(ctx, {
      kind: TransactionKind.PAYMENT,
      reference: `out:${Math.random()}`,
      legs: [
        { kind: AccountKind.AVAILABLE, ownerId: ada.id, amountCents: -1 },
        { kind: AccountKind.PAID_OUT, amountCents: 1 },
      ],
    }),
  );

describe("the check of the books", () => {
  test("finds nothing where nothing is wrong, and tells administrators when it looked", async () => {
    expect(await check()).toEqual([]);
    expect((await admin.graphql(FUNDS)).funds).toMatchObject({
      balanceCents: 700,
      frozenCents: 300,
      adjustedCents: 1_000,
      checkedAt: expect.any(String),
    });
    await withdraw();
  });

  // Somebody at the database itself, past the program and its triggers.
  test.each([
    [
      "a balance made greater",
      "UPDATE money_accounts SET balanceCents = balanceCents + 5 WHERE kind = 'AVAILABLE' AND ownerId = ?",
      "UPDATE money_accounts SET balanceCents = balanceCents - 5 WHERE kind = 'AVAILABLE' AND ownerId = ?",
      ["I1", "I2"],
    ],
    [
      "money moved from one balance to another by hand",
      "UPDATE money_accounts SET balanceCents = balanceCents + (CASE kind WHEN 'FROZEN' THEN 7 ELSE -7 END) WHERE ownerId = ?",
      "UPDATE money_accounts SET balanceCents = balanceCents - (CASE kind WHEN 'FROZEN' THEN 7 ELSE -7 END) WHERE ownerId = ?",
      ["I2", "I5"],
    ],
    [
      "a hold that promises more",
      "UPDATE money_holds SET remainingCents = remainingCents + 9, amountCents = amountCents + 9 WHERE userId = ?",
      "UPDATE money_holds SET remainingCents = remainingCents - 9, amountCents = amountCents - 9 WHERE userId = ?",
      ["I5"],
    ],
    [
      "an account that lost an entry",
      "UPDATE money_accounts SET version = version + 1 WHERE kind = 'FROZEN' AND ownerId = ?",
      "UPDATE money_accounts SET version = version - 1 WHERE kind = 'FROZEN' AND ownerId = ?",
      ["I2"],
    ],
  ])(
    "finds %s, lets no money leave, and lets it again once it is mended",
    async (_name, damage, repair, names) => {
      await forum.write((ctx) => run(ctx, damage, [ada.id]));

      const found = await check();

      for (const name of names) expect(found.join("\n")).toContain(name);
      expect(forum.logLines.join("")).toContain("the books do not balance");
      await expect(withdraw()).rejects.toMatchObject({ code: "MONEY_STOPPED" });
      // What stays on the site goes on.
      await give(forum, bo, 1);

      await forum.write((ctx) => run(ctx, repair, [ada.id]));
      expect(await check()).toEqual([]);
      await withdraw();
    },
  );

  test("tells administrators when it stops the money, and not again with every check", async () => {
    const account = async () => {
      await forum.delivered();
      return (await admin.graphql(`{ unreadCounts { account } }`)).unreadCounts.account;
    };
    await forum.delivered();
    await admin.graphql(`mutation { markNotificationsRead { count } }`);
    await forum.write((ctx) =>
      run(ctx, `UPDATE money_accounts SET version = version + 1 WHERE kind = 'FROZEN'`),
    );
    await check();
    expect(await account()).toBe(1);
    const { notifications } = await admin.graphql(`{ notifications(first: 1) { nodes { kind text } } }`);
    expect(notifications.nodes[0]).toMatchObject({ kind: "money.stopped" });
    expect(notifications.nodes[0].text).toContain("no money leaves the site");

    await admin.graphql(`mutation { markNotificationsRead { count } }`);
    await check();
    expect(await account()).toBe(0);
    await forum.write((ctx) =>
      run(ctx, `UPDATE money_accounts SET version = version - 1 WHERE kind = 'FROZEN'`),
    );
    expect(await check()).toEqual([]);
  });

  test("members do not read it", async () => {
    await expect(ada.graphql(FUNDS)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

test(
  "a cent that somebody added while the forum was stopped is found at its start, told, and stops withdrawals",
  async () => {
    const settings = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a-long-password" };
    const server = await ServerProcess.open({ settings });
    try {
      await server.stop();
      await server.write(
        "INSERT INTO money_accounts (kind, ownerId, mayBeNegative, balanceCents, version) VALUES ('FEES', 0, 0, 1, 0)",
      );
      await server.start();
      const login = { username: "operator", password: "a-long-password", client: "API" };
      const signIn = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
      const token: string = (await server.ask(signIn, { input: login })).login.accessToken;
      const seen = `{ funds { violations } notifications(entry: ACCOUNT) { nodes { kind } } }`;
      await expect
        .poll(async () => (await server.ask(seen, {}, token)).notifications.nodes, {
          // Long before five minutes have passed.
          timeout: 60_000,
        })
        .toContainEqual({ kind: "money.stopped" });
      expect((await server.ask(seen, {}, token)).funds.violations.join()).toContain("I1");
      const input = {
        amountCents: 100,
        receiveAccount: "ada@example.org",
        payPassword: "135790",
        idempotencyKey: "k",
      };
      const withdrawal = `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { id } }`;
      await expect(server.ask(withdrawal, { input }, token)).rejects.toThrow("MONEY_STOPPED");
    } finally {
      await server.close();
    }
  },
  PROCESS_TIMEOUT_MS,
);

test(
  "luntan doctor adds the books up",
  async () => {
    const server = await ServerProcess.open();
    try {
      await server.stop();
      const sound = await server.run(["doctor"]);
      expect(sound.output).toContain("money: the books balance, 0 movements");

      await server.write(
        "INSERT INTO money_accounts (kind, ownerId, mayBeNegative, balanceCents, version) VALUES ('FEES', 0, 0, 5, 0)",
      );
      const broken = await server.run(["doctor"]);
      expect(broken.output).toContain("I1 all balances add up to zero");
      expect(broken.code).not.toBe(0);
    } finally {
      await server.close();
    }
  },
  PROCESS_TIMEOUT_MS,
);
