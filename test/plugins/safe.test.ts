import { afterAll, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { PluginEvent, PluginFault } from "../../server/features/plugins/plugin.entity.ts";
import {
  deliverPluginEvents,
  runPluginJobs,
} from "../../server/features/plugins/server-part/partEvents.service.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** `luntan start --safe`: no plugin shows or runs, and administrators still see which ones there are. */
const SERVER = {
  graphql: "type Query { count: Int! }",
  events: ["threadPublished"],
  before: ["publishThread"],
  jobs: [{ name: "tidy", everyMinutes: 1 }],
};
const CODE = `export default ({ refusal }) => ({
  query: { count: () => 1 },
  before: { publishThread() { throw refusal("Nobody publishes here"); } },
});`;

let forum: Forum;
beforeAll(async () => {
  forum = await Forum.open({ safe: true });
});
afterAll(() => forum.close());

test("a forum that was started safely shows and runs no plugin, and its administrators switch them off", async () => {
  const ctx = forum.app.context();
  const files = filesOf(manifestOf({ capabilities: [], server: SERVER }), "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(CODE)));
  await switchPluginNamed(ctx, "welcome", true);

  const visitor = forum.visitor();
  const shown = await visitor.graphql("{ activePlugins { name } site { pluginPlaces pluginData } }");
  expect(shown).toEqual({ activePlugins: [], site: { pluginPlaces: [], pluginData: null } });
  expect((await visitor.request("GET", "/api/v3/plugin/list")).json()).toMatchObject({ Code: 0, Data: [] });
  const asked = visitor.graphql(`{ pluginQuery(input: { plugin: "welcome", document: "{ count }" }) }`);
  await expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });

  const draft = { categoryId: await forum.categoryId(), title: "Stars", body: "Many." };
  await publish(await forum.member(), draft);
  await forum.delivered();
  await deliverPluginEvents(ctx);
  await runPluginJobs(ctx);
  expect([await ctx.db.count(PluginEvent), await ctx.db.count(PluginFault)]).toEqual([0, 0]);

  const admin = await forum.admin();
  const { plugins } = await admin.graphql("{ plugins { id name isEnabled } }");
  expect(plugins).toEqual([{ id: expect.any(String), name: "welcome", isEnabled: true }]);
  const off = `mutation ($id: ID!) { setPluginEnabled(pluginId: $id, isEnabled: false) { isEnabled } }`;
  expect((await admin.graphql(off, { id: plugins[0].id })).setPluginEnabled.isEnabled).toBe(false);
});
