import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Members watch topics, and hear of new threads that name them. */
const WATCH = `mutation ($id: ID!, $level: WatchLevel!) {
  setWatchLevel(target: TOPIC, targetId: $id, level: $level) { level topic { name viewerWatchLevel } } }`;
const NEWS = `{ notifications(entry: THREAD, first: 5) { nodes {
  kind why text thread { id } watched { target level topic { id name } } } } }`;
const LIST = `{ viewer { watches(target: TOPIC) { nodes { level topic { id name } } } } }`;

let forum: Forum;
let author: Person;
let ada: Person;
let topicId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [author, ada] = [await forum.member(), await forum.member()];
  await write("First cup", "All about #green tea#");
  await forum.delivered();
  topicId = (await author.graphql(`{ topics(query: "green") { nodes { id } } }`)).topics.nodes[0].id;
});
afterAll(() => forum.close());

const write = async (title: string, body: string): Promise<string> =>
  (await publish(author, { categoryId: await forum.categoryId(), title, body })).id;
const news = async () => (await ada.graphql(NEWS)).notifications.nodes;

test("a member who watches a topic is told of each new thread that names it, once", async () => {
  expect((await ada.graphql(WATCH, { id: topicId, level: "WATCHING" })).setWatchLevel).toEqual({
    level: "WATCHING",
    topic: { name: "green tea", viewerWatchLevel: "WATCHING" },
  });
  const category = `mutation ($id: ID!) { setWatchLevel(target: CATEGORY, targetId: $id, level: WATCHING) { level } }`;
  const id = await write("Second cup", "More about #green tea#");
  await write("Coffee", "Nothing about #black coffee#");
  await forum.delivered();
  expect(await news()).toMatchObject([
    {
      kind: "post.published",
      why: "WATCHED_TOPIC",
      thread: { id },
      watched: { target: "TOPIC", level: "WATCHING", topic: { id: topicId, name: "green tea" } },
    },
  ]);
  expect((await ada.graphql(LIST)).viewer.watches.nodes).toEqual([
    { level: "WATCHING", topic: { id: topicId, name: "green tea" } },
  ]);

  // Who watches the category as well hears of it for that reason alone.
  await ada.graphql(category, { id: await forum.categoryId() });
  await write("Third cup", "Still #green tea#");
  await forum.delivered();
  expect((await news()).map(({ why }: { why: string }) => why)).toEqual([
    "WATCHED_CATEGORY",
    "WATCHED_TOPIC",
  ]);
});

test("a topic is not muted, and watching ends with the normal level", async () => {
  await expect(ada.graphql(WATCH, { id: topicId, level: "MUTED" })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  await expect(ada.graphql(WATCH, { id: "999999", level: "WATCHING" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await ada.graphql(WATCH, { id: topicId, level: "NORMAL" });
  expect((await ada.graphql(LIST)).viewer.watches.nodes).toEqual([]);
});
