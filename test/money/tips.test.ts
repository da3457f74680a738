import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { balancesOf, bookkeeping, give } from "./books.ts";
import { openTips, pay, PIN, setPin, tip, TRADING } from "./shop.ts";

const TIPS = `query ($id: ID!) { thread(id: $id) { tips { isOpen viewerCanTip memberCount members { id } } } }`;

let forum: Forum;
let admin: Person;
let author: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  await openTips(admin);
  author = await forum.member();
  threadId = await thread(author);
});
afterAll(() => forum.close());

async function thread(by: Person, more: object = {}): Promise<string> {
  return (await publish(by, { categoryId: await forum.categoryId(), title: "Bread", ...more })).id as string;
}
async function giver(cents = 10_000): Promise<Person> {
  const person = await forum.member(...TRADING);
  await give(forum, person, cents);
  await setPin(person);
  return person;
}
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const tipsOf = async (reader: Person, id = threadId) => (await reader.graphql(TIPS, { id })).thread.tips;
const asRow = (sql: string, values: (string | number | Date)[]) =>
  forum.write((ctx) => ctx.db.query(sql, values as never));
const save = (values: Record<string, string>) =>
  admin.graphql(`mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`, {
    entries: Object.entries(values).map(([key, value]) => ({ tag: "default", key, value })),
  });

describe("a tip", () => {
  test("goes to the author, who hears of it; the thread shows who gave, not how much", async () => {
    const [ada, own] = [await giver(), await thread(author)];
    const before = await available(author);
    const order = await tip(ada, own, 520);
    expect(order).toMatchObject({ amountCents: 520, state: "PENDING" });
    expect((await tipsOf(ada, own)).memberCount).toBe(0);

    expect((await pay(ada, order.id)).state).toBe("PAID");

    expect(await available(ada)).toBe(9_480);
    expect(await available(author)).toBe(before + 520);
    expect(await tipsOf(forum.visitor(), own)).toEqual({
      isOpen: true,
      viewerCanTip: false,
      memberCount: 1,
      members: [{ id: String(ada.id) }],
    });
    await forum.delivered();
    const { notifications } = await author.graphql(
      `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toMatchObject({ kind: "post.tipped" });
    expect(notifications.nodes[0].text).toContain("5.20");
    const entries = `{ viewer { walletEntries(kind: TIP) { nodes { memo balanceChangeCents } } } }`;
    expect((await ada.graphql(entries)).viewer.walletEntries.nodes).toEqual([
      { memo: "Bread", balanceChangeCents: -520 },
    ]);
    // It is no purchase, and opens nothing.
    expect((await ada.graphql(`{ purchases { nodes { id } } }`)).purchases.nodes).toEqual([]);
    await checkLedger(forum.app.context());
    expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("may be given again; each member counts once, the newest first", async () => {
    const [ada, bo, own] = [await giver(), await giver(), await thread(author)];
    for (const person of [ada, bo, ada]) await pay(person, (await tip(person, own, 100)).id);
    expect(await available(ada)).toBe(9_800);
    expect(await tipsOf(ada, own)).toEqual({
      isOpen: true,
      viewerCanTip: true,
      memberCount: 2,
      members: [{ id: String(ada.id) }, { id: String(bo.id) }],
    });
  });

  test("gives the site its share, rounded down, and the author the rest", async () => {
    await save({ site_author_scale: "7", site_master_scale: "3" });
    try {
      const [ada, before] = [await giver(), await available(author)];
      for (const [cents, rest] of [
        [1, 1],
        [9, 7],
        [333, 234],
      ] as const) {
        const had = await available(author);
        await pay(ada, (await tip(ada, threadId, cents)).id);
        expect((await available(author)) - had).toBe(rest);
      }
      expect((await available(author)) - before).toBe(242);
      expect(await bookkeeping(forum)).toEqual([]);
    } finally {
      await save({ site_author_scale: "10", site_master_scale: "0" });
    }
  });

  test.each([0, -1, 1_000_000_001, 2 ** 53, 1.5, "5"])("of %s is refused", async (amount) => {
    await expect(tip(await giver(), threadId, amount)).rejects.toThrow();
  });

  test("needs the money, and moves nothing without it", async () => {
    const ada = await giver(99);
    const { id } = await tip(ada, threadId, 100);
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });
    expect(await available(ada)).toBe(99);
  });

  test("is refused for one's own thread, and for one that nobody sees", async () => {
    const ada = await giver();
    await expect(tip(ada, await thread(ada))).rejects.toMatchObject({ code: "CANNOT_BUY_OWN" });
    const deletedId = await thread(author);
    await author.graphql(`mutation { deleteThread(threadId: "${deletedId}") { id } }`);
    await expect(tip(await giver(), deletedId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([
    ["banned", "UPDATE users SET status = 1 WHERE id = ?", "UPDATE users SET status = 0 WHERE id = ?"],
    [
      "about to close the account",
      "UPDATE users SET closesAt = createdAt WHERE id = ?",
      "UPDATE users SET closesAt = NULL WHERE id = ?",
    ],
    [
      "gone",
      "UPDATE users SET username = CONCAT('已注销#', id) WHERE id = ?",
      "UPDATE users SET username = CONCAT('back-', id) WHERE id = ?",
    ],
  ])("is refused while the author is %s, also when the order was made before", async (_how, shut, open) => {
    const [ada, bo] = [await giver(), await forum.member()];
    const own = await thread(bo);
    const { id } = await tip(ada, own);
    await asRow(shut, [bo.id]);
    await expect(tip(ada, own)).rejects.toMatchObject({ code: "CANNOT_TIP" });
    await expect(pay(ada, id)).rejects.toMatchObject({ code: "CANNOT_TIP" });
    expect(await tipsOf(ada, own)).toMatchObject({ isOpen: false, viewerCanTip: false });
    await asRow(open, [bo.id]);
    expect((await pay(ada, id)).state).toBe("PAID");
  });

  test("is refused for anonymous threads, to everybody in the same words", async () => {
    const bo = await forum.member("thread.allowAnonymous", ...TRADING);
    const hiddenId = await thread(bo, { isAnonymous: true });
    for (const person of [await giver(), bo, admin]) {
      await expect(tip(person, hiddenId)).rejects.toMatchObject({ code: "CANNOT_TIP" });
      expect(await tipsOf(person, hiddenId)).toMatchObject({ isOpen: false, viewerCanTip: false });
    }
    // The same while the author may not get money: the answer tells nothing about who that is.
    await asRow("UPDATE users SET status = 1 WHERE id = ?", [bo.id]);
    await expect(tip(admin, hiddenId)).rejects.toMatchObject({ code: "CANNOT_TIP" });
  });

  test("needs the permissions to order and to pay, and the viewer is told", async () => {
    for (const missing of ["order.create", "trade.pay.order"]) {
      const person = await forum.limitedMember(missing);
      expect((await tipsOf(person)).viewerCanTip).toBe(false);
    }
    await expect(tip(await forum.limitedMember("order.create"), threadId)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const noPayments = await forum.limitedMember("trade.pay.order");
    await setPin(noPayments);
    const { id } = await tip(noPayments, threadId);
    await expect(pay(noPayments, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(tip(forum.visitor(), threadId)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  });

  test("is refused while the site has switched tips off, before and after the order", async () => {
    const ada = await giver();
    const { id } = await tip(ada, threadId);
    await save({ site_can_reward: "0" });
    try {
      await expect(tip(ada, threadId)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(pay(ada, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect((await tipsOf(ada)).isOpen).toBe(false);
    } finally {
      await save({ site_can_reward: "1" });
    }
    expect((await pay(ada, id)).state).toBe("PAID");
  });

  test("stays hidden with its thread", async () => {
    const [ada, own] = [await giver(), await thread(author)];
    await pay(ada, (await tip(ada, own)).id);
    await author.graphql(`mutation { deleteThread(threadId: "${own}") { id } }`);
    await expect(tipsOf(ada, own)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a tip is given exactly once", () => {
  test("of 50 payments of one tip one wins", async () => {
    const [ada, before] = [await giver(), await available(author)];
    const { id } = await tip(ada, threadId, 300);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => pay(ada, id, { idempotencyKey: `tip-${id}-${index}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["ORDER_CLOSED"]));
    expect(await available(author)).toBe(before + 300);
  });

  test("the same key gets the same answer, fifty times at once", async () => {
    const ada = await giver();
    const { id } = await tip(ada, threadId, 300);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay(ada, id, { idempotencyKey: `tip-${id}` })),
    );
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["PAID"]));
    expect(await available(ada)).toBe(9_700);
  });

  test("two members who tip each other at once, again and again, both end where they began", async () => {
    const [ada, bo] = [await giver(), await giver()];
    const [ofAda, ofBo] = [await thread(ada), await thread(bo)];
    const send = async (person: Person, to: string) => pay(person, (await tip(person, to, 100)).id);
    for (let round = 0; round < 10; round++) await Promise.all([send(ada, ofBo), send(bo, ofAda)]);
    expect([await available(ada), await available(bo)]).toEqual([10_000, 10_000]);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("a wrong pay password moves nothing", async () => {
    const ada = await giver();
    const { id } = await tip(ada, threadId);
    const wrong = PIN.replace("1", "2");
    await expect(pay(ada, id, { payPassword: wrong })).rejects.toMatchObject({ code: "PAY_PASSWORD_WRONG" });
    expect(await available(ada)).toBe(10_000);
  });
});
