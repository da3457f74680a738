import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { Person } from "../support/person.ts";
import { publish, reply } from "./content.ts";

/** Threads that are locked by themselves, and pauses between the replies of a member. */
const CLOSE = `mutation ($id: ID!, $at: DateTimeISO, $days: Int) {
  setThreadClosing(threadId: $id, at: $at, afterDays: $days) { closesAt closesAfterDays lockedAt } }`;
const SLOW = `mutation ($id: ID!, $seconds: Int!) {
  setThreadSlowMode(threadId: $id, seconds: $seconds) { slowModeSeconds } }`;
const LOCK = `mutation ($id: ID!, $locked: Boolean!) { setThreadLocked(threadId: $id, locked: $locked) { lockedAt } }`;
const READ = `query ($id: ID!) { thread(id: $id) {
  lockedAt lockReason closesAt closesAfterDays slowModeSeconds viewerCanReply viewerMayReplyAt } }`;
const LOG = "query ($t: String) { auditLog(target: $t) { nodes { action actorId before after } } }";
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let forum: Forum;
let author: Person;
let member: Person;
let moderator: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [author, member, moderator] = [await forum.member(), await forum.member(), await forum.moderator()];
});
afterAll(() => forum.close());

const thread = async (): Promise<string> =>
  (await publish(author, { categoryId: await forum.categoryId() })).id;
const read = async (person: Person, id: string) => (await person.graphql(READ, { id })).thread;
/** Lets days pass for a thread: all that it knows happened so much earlier. */
const pass = (id: string, days: number): Promise<unknown> =>
  forum.write(async (ctx) => {
    const [row] = await ctx.db.query(`SELECT t.closesAt, t.lastPostedAt FROM threads t WHERE t.id = ${id}`);
    const earlier = (time: string | Date): Date =>
      new Date(new Date(typeof time === "string" ? `${time}Z` : time).getTime() - days * DAY_MS);
    const values = [earlier(row.closesAt), earlier(row.lastPostedAt), id];
    await run(ctx, "UPDATE threads SET closesAt = ?, lastPostedAt = ? WHERE id = ?", values);
  });
const logOf = async (id: string) =>
  (await (await forum.admin()).graphql(LOG, { t: `thread:${id}` })).auditLog.nodes;

test("a thread is locked at the time that a moderator set, to the second, and says why in each language", async () => {
  const id = await thread();
  const at = inDays(3);
  const { setThreadClosing } = await moderator.graphql(CLOSE, { id, at });
  expect(setThreadClosing).toEqual({ closesAt: at, closesAfterDays: null, lockedAt: null });
  expect(await read(forum.visitor(), id)).toMatchObject({ closesAt: at, lockedAt: null });
  await reply(member, id);

  await pass(id, 4);
  // The job has not come yet, and still nobody gets in.
  expect(await read(member, id)).toMatchObject({ closesAt: null, viewerCanReply: false });
  await expect(reply(member, id)).rejects.toMatchObject({
    code: "THREAD_LOCKED",
    message: "This thread is locked, so nobody can reply: the time set for it has come",
  });
  expect(
    await member.rest("POST", "/api/v3/posts.create", { id: Number(id), content: "One more" }),
  ).toMatchObject({
    Code: -4013,
  });
  await reply(moderator, id);

  await forum.app.clock.runAll(["lockDueThreads"]);
  const closedAt = new Date(Date.parse(at) - 4 * DAY_MS).toISOString();
  expect(await read(member, id)).toMatchObject({
    lockedAt: closedAt,
    lockReason: "the time set for it has come",
    closesAt: null,
  });
  const chinese = new Person(forum.app, null, "zh-CN");
  expect((await read(chinese, id)).lockReason).toBe("到了设定的锁定时间");
});

test("several processes lock a thread once, and the log names nobody", async () => {
  const id = await thread();
  const at = inDays(1);
  await moderator.graphql(CLOSE, { id, at });
  await pass(id, 2);
  await Promise.all([1, 2, 3].map(() => forum.app.clock.runAll(["lockDueThreads"])));
  expect(await logOf(id)).toEqual([
    {
      action: "setThreadLocked",
      actorId: null,
      before: `{"locked":false}`,
      after: `{"locked":true,"closesAt":"${new Date(Date.parse(at) - 2 * DAY_MS).toISOString()}"}`,
    },
    {
      action: "setThreadClosing",
      actorId: String(moderator.id),
      before: `{"closesAt":null}`,
      after: `{"closesAt":"${at}"}`,
    },
  ]);
});

test("a thread without replies for days is locked, and each reply puts that off", async () => {
  const id = await thread();
  await makeOld(id);
  const { setThreadClosing } = await moderator.graphql(CLOSE, { id, days: 7 });
  // An old thread has as many days from now.
  expect(Date.parse(setThreadClosing.closesAt)).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
  await pass(id, 6);
  await reply(member, id);
  await pass(id, 6);
  await forum.app.clock.runAll(["lockDueThreads"]);
  expect(await read(member, id)).toMatchObject({ lockedAt: null, closesAfterDays: 7, viewerCanReply: true });

  await pass(id, 2);
  expect(await read(member, id)).toMatchObject({
    lockReason: "nobody replied for 7 days",
    viewerCanReply: false,
  });
  await forum.app.clock.runAll(["lockDueThreads"]);
  expect(await read(member, id)).toMatchObject({ lockReason: "nobody replied for 7 days", closesAt: null });

  await moderator.graphql(LOCK, { id, locked: false });
  expect(await read(member, id)).toMatchObject({
    lockedAt: null,
    closesAfterDays: null,
    viewerCanReply: true,
  });
  await reply(member, id);
});

/** Makes a thread a year old. */
const makeOld = (id: string): Promise<unknown> =>
  forum.write((ctx) =>
    run(ctx, "UPDATE threads SET lastPostedAt = ?, createdAt = ? WHERE id = ?", [
      new Date(Date.now() - 365 * DAY_MS),
      new Date(Date.now() - 365 * DAY_MS),
      id,
    ]),
  );

test("opening a thread whose time has come works before the job, and locking by hand ends the plan", async () => {
  const id = await thread();
  await moderator.graphql(CLOSE, { id, days: 1 });
  await pass(id, 2);
  await moderator.graphql(LOCK, { id, locked: false });
  expect(await read(member, id)).toMatchObject({ lockedAt: null, closesAt: null, viewerCanReply: true });

  await moderator.graphql(CLOSE, { id, at: inDays(1) });
  await moderator.graphql(LOCK, { id, locked: true });
  expect(await read(member, id)).toMatchObject({ closesAt: null, lockReason: "" });
  await expect(moderator.graphql(CLOSE, { id, days: 1 })).rejects.toMatchObject({
    message: "This thread is locked already.",
  });
});

test("plans are within a year, one of two kinds, and for who may lock", async () => {
  const id = await thread();
  const bad = [
    { at: inDays(-1) },
    { at: inDays(367) },
    { days: 0 },
    { days: 367 },
    { at: inDays(1), days: 1 },
  ];
  for (const plan of bad)
    await expect(moderator.graphql(CLOSE, { id, ...plan })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  await expect(author.graphql(CLOSE, { id, days: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(author.graphql(SLOW, { id, seconds: 60 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  for (const seconds of [-1, 59, 604_801])
    await expect(moderator.graphql(SLOW, { id, seconds })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });

  await moderator.graphql(CLOSE, { id, days: 30 });
  await moderator.graphql(CLOSE, { id });
  expect(await read(member, id)).toMatchObject({ closesAt: null, closesAfterDays: null });
});

test("in slow mode one of twenty replies of a member comes through, and each member waits for themselves", async () => {
  const id = await thread();
  const { setThreadSlowMode } = await moderator.graphql(SLOW, { id, seconds: 600 });
  expect(setThreadSlowMode).toEqual({ slowModeSeconds: 600 });
  expect((await read(member, id)).viewerMayReplyAt).toBeNull();

  const sent = await Promise.allSettled(Array.from({ length: 20 }, () => reply(member, id)));
  const refused = sent.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toHaveLength(19);
  for (const each of refused) expect(each).toMatchObject({ code: "SLOW_MODE", legacyCode: -5002 });
  const until = Date.parse((await read(member, id)).viewerMayReplyAt);
  expect(until).toBeGreaterThan(Date.now() + 540_000);
  await expect(reply(member, id)).rejects.toMatchObject({
    message: "Members wait between two replies to this thread. Please reply in 10 min.",
  });
  await reply(author, id);
  await expect(reply(author, id)).rejects.toMatchObject({ code: "SLOW_MODE" });
  await reply(moderator, id);
  await reply(moderator, id);
  // Elsewhere nobody waits.
  await reply(member, await thread());
});

test("comments and deleted replies count, old clients are told the wait, and it ends", async () => {
  const id = await thread();
  const first = await reply(member, id);
  await moderator.graphql(SLOW, { id, seconds: 3600 });
  await member.graphql("mutation ($id: ID!) { deletePost(postId: $id) { id } }", { id: first.id });
  const answer = await member.rest("POST", "/api/v3/posts.create", { id: Number(id), content: "One more" });
  expect(answer).toMatchObject({ Code: -5002 });
  expect(answer.Message).toMatch(/60 (分钟|min)/);

  const other = await reply(author, id);
  await expect(reply(author, id, { replyToPostId: other.id })).rejects.toMatchObject({ code: "SLOW_MODE" });
  await forum.write((ctx) =>
    run(ctx, "UPDATE posts SET createdAt = ? WHERE threadId = ?", [new Date(Date.now() - 3_600_500), id]),
  );
  expect((await read(author, id)).viewerMayReplyAt).toBeNull();
  await reply(author, id, { replyToPostId: other.id });

  await moderator.graphql(SLOW, { id, seconds: 0 });
  await reply(author, id);
});

test("the wait of fifty threads costs one statement, and none where no thread has it", async () => {
  const categoryId = await forum.categoryId();
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.push((await publish(author, { categoryId })).id);
  const list = () =>
    member.graphql(
      `query ($id: ID) { threads(categoryId: $id, first: 50) { nodes { viewerMayReplyAt closesAt } } }`,
      {
        id: categoryId,
      },
    );
  await forum.write((ctx) => run(ctx, "UPDATE threads SET slowModeSeconds = 0", []));
  const without = await forum.countSettled(list);
  for (const id of ids) await moderator.graphql(SLOW, { id, seconds: 60 });
  expect(await forum.countSettled(list)).toBe(without + 1);
});
