import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf } from "../money/books.ts";
import { pay, PIN } from "../money/shop.ts";
import { contradictionsIn } from "../red-packets/packets.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { answer, ask, askerOf, lookOn, questionOf, setOnlookerPrice } from "./asking.ts";

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  await setOnlookerPrice(admin, "1");
});
afterAll(() => forum.close());

const asRow = (sql: string, values: (string | number)[]) =>
  forum.write((ctx) => ctx.db.query(sql, values as never));
const threadCount = async () => (await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM threads"))[0]!.n;
const expireDue = () => forum.app.clock.runAll(["expireQuestions"]);
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const newestNotice = async (person: Person) =>
  (await person.graphql(`{ notifications { nodes { kind text } } }`)).notifications.nodes[0];
/** Three members: who asks, who is asked, and somebody else. */
const people = async (): Promise<[Person, Person, Person]> => [
  await askerOf(forum),
  await forum.member(),
  await askerOf(forum),
];

describe("a question", () => {
  test("is set aside with its thread, and answered and paid by who was asked, once", async () => {
    const [asker, ada, other] = await people();
    const id = await ask(forum, asker, ada, { hasOnlookers: false });
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
    await forum.delivered();
    expect(await newestNotice(ada)).toMatchObject({ kind: "question.asked" });
    expect(await questionOf(ada, id)).toMatchObject({
      state: "OPEN",
      answerer: { id: String(ada.id) },
      viewerCanAnswer: true,
      answerHtml: null,
    });
    for (const person of [asker, other, admin])
      await expect(answer(person, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(answer(forum.visitor(), id)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await expect(answer(ada, id, "  ")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });

    expect(await answer(ada, id, "Like **this**")).toMatchObject({ state: "ANSWERED" });
    await expect(answer(ada, id)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    await forum.delivered();

    expect([await available(asker), await available(ada)]).toEqual([9_700, 300]);
    expect(await balancesOf(forum, asker)).toMatchObject({ frozen: 0 });
    expect(await newestNotice(asker)).toMatchObject({ kind: "question.answered" });
    // Without onlookers everybody reads it.
    expect((await questionOf(forum.visitor(), id)).answerHtml).toContain("<strong>this</strong>");
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("with onlookers shows its answer to who paid, who asked and who answered; both get half", async () => {
    const [asker, ada, onlooker] = await people();
    const id = await ask(forum, asker, ada);
    await expect(lookOn(onlooker, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await answer(ada, id, "The secret is salt");
    for (const reader of [forum.visitor(), onlooker])
      expect(await questionOf(reader, id)).toMatchObject({
        onlookerCents: 100,
        viewerReadsAnswer: false,
        answerHtml: null,
      });
    for (const reader of [asker, ada, admin])
      expect((await questionOf(reader, id)).answerHtml).toContain("salt");
    const [askerBefore, adaBefore] = [await available(asker), await available(ada)];

    await expect(lookOn(onlooker, id, 99)).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    await expect(lookOn(asker, id)).rejects.toMatchObject({ code: "CANNOT_BUY_OWN" });
    const { id: orderId } = await lookOn(onlooker, id);
    expect((await questionOf(onlooker, id)).answerHtml).toBeNull();
    expect(await pay(onlooker, orderId)).toMatchObject({ state: "PAID" });
    await forum.delivered();

    expect(await questionOf(onlooker, id)).toMatchObject({ onlookerCount: 1, viewerReadsAnswer: true });
    expect((await questionOf(onlooker, id)).answerHtml).toContain("salt");
    // The site's part is rounded down; of the rest, the asker has the odd cent.
    const gained = [(await available(asker)) - askerBefore, (await available(ada)) - adaBefore];
    const [{ siteCents } = { siteCents: -1 }] = await forum.rows<{ siteCents: number }>(
      "SELECT siteCents FROM orders WHERE id = ?",
      [orderId],
    );
    expect(gained[0]! + gained[1]! + Number(siteCents)).toBe(100);
    expect(gained[0]! - gained[1]!).toBeLessThanOrEqual(1);
    expect(gained[0]).toBeGreaterThanOrEqual(gained[1]!);
    expect(await newestNotice(ada)).toMatchObject({ kind: "divide.income" });
    await expect(lookOn(onlooker, id)).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    const { purchases } = await onlooker.graphql(`{ purchases { nodes { kind amountCents } } }`);
    expect(purchases.nodes).toEqual([{ kind: "ONLOOKER", amountCents: 100 }]);
    const free = await forum.member("thread.freeViewPosts");
    expect((await questionOf(free, id)).answerHtml).toContain("salt");
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("goes back to who asked when nobody answers in time, by the clock first and then by the job, once", async () => {
    const [asker, ada] = await people();
    const id = await ask(forum, asker, ada);
    await asRow("UPDATE questions SET endsAt = createdAt WHERE threadId = ?", [id]);
    expect(await questionOf(ada, id)).toMatchObject({ state: "EXPIRED", viewerCanAnswer: false });
    await expect(answer(ada, id)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    await Promise.all([expireDue(), expireDue(), expireDue()]);
    await forum.delivered();
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
    expect(await newestNotice(asker)).toMatchObject({
      kind: "question.expired",
      text: expect.stringContaining("3.00") as string,
    });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test.each([
    [
      "its thread stays deleted",
      "UPDATE threads SET deletedAt = '2026-01-01 00:00:00.000', visible = 0 WHERE id = ?",
      "thread",
    ],
    ["its thread is refused", "UPDATE threads SET approval = 2, visible = 0 WHERE id = ?", "thread"],
    ["who is asked leaves", "UPDATE users SET closesAt = '2030-01-01 00:00:00.000' WHERE id = ?", "answerer"],
  ])("goes back when %s", async (_what, sql, what) => {
    const [asker, ada] = await people();
    const id = await ask(forum, asker, ada);
    await asRow(sql, [what === "thread" ? id : ada.id]);
    await expireDue();
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
  });
});

describe("a question is refused, and its thread is not published,", () => {
  test.each([
    ["of nothing", { amountCents: 0 }, "INVALID_PARAMETER"],
    ["of less than ten cents", { amountCents: 9 }, "INVALID_PARAMETER"],
    ["beyond all amounts", { amountCents: 2 ** 52 }, "INVALID_PARAMETER"],
    ["to nobody", { userId: "999999" }, "NOT_FOUND"],
    ["beyond the balance", { amountCents: 10_001 }, "BALANCE_TOO_LOW"],
    ["by a wrong pay password", { payPassword: PIN.replace("1", "2") }, "PAY_PASSWORD_WRONG"],
  ])("%s", async (_what, question, code) => {
    const [asker, ada] = await people();
    const before = await threadCount();
    await expect(ask(forum, asker, ada, question)).rejects.toMatchObject({ code });
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
    expect(await threadCount()).toBe(before);
  });

  test("to oneself, to who blocks, by who may not ask, and without a name", async () => {
    const asker = await forum.member("thread.insertReward", "thread.allowAnonymous");
    const ada = await forum.member();
    await expect(ask(forum, asker, asker)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await expect(ask(forum, asker, ada, {}, { isAnonymous: true })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    await expect(ask(forum, asker, ada)).rejects.toMatchObject({ code: "PAY_PASSWORD_MISSING" });
    await ada.graphql(`mutation { blockUser(userId: "${asker.id}") { id } }`);
    await expect(ask(forum, asker, ada)).rejects.toMatchObject({ code: "BLOCKED_YOU" });
    const poor = await forum.limitedMember("thread.insertReward");
    await expect(ask(forum, poor, ada)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

test("an answer that onlookers pay for leaves the server nowhere else", async () => {
  const [asker, ada, onlooker] = await people();
  const id = await ask(forum, asker, ada, {}, { body: "An open question about saffron" });
  const canary = "kanarienvogel";
  await answer(ada, id, `The ${canary} sings`);
  await forum.delivered();
  const client = await OldClient.of(forum, onlooker);
  const visitor = forum.visitor();
  const everything = `query ($id: ID!) { thread(id: $id) { title body bodyHtml excerpt question { answerHtml } posts { nodes { bodyHtml } } } }`;
  const seen = [
    ...(await Promise.all([visitor, onlooker].map((reader) => reader.graphql(everything, { id })))),
    await onlooker.graphql(`{ notifications { nodes { text } } }`),
    await asker.graphql(`{ notifications { nodes { text } } }`),
    await visitor
      .graphql(`{ search(query: "${canary}", kind: THREAD) { nodes { __typename } } }`)
      .catch(() => {
        return visitor.graphql(`{ search(query: "${canary}") { nodes { __typename } } }`);
      }),
    await client.get("/api/v3/thread.detail", { threadId: id }),
    await client.get("/api/v3/posts.list", { filter: { thread: id } }),
    await client.get("/api/v3/thread.list", {}),
  ].map((each) => JSON.stringify(each));
  for (const path of [`/thread/${id}`, "/", `/user/${ada.id}`, "/sitemap.xml", "/feed.xml"])
    for (const reader of [visitor, onlooker]) seen.push((await reader.get(path)).text);
  for (const text of seen) expect(text).not.toContain(canary);
  // Who has paid reads it; so the canary is alive.
  await pay(onlooker, (await lookOn(onlooker, id)).id);
  expect((await questionOf(onlooker, id)).answerHtml).toContain(canary);
});

describe("a question is asked, answered and looked at exactly once", () => {
  test("the same thread with the same key is published and paid once, fifty times at once", async () => {
    const [asker, ada] = await people();
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => ask(forum, asker, ada, { idempotencyKey: "question-1" })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
  });

  test("of 50 answers at once one is paid, also while the question expires", async () => {
    const [asker, ada] = await people();
    const id = await ask(forum, asker, ada);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => answer(ada, id, `Like this ${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expireDue();
    expect([await available(asker), await available(ada)]).toEqual([9_700, 300]);
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("of 50 payments for one answer one wins", async () => {
    const [asker, ada, onlooker] = await people();
    const id = await ask(forum, asker, ada);
    await answer(ada, id);
    const { id: orderId } = await lookOn(onlooker, id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        pay(onlooker, orderId, { idempotencyKey: `onlooker-${id}-${index}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await available(onlooker)).toBe(9_900);
    expect((await questionOf(onlooker, id)).onlookerCount).toBe(1);
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });
});

test("threads that ask nobody say so", async () => {
  const ada = await forum.member();
  const { id } = await publish(ada, { categoryId: await forum.categoryId() });
  expect(await questionOf(ada, id)).toBeNull();
});
