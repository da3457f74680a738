import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, publish, reply } from "../../threads/content.ts";

/** Members hear that their reports were looked at, never by whom or what was done. */
const REPORT = `mutation ($input: ReportContentInput!) { reportContent(input: $input) { id } }`;
const HANDLE = `mutation ($id: ID!, $verdict: ReportVerdict!) { handleReport(id: $id, verdict: $verdict) { id } }`;
const DECIDE = `mutation ($input: DecideReviewInput!) { decideReview(input: $input) }`;
const LIST = `{ notifications(first: 50) { nodes { kind text why topic actors { id } thread { id } post { id } } } }`;
const UNREAD = `{ unreadCounts { total account } }`;
const SAVE = `mutation ($input: NotificationPreferencesInput!) {
  saveNotificationPreferences(input: $input) { rows { topic channels } } }`;

interface Outcome {
  readonly kind: string;
  readonly text: string;
}

let forum: Forum;
let categoryId: string;
let admin: Person;
let moderator: Person;
let author: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  admin = await forum.admin();
  moderator = await forum.moderator();
  author = await forum.member();
});
afterAll(() => forum.close());
beforeEach(async () => {
  [ada, bo] = [await forum.member(), await forum.member()];
  await forum.delivered();
  for (const person of [ada, bo]) await person.graphql("mutation { markNotificationsRead { count } }");
});

const report = async (person: Person, input: object): Promise<string> =>
  (await person.graphql(REPORT, { input: { reason: "SPAM", ...input } })).reportContent.id;
const handle = async (id: string, verdict: string, by = moderator) => {
  await by.graphql(HANDLE, { id, verdict });
  await forum.delivered();
};
const outcomesOf = async (person: Person): Promise<Outcome[]> =>
  ((await person.graphql(LIST)).notifications.nodes as Outcome[]).filter(
    ({ kind }) => kind === "report.handled",
  );
const textsOf = async (person: Person) => (await outcomesOf(person)).map(({ text }) => text);

test("each reporter of a thread hears once that something was done, and is led nowhere once it is gone", async () => {
  const { id } = await publish(author, { categoryId, title: "Cheap watches" });
  const reportId = await report(ada, { threadId: id });
  await report(bo, { threadId: id, reason: "FLOODING" });
  await act(moderator, "deleteThread", { threadId: id });

  await handle(reportId, "ACCEPTED");
  await handle(reportId, "ACCEPTED");

  for (const person of [ada, bo])
    expect(await outcomesOf(person)).toEqual([
      {
        kind: "report.handled",
        text: "Your report of a thread was looked at: something was done.",
        why: "REPORTED",
        topic: "REPORTS",
        actors: [],
        thread: null,
        post: null,
      },
    ]);
  expect(await outcomesOf(author)).toEqual([]);
  expect(await outcomesOf(moderator)).toEqual([]);
});

test("a reply in which nothing was wrong is named, and the notification leads to it", async () => {
  const { id } = await publish(author, { categoryId, title: "Tea" });
  const post = await reply(author, id);

  await handle(await report(ada, { postId: post.id }), "REJECTED");

  expect(await outcomesOf(ada)).toMatchObject([
    {
      text: "Your report of a reply in “Tea” was looked at: nothing needed doing.",
      thread: { id },
      post: { id: post.id },
      actors: [],
    },
  ]);
});

test("a reported member is not named", async () => {
  await handle(await report(ada, { userId: author.id }), "ACCEPTED", admin);
  expect(await textsOf(ada)).toEqual(["Your report of a member was looked at: something was done."]);
});

test("a report of a private message has an outcome, too, which shows nothing of the message", async () => {
  const { sendMessage: message } = await author.graphql(
    `mutation ($id: ID!) { sendMessage(input: { userId: $id, body: "something nasty" }) { id } }`,
    { id: ada.id },
  );
  const { reportMessage } = await ada.graphql(
    `mutation ($id: ID!) { reportMessage(input: { messageId: $id, reason: ILLEGAL }) { id } }`,
    message,
  );
  await handle(reportMessage.id, "ACCEPTED", admin);
  expect(await outcomesOf(ada)).toMatchObject([
    { text: "Your report of a message was looked at: something was done.", thread: null },
  ]);
});

test("the queue decides the same way: what is kept is an outcome of its report", async () => {
  const { id } = await publish(author, { categoryId, title: "Coffee" });
  await report(ada, { threadId: id });
  const { reviewQueue } = await moderator.graphql(
    `{ reviewQueue(kind: REPORT) { nodes { key report { thread { id } } } } }`,
  );
  const { key } = reviewQueue.nodes.find(
    ({ report }: { report: { thread: { id: string } | null } | null }) => report?.thread?.id === id,
  );
  await moderator.graphql(DECIDE, { input: { key, decision: "APPROVE", reason: "" } });
  await forum.delivered();
  expect(await textsOf(ada)).toEqual([
    "Your report of the thread “Coffee” was looked at: nothing needed doing.",
  ]);
});

test("several reports that are dismissed together have an outcome each", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await publish(author, { categoryId });
    ids.push(await report(ada, { threadId: id }));
  }
  for (const id of ids) await moderator.graphql(HANDLE, { id, verdict: "REJECTED" });
  await forum.delivered();
  expect(await textsOf(ada)).toHaveLength(4);
});

test("moderators do not hear of the outcome that they decided themselves", async () => {
  const { id } = await publish(author, { categoryId });
  await handle(await report(moderator, { threadId: id }), "ACCEPTED");
  expect(await outcomesOf(moderator)).toEqual([]);
});

test("members switch it off: it is not counted as unread", async () => {
  await ada.graphql(SAVE, { input: { rows: [{ topic: "REPORTS", channels: [] }] } });
  const { id } = await publish(author, { categoryId });
  const reportId = await report(ada, { threadId: id });
  await report(bo, { threadId: id });
  await handle(reportId, "ACCEPTED");
  expect((await ada.graphql(UNREAD)).unreadCounts).toEqual({ total: 0, account: 0 });
  expect((await bo.graphql(UNREAD)).unreadCounts).toEqual({ total: 1, account: 1 });
});

test("old clients do not get it, and their list marks it as read", async () => {
  const { id } = await publish(author, { categoryId });
  await handle(await report(ada, { threadId: id }), "ACCEPTED");
  const before = (await ada.rest("GET", "/api/v3/notification?filter[type]=system&perPage=50")).Data;
  expect(before.pageData.map(({ raw }: { raw: { tplId: string } }) => raw.tplId)).not.toContain(
    "report.handled",
  );
  expect(before.totalCount).toBe(before.pageData.length);
  expect((await ada.graphql(UNREAD)).unreadCounts.account).toBe(0);
});

test("more reporters of a thread cost no more statements", async () => {
  const handling = async (reporters: readonly Person[]): Promise<string[]> => {
    const { id } = await publish(author, { categoryId });
    const ids: string[] = [];
    for (const person of reporters) ids.push(await report(person, { threadId: id }));
    await forum.delivered();
    const statements = await forum.statementsOf(() => handle(ids[0]!, "REJECTED"));
    return statements.filter((sql) => /\b(notifications|notification_preferences|users|reports)\b/.test(sql));
  };
  const [few, many] = [[ada, bo], await Promise.all([1, 2, 3, 4, 5].map(() => forum.member()))];
  await handling(few);
  expect(await handling(many)).toHaveLength((await handling(few)).length);
});
