import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { Withdrawal } from "../../server/features/withdrawals/withdrawal.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, bookkeeping, give } from "./books.ts";
import { PIN, setPin } from "./shop.ts";

const FIELDS = "id state amountCents feeCents receiveAccount note user { id }";
const REQUEST = `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { ${FIELDS} } }`;
const DECIDE = `mutation ($input: DecideWithdrawalInput!) { decideWithdrawal(input: $input) { ${FIELDS} } }`;
const TERMS = `{ withdrawalTerms { viewerCanWithdraw feeBps leastCents mostCents leftTodayCents nextAt } }`;
const KEYS = ["cash_interval_time", "cash_rate", "cash_min_sum", "cash_max_sum", "cash_sum_limit"] as const;
const WHOLE = 1_000_000_00;

let forum: Forum;
let admin: Person;
let other: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, other] = [await forum.admin(), await forum.admin()];
});
afterEach(async () => {
  await save({});
  expect(await bookkeeping(forum)).toEqual([]);
  await checkLedger(forum.app.context());
  expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
});
afterAll(() => forum.close());

const save = (values: Partial<Record<(typeof KEYS)[number], string>>) =>
  admin.graphql(`mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`, {
    entries: KEYS.map((key) => ({ tag: "cash", key, value: values[key] ?? "" })),
  });
async function saver(cents = 10_000): Promise<Person> {
  const person = await forum.member("cash.create");
  await give(forum, person, cents);
  await setPin(person);
  return person;
}
const request = async (person: Person, amountCents: unknown, more: object = {}) =>
  (
    await person.graphql(REQUEST, {
      input: { amountCents, receiveAccount: "Bank 12 34", payPassword: PIN, ...more },
    })
  ).requestWithdrawal;
const decide = async (id: string, decision: string, note = "Transfer 7", by = admin) =>
  (await by.graphql(DECIDE, { input: { id, decision, note } })).decideWithdrawal;
const books = (person: Person) => balancesOf(forum, person);
const siteSum = async (kind: string): Promise<number> => {
  const sql = "SELECT balanceCents AS cents FROM money_accounts WHERE kind = ?";
  return Number((await forum.rows<{ cents: number }>(sql, [kind]))[0]?.cents ?? 0);
};
const newest = async (person: Person) => {
  await forum.delivered();
  const { notifications } = await person.graphql(
    `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
  );
  return notifications.nodes[0];
};

describe("a withdrawal", () => {
  test("is set aside at once, approved, and paid by hand; the fee is rounded up", async () => {
    await save({ cash_rate: "0.006" });
    const ada = await saver();
    const [out, fees] = [await siteSum("PAID_OUT"), await siteSum("FEES")];
    const asked = await request(ada, 1_001);
    expect(asked).toEqual({
      id: asked.id,
      state: "PENDING",
      amountCents: 1_001,
      feeCents: 7,
      note: "",
      receiveAccount: "Bank 12 34",
      user: { id: String(ada.id) },
    });
    expect(await books(ada)).toEqual({ available: 8_999, frozen: 1_001 });

    expect((await decide(asked.id, "APPROVE", "")).state).toBe("APPROVED");
    expect(await books(ada)).toEqual({ available: 8_999, frozen: 1_001 });
    expect(await decide(asked.id, "PAID")).toMatchObject({ state: "PAID", note: "Transfer 7" });

    expect(await books(ada)).toEqual({ available: 8_999, frozen: 0 });
    expect((await siteSum("PAID_OUT")) - out).toBe(994);
    expect((await siteSum("FEES")) - fees).toBe(7);
    expect(await newest(ada)).toMatchObject({ kind: "withdraw.noticed" });
    const { withdrawals } = await ada.graphql(`{ withdrawals { nodes { id state note } } }`);
    expect(withdrawals.nodes).toEqual([{ id: asked.id, state: "PAID", note: "Transfer 7" }]);
    const log = `query ($target: String) { auditLog(target: $target) { nodes { action reason } } }`;
    expect((await admin.graphql(log, { target: `withdrawal:${asked.id}` })).auditLog.nodes).toHaveLength(2);
    const { Data } = await admin.rest("GET", "/api/statistic/finance.v2");
    expect(Data).toMatchObject({ totalWithdrawal: "10.01", withdrawalProfit: "0.07", totalIncome: "0.00" });
  });

  test.each([
    ["refused", ["REFUSE"], "REFUSED"],
    ["approved, but fails", ["APPROVE", "FAILED"], "FAILED"],
  ])("that is %s comes back whole, the fee included, with the reason", async (_how, steps, state) => {
    await save({ cash_rate: "0.1" });
    const ada = await saver();
    const { id } = await request(ada, 1_000);
    for (const step of steps) await decide(id, step, "No such account");
    expect(await books(ada)).toEqual({ available: 10_000, frozen: 0 });
    const { withdrawals } = await ada.graphql(`{ withdrawals { nodes { state note } } }`);
    expect(withdrawals.nodes).toEqual([{ state, note: "No such account" }]);
    expect(await newest(ada)).toMatchObject({ kind: "withdraw.withdraw" });
    expect((await newest(ada)).text).toContain("No such account");
  });

  test("takes no step twice and leaves none out", async () => {
    const { id } = await request(await saver(), 100);
    for (const step of ["PAID", "FAILED"])
      await expect(decide(id, step)).rejects.toMatchObject({ code: "WITHDRAWAL_DECIDED" });
    await expect(decide(id, "REFUSE", " ")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await decide(id, "REFUSE");
    for (const step of ["APPROVE", "REFUSE", "PAID", "FAILED"])
      await expect(decide(id, step)).rejects.toMatchObject({ code: "WITHDRAWAL_DECIDED" });
    await expect(decide("999999", "APPROVE")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([
    [0, "INVALID_PARAMETER"],
    [-1, "INVALID_PARAMETER"],
    [1.5, "INVALID_PARAMETER"],
    ["5", "INVALID_PARAMETER"],
    [2 ** 53, "INVALID_PARAMETER"],
    [10_001, "BALANCE_TOO_LOW"],
  ])("of %s is refused, and nothing moves", async (amount, code) => {
    const ada = await saver();
    await expect(request(ada, amount)).rejects.toMatchObject({ code });
    expect(await books(ada)).toEqual({ available: 10_000, frozen: 0 });
  });

  test("needs an account, the pay password and the permission", async () => {
    const ada = await saver();
    for (const receiveAccount of ["", "  ", "x".repeat(201)])
      await expect(request(ada, 100, { receiveAccount })).rejects.toMatchObject({
        code: "INVALID_PARAMETER",
      });
    await expect(request(ada, 100, { payPassword: "000000" })).rejects.toMatchObject({
      code: "PAY_PASSWORD_WRONG",
    });
    expect((await ada.graphql(TERMS)).withdrawalTerms.viewerCanWithdraw).toBe(true);
    const bo = await forum.limitedMember("cash.create");
    await expect(request(bo, 100)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await bo.graphql(TERMS)).withdrawalTerms.viewerCanWithdraw).toBe(false);
  });

  test("keeps to the limits of the settings, and the terms tell them", async () => {
    await save({ cash_rate: "0.01", cash_min_sum: "2", cash_max_sum: "30.5", cash_sum_limit: "40" });
    const ada = await saver();
    expect((await ada.graphql(TERMS)).withdrawalTerms).toEqual({
      viewerCanWithdraw: true,
      feeBps: 100,
      leastCents: 200,
      mostCents: 3_050,
      leftTodayCents: 4_000,
      nextAt: null,
    });
    await expect(request(ada, 199)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await expect(request(ada, 3_051)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const { id } = await request(ada, 3_050);
    await expect(request(ada, 951)).rejects.toMatchObject({ code: "WITHDRAWAL_LIMIT" });
    // What was refused counts no more.
    await decide(id, "REFUSE");
    await request(ada, 3_000);
    expect((await ada.graphql(TERMS)).withdrawalTerms.leftTodayCents).toBe(1_000);
  });

  test("waits for the interval, each member for their own", async () => {
    await save({ cash_interval_time: "2" });
    const [ada, bo] = [await saver(), await saver()];
    const { id } = await request(ada, 100);
    await expect(request(ada, 100)).rejects.toMatchObject({ code: "WITHDRAWAL_LIMIT" });
    await request(bo, 100);
    const createdAt = new Date(Date.now() - 2 * 86_400_000);
    await forum.write((ctx) => ctx.db.update(Withdrawal, { id: Number(id) }, { createdAt }));
    await request(ada, 100);
  });

  test("is not asked for, approved or paid while the books do not balance; refusing goes on", async () => {
    const ada = await saver();
    const [first, second] = [await request(ada, 100), await request(ada, 100)];
    await decide(first.id, "APPROVE");
    const damage = (by: number) =>
      forum.write((ctx) =>
        ctx.db.query(
          `UPDATE money_holds SET remainingCents = remainingCents - ${by} WHERE userId = ${ada.id}`,
        ),
      );
    await damage(1);
    await checkLedger(forum.app.context());
    await expect(request(ada, 100)).rejects.toMatchObject({ code: "MONEY_STOPPED" });
    await expect(decide(second.id, "APPROVE")).rejects.toMatchObject({ code: "MONEY_STOPPED" });
    await expect(decide(first.id, "PAID")).rejects.toMatchObject({ code: "MONEY_STOPPED" });
    await damage(-1);
    expect((await decide(second.id, "REFUSE")).state).toBe("REFUSED");
    await checkLedger(forum.app.context());
    expect((await decide(first.id, "PAID")).state).toBe("PAID");
  });

  test("is seen by the member and by administrators alone", async () => {
    const [ada, bo] = [await saver(), await saver()];
    const { id } = await request(ada, 100, { receiveAccount: `canary ${ada.id}` });
    expect(JSON.stringify(await bo.graphql(`{ withdrawals { nodes { ${FIELDS} } } }`))).not.toContain(
      "canary",
    );
    const all = `query ($u: ID, $s: WithdrawalState) { allWithdrawals(userId: $u, state: $s) { nodes { ${FIELDS} } } }`;
    await expect(bo.graphql(all)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(decide(id, "REFUSE", "Mine", bo)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const read = async (s: string) =>
      (await admin.graphql(all, { u: ada.id, s })).allWithdrawals.nodes.map(
        (each: { id: string }) => each.id,
      );
    expect([await read("PENDING"), await read("PAID")]).toEqual([[id], []]);
  });
});

describe("at the same moment", () => {
  test("of 50 withdrawals of the whole balance one wins", async () => {
    await save({ cash_max_sum: "1000000", cash_sum_limit: "10000000" });
    const ada = await saver(WHOLE);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        request(ada, WHOLE, { idempotencyKey: `all-${ada.id}-${index}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["BALANCE_TOO_LOW"]));
    expect(await books(ada)).toEqual({ available: 0, frozen: WHOLE });
  });

  test("fifty keep to the limit of a day together", async () => {
    await save({ cash_max_sum: "10", cash_sum_limit: "35" });
    const ada = await saver(100_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => request(ada, 1_000)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await books(ada)).toEqual({ available: 97_000, frozen: 3_000 });
  });

  test("the same key fifty times is one withdrawal; for another amount it is refused", async () => {
    const ada = await saver();
    const key = { idempotencyKey: `once-${ada.id}` };
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(ada, 700, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(request(ada, 701, key)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await books(ada)).toEqual({ available: 9_300, frozen: 700 });
  });

  test.each([
    [["REFUSE"], "REFUSE", { available: 10_000, frozen: 0 }],
    [["APPROVE", "REFUSE"], null, null],
  ])("of two administrators who decide %j one counts", async (decisions, only, after) => {
    const ada = await saver();
    const { id } = await request(ada, 500);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        decide(id, decisions[index % decisions.length]!, "Reason", index % 2 ? admin : other),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["WITHDRAWAL_DECIDED"]));
    if (only) expect(await books(ada)).toEqual(after);
  });

  test("of one who marks it as paid and one who marks it as failed one counts", async () => {
    const ada = await saver();
    const { id } = await request(ada, 500);
    await decide(id, "APPROVE");
    const outcomes = await Promise.allSettled([
      decide(id, "PAID", "T 1", admin),
      decide(id, "FAILED", "No", other),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await books(ada)).frozen).toBe(0);
  });
});
