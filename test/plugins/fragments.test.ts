import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { READABLE_FIELDS } from "../../server/features/plugins/readableFields.ts";
import { FIELDS } from "../permissions/fields.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Fragments of plugins: answered with the page's own query, each to its plugin alone. */
const DETAIL = "plugin_detail@thread_extension_display_hook";
const ROW = "plugin_index@thread_extension_display_hook";
const REPLY = "plugin_detail@post_extension_display_hook";
const HIT = "plugin_index@search_extension_display_hook";
const LEFT = "plugin_index@left_replace_hook";
const BANNER = "plugin_index@header_insert_before_hook";
const CODE = "export default () => ({});";
const LIKES = "fragment F on Thread { likeCount category { name } }";
const PAGE = `query ($id: ID!) { thread(id: $id) { id title pluginData(at: "${DETAIL}") } site { pluginData } }`;
const POSTS = `query ($id: ID!) { thread(id: $id) { posts(first: 5) { nodes { id pluginData(at: "${REPLY}") } } } }`;
const HITS = `query ($query: String!, $kind: SearchKind!) {
  search(query: $query, kind: $kind) { nodes { snippet pluginData(at: "${HIT}") } } }`;

let forum: Forum;
let ada: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
  const draft = { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" };
  threadId = (await publish(ada, draft)).id;
});
afterEach(async () => {
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
});
afterAll(() => forum.close());

async function showAt(
  pluginName: string,
  places: readonly { readonly place: string; readonly fragment: string }[],
): Promise<void> {
  const slots = places.map(({ place, fragment }, index) => {
    const [target, hookName] = place.split("@");
    return { part: `part${index}`, target, hookName, fragment };
  });
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName, appid: pluginName, capabilities: [], settings: [], slots });
  await installTrusted(ctx, filesOf(manifest, CODE));
  await switchPluginNamed(ctx, pluginName, true);
}
const show = (pluginName: string, place: string, fragment: string): Promise<void> =>
  showAt(pluginName, [{ place, fragment }]);
const dataOf = async (person: Person = forum.visitor()) => {
  const { thread, site } = await person.graphql(PAGE, { id: threadId });
  const parsed = (text: string | null) =>
    text === null ? null : (JSON.parse(text) as Record<string, unknown>);
  return { thread: parsed(thread.pluginData), site: parsed(site.pluginData) };
};

test("without plugins there is nothing to answer", async () => {
  expect(await dataOf()).toEqual({ thread: null, site: null });
});

test("each plugin gets what it asked for of the thread and the site, for who reads it", async () => {
  await show("likes", DETAIL, LIKES);
  await show("faces", DETAIL, "fragment F on Thread { author { nickname } }");
  await show("counts", "plugin_index@header_insert_before_hook", "fragment F on Site { name countThreads }");
  const { thread, site } = await dataOf();
  expect(thread).toMatchObject({
    likes: expect.objectContaining({
      likeCount: 0,
      category: expect.objectContaining({ name: expect.any(String) }),
    }),
    faces: expect.objectContaining({
      author: { __typename: "User", id: String(ada.id), nickname: ada.nickname },
    }),
  });
  expect(thread!["faces"]).not.toHaveProperty("likeCount");
  expect(site).toEqual({
    "plugin_index@header_insert_before_hook": {
      counts: expect.objectContaining({ countThreads: expect.any(Number) }),
    },
  });
});

test("an anonymous author stays so", async () => {
  await show("faces", DETAIL, "fragment F on Thread { author { nickname } }");
  await forum.write((ctx) => ctx.db.query("UPDATE threads SET isAnonymous = 1"));
  expect((await dataOf()).thread).toEqual({ faces: expect.objectContaining({ author: null }) });
  await forum.write((ctx) => ctx.db.query("UPDATE threads SET isAnonymous = 0"));
});

test("replies give each plugin what it asked for; of an anonymous one the author stays unknown, of a deleted one too", async () => {
  await show("likes", REPLY, "fragment F on Post { number likeCount author { nickname } }");
  await show("times", REPLY, "fragment F on Post { createdAt }");
  const { id: anonymousId } = await publish(ada, { categoryId: await forum.categoryId(), isAnonymous: true });
  const named = await reply(ada, threadId, { body: "我也看到了。" });
  await reply(ada, anonymousId);
  const dataOf = async (id: string) => {
    const { thread } = await forum.visitor().graphql(POSTS, { id });
    return JSON.parse(thread.posts.nodes[0].pluginData) as Record<string, Record<string, unknown>>;
  };
  const { likes, times } = await dataOf(threadId);
  expect(likes).toEqual({
    __typename: "Post",
    id: named.id,
    number: 1,
    likeCount: 0,
    author: { __typename: "User", id: String(ada.id), nickname: ada.nickname },
  });
  expect(Object.keys(times!).toSorted()).toEqual(["__typename", "createdAt", "id"]);
  expect((await dataOf(anonymousId))["likes"]).toMatchObject({ number: 1, author: null });
  await ada.graphql("mutation ($id: ID!) { deletePost(postId: $id) { id } }", { id: named.id });
  expect((await dataOf(threadId))["likes"]).toMatchObject({ author: null });
});

test("a category gives what is asked of it in a list of all, and other fields on its own page", async () => {
  await show("tree", LEFT, "fragment F on Category { threadCount }");
  await show("head", BANNER, "fragment F on Category { description }");
  await show("name", BANNER, "fragment F on Site { name }");
  const id = await forum.categoryId();
  const { categories, category, site } = await forum
    .visitor()
    .graphql(
      "query ($id: ID!) { categories { id pluginData } category(id: $id) { pluginData(ofPage: true) } site { pluginData } }",
      { id },
    );
  for (const each of categories as { id: string; pluginData: string }[])
    expect(JSON.parse(each.pluginData)).toEqual({
      [LEFT]: { tree: { __typename: "Category", id: each.id, threadCount: expect.any(Number) } },
    });
  expect(JSON.parse(category.pluginData)).toEqual({
    [BANNER]: { head: { __typename: "Category", id, description: expect.any(String) } },
  });
  expect(JSON.parse(site.pluginData)).toEqual({
    [BANNER]: { name: expect.objectContaining({ name: expect.any(String) }) },
  });
});

test("a search gives what is asked of each thread, reply and member that is found", async () => {
  await show(
    "hits",
    HIT,
    "fragment F on SearchHit { kind snippet thread { likeCount } post { number } user { nickname } }",
  );
  await reply(ada, threadId, { body: "彗星也在那里。" });
  await forum.searchable();
  const found = async (query: string, kind: string) => {
    const { search } = await forum.visitor().graphql(HITS, { query, kind });
    return search.nodes.map((hit: { pluginData: string }) => JSON.parse(hit.pluginData).hits as unknown);
  };
  const nothing = { thread: null, post: null, user: null };
  const thread = { __typename: "Thread", id: threadId, likeCount: 0 };
  expect(await found("月亮", "THREAD")).toContainEqual(
    expect.objectContaining({ ...nothing, kind: "THREAD", thread }),
  );
  expect(await found("彗星", "POST")).toEqual([
    expect.objectContaining({
      ...nothing,
      snippet: "彗星也在那里。",
      thread,
      post: expect.objectContaining({ number: expect.any(Number) }),
    }),
  ]);
  expect(await found(ada.nickname, "USER")).toContainEqual(
    expect.objectContaining({ ...nothing, user: expect.objectContaining({ nickname: ada.nickname }) }),
  );
});

test("twenty plugins in all rows cost at most one statement each, and pages name them once", async () => {
  const draft = { categoryId: await forum.categoryId(), title: "Stars", body: "Many." };
  for (let count = 0; count < 5; count++) await publish(await forum.member(), draft);
  for (let count = 0; count < 5; count++) await reply(await forum.member(), threadId);
  await forum.searchable();
  const AUTHOR = "author { nickname signature group { name } badges { awardedAt } }";
  const lists: Record<string, [place: string, fragment: string, ask: string]> = {
    threads: [
      ROW,
      `fragment F on Thread { likeCount ${AUTHOR} }`,
      `{ threads { nodes { id pluginData(at: "${ROW}") } } }`,
    ],
    posts: [
      REPLY,
      `fragment F on Post { likeCount ${AUTHOR} }`,
      `{ thread(id: ${threadId}) { posts(first: 20) { nodes { id pluginData(at: "${REPLY}") } } } }`,
    ],
    hits: [
      HIT,
      "fragment F on SearchHit { thread { likeCount author { nickname signature } } }",
      `{ search(query: "Stars") { nodes { snippet pluginData(at: "${HIT}") } } }`,
    ],
    categories: [
      LEFT,
      "fragment F on Category { name threadCount }",
      "{ categories { id pluginData children { id pluginData } } }",
    ],
  };
  const visitor = forum.visitor();
  const statements = async (ask: string) => {
    await visitor.graphql(ask);
    return (await forum.statementsOf(() => visitor.graphql(ask))).length;
  };
  const before = new Map<string, number>();
  for (const [name, [, , ask]] of Object.entries(lists)) before.set(name, await statements(ask));
  const slots = Object.values(lists).map(([place, fragment]) => ({ place, fragment }));
  for (let count = 1; count <= 20; count++) await showAt(`plugin-${count}`, slots);
  for (const [name, [place, , ask]] of Object.entries(lists)) {
    expect((await statements(ask)) - before.get(name)!, name).toBeLessThanOrEqual(20);
    const { threads, thread, search, categories } = await visitor.graphql(ask);
    const nodes: { pluginData: string }[] = (threads ?? thread?.posts ?? search)?.nodes ?? categories;
    expect(nodes.length, name).toBeGreaterThan(name === "categories" ? 0 : 4);
    for (const { pluginData } of nodes) {
      const data = JSON.parse(pluginData) as Record<string, object>;
      // Of those that replace the tree of categories one shows, and the others are not asked for.
      expect(Object.keys(data[place] ?? data), name).toHaveLength(place === LEFT ? 1 : 20);
    }
  }
});

test("a finished page has what plugins ask for, and is made anew when that changes", async () => {
  await show("faces", DETAIL, "fragment F on Thread { author { nickname } }");
  const page = async () => (await forum.visitor().request("GET", `/thread/${threadId}`)).text;
  expect(await page()).toContain("faces");
  await ada.graphql(`mutation { updateProfile(input: { nickname: "Augusta" }) { id } }`);
  expect(await page()).toContain("Augusta");
});

test("fragments reach no field that is for somebody alone", () => {
  const open = ["public", "text", "anonymity"];
  for (const [type, fields] of Object.entries(READABLE_FIELDS))
    for (const field of fields) expect(open, `${type}.${field}`).toContain(FIELDS[`${type}.${field}`]);
});
