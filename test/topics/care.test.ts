import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** An administrator looks after topics: recommends, takes away, makes one of two, and takes each back. */
const PUBLISH = `mutation ($input: PublishThreadInput!) {
  publishThread(input: $input) { id bodyHtml topics { id name threadCount } } }`;
const MANAGED = `query ($state: TopicState!, $query: String) {
  managedTopics(state: $state, query: $query, first: 100) {
    nodes { name threadCount isDeleted isRecommended mergedInto { name } } } }`;
const MERGE = `mutation ($id: ID!, $into: ID!) { mergeTopic(topicId: $id, intoId: $into) { mergedInto { name } } }`;

let forum: Forum;
let ada: Person;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [ada, admin] = [await forum.member(), await forum.admin()];
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

interface Published {
  readonly id: string;
  readonly bodyHtml: string;
  readonly topics: readonly { id: string; name: string; threadCount: number }[];
}
const publish = async (body: string): Promise<Published> =>
  (await ada.graphql(PUBLISH, { input: { categoryId, title: "About something", body } })).publishThread;
const topicIdOf = async (name: string): Promise<string> => (await publish(`#${name}#`)).topics[0]!.id;
const change = (verb: string, id: string): Promise<unknown> =>
  admin.graphql(`mutation ($id: ID!) { ${verb}(topicId: $id) { id } }`, { id });
const page = (id: string) =>
  ada.graphql(
    `query ($id: ID!) { topic(id: $id) { id name threadCount } threads(topicId: $id) { nodes { id } } }`,
    { id },
  );
const named = async (query: string): Promise<string[]> => {
  const found = await ada.graphql(`query ($q: String) { topics(query: $q) { nodes { name } } }`, {
    q: query,
  });
  return found.topics.nodes.map(({ name }: { name: string }) => name);
};
const managed = async (state: string, query: string) =>
  (await admin.graphql(MANAGED, { state, query })).managedTopics.nodes;
const actionsOn = async (id: string): Promise<string[]> =>
  (
    await admin.graphql(`query ($t: String) { auditLog(target: $t) { nodes { action } } }`, {
      t: `topic:${id}`,
    })
  ).auditLog.nodes.map(({ action }: { action: string }) => action);

test("what is recommended can be listed by everybody, and taken back", async () => {
  const id = await topicIdOf("harvest");
  const recommended = async () =>
    (await ada.graphql(`{ topics(recommended: true) { nodes { name isRecommended } } }`)).topics.nodes;
  const set = (on: boolean) =>
    admin.graphql(
      `mutation ($id: ID!, $on: Boolean!) { setTopicRecommended(topicId: $id, recommended: $on) { id } }`,
      {
        id,
        on,
      },
    );
  await set(true);
  expect(await recommended()).toEqual([{ name: "harvest", isRecommended: true }]);
  expect(await managed("RECOMMENDED", "harvest")).toHaveLength(1);
  await set(false);
  expect(await recommended()).toEqual([]);
  expect(await actionsOn(id)).toEqual(["setTopicRecommended", "setTopicRecommended"]);
});

test("a topic that was taken away is nowhere, its name is plain text, and it comes back with its threads", async () => {
  const id = await topicIdOf("gossip");
  await change("deleteTopic", id);

  await expect(page(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await named("gossip")).toEqual([]);
  const later = await publish("More #gossip#");
  expect(later.topics).toEqual([]);
  expect(later.bodyHtml).not.toContain("/topic/");
  await forum.searchable();
  const { search } = await ada.graphql(`{ search(query: "gossip", kind: TOPIC) { nodes { topic { id } } } }`);
  expect(search.nodes).toEqual([]);
  expect(await managed("DELETED", "gossip")).toMatchObject([{ isDeleted: true, threadCount: 1 }]);

  await change("restoreTopic", id);
  expect((await page(id)).topic).toEqual({ id, name: "gossip", threadCount: 1 });
  expect(await named("gossip")).toEqual(["gossip"]);
});

test("two topics become one under either name, and two again with what belongs to each", async () => {
  const into = await topicIdOf("coffee");
  const both = await publish("#coffee# or #kaffee#");
  const from = both.topics.find(({ name }) => name === "kaffee")!.id;
  const only = await publish("#kaffee# alone");

  const { mergeTopic } = await admin.graphql(MERGE, { id: from, into });
  expect(mergeTopic.mergedInto).toEqual({ name: "coffee" });
  const merged = await page(from);
  expect(merged.topic).toEqual({ id: into, name: "coffee", threadCount: 3 });
  expect(merged.threads.nodes.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining([both.id, only.id]),
  );
  expect(await named("kaffee")).toEqual([]);
  const later = await publish("Again #kaffee#");
  expect(later.topics).toEqual([{ id: into, name: "coffee", threadCount: 4 }]);
  const shown = await ada.graphql(`query ($id: ID!) { thread(id: $id) { topics { name } } }`, {
    id: both.id,
  });
  expect(shown.thread.topics).toEqual([{ name: "coffee" }]);

  await change("unmergeTopic", from);
  expect((await page(from)).topic).toEqual({ id: from, name: "kaffee", threadCount: 2 });
  // What was written in between was written for the topic that both were.
  expect((await page(into)).topic).toEqual({ id: into, name: "coffee", threadCount: 3 });
  expect(await actionsOn(from)).toEqual(["unmergeTopic", "mergeTopic"]);
});

test("a thread that was edited while topics were one belongs to its own topic afterwards", async () => {
  const into = await topicIdOf("bread");
  const { id: threadId, topics } = await publish("#brot#");
  const from = topics[0]!.id;
  await admin.graphql(MERGE, { id: from, into });
  const input = { threadId, body: "Better #brot#" };
  await ada.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, { input });
  await change("unmergeTopic", from);
  expect((await page(from)).topic.threadCount).toBe(1);
  expect((await page(into)).topic.threadCount).toBe(1);
});

test("a topic is not merged into itself, nor where it would go round in a ring, nor apart in the wrong order", async () => {
  const [one, two, three] = [await topicIdOf("one"), await topicIdOf("two"), await topicIdOf("three")];
  await expect(admin.graphql(MERGE, { id: one, into: one })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  await admin.graphql(MERGE, { id: one, into: two });
  await expect(admin.graphql(MERGE, { id: two, into: one })).rejects.toMatchObject({ code: "CONFLICT" });
  await admin.graphql(MERGE, { id: two, into: three });
  expect((await page(one)).topic).toEqual({ id: three, name: "three", threadCount: 3 });
  expect(await managed("MERGED", "one")).toMatchObject([{ mergedInto: { name: "two" } }]);
  await expect(change("unmergeTopic", one)).rejects.toMatchObject({ code: "CONFLICT" });
  await change("unmergeTopic", two);
  await change("unmergeTopic", one);
  expect((await page(two)).topic.threadCount).toBe(1);
});
