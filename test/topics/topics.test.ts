import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { renderOldBodies } from "../../server/features/posts/rerender.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const PUBLISH = `mutation ($input: PublishThreadInput!) {
  publishThread(input: $input) { id bodyHtml topics { id name threadCount } } }`;
const TOPICS = `query ($query: String, $sort: TopicSort! = HOT, $first: Int! = 20, $after: String) {
  topics(query: $query, sort: $sort, first: $first, after: $after) {
    nodes { id name threadCount } pageInfo { hasNextPage endCursor } } }`;

let forum: Forum;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

interface Published {
  readonly id: string;
  readonly bodyHtml: string;
  readonly topics: readonly { id: string; name: string; threadCount: number }[];
}

async function publish(body: string, where = categoryId, who = ada): Promise<Published> {
  const input = { categoryId: where, title: "About something", body };
  return (await who.graphql(PUBLISH, { input })).publishThread;
}

async function countOf(name: string, who: Person = ada): Promise<number | undefined> {
  const { topics } = await who.graphql(TOPICS, { query: name, first: 100 });
  return topics.nodes.find((topic: { name: string }) => topic.name === name)?.threadCount;
}

const edit = (id: string, change: object): Promise<unknown> =>
  ada.graphql("mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }", {
    input: { threadId: id, ...change },
  });
const change = (who: Person, mutation: string, id: string): Promise<unknown> =>
  who.graphql(`mutation ($id: ID!) { ${mutation}(threadId: $id) { id } }`, { id });

test("a text names topics, which become links to their pages", async () => {
  const { bodyHtml, topics } = await publish("今天#早餐#吃什么，also #coffee and `#code#` [#link#](/x)");

  expect(topics.map(({ name }) => name)).toEqual(["早餐", "coffee"]);
  expect(bodyHtml).toContain(`<a href="/topic/${topics[0]!.id}" class="topic">#早餐#</a>`);
  expect(bodyHtml).toContain(`<a href="/topic/${topics[1]!.id}" class="topic">#coffee</a>`);
});

test.each([
  ["C# and F# are languages", []],
  ["see #12 and #34", []],
  ["# A heading\n\n## Another", []],
  ["#a b#", ["a b"]],
  ["#tag.", []],
  ["#tag\n#next", ["tag", "next"]],
  ["a # blank# here", []],
  ["a #blank # here", ["blank"]],
  ["https://example.org/#part#", []],
  ["#二十个字二十个字二十个字二十个字二十个字#", ["二十个字二十个字二十个字二十个字二十个字"]],
  ["#二十一个字二十个字二十个字二十个字二十个字#", []],
  ["#👨‍👩‍👧‍👦👨‍👩‍👧‍👦#", ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦"]],
  ["##x##", []],
])("in “%s” the topics are %j", async (body, names) => {
  expect((await publish(body)).topics.map(({ name }) => name)).toEqual(names);
});

test("case, width and invisible characters make no other topic", async () => {
  const first = await publish("#Ｗidth# is it");
  const second = await publish("#width# and #wi\u200Bdth#");

  expect(second.topics).toEqual([{ ...first.topics[0]!, threadCount: 2 }]);
});

test("counts follow editing, deleting, restoring and moving", async () => {
  const admin = await forum.admin();
  const { id } = await publish("#counted# once");
  await publish("#counted# twice");
  expect(await countOf("counted")).toBe(2);

  await edit(id, { body: "#other# now" });
  expect([await countOf("counted"), await countOf("other")]).toEqual([1, 1]);

  await change(ada, "deleteThread", id);
  expect(await countOf("other")).toBeUndefined();
  await change(ada, "restoreThread", id);
  expect(await countOf("other")).toBe(1);

  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: {name: "Elsewhere", description: "", icon: "", sort: 9}) { id } }`,
  );
  await edit(id, { categoryId: createCategory.id });
  const inCategory = await forum.rows<{ categoryId: number; threadCount: number }>(
    "SELECT c.categoryId, c.threadCount FROM topic_categories c JOIN topics x ON x.id = c.topicId WHERE x.name = 'other'",
  );
  expect(inCategory.map((row) => [String(row.categoryId), row.threadCount])).toEqual([
    [createCategory.id, 1],
  ]);
});

test("what waits for approval or is deleted names nothing to anybody", async () => {
  const admin = await forum.admin();
  const { id, topics } = await publish("#secret plan# here");
  await admin.graphql(`mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: PENDING) { id } }`, {
    id,
  });
  const topic = `query ($id: ID!) { topic(id: $id) { name } }`;

  await expect(ada.graphql(topic, { id: topics[0]!.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { topicCandidates } = await ada.graphql(`{ topicCandidates(prefix: "secret") { id } }`);
  await forum.searchable();
  const { search } = await ada.graphql(`{ search(query: "secret", kind: TOPIC) { nodes { snippet } } }`);
  expect([topicCandidates, search.nodes]).toEqual([[], []]);
});

test("a category that somebody may not view adds nothing to what they see of topics", async () => {
  const admin = await forum.admin();
  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: {name: "Staff", description: "", icon: "", sort: 8}) { id } }`,
  );
  await publish("#shared# and #staff only#", createCategory.id, admin);
  await publish("#shared# in public");
  const outsider = await forum.join(
    await forum.group([`category${categoryId}.viewThreads`, `category${categoryId}.thread.viewPosts`]),
  );

  expect([await countOf("shared", outsider), await countOf("staff only", outsider)]).toEqual([1, undefined]);
  expect([await countOf("shared", admin), await countOf("staff only", admin)]).toEqual([2, 1]);
  await forum.searchable();
  const { search } = await outsider.graphql(`{ search(query: "staff", kind: TOPIC) { nodes { snippet } } }`);
  expect(search.nodes).toEqual([]);
});

test("a topic has a page of threads, candidates by prefix, and is found by part of its name", async () => {
  const { id, topics } = await publish("#骑行路线#");
  const page = await ada.graphql(
    `query ($id: ID!) { topic(id: $id) { name threadCount } threads(topicId: $id) { nodes { id } } }`,
    { id: topics[0]!.id },
  );
  expect(page).toEqual({ topic: { name: "骑行路线", threadCount: 1 }, threads: { nodes: [{ id }] } });

  const { topicCandidates } = await ada.graphql(`{ topicCandidates(prefix: "骑") { name threadCount } }`);
  expect(topicCandidates).toEqual([{ name: "骑行路线", threadCount: 1 }]);
  await forum.searchable();
  const { search } = await ada.graphql(
    `{ search(query: "路线", kind: TOPIC) { nodes { kind topic { name } thread { id } } } }`,
  );
  expect(search.nodes).toEqual([{ kind: "TOPIC", topic: { name: "骑行路线" }, thread: null }]);
});

test("a reply links topics that exist and makes none", async () => {
  const { id, topics } = await publish("#known#");
  const { replyToThread } = await ada.graphql(
    `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { bodyHtml } }`,
    { input: { threadId: id, body: "#known# and #unheard of#" } },
  );

  expect(replyToThread.bodyHtml).toContain(`href="/topic/${topics[0]!.id}"`);
  expect(replyToThread.bodyHtml).toContain("#unheard of#");
  expect(await forum.rows("SELECT x.id FROM topics x WHERE x.name = 'unheard of'")).toEqual([]);
});

test("lists come in pages without gaps, hottest or newest first", async () => {
  for (const sort of ["HOT", "NEWEST"]) {
    const all = (await ada.graphql(TOPICS, { sort, first: 100 })).topics.nodes;
    const paged: unknown[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { topics } = await ada.graphql(TOPICS, { sort, first: 3, after });
      paged.push(...topics.nodes);
      ({ endCursor: after, hasNextPage: more } = topics.pageInfo);
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(6);
  }
});

test("threads written before topics existed name theirs once they are rendered again", async () => {
  const { id } = await publish("plain for now");
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET body = ?, markdownVersion = 1 WHERE id = ?", [
      "#from the past#",
      Number(id),
    ]),
  );

  await renderOldBodies(forum.app.context());

  expect(await countOf("from the past")).toBe(1);
  const { thread } = await ada.graphql(`query ($id: ID!) { thread(id: $id) { bodyHtml topics { name } } }`, {
    id,
  });
  expect(thread.topics).toEqual([{ name: "from the past" }]);
  expect(thread.bodyHtml).toContain('class="topic"');
});

test("views of a topic are counted a little later", async () => {
  const { topics } = await publish("#watched#");
  const read = async (): Promise<number> =>
    (await ada.graphql(`query ($id: ID!) { topic(id: $id) { viewCount } }`, { id: topics[0]!.id })).topic
      .viewCount;
  expect(await read()).toBe(0);

  await forum.app.clock.runAll(["flushTopicViews"]);

  expect(await read()).toBe(1);
});

test("a list of topics or of threads with topics costs the same however long it is", async () => {
  const outsider = await forum.join(
    await forum.group([`category${categoryId}.viewThreads`, `category${categoryId}.thread.viewPosts`]),
  );
  const threads = `query ($first: Int!) { threads(first: $first) { nodes { title topics { name threadCount } } } }`;
  for (const who of [ada, outsider]) {
    for (const document of [threads, TOPICS]) {
      const cost = (first: number): Promise<number> =>
        forum.countSettled(() => who.graphql(document, { first }));
      await cost(2);
      expect(await cost(12)).toBe(await cost(2));
    }
  }
});
