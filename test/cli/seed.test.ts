import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_LOGINS } from "../../server/cli/demo/people.ts";
import { makePlan } from "../../server/cli/demo/plan.ts";
import { DEMO_PASSWORD, seedInto } from "../../server/cli/seed.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { wrongCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";

const SEED_TIMEOUT_MS = 60_000;
const told: string[] = [];
const options = { force: false, tell: (line: string) => void told.push(line) };

let forum: Forum;
beforeAll(async () => {
  forum = await Forum.open();
  await seedInto(forum.app, options);
}, SEED_TIMEOUT_MS);
afterAll(() => forum?.close());

test("the demo community is the same each time, in both languages, and says nothing twice in a thread", () => {
  const plan = makePlan(1_700_000_000_000);
  expect(makePlan(1_700_000_000_000)).toEqual(plan);
  expect(new Set(plan.threads.map(({ board }) => board.language))).toEqual(new Set(["zh", "en"]));
  expect(new Set(plan.people.map(({ role }) => role))).toEqual(
    new Set(["admin", "moderator", "member", "trial", "banned"]),
  );
  expect(new Set(plan.threads.map(({ title }) => title)).size).toBe(plan.threads.length);
  const texts = plan.threads.flatMap(({ title, body, posts }) => [
    title,
    body,
    ...posts.map((post) => post.body),
  ]);
  expect(texts.filter((text) => /\{\w+\}|undefined/.test(text))).toEqual([]);
  const newest = Math.max(...plan.threads.flatMap(({ at, posts }) => [at, ...posts.map((post) => post.at)]));
  expect(newest).toBeLessThanOrEqual(1_700_000_000_000);
  const replies = plan.threads.flatMap(({ posts }) => posts);
  expect(replies.filter(({ at, comments }) => comments.some((comment) => comment.at < at))).toEqual([]);
});

test("its kept counters are what a count gives", async () => {
  expect(await wrongCounts(forum)).toEqual([]);
});

test("the feed of changes has all of it", async () => {
  await forum.delivered();
  const [counts] = await forum.rows(
    `SELECT (SELECT COUNT(*) FROM changes) AS told, (SELECT COUNT(*) FROM threads t WHERE t.visible = 1) AS threads,
      (SELECT COUNT(*) FROM posts p JOIN threads t ON t.id = p.threadId WHERE p.visible = 1 AND t.visible = 1) AS posts`,
  );
  const { told: inFeed, threads, posts } = counts as { told: number; threads: number; posts: number };
  expect(Number(inFeed)).toBe(Number(threads) + Number(posts));
});

test("its lists, long threads and pictures open as everything else does", async () => {
  const visitor = forum.visitor();
  const { threads, categories } = await visitor.graphql(
    "{ threads(first: 20) { nodes { id title postCount author { nickname } images { url } } } categories { name children { name threadCount } } }",
  );
  expect(threads.nodes).toHaveLength(20);
  expect(categories.flatMap((each: { children: unknown[] }) => each.children).length).toBeGreaterThanOrEqual(
    18,
  );
  const [long] = await forum.rows<{ id: number }>(
    "SELECT t.id FROM threads t ORDER BY t.postCount DESC LIMIT 1",
  );
  const { thread } = await visitor.graphql(
    "query ($id: ID!) { thread(id: $id) { postCount posts(first: 20, fromNumber: 581) { nodes { number body } } } }",
    { id: String(long!.id) },
  );
  expect(thread.postCount).toBe(600);
  expect(thread.posts.nodes.map((post: { number: number }) => post.number)).toEqual(
    Array.from({ length: 20 }, (_, i) => 581 + i),
  );
  const [picture] = await forum.rows<{ path: string }>("SELECT a.path FROM attachments a LIMIT 1");
  const answer = await visitor.get(`/files/${picture!.path}`);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
});

test("it shows what the forum sells and what people do together, and its books are right", async () => {
  expect(told.filter((line) => line.startsWith("left out"))).toEqual([]);
  const count = async (table: string, where = "1 = 1"): Promise<number> =>
    Number((await forum.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]!.n);
  for (const table of ["red_packets", "bounties", "questions", "polls"])
    expect(await count(table), table).toBe(2);
  expect(await count("threads", "priceCents > 0")).toBe(2);
  expect(await count("`groups`", "isPaid = 1")).toBe(1);
  expect(await count("reports")).toBe(2);
  expect([await count("dialogs"), await count("rooms")]).toEqual([3, 1]);
  for (const invariant of INVARIANTS) expect(await forum.rows(violationSql(invariant, 0))).toEqual([]);
  const [sales] = await forum.rows<{ months: number }>(
    "SELECT COUNT(DISTINCT SUBSTR(o.paidAt, 1, 7)) AS months FROM orders o",
  );
  expect(Number(sales!.months)).toBeGreaterThanOrEqual(5);

  const { threads } = await forum
    .visitor()
    .graphql("{ threads(first: 1, sort: NEWEST) { nodes { title } } }");
  expect(threads.nodes[0].title).not.toContain("Welcome to your new forum");
});

test("what it says is found", async () => {
  await forum.searchable();
  const { search } = await forum
    .visitor()
    .graphql('{ search(query: "番茄", kind: POST, first: 5) { nodes { snippet } } }');
  expect(search.nodes.length).toBeGreaterThan(0);
});

test.each(DEMO_LOGINS.filter(({ role }) => role !== "banned"))(
  "$username signs in as it was told",
  async ({ username, nickname }) => {
    expect(told.join("\n")).toContain(username);
    const { login } = await forum
      .visitor()
      .graphql("mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname } } }", {
        input: { username, password: DEMO_PASSWORD },
      });
    expect(login.viewer.nickname).toBe(nickname);
  },
);

test(
  "it is not added to a forum that has members, unless forced",
  async () => {
    await expect(seedInto(forum.app, options)).rejects.toThrow(/there already/);
    await seedInto(forum.app, { ...options, force: true, threads: 12 });
    expect(await wrongCounts(forum)).toEqual([]);
  },
  SEED_TIMEOUT_MS,
);
