import { existsSync, readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { installTrusted, switchPluginNamed } from "../../../server/features/plugins/install.service.ts";
import { Plugin, PluginFault } from "../../../server/features/plugins/plugin.entity.ts";
import { FRAME_MAX_BYTES, FrameReader } from "../../../server/features/plugins/server-part/frames.ts";
import { endParts } from "../../../server/features/plugins/server-part/partHost.service.ts";
import { PartProcess } from "../../../server/features/plugins/server-part/partProcess.ts";
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
    const priority = getPriority();
    await run("hostile", code, {
      graphql: "type Query { broken: Int! }",
      tables: TABLES,
      capabilities: ["read"],
    });
    await expect(ask("hostile", "{ broken }")).rejects.toMatchObject({ code: "OVERLOADED" });
    const answer = await ask("neighbour", "{ count }");
    expect(JSON.parse(answer.pluginQuery)).toEqual({ count: 1 });
    expect(getPriority()).toBe(priority);
    const faults = await forum.app.context().db.find(PluginFault, { relations: { plugin: true } });
    expect(faults.map(({ plugin, message }) => [plugin!.name, message])).toEqual([
      ["hostile", expect.stringContaining(fault)],
    ]);
  });
});

describe("the channel of a server part", () => {
  test("holds one message at most, and refuses a longer one before it comes", () => {
    const endless = new FrameReader();
    const bytes = Buffer.alloc(65_536, "x");
    expect(() => [...endless.take(bytes)]).toThrow("sends what is no message of at most");
    expect(endless.heldBytes).toBeLessThanOrEqual(4);

    const large = new FrameReader();
    const head = Buffer.alloc(4);
    head.writeUInt32BE(FRAME_MAX_BYTES);
    expect([...large.take(head)]).toEqual([]);
    for (let left = FRAME_MAX_BYTES - 1; left > 0; left -= bytes.length) {
      expect([...large.take(bytes.subarray(0, Math.min(left, bytes.length)))]).toEqual([]);
      expect(large.heldBytes).toBe(FRAME_MAX_BYTES);
    }
  });

  test("joins a message that comes in crumbs, and ends one that comes in too many", () => {
    const reader = new FrameReader();
    const text = `{"id":1}`;
    const frame = Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
    expect([...frame].flatMap((byte) => [...reader.take(Buffer.from([byte]))])).toEqual([{ id: 1 }]);
  });

  test("refuses what comes faster than it can be read, in bytes and in crumbs", () => {
    vi.useFakeTimers({ toFake: ["performance"], now: 0 });
    try {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(FRAME_MAX_BYTES);
      const large = Buffer.concat([head, Buffer.from(`"${"x".repeat(FRAME_MAX_BYTES - 2)}"`)]);
      const bytes = new FrameReader();
      for (let i = 0; i < 15; i++) expect([...bytes.take(large)]).toHaveLength(1);
      expect(() => [...bytes.take(large)]).toThrow("more than can be read");

      const crumbs = new FrameReader();
      expect([...crumbs.take(head)]).toEqual([]);
      const send = (count: number) => {
        for (let i = 0; i < count; i++) expect(crumbs.take(head.subarray(0, 1)).next().done).toBe(true);
      };
      send(3_000);
      vi.advanceTimersByTime(1_000);
      send(3_000);
      expect(() => send(3_000)).toThrow("more than can be read");
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends a part that does not read what it asked for", async () => {
    const answer = "x".repeat(1_000_000);
    const calls = { data: () => Promise.resolve([answer]), query: () => Promise.resolve({}) };
    const ended = await new Promise<Error>((resolve) => {
      const code = `export default ({ data }) => { for (let i = 0; i < 60; i++) data.count("votes"); for (;;); };`;
      const part = new PartProcess(code, {}, calls, resolve);
      part.ready().catch(() => undefined);
    });
    expect(ended.message).toContain("does not read the answers");
  });

  test("counts a fault of a part that nobody asks at that moment", async () => {
    const code = `export default () => ({ query: { fine: () => {
      setImmediate(async () => (await import("node:fs")).writeSync(3, "nonsense"));
      return 1;
    } } });`;
    await run("idle", code, { graphql: "type Query { fine: Int! }" });
    await ask("idle", "{ fine }").catch(() => undefined);
    await expect
      .poll(async () => (await forum.app.context().db.find(PluginFault)).map(({ message }) => message))
      .toEqual([expect.stringContaining("sends what is no message")]);
  });
});
