import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "./content.ts";

/** Threads that take no more replies, and pins that end. */
const LOCK = `mutation ($id: ID!, $locked: Boolean!, $reason: String) {
  setThreadLocked(threadId: $id, locked: $locked, reason: $reason) { lockedAt lockReason viewerCanReply } }`;
const REPLY = `mutation ($id: ID!) { replyToThread(input: {threadId: $id, body: "One more"}) { id } }`;
const PIN = `mutation ($id: ID!, $sticky: Boolean!, $until: DateTimeISO) {
  setThreadSticky(threadId: $id, sticky: $sticky, until: $until) { isSticky stickyUntil } }`;
const READ = `query ($id: ID!) { thread(id: $id) { lockReason lockedAt viewerCanReply isSticky stickyUntil } }`;
const inFuture = (): string => new Date(Date.now() + 3_600_000).toISOString();

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
const pinned = async (): Promise<string[]> =>
  (await forum.visitor().graphql("{ pinnedThreads { id } }")).pinnedThreads.map(
    ({ id }: { id: string }) => id,
  );

test("a locked thread says why to all its readers and takes replies from moderators alone", async () => {
  const id = await thread();
  const first = await reply(member, id);
  const { setThreadLocked } = await moderator.graphql(LOCK, { id, locked: true, reason: "It was answered" });
  expect(setThreadLocked).toMatchObject({ lockReason: "It was answered", viewerCanReply: true });

  expect((await forum.visitor().graphql(READ, { id })).thread).toMatchObject({
    lockReason: "It was answered",
  });
  expect((await author.graphql(READ, { id })).thread.viewerCanReply).toBe(false);
  await expect(author.graphql(REPLY, { id })).rejects.toMatchObject({
    code: "THREAD_LOCKED",
    legacyCode: -4013,
    message: "This thread is locked, so nobody can reply: It was answered",
  });
  await expect(
    member.graphql(
      `mutation ($id: ID!, $to: ID!) { replyToThread(input: {threadId: $id, replyToPostId: $to, body: "x"}) { id } }`,
      { id, to: first.id },
    ),
  ).rejects.toMatchObject({ code: "THREAD_LOCKED" });
  await moderator.graphql(REPLY, { id });

  await moderator.graphql(LOCK, { id, locked: false });
  expect((await member.graphql(READ, { id })).thread).toMatchObject({ lockedAt: null, viewerCanReply: true });
  await member.graphql(REPLY, { id });
});

test("old clients read of the lock in its own number", async () => {
  const id = await thread();
  await moderator.graphql(LOCK, { id, locked: true, reason: "Enough" });
  const answer = await member.rest("POST", "/api/v3/posts.create", { id: Number(id), content: "One more" });
  expect(answer).toMatchObject({ Code: -4013, Data: { lockReason: "Enough" } });
});

test("a lock and its end stand in the log with the reason", async () => {
  const id = await thread();
  await moderator.graphql(LOCK, { id, locked: true, reason: "Off topic" });
  // What is as it should be is nothing to log.
  await moderator.graphql(LOCK, { id, locked: true, reason: "Off topic" });
  await moderator.graphql(LOCK, { id, locked: false });
  const admin = await forum.admin();
  const log = "query ($t: String) { auditLog(target: $t) { nodes { action before after reason } } }";
  expect((await admin.graphql(log, { t: `thread:${id}` })).auditLog.nodes).toEqual([
    { action: "setThreadLocked", before: `{"locked":true}`, after: `{"locked":false}`, reason: "" },
    { action: "setThreadLocked", before: `{"locked":false}`, after: `{"locked":true}`, reason: "Off topic" },
  ]);
});

test("a pin with an end is over for every reader at that time, and the job tidies up", async () => {
  const id = await thread();
  const until = inFuture();
  const { setThreadSticky } = await moderator.graphql(PIN, { id, sticky: true, until });
  expect(setThreadSticky).toEqual({ isSticky: true, stickyUntil: until });
  expect(await pinned()).toContain(id);

  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET stickyUntil = ? WHERE id = ?", ["2026-01-01 00:00:00.000", id]),
  );
  expect(await pinned()).not.toContain(id);
  expect((await member.graphql(READ, { id })).thread).toMatchObject({ isSticky: false, stickyUntil: null });

  await forum.app.clock.runAll(["endPins"]);
  expect(await forum.rows(`SELECT t.isSticky, t.stickyUntil FROM threads t WHERE t.id = ${id}`)).toEqual([
    { isSticky: 0, stickyUntil: null },
  ]);
});

test("a pin cannot end in the past, and pinning anew takes the end away", async () => {
  const id = await thread();
  await expect(
    moderator.graphql(PIN, { id, sticky: true, until: "2020-01-01T00:00:00Z" }),
  ).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await moderator.graphql(PIN, { id, sticky: true, until: inFuture() });
  await moderator.graphql(PIN, { id, sticky: true });
  expect((await member.graphql(READ, { id })).thread).toMatchObject({ isSticky: true, stickyUntil: null });
});

test("a thread with a pin that ends is unpinned with others, and gets the end back with the undo", async () => {
  const id = await thread();
  const until = inFuture();
  await moderator.graphql(PIN, { id, sticky: true, until });
  const { moderateThreads } = await moderator.graphql(
    `mutation ($id: ID!) { moderateThreads(input: {threadIds: [$id], action: UNPIN}) { id } }`,
    { id },
  );
  expect((await member.graphql(READ, { id })).thread.isSticky).toBe(false);
  await moderator.graphql(`mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`, {
    id: moderateThreads.id,
  });
  expect((await member.graphql(READ, { id })).thread).toMatchObject({ isSticky: true, stickyUntil: until });
});
