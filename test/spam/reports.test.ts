import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish, reply, seePost } from "../threads/content.ts";
import { aged, decide, isSeen, oldMember, report, rule, waiting } from "./rules.ts";

/** Reports weigh as much as those who send them are worth, and hide content until a moderator looks. */

let forum: Forum;
let admin: Person;
let author: Person;
let reader: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  author = await forum.member();
  reader = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(() => rule(admin, { report_hide_score: "30" }));

const thread = async (): Promise<string> => (await publish(author, { categoryId })).id as string;
const members = (count: number) => Promise.all(Array.from({ length: count }, () => oldMember(forum)));
const undo = (key: string) => admin.graphql(`mutation ($key: ID!) { undoReview(key: $key) }`, { key });
const noticesOf = async (person: Person): Promise<string[]> => {
  await forum.delivered();
  const { notifications } = await person.graphql(
    `{ notifications(entry: ACCOUNT, first: 50) { nodes { kind } } }`,
  );
  return (notifications.nodes as { kind: string }[])
    .map(({ kind }) => kind)
    .filter((kind) => kind === "post.hidden");
};

test("three members hide a thread, its author is told once, and a moderator sees score and reasons", async () => {
  const writer = await forum.member();
  const { id: threadId } = await publish(writer, { categoryId });
  const [ada, bo, cleo] = await members(3);
  await report(ada!, { threadId });
  await report(bo!, { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);

  await report(cleo!, { threadId });

  expect(await isSeen(reader, threadId)).toBe(false);
  const own = await writer.graphql(`query ($id: ID!) { thread(id: $id) { approval heldBecause } }`, {
    id: threadId,
  });
  expect(own.thread).toEqual({ approval: "PENDING", heldBecause: "REPORTS" });
  expect(await noticesOf(writer)).toEqual(["post.hidden"]);
  expect(await waiting(await forum.moderator(), `t${threadId}`)).toEqual({
    key: `t${threadId}`,
    heldBecause: "REPORTS",
    spamScore: 0,
    spamSigns: [],
    reportScore: { score: 30, count: 3, newcomers: 0 },
    reportWeight: null,
  });
});

test("without a score of the owner reports hide nothing", async () => {
  await rule(admin, { report_hide_score: "0" });
  const threadId = await thread();
  for (const member of await members(5)) await report(member, { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);
});

test("fifty reports at once hide exactly once, with the exact score", async () => {
  await rule(admin, { report_hide_score: "500" });
  const { id: threadId } = await publish(author, { categoryId });
  const reporters = await members(50);
  const before = (await noticesOf(author)).length;

  await Promise.all(reporters.map((person) => report(person, { threadId })));

  expect(await waiting(admin, `t${threadId}`)).toMatchObject({
    heldBecause: "REPORTS",
    reportScore: { score: 500, count: 50, newcomers: 0 },
  });
  const holds = await forum.rows(
    `SELECT reason, score, reportCount FROM content_holds WHERE targetKey = 't${threadId}'`,
  );
  expect(holds).toEqual([{ reason: "REPORTS", score: 500, reportCount: 50 }]);
  expect((await noticesOf(author)).length - before).toBe(1);
  const counts = await forum.rows<{ threadCount: number; real: number }>(
    `SELECT c.threadCount, (SELECT COUNT(*) FROM threads t WHERE t.categoryId = c.id AND t.visible = 1) AS ${"`real`"}
     FROM categories c WHERE c.id = ${categoryId}`,
  );
  expect(Number(counts[0]!.threadCount)).toBe(Number(counts[0]!.real));
});

test("any number of new accounts hides nothing, and with one member's report they add six", async () => {
  await rule(admin, { report_hide_score: "16" });
  const threadId = await thread();
  for (let each = 0; each < 20; each += 1) await report(await forum.member(), { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);

  const id = await report(await oldMember(forum), { threadId });

  expect(await isSeen(reader, threadId)).toBe(false);
  expect(await waiting(admin, `r${id}`)).toMatchObject({
    reportScore: { score: 16, count: 21, newcomers: 20 },
    reportWeight: { points: 10, basis: "MEMBER", upheld: 0, dismissed: 0 },
  });
});

test("new accounts alone hide nothing even where the score of the owner is lower than their sum", async () => {
  await rule(admin, { report_hide_score: "2" });
  const threadId = await thread();
  for (let each = 0; each < 5; each += 1) await report(await forum.member(), { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);
});

test("what moderators decide is the record by which later reports weigh", async () => {
  const [right, wrong] = await members(2);
  for (let each = 0; each < 2; each += 1) {
    const upheld = await report(right!, { threadId: await thread() });
    await decide(admin, `r${upheld}`, "DELETE");
    const dismissed = await report(wrong!, { threadId: await thread() });
    await decide(admin, `r${dismissed}`, "APPROVE");
  }

  const ofRight = await report(right!, { threadId: await thread() });
  const ofWrong = await report(wrong!, { threadId: await thread() });

  // 20 × 3/4 and 20 × 1/4.
  expect(await waiting(admin, `r${ofRight}`)).toMatchObject({
    reportWeight: { points: 15, basis: "MEMBER", upheld: 2, dismissed: 0 },
  });
  expect(await waiting(admin, `r${ofWrong}`)).toMatchObject({
    reportWeight: { points: 5, basis: "MEMBER", upheld: 0, dismissed: 2 },
  });
});

test("a moderator's report weighs fifty, and that of a trusted group twice", async () => {
  await rule(admin, { report_hide_score: "1000" });
  const threadId = await thread();
  const byStaff = await report(await forum.moderator(), { threadId });
  const byTrusted = await report(await forum.member("report.trusted"), { threadId });
  expect(await waiting(admin, `r${byStaff}`)).toMatchObject({
    reportWeight: { points: 50, basis: "MODERATOR" },
  });
  expect(await waiting(admin, `r${byTrusted}`)).toMatchObject({
    reportWeight: { points: 20, basis: "TRUSTED" },
  });
});

test("approving hidden content brings it back, dismisses its reports, and they never count again", async () => {
  const threadId = await thread();
  for (const member of await members(3)) await report(member, { threadId });
  const moderator = await forum.moderator();

  await decide(moderator, `t${threadId}`, "APPROVE");

  expect(await isSeen(reader, threadId)).toBe(true);
  const statuses = () =>
    forum.rows<{ status: string }>(`SELECT status FROM reports WHERE targetKey = 't${threadId}'`);
  expect((await statuses()).map(({ status }) => status)).toEqual(["REJECTED", "REJECTED", "REJECTED"]);
  await report((await members(1))[0]!, { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);
});

test("keeping content by one of its reports brings it back, and taking that back hides it again", async () => {
  const threadId = await thread();
  let last = "";
  for (const member of await members(3)) last = await report(member, { threadId });

  await decide(admin, `r${last}`, "APPROVE");
  expect(await isSeen(reader, threadId)).toBe(true);

  await undo(`r${last}`);
  expect(await isSeen(reader, threadId)).toBe(false);
  expect(await waiting(admin, `t${threadId}`)).toMatchObject({ heldBecause: "REPORTS" });
});

test("refusing hidden content upholds its reports, and taking that back opens them again", async () => {
  const threadId = await thread();
  for (const member of await members(3)) await report(member, { threadId });
  const statuses = async () =>
    (await forum.rows<{ status: string }>(`SELECT status FROM reports WHERE targetKey = 't${threadId}'`)).map(
      ({ status }) => status,
    );

  await decide(admin, `t${threadId}`, "REFUSE");
  expect(await statuses()).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);

  await undo(`t${threadId}`);
  expect(await statuses()).toEqual(["OPEN", "OPEN", "OPEN"]);
  expect(await waiting(admin, `t${threadId}`)).toMatchObject({ heldBecause: "REPORTS" });
});

test("a reply is hidden the same way, and old clients' reports count", async () => {
  const threadId = await thread();
  const post = await reply(author, threadId);
  const reporters = await members(3);
  for (const person of reporters) {
    const client = await OldClient.of(forum, person);
    const answer = await client.post("/api/v3/reports", {
      type: 2,
      threadId: Number(threadId),
      postId: Number(post.id),
      reason: "广告垃圾",
    });
    expect(answer.Code).toBe(0);
  }
  await expect(seePost(reader, post.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await decide(admin, `p${post.id}`, "APPROVE");
  expect((await seePost(reader, post.id)).id).toBe(post.id);
});

test("content of administrators stays, and nobody but moderators learns scores", async () => {
  const { id: threadId } = await publish(admin, { categoryId });
  for (const member of await members(4)) await report(member, { threadId });
  expect(await isSeen(reader, threadId)).toBe(true);
  await expect(waiting(author, `t${threadId}`)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("members are new by few texts and few days; either is enough to be new no longer", async () => {
  await rule(admin, { report_hide_score: "1000", spam_new_days: "14", spam_new_texts: "2" });
  const young = await aged(forum, await forum.member(), 13);
  const busy = await forum.member();
  for (const title of ["One", "Two"]) await publish(busy, { categoryId, title });
  const threadId = await thread();
  const ofYoung = await report(young, { threadId });
  const ofBusy = await report(busy, { threadId });
  expect(await waiting(admin, `r${ofYoung}`)).toMatchObject({ reportWeight: { basis: "NEW", points: 2 } });
  expect(await waiting(admin, `r${ofBusy}`)).toMatchObject({ reportWeight: { basis: "MEMBER" } });
});
