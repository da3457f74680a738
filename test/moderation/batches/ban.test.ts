import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";

/** Bans that end, and bans that take what somebody wrote with them. */
const BAN = `mutation ($input: BanUserInput!) { banUser(input: $input) { id threadCount postCount user { id } } }`;
const UNDO = `mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`;
const STANDING = `{ viewer { status statusReason bannedUntil viewerCannotReason } }`;
const DAY_MS = 86_400_000;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const write = async (person: Person) => publish(person, { categoryId: await forum.categoryId() });
/** The stored end of a ban comes to lie in the past, as when the clock has gone on. */
const expire = (person: Person) =>
  forum.write((ctx) =>
    run(ctx, "UPDATE users SET bannedUntil = ? WHERE id = ?", ["2026-01-01 00:00:00.000", person.id]),
  );
const isBanned = async (person: Person): Promise<boolean> =>
  (await forum.visitor().graphql(`query ($id: ID!) { user(id: $id) { isBanned } }`, { id: person.id })).user
    .isBanned;
const counters = () => forum.rows("SELECT u.id, u.threadCount, u.postCount FROM users u ORDER BY u.id");

test("a ban for some days says why and until when, and is over at that moment", async () => {
  const troll = await forum.member();
  const until = new Date(Date.now() + 7 * DAY_MS).toISOString();
  await admin.graphql(BAN, { input: { userId: troll.id, until, reason: "Flooding" } });

  expect((await troll.graphql(STANDING)).viewer).toEqual({
    status: "BANNED",
    statusReason: "Flooding",
    bannedUntil: until,
    viewerCannotReason: "ACCOUNT_BANNED",
  });
  expect(await isBanned(troll)).toBe(true);
  await expect(write(troll)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });

  await expire(troll);
  expect((await troll.graphql(STANDING)).viewer).toMatchObject({ status: "NORMAL", bannedUntil: null });
  expect(await isBanned(troll)).toBe(false);
  await write(troll);
});

test("a clock that goes back puts a ban in force again until the job has ended it", async () => {
  const troll = await forum.member();
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await admin.graphql(BAN, { input: { userId: troll.id, until } });
  await expire(troll);
  await write(troll);
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET bannedUntil = ? WHERE id = ?", ["2999-01-01 00:00:00.000", troll.id]),
  );
  await expect(write(troll)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });

  await expire(troll);
  await forum.app.clock.runAll(["endBans"]);
  expect(
    await forum.rows(`SELECT u.status, u.statusReason, u.bannedUntil FROM users u WHERE u.id = ${troll.id}`),
  ).toEqual([{ status: 0, statusReason: "", bannedUntil: null }]);
});

test("a ban takes what was written with it as one batch, and the undo brings all of it back", async () => {
  const [author, spammer] = [
    await forum.member("thread.allowAnonymous"),
    await forum.member("thread.allowAnonymous"),
  ];
  const { id: foreign } = await write(author);
  const own = await write(spammer);
  const secret = await publish(spammer, { categoryId: await forum.categoryId(), isAnonymous: true });
  const first = await reply(spammer, foreign);
  const second = await reply(spammer, own.id);
  const answer = await reply(author, own.id);
  const before = await counters();
  const user = `query ($id: ID!) { user(id: $id) { deletableCount } }`;
  expect((await admin.graphql(user, { id: spammer.id })).user.deletableCount).toBe(3);

  const { banUser } = await admin.graphql(BAN, {
    input: { userId: spammer.id, reason: "Spam", withContent: true },
  });
  expect(banUser).toMatchObject({ threadCount: 1, postCount: 2, user: { id: String(spammer.id) } });
  const gone = (table: string, ids: readonly string[]) =>
    forum.rows<{ id: number }>(
      `SELECT x.id FROM ${table} x WHERE x.id IN (${ids.join()}) AND x.deletedAt IS NOT NULL ORDER BY x.id`,
    );
  // Nobody learns from a ban who wrote something without a name, and what others wrote stays.
  expect((await gone("threads", [foreign, own.id, secret.id])).map(({ id }) => String(id))).toEqual([own.id]);
  expect(await gone("posts", [first.id, second.id, answer.id])).toHaveLength(2);
  const count = await forum.rows<{ postCount: number }>(
    `SELECT t.postCount FROM threads t WHERE t.id = ${foreign}`,
  );
  expect(count).toEqual([{ postCount: 0 }]);

  await admin.graphql(UNDO, { id: banUser.id });
  expect(await gone("threads", [own.id])).toEqual([]);
  expect(await gone("posts", [first.id, second.id])).toEqual([]);
  expect(await counters()).toEqual(before);
  expect((await spammer.graphql(STANDING)).viewer).toMatchObject({ status: "NORMAL", statusReason: "" });
  await expect(admin.graphql(UNDO, { id: banUser.id })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a ban whose member was judged anew is not undone", async () => {
  const troll = await forum.member();
  const { banUser } = await admin.graphql(BAN, { input: { userId: troll.id } });
  await admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: NORMAL) { id } }`, {
    id: troll.id,
  });
  await expect(admin.graphql(UNDO, { id: banUser.id })).rejects.toMatchObject({ code: "CONFLICT" });
});

test.each([
  ["themselves", () => ({ userId: admin.id }), "INVALID_PARAMETER"],
  ["somebody until yesterday", () => ({ userId: 1, until: "2020-01-01T00:00:00Z" }), "INVALID_PARAMETER"],
  ["nobody", () => ({ userId: 999_999 }), "NOT_FOUND"],
])("administrators cannot ban %s", async (_who, input, code) => {
  await expect(admin.graphql(BAN, { input: input() })).rejects.toMatchObject({ code });
});
