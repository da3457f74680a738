import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, createCategory, publish, reply } from "../../threads/content.ts";

const REPORT = `mutation ($input: ReportContentInput!) {
  reportContent(input: $input) { id reason detail status createdAt reporter { id } } }`;
const LIST = `query ($status: ReportStatus! = OPEN, $first: Int! = 50, $after: String) {
  reports(status: $status, first: $first, after: $after) {
    nodes { id reason detail status reporter { id } thread { id } post { id } user { id } handledBy { id } }
    pageInfo { hasNextPage endCursor } } }`;
const HANDLE = `mutation ($id: ID!, $verdict: ReportVerdict!) {
  handleReport(id: $id, verdict: $verdict) { id status handledAt handledBy { id } } }`;

let forum: Forum;
let categoryId: string;
let ada: Person;
let bo: Person;
let admin: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member();
  bo = await forum.member();
  admin = await forum.admin();
  threadId = (await publish(ada, { categoryId })).id;
});
afterAll(() => forum.close());

const report = async (person: Person, input: object) =>
  (await person.graphql(REPORT, { input: { reason: "SPAM", ...input } })).reportContent;
const list = async (person: Person, variables: object = {}) =>
  (await person.graphql(LIST, variables)).reports;
const about = async (person: Person, key: "thread" | "post" | "user", id: string) =>
  (await list(person)).nodes.filter(
    (row: { [k: string]: { id: string } | null }) =>
      row[key]?.id === id && (key !== "thread" || row["post"] === null),
  );
const handle = async (person: Person, id: string, verdict: string) =>
  (await person.graphql(HANDLE, { id, verdict })).handleReport;

test("a report reaches the moderators with its reason, its words and who sent it", async () => {
  const post = await reply(ada, threadId);

  await report(bo, { postId: post.id, reason: "OTHER", detail: "  It is a riddle without an answer.  " });

  expect(await about(await forum.moderator(), "post", post.id)).toEqual([
    {
      id: expect.any(String),
      reason: "OTHER",
      detail: "It is a riddle without an answer.",
      status: "OPEN",
      reporter: { id: String(bo.id) },
      thread: { id: threadId },
      post: { id: post.id },
      user: null,
      handledBy: null,
    },
  ]);
});

test("who reports the same thing again changes the report, also twice at the same moment", async () => {
  const post = await reply(ada, threadId);
  const first = await report(bo, { postId: post.id, reason: "SPAM" });

  const again = await Promise.all([
    report(bo, { postId: post.id, reason: "DUPLICATE", detail: "See above" }),
    report(bo, { postId: post.id, reason: "DUPLICATE", detail: "See above" }),
  ]);

  expect(again.map(({ id }) => id)).toEqual([first.id, first.id]);
  expect(await about(admin, "post", post.id)).toMatchObject([{ reason: "DUPLICATE", detail: "See above" }]);
});

test("two first reports at the same moment are one", async () => {
  const post = await reply(ada, threadId);
  await Promise.all([1, 2, 3].map(() => report(bo, { postId: post.id })));
  expect(await about(admin, "post", post.id)).toHaveLength(1);
});

test("a verdict settles all open reports of the same thing, and only those", async () => {
  const post = await reply(ada, threadId);
  const other = await reply(ada, threadId);
  const cleo = await forum.member();
  const { id } = await report(bo, { postId: post.id });
  await report(cleo, { postId: post.id, reason: "FLOODING" });
  await report(bo, { postId: other.id });
  const moderator = await forum.moderator();

  const handled = await handle(moderator, id, "ACCEPTED");

  expect(handled).toMatchObject({ status: "ACCEPTED", handledBy: { id: String(moderator.id) } });
  expect(await about(moderator, "post", post.id)).toEqual([]);
  expect(await about(moderator, "post", other.id)).toHaveLength(1);
  const accepted = (await list(moderator, { status: "ACCEPTED" })).nodes;
  expect(accepted.filter((row: { post: { id: string } | null }) => row.post?.id === post.id)).toHaveLength(2);
  // A verdict stays, and a new report may follow.
  expect(await handle(admin, id, "REJECTED")).toMatchObject({ status: "ACCEPTED" });
  expect((await report(bo, { postId: post.id })).id).not.toBe(id);
});

test("reports about members are for administrators, reports of a category for its moderators", async () => {
  const other = await createCategory(admin, "Elsewhere");
  const keeper = await forum.member(`category${other}.thread.hide`);
  const elsewhere = (await publish(ada, { categoryId: other })).id;
  const post = await reply(ada, elsewhere);
  const here = await report(bo, { threadId });
  const there = await report(bo, { threadId: elsewhere });
  const below = await report(bo, { postId: post.id });
  const person = await report(bo, { userId: ada.id });

  const seen = (await list(keeper)).nodes.map(({ id }: { id: string }) => id);

  expect(seen).toEqual([there.id]);
  for (const { id } of [here, below, person]) {
    await expect(handle(keeper, id, "REJECTED")).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await about(await forum.moderator(), "user", String(ada.id))).toEqual([]);
  expect(await about(admin, "user", String(ada.id))).toHaveLength(1);
  expect(await handle(keeper, there.id, "REJECTED")).toMatchObject({ status: "REJECTED" });
});

test("pages of reports have no gaps and no doubles", async () => {
  const whole = (await list(admin)).nodes.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } =
      await list(admin, { first: 2, after });
    seen.push(...page.nodes.map(({ id }) => id));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);

  expect(seen).toEqual(whole);
});

test("a longer list of reports costs no more statements", async () => {
  const cost = (first: number) => forum.countSettled(() => list(admin, { first }));
  await cost(2);
  expect(await cost(8)).toBe(await cost(2));
});

test.each([
  ["the visitor", {}, "LOGIN_REQUIRED"],
  ["the author", {}, "INVALID_PARAMETER"],
  ["a member", { reason: "OTHER" }, "INVALID_PARAMETER"],
  ["a member", { reason: "OTHER", detail: "  " }, "INVALID_PARAMETER"],
  ["a member", { detail: "字".repeat(451) }, "INVALID_PARAMETER"],
  ["a member", { reason: "OTHER", detail: "\u0000" }, "INVALID_PARAMETER"],
  ["a member", { userId: "1" }, "INVALID_PARAMETER"],
  ["a member", { threadId: null }, "INVALID_PARAMETER"],
  ["a member", { threadId: "999999" }, "NOT_FOUND"],
  ["a member who may not read", {}, "FORBIDDEN"],
])("%s who reports a thread with %j is refused: %s", async (who, change, code) => {
  const id = (await publish(ada, { categoryId })).id;
  const person = who.includes("visitor")
    ? forum.visitor()
    : who.includes("author")
      ? ada
      : who.includes("may not")
        ? await forum.limitedMember("thread.viewPosts")
        : bo;

  await expect(report(person, { threadId: id, ...change })).rejects.toMatchObject({ code });
  expect(await about(admin, "thread", id)).toEqual([]);
});

test("an explanation may have 450 characters, whatever they are", async () => {
  const id = (await publish(ada, { categoryId })).id;
  expect((await report(bo, { threadId: id, detail: "😀".repeat(450) })).detail).toHaveLength(900);
});

test("what is deleted cannot be reported by who does not see it", async () => {
  const id = (await publish(ada, { categoryId })).id;
  await act(ada, "deleteThread", { threadId: id });
  await expect(report(bo, { threadId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("who reports too much is asked to wait", async () => {
  const strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  try {
    const author = await strict.member();
    const hasty = await strict.member();
    const { id } = await publish(author, { categoryId: await strict.categoryId() });
    for (let count = 0; count < 6; count++) await report(hasty, { threadId: id });

    await expect(report(hasty, { threadId: id })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  } finally {
    await strict.close();
  }
});
