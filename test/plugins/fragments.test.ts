import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { READABLE_FIELDS } from "../../server/features/plugins/readableFields.ts";
import { FIELDS } from "../permissions/fields.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Fragments of plugins: answered with the page's own query, each to its plugin alone. */
const DETAIL = "plugin_detail@thread_extension_display_hook";
const ROW = "plugin_index@thread_extension_display_hook";
const CODE = "export default () => ({});";
const LIKES = "fragment F on Thread { likeCount category { name } }";
const PAGE = `query ($id: ID!) { thread(id: $id) { id title pluginData(at: "${DETAIL}") } site { pluginData } }`;

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

async function show(pluginName: string, place: string, fragment: string): Promise<void> {
  const [target, hookName] = place.split("@");
  const slots = [{ part: "line", target, hookName, fragment }];
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName, appid: pluginName, capabilities: [], settings: [], slots });
  await installTrusted(ctx, filesOf(manifest, CODE));
  await switchPluginNamed(ctx, pluginName, true);
}
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

test("twenty plugins in the rows of a list cost at most one statement each, and pages name them once", async () => {
  const draft = { categoryId: await forum.categoryId(), title: "Stars", body: "Many." };
  for (let count = 0; count < 5; count++) await publish(ada, draft);
  const LIST = `{ threads { nodes { id pluginData(at: "${ROW}") } } }`;
  const visitor = forum.visitor();
  await visitor.graphql(LIST);
  const before = (await forum.statementsOf(() => visitor.graphql(LIST))).length;
  for (let count = 1; count <= 20; count++)
    await show(
      `plugin-${count}`,
      ROW,
      "fragment F on Thread { likeCount author { nickname group { name } } }",
    );
  await visitor.graphql(LIST);
  const after = await forum.statementsOf(() => visitor.graphql(LIST));
  expect(after.length - before).toBeLessThanOrEqual(20);
  const { threads } = await visitor.graphql(LIST);
  for (const { pluginData } of threads.nodes) expect(Object.keys(JSON.parse(pluginData))).toHaveLength(20);
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
