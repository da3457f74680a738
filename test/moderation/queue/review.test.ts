import { afterAll, beforeAll, expect, test } from "vitest";
import { CLAIM_MS } from "../../../server/features/moderation/queue/claim.service.ts";
import { holdBack } from "../../permissions/scene.ts";
import { run } from "../../../server/core/sql.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";

const QUEUE = `query ($kind: ReviewKind!) { reviewQueue(kind: $kind) {
  nodes { key kind thread { id title } post { id body } report { reason } claimedBy { id } claimedUntil } } }`;
const DECIDE = `mutation ($input: DecideReviewInput!) { decideReview(input: $input) }`;
const CLAIM = `mutation ($keys: [ID!]!) { claimReviews(keys: $keys) }`;
const UNDO = `mutation ($key: ID!) { undoReview(key: $key) }`;
const COUNTS = `{ reviewCounts { threads posts reports members } }`;

let forum: Forum;
let author: Person;
let mo: Person;
let pat: Person;
beforeAll(async () => {
  forum = await Forum.open();
  author = await forum.member();
  mo = await forum.moderator();
  pat = await forum.moderator();
});
afterAll(() => forum.close());

const waitingThread = async (): Promise<string> => {
  const { id } = await publish(author, { categoryId: await forum.categoryId() });
  await holdBack(forum, "threads", id);
  return id;
};
const queue = async (person: Person, kind: string): Promise<{ key: string; [k: string]: unknown }[]> =>
  (await person.graphql(QUEUE, { kind })).reviewQueue.nodes;
const decide = (person: Person, key: string, decision: string, reason = "") =>
  person.graphql(DECIDE, { input: { key, decision, reason } });

test("a waiting thread is approved, appears, and goes back to the queue when that is undone", async () => {
  const id = await waitingThread();
  expect((await queue(mo, "THREAD")).map(({ key }) => key)).toContain(`t${id}`);

  await decide(mo, `t${id}`, "APPROVE");
  expect((await queue(mo, "THREAD")).map(({ key }) => key)).not.toContain(`t${id}`);
  expect((await forum.visitor().graphql(`{ thread(id: "${id}") { id } }`)).thread.id).toBe(id);

  await mo.graphql(UNDO, { key: `t${id}` });
  expect((await queue(mo, "THREAD")).map(({ key }) => key)).toContain(`t${id}`);
  await expect(forum.visitor().graphql(`{ thread(id: "${id}") { id } }`)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("what one moderator holds the other can neither take nor decide, until the lease ends", async () => {
  const key = `t${await waitingThread()}`;
  expect((await mo.graphql(CLAIM, { keys: [key] })).claimReviews).toEqual([key]);

  expect((await pat.graphql(CLAIM, { keys: [key] })).claimReviews).toEqual([]);
  expect((await queue(pat, "THREAD")).find((item) => item.key === key)).toMatchObject({
    claimedBy: { id: String(mo.id) },
  });
  await expect(decide(pat, key, "DELETE")).rejects.toMatchObject({ code: "CONFLICT" });

  await forum.write((ctx) =>
    run(ctx, "UPDATE review_claims SET expiresAt = ? WHERE targetKey = ?", ["2020-01-01 00:00:00.000", key]),
  );
  expect((await pat.graphql(CLAIM, { keys: [key] })).claimReviews).toEqual([key]);
  await decide(pat, key, "DELETE", "Spam");
  expect(CLAIM_MS).toBe(120_000);
});

test("the reason of a decision stands in the log", async () => {
  const id = await waitingThread();
  await decide(mo, `t${id}`, "REFUSE", "Not about tea");
  const admin = await forum.admin();
  const { auditLog } = await admin.graphql(
    `{ auditLog(action: "decideReview", first: 1) { nodes { target reason actorId } } }`,
  );
  expect(auditLog.nodes).toEqual([
    { target: `thread:${id}`, reason: "Not about tea", actorId: String(mo.id) },
  ]);
});

test("a reply waits with its words and is deleted", async () => {
  const { id: threadId } = await publish(author, { categoryId: await forum.categoryId() });
  const { id } = await reply(author, threadId);
  await holdBack(forum, "posts", id);
  const before = (await mo.graphql(COUNTS)).reviewCounts;

  expect((await queue(mo, "POST")).find(({ key }) => key === `p${id}`)).toMatchObject({ post: { id } });
  await decide(mo, `p${id}`, "DELETE");

  expect((await mo.graphql(COUNTS)).reviewCounts.posts).toBe(before.posts - 1);
});

test("a report that is right takes the thread away, and undoing opens both again", async () => {
  const { id: threadId } = await publish(author, { categoryId: await forum.categoryId() });
  const reporter = await forum.member();
  const { reportContent } = await reporter.graphql(
    `mutation ($id: ID!) { reportContent(input: {threadId: $id, reason: SPAM}) { id } }`,
    { id: threadId },
  );
  const key = `r${reportContent.id}`;
  expect((await queue(mo, "REPORT")).find((item) => item.key === key)).toMatchObject({
    report: { reason: "SPAM" },
  });

  await decide(mo, key, "DELETE", "Spam");
  await expect(reporter.graphql(`{ thread(id: "${threadId}") { id } }`)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });

  await mo.graphql(UNDO, { key });
  expect((await reporter.graphql(`{ thread(id: "${threadId}") { id } }`)).thread.id).toBe(threadId);
  expect((await queue(mo, "REPORT")).map((item) => item.key)).toContain(key);
});

test.each([
  ["t", "APPROVE", "", "INVALID_PARAMETER"],
  ["t0", "APPROVE", "", "INVALID_PARAMETER"],
  ["t999999", "APPROVE", "", "NOT_FOUND"],
  ["r999999", "DELETE", "", "NOT_FOUND"],
  ["r1", "REFUSE", "", "INVALID_PARAMETER"],
  ["t1", "APPROVE", "x".repeat(201), "INVALID_PARAMETER"],
])("deciding about %s with %s is refused: %s", async (key, decision, reason, code) => {
  await expect(decide(mo, key, decision, reason)).rejects.toMatchObject({ code });
});

test("what its author deleted since is not brought back by undoing a decision", async () => {
  const id = await waitingThread();
  await decide(mo, `t${id}`, "APPROVE");
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET deletedAt = ?, deletedById = ?, visible = 0 WHERE id = ?", [
      ctx.now,
      Number(author.id),
      Number(id),
    ]),
  );

  await expect(mo.graphql(UNDO, { key: `t${id}` })).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await forum.rows("SELECT deletedById FROM threads WHERE id = ?", [Number(id)])).toEqual([
    { deletedById: Number(author.id) },
  ]);
});

test("the log tells what a decision changed, before and after, as the doing of the decision", async () => {
  const id = await waitingThread();
  await decide(mo, `t${id}`, "APPROVE", "Fine");
  const admin = await forum.admin();

  const { nodes } = (
    await admin.graphql(
      `query ($t: String) { auditLog(target: $t) { nodes { action before after reason } } }`,
      {
        t: `thread:${id}`,
      },
    )
  ).auditLog;

  expect(nodes.map(({ action }: { action: string }) => action)).toEqual(["decideReview", "decideReview"]);
  expect(nodes.some(({ before }: { before: string | null }) => before !== null)).toBe(true);
});

test("an administrator bans the author with the same decision, and undoing it lets them back in", async () => {
  const [admin, spammer] = [await forum.admin(), await forum.member()];
  const { id } = await publish(spammer, { categoryId: await forum.categoryId() });
  await holdBack(forum, "threads", id);
  const input = { key: `t${id}`, decision: "DELETE", reason: "Spam", ban: true };
  const standing = async () =>
    (await forum.rows("SELECT u.status, u.statusReason FROM users u WHERE u.id = ?", [spammer.id]))[0];

  await expect(mo.graphql(DECIDE, { input })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(admin.graphql(DECIDE, { input: { ...input, decision: "APPROVE" } })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  expect(await standing()).toEqual({ status: 0, statusReason: "" });
  await admin.graphql(DECIDE, { input });
  expect(await standing()).toEqual({ status: 1, statusReason: "Spam" });
  await admin.graphql(`mutation ($key: ID!) { undoReview(key: $key, unban: true) }`, { key: `t${id}` });
  expect(await standing()).toEqual({ status: 0, statusReason: "" });
});

test("undoing a decision leaves bans alone that it did not make, or that somebody decided about since", async () => {
  const admin = await forum.admin();
  const unban = (id: string) =>
    admin.graphql(`mutation ($key: ID!) { undoReview(key: $key, unban: true) }`, { key: `t${id}` });
  const setStatus = (userId: number, status: string, reason = "") =>
    admin.graphql(
      `mutation ($id: ID!, $status: UserStatus!, $reason: String) {
         setUserStatus(userId: $id, status: $status, reason: $reason) { id } }`,
      { id: userId, status, reason },
    );
  const standing = async (userId: number) =>
    (await forum.rows("SELECT u.status, u.statusReason FROM users u WHERE u.id = ?", [userId]))[0];
  const caught = async (): Promise<[Person, string]> => {
    const person = await forum.member();
    const { id } = await publish(person, { categoryId: await forum.categoryId() });
    await holdBack(forum, "threads", id);
    return [person, id];
  };
  const ban = (id: string) =>
    admin.graphql(DECIDE, { input: { key: `t${id}`, decision: "DELETE", reason: "Spam", ban: true } });

  const [known, his] = await caught();
  await setStatus(known.id, "BANNED", "Insults");
  await ban(his);
  expect(await standing(known.id)).toEqual({ status: 1, statusReason: "Insults" });
  await unban(his);
  expect(await standing(known.id)).toEqual({ status: 1, statusReason: "Insults" });

  const [again, hers] = await caught();
  await ban(hers);
  await setStatus(again.id, "BANNED", "Insults, too");
  await unban(hers);
  expect(await standing(again.id)).toEqual({ status: 1, statusReason: "Insults, too" });

  const [fresh, theirs] = await caught();
  await setStatus(fresh.id, "UNDER_REVIEW");
  await ban(theirs);
  await unban(theirs);
  expect(await standing(fresh.id)).toEqual({ status: 2, statusReason: "" });
});

test("everything together stands by age, page after page, whatever its kind", async () => {
  const own = await Forum.open();
  const [writer, reporter, judge] = [await own.member(), await own.member(), await own.moderator()];
  const categoryId = await own.categoryId();
  const { id: open } = await publish(writer, { categoryId });
  const keys: string[] = [];
  const age = async (table: string, id: string, minute: number): Promise<void> => {
    const time = `2026-01-01 00:0${minute}:00.000`;
    await own.write((ctx) => run(ctx, `UPDATE ${table} SET createdAt = ? WHERE id = ?`, [time, id]));
  };
  const hold = async (kind: "threads" | "posts", minute: number): Promise<void> => {
    const { id } = kind === "threads" ? await publish(writer, { categoryId }) : await reply(writer, open);
    await holdBack(own, kind, id);
    await age(kind, id, minute);
    keys.push(`${kind[0]}${id}`);
  };
  const report = async (minute: number): Promise<void> => {
    const { id: postId } = await reply(writer, open);
    const { reportContent } = await reporter.graphql(
      `mutation ($id: ID!) { reportContent(input: {postId: $id, reason: FLOODING}) { id } }`,
      { id: postId },
    );
    await age("reports", reportContent.id, minute);
    keys.push(`r${reportContent.id}`);
  };
  // Two of the same minute are two all the same.
  await hold("posts", 1);
  await hold("threads", 2);
  await report(2);
  await hold("threads", 3);
  await report(4);

  const MIXED = `query ($after: String) { reviewQueue(first: 2, after: $after) {
    nodes { key } pageInfo { hasNextPage endCursor } } }`;
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { reviewQueue } = await judge.graphql(MIXED, { after });
    pages.push(reviewQueue.nodes.map(({ key }: { key: string }) => key));
    after = reviewQueue.pageInfo.hasNextPage ? reviewQueue.pageInfo.endCursor : null;
  } while (after);
  expect(pages).toEqual([keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)]);
  expect((await judge.graphql(COUNTS)).reviewCounts).toEqual({
    threads: 2,
    posts: 1,
    reports: 2,
    members: 0,
  });
  await own.close();
});
