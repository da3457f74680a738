import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";
import { contradictionsIn, givePacket, giverOf, packetOf } from "./packets.ts";

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
const returnDue = () => forum.app.clock.runAll(["returnRedPackets"]);
const available = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
async function replyAndClaim(person: Person, threadId: string, input: object = {}): Promise<string> {
  const { id } = await reply(person, threadId, input);
  await forum.delivered();
  return id as string;
}

describe("a red packet", () => {
  test("is set aside with its thread, and goes to those who reply, who hear of it", async () => {
    const [giver, ada, bo] = [await giverOf(forum), await forum.member(), await forum.member()];
    const id = await givePacket(forum, giver, { amountCents: 301 });
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_699, frozen: 301 });
    expect(await packetOf(forum.visitor(), id)).toMatchObject({
      rule: "FIXED",
      claimBy: "REPLY",
      likesNeeded: 0,
      totalCents: 301,
      remainingCents: 301,
      shareCount: 3,
      claimedCount: 0,
      state: "OPEN",
      viewerShareCents: null,
    });

    // Where it does not divide, the first have a cent more.
    await replyAndClaim(ada, id);
    expect(await balancesOf(forum, ada)).toEqual({ available: 101, frozen: 0 });
    await replyAndClaim(bo, id);

    expect(await packetOf(bo, id)).toMatchObject({
      remainingCents: 100,
      claimedCount: 2,
      viewerShareCents: 100,
      claims: {
        nodes: [
          { amountCents: 100, user: { id: String(bo.id) } },
          { amountCents: 101, user: { id: String(ada.id) } },
        ],
      },
    });
    const { notifications } = await ada.graphql(
      `{ notifications(entry: FINANCIAL) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toMatchObject({ kind: "red_packet.gotten" });
    expect(notifications.nodes[0].text).toContain("1.01");
    const lines = `{ viewer { walletEntries { nodes { kind memo balanceChangeCents frozenChangeCents } } } }`;
    expect((await ada.graphql(lines)).viewer.walletEntries.nodes).toEqual([
      { kind: "RED_PACKET", memo: "Bread for all", balanceChangeCents: 101, frozenChangeCents: 0 },
    ]);
    expect((await giver.graphql(lines)).viewer.walletEntries.nodes.slice(0, 3)).toEqual([
      { kind: "RED_PACKET", memo: "Bread for all", balanceChangeCents: 0, frozenChangeCents: -100 },
      { kind: "RED_PACKET", memo: "Bread for all", balanceChangeCents: 0, frozenChangeCents: -101 },
      { kind: "HOLD", memo: "Bread for all", balanceChangeCents: -301, frozenChangeCents: 301 },
    ]);
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("gives each member one share, and none to its giver, to comments and to who comes too late", async () => {
    const [giver, ada, bo, late] = [
      await giverOf(forum),
      await forum.member(),
      await forum.member(),
      await forum.member(),
    ];
    const id = await givePacket(forum, giver, { shareCount: 2, amountCents: 200 });
    const own = await replyAndClaim(giver, id);
    await replyAndClaim(ada, id, { replyToPostId: own });
    expect((await packetOf(ada, id)).claimedCount).toBe(0);

    for (const person of [ada, ada, bo, late]) await replyAndClaim(person, id);

    expect([await available(ada), await available(bo), await available(late)]).toEqual([100, 100, 0]);
    expect(await packetOf(late, id)).toMatchObject({
      state: "FINISHED",
      remainingCents: 0,
      claimedCount: 2,
      viewerShareCents: null,
    });
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_800, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("by likes goes to replies that have them, once", async () => {
    const [giver, ada, ...fans] = [
      await giverOf(forum),
      await forum.member(),
      await forum.member(),
      await forum.member(),
      await forum.member(),
    ];
    const id = await givePacket(forum, giver, { claimBy: "LIKES", likesNeeded: 2 });
    const postId = await replyAndClaim(ada, id);
    await act(fans[0]!, "setPostLiked", { postId, liked: true });
    await forum.delivered();
    expect(await available(ada)).toBe(0);
    for (const liked of [true, false, true]) await act(fans[1]!, "setPostLiked", { postId, liked });
    await act(fans[2]!, "setPostLiked", { postId, liked: true });
    await forum.delivered();
    expect(await available(ada)).toBe(100);
    // Another reply of the same member brings no other share.
    const again = await replyAndClaim(ada, id);
    for (const fan of fans) await act(fan, "setPostLiked", { postId: again, liked: true });
    await forum.delivered();
    expect(await available(ada)).toBe(100);
  });

  test("names nobody who wrote without a name in a thread that was merged into this one", async () => {
    const [giver, ada, fan, moderator] = [
      await giverOf(forum),
      await forum.member("thread.allowAnonymous"),
      await forum.member(),
      await forum.moderator(),
    ];
    const into = await givePacket(forum, giver, { claimBy: "LIKES", likesNeeded: 1 });
    const place = { categoryId: await forum.categoryId(), isAnonymous: true };
    const { id: threadId } = await publish(ada, { ...place, title: "Without a name" });
    const postId = await replyAndClaim(ada, threadId);
    await moderator.graphql(`mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`, {
      input: { threadId, intoThreadId: into, reason: "The same" },
    });
    await act(fan, "setPostLiked", { postId, liked: true });
    await forum.delivered();

    expect(await packetOf(forum.visitor(), into)).toMatchObject({ claimedCount: 0, claims: { nodes: [] } });
    expect(await available(ada)).toBe(0);
  });

  test("with random shares gives all of it away", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver, { rule: "RANDOM", shareCount: 4, amountCents: 777 });
    const friends = await Promise.all([1, 2, 3, 4].map(() => forum.member()));
    for (const friend of friends) await replyAndClaim(friend, id);
    const got = await Promise.all(friends.map(available));
    expect(got.every((cents) => cents >= 1)).toBe(true);
    expect(got.reduce((sum, cents) => sum + cents, 0)).toBe(777);
    expect((await packetOf(giver, id)).state).toBe("FINISHED");
  });

  test("waits for replies that are held back until they are approved", async () => {
    await admin.graphql(`mutation { importStopWords(lines: ["kettle={MOD}"]) { created } }`);
    const [giver, ada] = [await giverOf(forum), await forum.member()];
    const id = await givePacket(forum, giver);
    const post = await reply(ada, id, { body: "The kettle is on" });
    await forum.delivered();
    expect(post.approval).toBe("PENDING");
    expect(await available(ada)).toBe(0);
    await admin.graphql(`mutation { setPostApproval(postId: "${post.id}", approval: APPROVED) { id } }`);
    await forum.delivered();
    expect(await available(ada)).toBe(100);
  });

  test("gives nothing to members who may get no money", async () => {
    const [giver, ada] = [await giverOf(forum), await forum.member()];
    const id = await givePacket(forum, giver);
    const post = await reply(ada, id, { body: "The kettle is cold" });
    await asRow("UPDATE users SET status = 1 WHERE id = ?", [ada.id]);
    await admin.graphql(`mutation { setPostApproval(postId: "${post.id}", approval: APPROVED) { id } }`);
    await forum.delivered();
    expect(await available(ada)).toBe(0);
  });

  test("lists who got it in pages", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver);
    for (let n = 0; n < 3; n++) await replyAndClaim(await forum.member(), id);
    const newest = (await packetOf(giver, id, { first: 2 })).claims;
    expect(newest.nodes.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3, 2]);
    const rest = (await packetOf(giver, id, { first: 2, after: newest.pageInfo.endCursor })).claims;
    expect(rest.nodes.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1]);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  test("is not shown to who may not read its thread", async () => {
    const id = await givePacket(forum, await giverOf(forum));
    const reader = await forum.join(await forum.group(["viewThreads"]));
    const { threads } = await reader.graphql(`{ threads(first: 100) { nodes { id redPacket { id } } } }`);
    const row = threads.nodes.find((thread: { id: string }) => thread.id === id);
    expect(row).toEqual({ id, redPacket: null });
  });
});

describe("what is left", () => {
  test("goes back after a day, once, and nobody claims after that", async () => {
    const [giver, ada, bo] = [await giverOf(forum), await forum.member(), await forum.member()];
    const id = await givePacket(forum, giver);
    await replyAndClaim(ada, id);
    await asRow("UPDATE red_packets SET expiresAt = createdAt WHERE threadId = ?", [id]);
    expect((await packetOf(ada, id)).state).toBe("ENDED");
    await replyAndClaim(bo, id);
    expect(await available(bo)).toBe(0);
    await Promise.all([returnDue(), returnDue(), returnDue()]);
    await returnDue();
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_900, frozen: 0 });
    expect(await packetOf(ada, id)).toMatchObject({ state: "ENDED", remainingCents: 200, claimedCount: 1 });
    await replyAndClaim(bo, id);
    expect(await available(bo)).toBe(0);
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("stays while a deletion can be undone, and goes back when the thread stays deleted", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver);
    await giver.graphql(`mutation { deleteThread(threadId: "${id}") { id } }`);
    await returnDue();
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_700, frozen: 300 });
    await asRow("UPDATE threads SET deletedAt = createdAt WHERE id = ?", [id]);
    await asRow("UPDATE threads SET deletedAt = '2026-01-01 00:00:00.000' WHERE id = ?", [id]);
    await returnDue();
    expect(await balancesOf(forum, giver)).toEqual({ available: 10_000, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test.each([
    ["its thread is refused", "UPDATE threads SET approval = 2, visible = 0 WHERE id = ?", "thread"],
    ["its author leaves", "UPDATE users SET closesAt = '2030-01-01 00:00:00.000' WHERE id = ?", "author"],
  ])("goes back when %s", async (_when, sql, whose) => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver);
    await asRow(sql, [whose === "thread" ? id : giver.id]);
    await returnDue();
    expect(await balancesOf(forum, giver)).toEqual({ available: 10_000, frozen: 0 });
  });

  test("is not changed by an edit of the thread", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver);
    await giver.graphql(
      `mutation { editThread(input: {threadId: "${id}", title: "Other", body: "Another text"}) { id } }`,
    );
    expect(await packetOf(giver, id)).toMatchObject({ totalCents: 300, state: "OPEN" });
  });
});

describe("a red packet is refused, and its thread is not published,", () => {
  test.each([
    ["of nothing", { amountCents: 0 }, "INVALID_PARAMETER"],
    ["of less than nothing", { amountCents: -300 }, "INVALID_PARAMETER"],
    ["beyond all amounts", { amountCents: 2 ** 52 }, "INVALID_PARAMETER"],
    ["of fewer cents than shares", { amountCents: 2 }, "INVALID_PARAMETER"],
    ["of more than 200 yuan at random", { rule: "RANDOM", amountCents: 20_001 }, "INVALID_PARAMETER"],
    ["of more than 200 yuan each", { amountCents: 60_001 }, "INVALID_PARAMETER"],
    ["without shares", { shareCount: 0 }, "INVALID_PARAMETER"],
    ["with too many shares", { shareCount: 101, amountCents: 10_100 }, "INVALID_PARAMETER"],
    ["by no likes", { claimBy: "LIKES", likesNeeded: 0 }, "INVALID_PARAMETER"],
    ["by too many likes", { claimBy: "LIKES", likesNeeded: 251 }, "INVALID_PARAMETER"],
    ["beyond the balance", { amountCents: 10_001, shareCount: 100 }, "BALANCE_TOO_LOW"],
    ["by a wrong pay password", { payPassword: PIN.replace("1", "2") }, "PAY_PASSWORD_WRONG"],
  ])("%s", async (_what, packet, code) => {
    const giver = await giverOf(forum);
    const before = await threadCount();
    await expect(givePacket(forum, giver, packet)).rejects.toMatchObject({ code });
    expect(await balancesOf(forum, giver)).toMatchObject({ available: 10_000 });
    expect(await threadCount()).toBe(before);
  });

  test("with an anonymous thread, without the permission, and where the site has them switched off", async () => {
    const giver = await forum.member("thread.insertRedPacket", "thread.allowAnonymous");
    await expect(givePacket(forum, giver, {}, { isAnonymous: true })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    const poor = await forum.limitedMember("thread.insertRedPacket");
    await expect(givePacket(forum, poor)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(givePacket(forum, giver)).rejects.toMatchObject({ code: "PAY_PASSWORD_MISSING" });
  });
});

describe("a red packet is given and claimed exactly once", () => {
  test("the same thread with the same key is published and paid once, fifty times at once", async () => {
    const giver = await giverOf(forum);
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => givePacket(forum, giver, { idempotencyKey: "packet-1" })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_700, frozen: 300 });
    await expect(
      givePacket(forum, giver, { idempotencyKey: "packet-1" }, { title: "Another" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("of 50 members who reply at once, as many get a share as there are", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver, { rule: "RANDOM", shareCount: 10, amountCents: 1_000 });
    const people = await Promise.all(Array.from({ length: 50 }, () => forum.member()));
    await Promise.all(people.map((person) => reply(person, id)));
    await forum.delivered();
    const got = (await Promise.all(people.map(available))).filter((cents) => cents > 0);
    expect(got).toHaveLength(10);
    expect(got.reduce((sum, cents) => sum + cents, 0)).toBe(1_000);
    expect(await balancesOf(forum, giver)).toEqual({ available: 9_000, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });

  test("of 50 replies of one member at once, one gets a share", async () => {
    const [giver, ada] = [await giverOf(forum), await forum.member()];
    const id = await givePacket(forum, giver, { shareCount: 10, amountCents: 1_000 });
    await Promise.all(Array.from({ length: 50 }, () => reply(ada, id)));
    await forum.delivered();
    expect(await available(ada)).toBe(100);
    expect((await packetOf(ada, id)).claimedCount).toBe(1);
  });

  test("while claims go on, the rest goes back once, and all of it adds up", async () => {
    const giver = await giverOf(forum);
    const id = await givePacket(forum, giver, { shareCount: 20, amountCents: 2_000 });
    const people = await Promise.all(Array.from({ length: 10 }, () => forum.member()));
    await Promise.all(people.map((person) => reply(person, id)));
    await asRow("UPDATE threads SET deletedAt = '2026-01-01 00:00:00.000' WHERE id = ?", [id]);
    await Promise.all([forum.delivered(), returnDue(), returnDue()]);
    const got = (await Promise.all(people.map(available))).reduce((sum, cents) => sum + cents, 0);
    expect(await balancesOf(forum, giver)).toEqual({ available: 10_000 - got, frozen: 0 });
    expect(await contradictionsIn(forum, admin)).toEqual([]);
  });
});

test("threads without a red packet say so at no cost", async () => {
  const ada = await forum.member();
  const { id } = await publish(ada, { categoryId: await forum.categoryId() });
  expect(await packetOf(ada, id)).toBeNull();
});
