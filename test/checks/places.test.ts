import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { examineChecks } from "../../server/cli/doctorForum.ts";
import type { Read } from "../../server/cli/doctorRows.ts";
import { circuitOf } from "../../server/features/checks/circuit.ts";
import { askerOf, startPoll } from "../polls/polling.ts";
import { isSeen } from "../spam/rules.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { inQueue, makeChecks, ruleChecks, SERVICES } from "./rules.ts";
import { ADVERT, Vendor } from "./vendor.ts";

/** Checks follow a text to another place, see what is sold, and cost the queue one statement. */
const METRICS_TOKEN = "a-token-for-prometheus";
let forum: Forum;
let vendor: Vendor;
let admin: Person;
let moderator: Person;
let ada: Person;
let ben: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ env: { METRICS_TOKEN } });
  vendor = await Vendor.open();
  [admin, moderator, ben] = [await forum.admin(), await forum.moderator(), await forum.member()];
  ada = await forum.member("thread.allowPaid", "order.create");
  categoryId = await forum.categoryId();
});
afterAll(async () => {
  await forum?.close();
  await vendor?.close();
});
beforeEach(async () => {
  vendor.reset();
  await ruleChecks(admin, { ...SERVICES.own(vendor), "checks.check_failure": "open" });
});

const write = async (body: string): Promise<string> => (await publish(ada, { categoryId, body })).id;
const metric = async (name: string): Promise<string | undefined> => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await forum.app.inject({ url: "/metrics", headers });
  return body.split("\n").find((line) => line.startsWith(`${name} `));
};

test("a thread that becomes a reply of another is checked there", async () => {
  const [threadId, intoThreadId] = [await write(`${ADVERT} merged`), await write("Tea")];
  const document = `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`;
  await moderator.graphql(document, { input: { threadId, intoThreadId, reason: "Same" } });
  await makeChecks(forum);
  const [row] = await forum.rows("SELECT targetKey, verdict FROM content_checks WHERE postId IS NOT NULL");
  expect(row).toMatchObject({ verdict: "BLOCK" });
  expect(await inQueue(moderator, row!.targetKey as string)).toMatchObject({ heldBecause: "CHECK" });
});

test("a poll with stop words keeps a thread from appearing by itself", async () => {
  await ruleChecks(admin, { "checks.check_failure": "closed" });
  await admin.graphql(`mutation { importStopWords(lines: ["kettle={MOD}"]) { created } }`);
  const asker = await askerOf(forum);
  const id = await startPoll(forum, asker);
  const document = `mutation ($id: ID!, $poll: PollInput!) { editPoll(threadId: $id, poll: $poll) { id } }`;
  await asker.graphql(document, { id, poll: { options: ["A kettle", "A pot"] } });
  await makeChecks(forum);
  expect(await isSeen(ben, id)).toBe(false);
  expect(await inQueue(moderator, `t${id}`)).toMatchObject({ heldBecause: null });
});

test("what has to be bought is checked as well, and hides the thread", async () => {
  const seller = await forum.member("thread.allowPaid", "order.create");
  const body = `A free beginning of the text, long enough.\n\nThe rest: ${ADVERT}`;
  const { id } = await publish(seller, { categoryId, body, priceCents: 100, freePercent: 50 });
  await makeChecks(forum);
  expect(vendor.textsWith(ADVERT)).toHaveLength(1);
  expect(await isSeen(ben, id)).toBe(false);
});

test("a comment on a reply is checked like a reply", async () => {
  const threadId = await write("Tea");
  const { id: replyToPostId } = await reply(ben, threadId);
  const { id } = await reply(ben, threadId, { replyToPostId, body: ADVERT });
  await makeChecks(forum);
  expect(await inQueue(moderator, `p${id}`)).toMatchObject({ heldBecause: "CHECK" });
});

test("a page of the queue reads all its checks with one statement", async () => {
  const threadId = await write("Many");
  for (let each = 0; each < 5; each += 1) await reply(ben, threadId, { body: `${ADVERT} number ${each}` });
  await makeChecks(forum);
  const document = `{ reviewQueue(first: 20, kind: POST) { nodes { contentCheck { verdict findings { label } } } } }`;
  const sql = await forum.statementsOf(() => moderator.graphql(document));
  expect(sql.filter((each) => each.includes("content_checks"))).toHaveLength(1);
});

test("metrics tell that the service is left in peace", async () => {
  expect(await metric("luntan_content_check_resting")).toBe("luntan_content_check_resting 0");
  vendor.failures = 100;
  for (let each = 0; each < 6; each += 1) await write(`Tea ${each}`);
  await makeChecks(forum);
  expect(await metric("luntan_content_check_resting")).toBe("luntan_content_check_resting 1");
  expect(await metric("luntan_content_check_failures")).toMatch(/ [5-8]$/);
});

test("the doctor tells that the service fails, and which settings are missing", async () => {
  const read: Read = async <T>(sql: string) => (await forum.rows(sql)) as T[];
  const finding = async () => (await examineChecks(read))[0];
  await forum.write((ctx) => ctx.db.query("DELETE FROM content_checks"));
  expect(await finding()).toMatchObject({ state: "ok", what: "content checks: own answers" });

  circuitOf(forum.app.services).succeeded();
  vendor.failures = 1;
  await write("Tea");
  await makeChecks(forum);
  expect(await finding()).toMatchObject({
    state: "warn",
    what: "content checks: own did not answer about 1 text in the last day: HTTP_500",
  });

  await ruleChecks(admin, { "checks.check_service": "aliyun" });
  expect((await finding())!.what).toBe(
    "content checks: aliyun is chosen, but not set up: check_aliyun_key_id, check_aliyun_key_secret",
  );
  await ruleChecks(admin, { "checks.check_service": "none" });
  expect(await finding()).toBeUndefined();
});
