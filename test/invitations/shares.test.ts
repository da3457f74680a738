import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { findViolations, INVARIANTS } from "../../server/features/money/checks/invariants.sql.ts";
import { takeBackOrder } from "../../server/features/orders/refund.service.ts";
import { joinOrder, openPaidSite } from "../memberships/paidSite.ts";
import { balancesOf, bookkeeping, give } from "../money/books.ts";
import { openTips, order, pay, sell, setPin, tip, TRADING } from "../money/shop.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCode, invited, inviter, setTerms } from "./inviting.ts";

const ORDERS = `{ orders(first: 1) { nodes { amountCents siteCents inviterCents inviter { id } } } }`;
const INVITEES = `{ invitees { nodes { id earnedCents sharePercent sharesIncome sharesJoining user { id } } }
  invitationOverview { earnedCents inviteeCount sharePercent } }`;

let forum: Forum;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  await openTips(admin);
  await set(forum, { "default.site_master_scale": "2", "default.site_author_scale": "8" });
  buyer = await forum.member(...TRADING);
  await give(forum, buyer, 1_000_000);
  await setPin(buyer);
});
afterAll(() => forum.close());

const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const newest = async () => (await admin.graphql(ORDERS)).orders.nodes[0];
/** A member who came by a code of the inviter. */
const invitee = async (by: Person, cents = 0) => invited(forum, (await createCode(by)).code, cents);
/** Names of the rules that the books break, all entries looked at. */
async function violations(): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of INVARIANTS)
    if ((await findViolations(forum.app.context(), rule, 0)).length > 0) broken.push(rule.name);
  return broken;
}
async function expectCleanBooks(): Promise<void> {
  expect(await violations()).toEqual([]);
  expect(await bookkeeping(forum)).toEqual([]);
}

describe("what an invited member earns", () => {
  test("by a paid thread is split between the site, the inviter and the author, and everybody sees it", async () => {
    const ada = await inviter(forum);
    const bo = await invitee(ada);
    await pay(buyer, (await order(buyer, await sell(forum, bo, { priceCents: 1000 }), 1000)).id);

    // The example of legacy-facts 5.3.
    expect([await available(ada), await available(bo)]).toEqual([240, 560]);
    expect(await newest()).toEqual({
      amountCents: 1000,
      siteCents: 200,
      inviterCents: 240,
      inviter: { id: String(ada.id) },
    });
    const ENTRIES = `{ viewer { walletEntries(kind: COMMISSION) { nodes { kind balanceChangeCents } } } }`;
    expect((await ada.graphql(ENTRIES)).viewer.walletEntries.nodes).toEqual([
      { kind: "COMMISSION", balanceChangeCents: 240 },
    ]);
    expect((await bo.graphql(ENTRIES)).viewer.walletEntries.nodes).toEqual([]);
    const { invitees, invitationOverview } = await ada.graphql(INVITEES);
    expect(invitationOverview).toEqual({ earnedCents: 240, inviteeCount: 1, sharePercent: 30 });
    expect(invitees.nodes).toEqual([
      {
        id: String(bo.id),
        user: { id: String(bo.id) },
        earnedCents: 240,
        sharePercent: 30,
        sharesIncome: true,
        sharesJoining: true,
      },
    ]);
    await forum.delivered();
    const { notifications } = await ada.graphql(
      `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toMatchObject({ kind: "divide.income" });
    expect(notifications.nodes[0].text).toContain("2.40");
    await expectCleanBooks();
  });

  test("by a tip as well; a refund takes all parts back", async () => {
    const ada = await inviter(forum);
    const bo = await invitee(ada);
    const threadId = await sell(forum, bo, { priceCents: 0, freePercent: 100 });
    const before = await available(buyer);
    const { id } = await tip(buyer, threadId, 333);
    await pay(buyer, id);
    // 20 % of 333 is 66, 30 % of the 267 that are left is 80; the author gets the rest.
    expect([await available(ada), await available(bo), await available(buyer)]).toEqual([
      80,
      187,
      before - 333,
    ]);
    await forum.write((ctx) => takeBackOrder(ctx, Number(id), "A mistake"));
    expect([await available(ada), await available(bo), await available(buyer)]).toEqual([0, 0, before]);
    expect((await ada.graphql(INVITEES)).invitationOverview.earnedCents).toBe(0);
    await expectCleanBooks();
  });

  test("cannot be refunded once the inviter has spent the share, and nothing moves", async () => {
    const ada = await inviter(forum);
    await setPin(ada);
    const bo = await invitee(ada);
    const { id } = await tip(buyer, await sell(forum, bo, { priceCents: 0, freePercent: 100 }), 1000);
    await pay(buyer, id);
    const other = await forum.member();
    const spent = await tip(ada, await sell(forum, await forum.member(...TRADING), { priceCents: 0 }), 240);
    await pay(ada, spent.id);
    const before = [await available(bo), await available(other), await available(buyer)];
    await expect(forum.write((ctx) => takeBackOrder(ctx, Number(id), "A mistake"))).rejects.toMatchObject({
      code: "BALANCE_TOO_LOW",
    });
    expect([await available(bo), await available(other), await available(buyer)]).toEqual(before);
    await expectCleanBooks();
  });

  test("is shared on the terms of when they came, whatever becomes of the group", async () => {
    const ada = await inviter(forum);
    const early = await invitee(ada);
    await setTerms(forum, ada, { scale: 50, isCommission: false });
    const late = await invitee(ada);
    await setTerms(forum, ada, { scale: 0, isSubordinate: false, isCommission: false });
    for (const [author, share] of [[early, 240] as const, [late, 0] as const]) {
      const before = await available(ada);
      await pay(buyer, (await order(buyer, await sell(forum, author, { priceCents: 1000 }), 1000)).id);
      expect((await available(ada)) - before).toBe(share);
    }
    // Nor does the permission matter any more.
    await forum.write((ctx) => run(ctx, "UPDATE users SET groupId = 10 WHERE id = ?", [ada.id]));
    await pay(buyer, (await order(buyer, await sell(forum, early, { priceCents: 1000 }), 1000)).id);
    expect(await available(ada)).toBe(480);
  });

  test("is not shared by who invited without the permission", async () => {
    const ada = await forum.member();
    await setTerms(forum, ada, { scale: 30, isSubordinate: true, isCommission: true });
    const bo = await invited(forum, String(ada.id));
    await pay(buyer, (await order(buyer, await sell(forum, bo, { priceCents: 1000 }), 1000)).id);
    expect([await available(ada), await available(bo)]).toEqual([0, 800]);
    expect(await newest()).toMatchObject({ inviterCents: 0, inviter: null });
  });

  test("by an anonymous thread, or from the inviter, is not shared", async () => {
    const ada = await inviter(forum);
    await give(forum, ada, 10_000);
    await setPin(ada);
    const bo = await invitee(ada);
    const secret = await sell(forum, bo, { priceCents: 1000, isAnonymous: true });
    await pay(buyer, (await order(buyer, secret, 1000)).id);
    await pay(ada, (await order(ada, await sell(forum, bo, { priceCents: 1000 }), 1000)).id);
    expect([await available(ada), await available(bo)]).toEqual([9_000, 1_600]);
  });

  test("falls to the author where the inviter has been banned since the order was made", async () => {
    const ada = await inviter(forum);
    const bo = await invitee(ada);
    const { id } = await order(buyer, await sell(forum, bo, { priceCents: 1000 }), 1000);
    await forum.write((ctx) => run(ctx, "UPDATE users SET status = 1 WHERE id = ?", [ada.id]));
    await pay(buyer, id);
    expect([await available(ada), await available(bo)]).toEqual([0, 800]);
    await pay(buyer, (await order(buyer, await sell(forum, bo, { priceCents: 1000 }), 1000)).id);
    expect(await available(bo)).toBe(1_600);
    await expectCleanBooks();
  });

  test("is shared once where fifty payments of one order come together", async () => {
    const ada = await inviter(forum);
    const bo = await invitee(ada);
    const { id } = await tip(buyer, await sell(forum, bo, { priceCents: 0, freePercent: 100 }), 1000);
    await Promise.allSettled(Array.from({ length: 50 }, () => pay(buyer, id)));
    expect([await available(ada), await available(bo)]).toEqual([240, 560]);
    await expectCleanBooks();
  });
});

describe("joining a paid site", () => {
  test("gives the inviter a share of the price, renewing does not", async () => {
    const ada = await inviter(forum, 33);
    const guest = await invitee(ada, 10_000);
    await setTerms(forum, ada, { isSubordinate: false });
    const later = await invitee(ada, 10_000);
    await openPaidSite(admin);
    try {
      for (const person of [guest, later]) await pay(person, (await joinOrder(person)).id);
      // 33 % of 12.50, rounded down.
      expect(await available(ada)).toBe(412);
      await pay(guest, (await joinOrder(guest, { kind: "RENEWAL" })).id);
      expect(await available(ada)).toBe(412);
      const [registrations] = await forum.rows(
        "SELECT balanceCents FROM money_accounts WHERE kind = 'REGISTRATIONS'",
      );
      expect(Number(registrations!["balanceCents"])).toBe(3 * 1250 - 412);
      await expectCleanBooks();
    } finally {
      await set(forum, { "default.site_mode": "public" });
    }
  });
});

test("a part of an order that does not agree with the books is found", async () => {
  const ada = await inviter(forum);
  const bo = await invitee(ada);
  const { id } = await tip(buyer, await sell(forum, bo, { priceCents: 0, freePercent: 100 }), 1000);
  await pay(buyer, id);
  const shift = (by: number) =>
    forum.write((ctx) =>
      run(
        ctx,
        "UPDATE orders SET inviterCents = inviterCents + ?, payeeCents = payeeCents - ? WHERE id = ?",
        [by, by, Number(id)],
      ),
    );
  await shift(1);
  expect(await violations()).toEqual([
    "I8 the parts of an order add up to its amount, and its inviter got their part",
  ]);
  await shift(-1);
  await expectCleanBooks();
});
