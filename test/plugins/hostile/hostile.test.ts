import { existsSync, readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../../server/features/plugins/install.service.ts";
import { Plugin, PluginFault } from "../../../server/features/plugins/plugin.entity.ts";
import { endParts } from "../../../server/features/plugins/server-part/partHost.service.ts";
import { removePlugin } from "../../../server/features/plugins/uninstall.service.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { filesOf, manifestOf } from "../packing.ts";
import { install } from "../people.ts";
import { HOSTILE_FRAGMENTS } from "./fragments.ts";
import { HOSTILE_PACKAGES } from "./packages.ts";
import { HOSTILE_PARTS } from "./serverParts.ts";

/**
 * Plugins that mean harm, each with what must not happen. Those that do it in a browser are in `plugins.browser.test.ts`:
 * throwing, looping, reaching for the page, storage, cookies and other hosts.
 */
const TABLES = [{ name: "votes", columns: [{ name: "choice", kind: "text" }] }];
const NEIGHBOUR = `export default ({ data }) => ({
  query: { count: async () => (await data.count("votes"))[0].n },
  mutation: { vote: async () => (await data.insert("votes", { choice: "full" })) !== null },
});`;
const QUERY = `query ($input: PluginCallInput!) { pluginQuery(input: $input) site { name } }`;
const MUTATION = `mutation ($input: PluginCallInput!) { mutatePlugin(input: $input) }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  const types = "type Query { count: Int! } type Mutation { vote: Boolean! }";
  await run("neighbour", NEIGHBOUR, { graphql: types, tables: TABLES });
  await admin.graphql(MUTATION, { input: { plugin: "neighbour", document: "mutation { vote }" } });
});
afterEach(async () => {
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin))
    if (plugin.name !== "neighbour") await removePlugin(ctx, plugin);
});
afterAll(async () => {
  endParts(forum.app.services);
  await forum.close();
});

async function run(pluginName: string, code: string, server: object): Promise<void> {
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName, appid: pluginName, capabilities: [], settings: [], server });
  const files = filesOf(manifest, "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(code)));
  await switchPluginNamed(ctx, pluginName, true);
}
const ask = (plugin: string, document: string) =>
  forum.visitor().graphql(QUERY, { input: { plugin, document } });
const installed = async () => (await forum.app.context().db.find(Plugin)).map(({ name }) => name);

describe("no file and no row comes of a package", () => {
  test.each(HOSTILE_PACKAGES)("$what", async ({ bytes, reason, code }) => {
    await expect(install(admin, bytes())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason),
    });
    expect(await installed()).toEqual(["neighbour"]);
    const folder = forum.app.services.pluginsDir;
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual(["neighbour"]);
  });
});

describe("a plugin is refused whose fragment", () => {
  test.each(HOSTILE_FRAGMENTS)("%s", async (_what, place, fragment, reason) => {
    const [target, hookName] = place.split("@");
    const slots = [{ part: "line", target, hookName, fragment }];
    const manifest = manifestOf({ capabilities: [], settings: [], slots });
    const files = filesOf(manifest, "export default () => ({});");
    await expect(installTrusted(forum.app.context(), files)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringContaining(reason),
    });
    expect(await installed()).toEqual(["neighbour"]);
  });
});

describe("is contained and named, and its neighbour goes on: a server part that", () => {
  test.each(HOSTILE_PARTS)("%s", async (_what, code, fault) => {
    await run("hostile", code, {
      graphql: "type Query { broken: Int! }",
      tables: TABLES,
      capabilities: ["read"],
    });
    await expect(ask("hostile", "{ broken }")).rejects.toMatchObject({ code: "OVERLOADED" });
    const answer = await ask("neighbour", "{ count }");
    expect(JSON.parse(answer.pluginQuery)).toEqual({ count: 1 });
    const faults = await forum.app.context().db.find(PluginFault, { relations: { plugin: true } });
    expect(faults.map(({ plugin, message }) => [plugin!.name, message])).toEqual([
      ["hostile", expect.stringContaining(fault)],
    ]);
  });
});
