import { afterAll, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { endParts } from "../../server/features/plugins/server-part/partHost.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Groups are granted the use of plugins: `canInsert` of old clients. */
const SERVER = {
  graphql: "type Query { count: Int! } type Mutation { start: Boolean! vote: Boolean! }",
  tables: [{ name: "polls", columns: [{ name: "title", kind: "text" }] }],
  canInsert: ["start"],
};
const CODE = `export default ({ data }) => {
  const add = async (title) => (await data.insert("polls", { title })) !== null;
  return {
    query: { count: async () => (await data.count("polls"))[0].n },
    mutation: { start: () => add("start"), vote: () => add("vote") },
  };
};`;
const MUTATION = `mutation ($input: PluginCallInput!) { mutatePlugin(input: $input) }`;
const GRANT = `mutation ($permissions: [String!]!) { setGroupPermissions(groupId: "10", permissions: $permissions) }`;
const KEY = "plugin.poll.canInsert";

let forum: Forum;
let admin: Person;
let ada: Person;
let usual: string[];
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.join(10);
  await install();
  const { groups } = await admin.graphql("{ groups { id permissions } }");
  usual = groups.find(({ id }: { id: string }) => id === "10").permissions;
});
afterAll(async () => {
  endParts(forum.app.services);
  await forum.close();
});

async function install(server: object = SERVER): Promise<void> {
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName: "poll", appid: "poll", capabilities: [], settings: [], server });
  const files = filesOf(manifest, "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(CODE)));
  await switchPluginNamed(ctx, "poll", true);
}
const change = (person: Person, document: string) =>
  person.graphql(MUTATION, { input: { plugin: "poll", document } });
const grant = (...more: string[]) => admin.graphql(GRANT, { permissions: [...usual, ...more] });
const mayInsert = async (person: Person): Promise<unknown[]> => {
  const { activePlugins } = await person.graphql("{ activePlugins { viewerCanInsert } }");
  const old = (await person.request("GET", "/api/v3/plugin/list")).json() as {
    Data: { canInsert: boolean }[];
  };
  return [activePlugins[0].viewerCanInsert, old.Data[0]!.canInsert];
};
const rows = async () => (await forum.rows("SELECT p.id FROM plugin_poll_polls p")).length;

test("what a plugin asks the permission for works in a group that has it, and is refused to all others", async () => {
  await expect(change(ada, "mutation { start }")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(change(ada, "mutation { ...S } fragment S on Mutation { vote start }")).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  // Nothing of a document is run whose end is refused.
  expect(await rows()).toBe(0);
  await change(ada, "mutation { vote }");
  expect(await mayInsert(ada)).toEqual([false, false]);
  expect(await mayInsert(forum.visitor())).toEqual([false, false]);
  expect(await mayInsert(admin)).toEqual([true, true]);
  await change(admin, "mutation { start }");

  const { permissionKeys } = await admin.graphql("{ permissionKeys { key label isOffered isForVisitors } }");
  expect(permissionKeys).toContainEqual({
    key: KEY,
    label: "use the plugin “Welcome”",
    isOffered: true,
    isForVisitors: false,
  });
  await grant(KEY);
  expect(await mayInsert(ada)).toEqual([true, true]);
  await change(ada, "mutation { start }");
  expect(await rows()).toBe(3);
  await grant();
  await expect(change(ada, "mutation { start }")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("only administrators grant it, visitors cannot have it, and there is no other permission of a plugin", async () => {
  await expect(ada.graphql(GRANT, { permissions: [KEY] })).rejects.toMatchObject({ code: "FORBIDDEN" });
  const toGuests = `mutation { setGroupPermissions(groupId: "7", permissions: ["${KEY}"]) }`;
  await expect(admin.graphql(toGuests)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  for (const odd of ["plugin.poll.canDelete", "plugin.Poll.canInsert", "category1.plugin.poll.canInsert"])
    await expect(grant(odd)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("it goes with the plugin, so that another one of its name does not have it", async () => {
  await grant(KEY);
  const ctx = forum.app.context();
  await removePlugin(ctx, await ctx.db.findOneByOrFail(Plugin, { name: "poll" }));
  await install();
  await expect(change(ada, "mutation { start }")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a plugin that asks for no permission is for all members; one that asks for what it has not is refused", async () => {
  await install({ ...SERVER, canInsert: [] });
  expect(await mayInsert(ada)).toEqual([true, true]);
  await change(ada, "mutation { start }");
  await expect(install({ ...SERVER, canInsert: ["moon"] })).rejects.toMatchObject({
    message: expect.stringContaining("there is no mutation moon"),
  });
});
