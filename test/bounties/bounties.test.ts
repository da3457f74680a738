import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { contradictionsIn } from "../red-packets/packets.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";
import { award, bountyOf, inHours, offer, offererOf } from "./offers.ts";

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const asRow = (sql: string, values: (string | number)[]) =>
  forum.write((ctx) => ctx.db.query(sql, values as never));
const threadCount = async () => (await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM threads"))[0]!.n;
const settleDue = () => forum.app.clock.runAll(["settleBounties"]);
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const replyOf = async (person: Person, threadId: string, input: object = {}): Promise<string> =>
  (await reply(person, threadId, input)).id as string;
/** The time of a bounty is over. */
const endTime = (threadId: string) =>
  asRow("UPDATE bounties SET endsAt = createdAt WHERE threadId = ?", [threadId]);
const newestNotice = async (person: Person) =>
  (await person.graphql(`{ notifications(entry: FINANCIAL) { nodes { kind text } } }`)).notifications
    .nodes[0];

describe("a bounty", () => {
  test("is set aside with its thread, and its author gives parts of it to replies, who hear of it", async () => {
    const [asker, ada, bo] = [await offererOf(forum), await forum.member(), await forum.member()];
    const id = await offer(forum, asker);
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
    expect(await bountyOf(forum.visitor(), id)).toMatchObject({
      rest: "RETURN",
      totalCents: 300,
      remainingCents: 300,
      giftCount: 0,
      state: "OPEN",
      viewerCanGive: false,
      gifts: { nodes: [] },
    });
    expect((await bountyOf(asker, id)).viewerCanGive).toBe(true);

    const [first, second] = [await replyOf(ada, id), await replyOf(bo, id)];
    expect(await award(asker, first, 120)).toEqual({ remainingCents: 180, state: "OPEN", giftCount: 1 });
    expect(await award(asker, second, 30)).toMatchObject({ remainingCents: 150 });
    expect(await award(asker, first, 150)).toEqual({ remainingCents: 0, state: "FINISHED", giftCount: 3 });
    await forum.delivered();

    expect([await available(ada), await available(bo)]).toEqual([270, 30]);
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 0 });
    expect((await bountyOf(bo, id)).gifts.nodes).toEqual([
      { sequence: 3, amountCents: 150, isShared: false, postNumber: 1, user: { id: String(ada.id) } },
      { sequence: 2, amountCents: 30, isShared: false, postNumber: 2, user: { id: String(bo.id) } },
      { sequence: 1, amountCents: 120, isShared: false, postNumber: 1, user: { id: String(ada.id) } },
    ]);
    const posts = `query ($id: ID!) { thread(id: $id) { posts { nodes { bountyCents } } } }`;
    expect((await bo.graphql(posts, { id })).thread.posts.nodes).toEqual([
      { bountyCents: 270 },
      { bountyCents: 30 },
    ]);
    expect(await newestNotice(bo)).toMatchObject({
      kind: "question.rewarded",
      text: expect.stringContaining("0.30") as string,
    });
    const lines = `{ viewer { walletEntries(kind: BOUNTY) { nodes { memo balanceChangeCents frozenChangeCents } } } }`;
    expect((await bo.graphql(lines)).viewer.walletEntries.nodes).toEqual([
      { memo: "Who knows?", balanceChangeCents: 30, frozenChangeCents: 0 },
    ]);
    expect((await asker.graphql(lines)).viewer.walletEntries.nodes).toHaveLength(3);
    const funds = await admin.graphql(
      `query ($id: ID!) { fundEntries(userId: $id, kind: BOUNTY) { nodes { balanceChangeCents } } }`,
      { id: String(ada.id) },
    );
    expect(funds.fundEntries.nodes).toHaveLength(2);
    await expect(award(asker, first, 1)).rejects.toMatchObject({ code: "ORDER_CLOSED" });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("gives nothing to its author, to comments, to hidden replies and to who may get no money", async () => {
    const [asker, ada, bo] = [await offererOf(forum), await forum.member(), await forum.member()];
    const id = await offer(forum, asker);
    const [own, other, gone] = [await replyOf(asker, id), await replyOf(ada, id), await replyOf(ada, id)];
    const comment = await replyOf(ada, id, { replyToPostId: other });
    await ada.graphql(`mutation { deletePost(postId: "${gone}") { id } }`);
    const elsewhere = await replyOf(ada, (await publish(ada, { categoryId: await forum.categoryId() })).id);
    const shutOut = await replyOf(bo, id);
    await asRow("UPDATE users SET status = 1 WHERE id = ?", [bo.id]);

    for (const [postId, code] of [
      [own, "INVALID_PARAMETER"],
      [comment, "INVALID_PARAMETER"],
      [gone, "NOT_FOUND"],
      [elsewhere, "NOT_FOUND"],
      [shutOut, "INVALID_PARAMETER"],
      ["999999", "NOT_FOUND"],
    ] as const)
      await expect(award(asker, postId, 10)).rejects.toMatchObject({ code });
    await expect(award(ada, other, 10)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(award(admin, other, 10)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(award(forum.visitor(), other, 10)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    for (const cents of [0, -1, 301, 2 ** 52])
      await expect(award(asker, other, cents)).rejects.toMatchObject({
        code: cents === 301 ? "BALANCE_TOO_LOW" : "INVALID_PARAMETER",
      });
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
    expect(await bountyOf(ada, id)).toMatchObject({ remainingCents: 300, giftCount: 0 });
  });

  test("names nobody who wrote without a name in a thread that was merged into this one", async () => {
    const [asker, ada] = [await offererOf(forum), await forum.member("thread.allowAnonymous")];
    const into = await offer(forum, asker);
    const hidden = { categoryId: await forum.categoryId(), isAnonymous: true, title: "Without a name" };
    const { id: threadId } = await publish(ada, hidden);
    const postId = await replyOf(ada, threadId);
    await (
      await forum.moderator()
    ).graphql(`mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`, {
      input: { threadId, intoThreadId: into, reason: "The same" },
    });
    await expect(award(asker, postId, 10)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("lists what was given in pages, and says nothing to who may not read its thread", async () => {
    const [asker, ada] = [await offererOf(forum), await forum.member()];
    const id = await offer(forum, asker);
    const postId = await replyOf(ada, id);
    for (const cents of [1, 2, 3]) await award(asker, postId, cents);
    const newest = (await bountyOf(ada, id, { first: 2 })).gifts;
    expect(newest.nodes.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3, 2]);
    const rest = (await bountyOf(ada, id, { first: 2, after: newest.pageInfo.endCursor })).gifts;
    expect(rest.nodes.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1]);

    const reader = await forum.join(await forum.group(["viewThreads"]));
    const { threads } = await reader.graphql(`{ threads(first: 100) { nodes { id bounty { id } } } }`);
    const row = threads.nodes.find((thread: { id: string }) => thread.id === id);
    expect(row).toEqual({ id, bounty: null });
  });

  test("is not changed by an edit, and threads without one say so", async () => {
    const asker = await offererOf(forum);
    const id = await offer(forum, asker);
    await asker.graphql(
      `mutation { editThread(input: {threadId: "${id}", title: "Other", body: "Another text"}) { id } }`,
    );
    expect(await bountyOf(asker, id)).toMatchObject({ totalCents: 300, state: "OPEN" });
    const plain = await publish(asker, { categoryId: await forum.categoryId() });
    expect(await bountyOf(asker, plain.id)).toBeNull();
  });

  test("can come with a red packet, and both are paid or neither", async () => {
    const giver = await forum.member("thread.insertReward", "thread.insertRedPacket");
    const { give } = await import("../money/books.ts");
    const { setPin } = await import("../money/shop.ts");
    await give(forum, giver, 500);
    await setPin(giver);
    const redPacket = { rule: "FIXED", claimBy: "REPLY", shareCount: 1, amountCents: 250, payPassword: PIN };
    await expect(offer(forum, giver, {}, { redPacket })).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });
    expect(await balancesOf(forum, giver)).toEqual({ available: 500, frozen: 0 });
    await offer(forum, giver, {}, { redPacket: { ...redPacket, amountCents: 200 } });
    expect(await balancesOf(forum, giver)).toEqual({ available: 0, frozen: 500 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });
});

describe("the rest of a bounty", () => {
  test("goes back when its time is over, once, by the clock first and then by the job", async () => {
    const [asker, ada] = [await offererOf(forum), await forum.member()];
    const id = await offer(forum, asker);
    const postId = await replyOf(ada, id);
    await award(asker, postId, 100);
    await endTime(id);
    expect(await bountyOf(asker, id)).toMatchObject({ state: "ENDED", viewerCanGive: false });
    await expect(award(asker, postId, 1)).rejects.toMatchObject({ code: "ORDER_CLOSED" });

    await Promise.all([settleDue(), settleDue(), settleDue()]);
    await settleDue();
    await forum.delivered();

    expect(await balancesOf(forum, asker)).toEqual({ available: 9_900, frozen: 0 });
    expect(await bountyOf(ada, id)).toMatchObject({ state: "ENDED", remainingCents: 200, giftCount: 1 });
    expect(await newestNotice(asker)).toMatchObject({
      kind: "question.rewarded.expired",
      text: expect.stringContaining("2.00") as string,
    });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("is divided by likes where its author wanted that, every cent of it", async () => {
    const [asker, ada, bo, cy, ...fans] = await Promise.all([
      offererOf(forum),
      ...Array.from({ length: 6 }, () => forum.member()),
    ]);
    const id = await offer(forum, asker, { rest: "SHARE", amountCents: 100 });
    const [best, other, unliked] = [await replyOf(ada!, id), await replyOf(bo!, id), await replyOf(cy!, id)];
    // Another reply of the same member and one's own reply get nothing.
    const second = await replyOf(ada!, id);
    const own = await replyOf(asker, id);
    for (const postId of [best, other, own]) await act(fans[0]!, "setPostLiked", { postId, liked: true });
    await act(fans[0]!, "setPostLiked", { postId: second, liked: true });
    await act(fans[1]!, "setPostLiked", { postId: best, liked: true });
    await endTime(id);
    await Promise.all([settleDue(), settleDue()]);
    await forum.delivered();

    // 100 cents by 2 likes, 1 and none.
    expect([await available(ada!), await available(bo!), await available(cy!)]).toEqual([67, 33, 0]);
    expect(await bountyOf(asker, id)).toMatchObject({
      state: "ENDED",
      remainingCents: 0,
      giftCount: 2,
      gifts: { nodes: [{ isShared: true, amountCents: 33 }, { amountCents: 67 }] },
    });
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_900, frozen: 0 });
    expect(unliked).toBeDefined();
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("is divided evenly where nobody has likes, and goes back where nobody replied", async () => {
    const [asker, ada, bo] = [await offererOf(forum), await forum.member(), await forum.member()];
    const [id, silent] = [
      await offer(forum, asker, { rest: "SHARE", amountCents: 101 }),
      await offer(forum, asker, { rest: "SHARE" }),
    ];
    await replyOf(ada, id);
    await replyOf(bo, id);
    await endTime(id);
    await endTime(silent);
    await settleDue();
    expect([await available(ada), await available(bo)]).toEqual([51, 50]);
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_899, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("stays while a deletion can be undone, and goes back when the thread stays deleted", async () => {
    const asker = await offererOf(forum);
    const id = await offer(forum, asker);
    const postId = await replyOf(await forum.member(), id);
    await asker.graphql(`mutation { deleteThread(threadId: "${id}") { id } }`);
    await expect(award(asker, postId, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await settleDue();
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
    await asRow("UPDATE threads SET deletedAt = '2026-01-01 00:00:00.000' WHERE id = ?", [id]);
    await settleDue();
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
  });

  test.each([
    ["the thread is refused", "UPDATE threads SET approval = 2, visible = 0 WHERE id = ?", "thread"],
    [
      "its author leaves the forum",
      "UPDATE users SET closesAt = '2030-01-01 00:00:00.000' WHERE id = ?",
      "user",
    ],
  ])("goes back when %s", async (_what, sql, what) => {
    const asker = await offererOf(forum);
    const id = await offer(forum, asker, { rest: "SHARE" });
    await replyOf(await forum.member(), id);
    await asRow(sql, [what === "thread" ? id : asker.id]);
    await settleDue();
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });
});

describe("a bounty is refused, and its thread is not published,", () => {
  test.each([
    ["of nothing", { amountCents: 0 }, "INVALID_PARAMETER"],
    ["of less than nothing", { amountCents: -300 }, "INVALID_PARAMETER"],
    ["of less than ten cents", { amountCents: 9 }, "INVALID_PARAMETER"],
    ["of more than a million yuan", { amountCents: 100_000_001 }, "INVALID_PARAMETER"],
    ["beyond all amounts", { amountCents: 2 ** 52 }, "INVALID_PARAMETER"],
    ["for less than a day", { endsAt: inHours(23) }, "INVALID_PARAMETER"],
    ["that has ended", { endsAt: "2020-01-01T00:00:00Z" }, "INVALID_PARAMETER"],
    ["for two years", { endsAt: inHours(2 * 366 * 24) }, "INVALID_PARAMETER"],
    ["beyond the balance", { amountCents: 10_001 }, "BALANCE_TOO_LOW"],
    ["by a wrong pay password", { payPassword: PIN.replace("1", "2") }, "PAY_PASSWORD_WRONG"],
  ])("%s", async (_what, bounty, code) => {
    const asker = await offererOf(forum);
    const before = await threadCount();
    await expect(offer(forum, asker, bounty)).rejects.toMatchObject({ code });
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000, frozen: 0 });
    expect(await threadCount()).toBe(before);
  });

  test("with an anonymous thread, and without the permission", async () => {
    const asker = await forum.member("thread.insertReward", "thread.allowAnonymous");
    await expect(offer(forum, asker, {}, { isAnonymous: true })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    const poor = await forum.limitedMember("thread.insertReward");
    await expect(offer(forum, poor)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(offer(forum, asker)).rejects.toMatchObject({ code: "PAY_PASSWORD_MISSING" });
  });
});

describe("a bounty is offered and given exactly once", () => {
  test("the same thread with the same key is published and paid once, fifty times at once", async () => {
    const asker = await offererOf(forum);
    const bounty = { idempotencyKey: "bounty-1", endsAt: inHours(48) };
    const ids = await Promise.all(Array.from({ length: 50 }, () => offer(forum, asker, bounty)));
    expect(new Set(ids).size).toBe(1);
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 300 });
    await expect(offer(forum, asker, bounty, { title: "Another" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("the same gift with the same key is given once, fifty times at once", async () => {
    const [asker, ada] = [await offererOf(forum), await forum.member()];
    const postId = await replyOf(ada, await offer(forum, asker));
    await Promise.all(Array.from({ length: 50 }, () => award(asker, postId, 40, { idempotencyKey: "g-1" })));
    expect(await available(ada)).toBe(40);
    await expect(award(asker, postId, 41, { idempotencyKey: "g-1" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("of 50 gifts at once no more are given than there is money", async () => {
    const asker = await offererOf(forum);
    const id = await offer(forum, asker, { amountCents: 300 });
    const people = await Promise.all(Array.from({ length: 50 }, () => forum.member()));
    const posts = await Promise.all(people.map((person) => replyOf(person, id)));
    const outcomes = await Promise.allSettled(posts.map((postId) => award(asker, postId, 29)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const got = (await Promise.all(people.map(available))).reduce((sum, cents) => sum + cents, 0);
    expect(got).toBe(290);
    expect(await bountyOf(asker, id)).toMatchObject({ remainingCents: 10, giftCount: 10, state: "OPEN" });
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_700, frozen: 10 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("while gifts go on, the rest goes back once, and all of it adds up", async () => {
    const asker = await offererOf(forum);
    const id = await offer(forum, asker, { amountCents: 1_000 });
    const people = await Promise.all(Array.from({ length: 10 }, () => forum.member()));
    const posts = await Promise.all(people.map((person) => replyOf(person, id)));
    await Promise.allSettled([
      ...posts.slice(0, 5).map((postId) => award(asker, postId, 10)),
      endTime(id).then(settleDue),
      ...posts.slice(5).map((postId) => award(asker, postId, 10)),
      settleDue(),
    ]);
    await settleDue();
    const got = (await Promise.all(people.map(available))).reduce((sum, cents) => sum + cents, 0);
    expect(await balancesOf(forum, asker)).toEqual({ available: 10_000 - got, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });
});
