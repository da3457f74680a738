import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../server/core/transaction.ts";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { filesOf, FRAMED_CODE, packageOf, manifestOf } from "./packing.ts";
import { install, installOn, setOn } from "./people.ts";

/** An administrator installs plugins, and nothing that is wrong with a package comes in. */
const ALL = `{ plugins { id name version tier isEnabled brokenAt health { count } faults { message place } settingFields { key value } } }`;
const ACTIVE = `{ activePlugins { id name version settings codeUrl styleUrl tier views { part target hookName platform path height } } site { pluginPlaces } }`;
const REPORT = `mutation ($input: PluginFaultInput!) { reportPluginFault(input: $input) }`;
const SAVE = `mutation ($id: ID!, $values: [PluginSettingInput!]!) {
  savePluginSettings(pluginId: $id, values: $values) { settingFields { key value } } }`;
const UNINSTALL = `mutation ($id: ID!) { uninstallPlugin(pluginId: $id) }`;
const PLACE = "plugin_index@header_insert_before_hook";

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterEach(async () => {
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
});
afterAll(() => forum.close());

const codeDir = (): string => forum.app.services.pluginsDir;
const names = (): string[] => (existsSync(codeDir()) ? readdirSync(codeDir()).sort() : []);
const active = async (person: Person = forum.visitor()) => {
  const { activePlugins, site } = await person.graphql(ACTIVE);
  return { plugins: activePlugins, places: site.pluginPlaces as string[] };
};

test("a plugin is uploaded, is off, is switched on, shows to visitors, and is gone when it is uninstalled", async () => {
  const plugin = await install(admin, packageOf());
  expect(await active()).toEqual({ plugins: [], places: [] });

  await setOn(admin, plugin.id, true);
  const { plugins, places } = await active();
  expect(places).toEqual([PLACE]);
  expect(plugins).toEqual([
    {
      id: plugin.id,
      name: "welcome",
      version: "1.0.0",
      tier: "FRAMED",
      settings: '{"greeting":"Hello"}',
      codeUrl: expect.stringMatching(/^\/plugin-frames\/welcome\/[\da-f]{64}$/),
      styleUrl: null,
      views: [
        {
          part: "line",
          target: "plugin_index",
          hookName: "header_insert_before_hook",
          platform: ["pc", "h5"],
          path: null,
          height: 0,
        },
      ],
    },
  ]);
  const frame = await forum.visitor().request("GET", plugins[0].codeUrl);
  expect(frame.status).toBe(200);
  expect(frame.text).toContain(FRAMED_CODE);
  const policy = String(frame.headers["content-security-policy"]);
  expect(policy).toContain("sandbox allow-scripts; default-src 'none'; script-src 'sha256-");
  expect(policy).not.toContain("allow-same-origin");

  await admin.graphql(UNINSTALL, { id: plugin.id });
  expect(await active()).toEqual({ plugins: [], places: [] });
  expect((await forum.visitor().request("GET", plugins[0].codeUrl)).status).toBe(404);
  expect(names()).toEqual([]);
  const log = await forum.rows<{ action: string; target: string }>(
    "SELECT a.action, a.target FROM audit_log a ORDER BY a.id DESC LIMIT 3",
  );
  expect(log.map(({ action, target }) => [action, target])).toEqual([
    ["uninstallPlugin", "plugin:welcome"],
    ["setPluginEnabled", "plugin:welcome"],
    ["installPlugin", "plugin:welcome"],
  ]);
});

test("only administrators who have just proven who they are install, switch on and uninstall", async () => {
  const { id } = await install(admin, packageOf());
  for (const [person, code] of [
    [forum.visitor(), "LOGIN_REQUIRED"],
    [await forum.member(), "FORBIDDEN"],
  ] as const) {
    await expect(install(person, packageOf())).rejects.toMatchObject({ code });
    await expect(setOn(person, id, true)).rejects.toMatchObject({ code });
    await expect(person.graphql(UNINSTALL, { id })).rejects.toMatchObject({ code });
    await expect(person.graphql(ALL)).rejects.toMatchObject({ code });
  }
  const late = await forum.admin();
  await inTransaction(forum.app.context(), (ctx) =>
    ctx.db.query("UPDATE sessions SET provenAt = NULL WHERE userId = ?", [late.id]),
  );
  await expect(install(late, packageOf())).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  await expect(setOn(late, id, true)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  await expect(late.graphql(UNINSTALL, { id })).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  // In an emergency nobody looks for a password.
  await setOn(late, id, false);
});

test("a name and an app id belong to one plugin, and of two that come at once one is installed", async () => {
  await install(admin, packageOf());
  await expect(install(admin, packageOf({ pluginName: "other" }))).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
  await expect(install(admin, packageOf({ appid: "other" }))).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
  const outcomes = await Promise.allSettled(
    ["one", "two", "three"].map((pluginName) => install(admin, packageOf({ pluginName, appid: "shared" }))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await admin.graphql(ALL)).plugins).toHaveLength(2);
});

test("an upgrade keeps the settings and the switch, and pages that are open still get the old code", async () => {
  const { id } = await installOn(admin, packageOf());
  const before = (await active()).plugins[0];
  await admin.graphql(SAVE, { id, values: [{ key: "greeting", value: "Good day" }] });
  await install(admin, packageOf({ version: "1.10.0" }, `${FRAMED_CODE}\n// newer`));
  const after = (await active()).plugins[0];
  expect(after).toMatchObject({ version: "1.10.0", settings: '{"greeting":"Good day"}' });
  expect(after.codeUrl).not.toBe(before.codeUrl);
  for (const { codeUrl } of [before, after])
    expect((await forum.visitor().request("GET", codeUrl)).status).toBe(200);
});

test("an older version is refused before any of it is stored, and its administrator reads how to go back", async () => {
  const { id } = await install(admin, packageOf({ version: "1.10.0" }));
  const before = await admin.graphql(ALL);
  const folders = () => readdirSync(join(forum.app.services.pluginsDir, "welcome"));
  const codes = folders();

  await expect(
    install(admin, packageOf({ version: "1.9.0" }, `${FRAMED_CODE}\n// older`)),
  ).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: expect.stringContaining("1.10.0") as string,
  });
  expect(await admin.graphql(ALL)).toEqual(before);
  expect(folders()).toEqual(codes);

  await admin.graphql(UNINSTALL, { id });
  expect(await install(admin, packageOf({ version: "1.9.0" }))).toMatchObject({ version: "1.9.0" });
});

test.each([[[{ key: "moon", value: "1" }]], [[{ key: "greeting", value: "x".repeat(2_001) }]]])(
  "settings %j are refused, and nothing has changed",
  async (values) => {
    const { id } = await install(admin, packageOf());
    await expect(admin.graphql(SAVE, { id, values })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect((await admin.graphql(ALL)).plugins[0].settingFields).toEqual([
      { key: "greeting", value: "Hello" },
    ]);
  },
);

describe("two plugins in place of the same part", () => {
  const PART = "plugin_index@right_replace_hook";
  const CONFLICTS = `{ pluginConflicts { place plugins { name } shown { name } } }`;
  const CHOOSE = `mutation ($place: String!, $id: ID!) {
    chooseReplacement(place: $place, pluginId: $id) { place shown { name } }
  }`;
  const replacing = (name: string, change: object = {}) =>
    packageOf({
      pluginName: name,
      appid: name,
      slots: [{ part: "line", target: "plugin_index", hookName: "right_replace_hook" }],
      ...change,
    });
  const shown = async (platform = "pc") => {
    const { plugins } = await active();
    return plugins
      .filter(({ views }: { views: { platform: string[] }[] }) =>
        views.some((view) => view.platform.includes(platform)),
      )
      .map(({ name }: { name: string }) => name);
  };

  test("are a conflict that is named; what stood there stays until an administrator chooses the other", async () => {
    const two = await install(admin, replacing("two"));
    const one = await installOn(admin, replacing("one"));
    await setOn(admin, two.id, true);
    expect(await shown()).toEqual(["one"]);
    expect((await admin.graphql(CONFLICTS)).pluginConflicts).toEqual([
      { place: PART, plugins: [{ name: "two" }, { name: "one" }], shown: { name: "one" } },
    ]);
    const { chooseReplacement } = await admin.graphql(CHOOSE, { place: PART, id: two.id });
    expect(chooseReplacement).toEqual([{ place: PART, shown: { name: "two" } }]);
    expect(await shown()).toEqual(["two"]);

    await setOn(admin, two.id, false);
    expect(await shown()).toEqual(["one"]);
    expect((await admin.graphql(CONFLICTS)).pluginConflicts).toEqual([]);
    await setOn(admin, two.id, true);
    expect(await shown()).toEqual(["two"]);
    expect((await admin.graphql(CHOOSE, { place: PART, id: one.id })).chooseReplacement).toHaveLength(1);
    expect(await shown()).toEqual(["one"]);
  });

  test("of several switched on and chosen at once one is shown", async () => {
    const plugins = await Promise.all(["one", "two", "three"].map((name) => install(admin, replacing(name))));
    await Promise.all(plugins.map(({ id }) => setOn(admin, id, true)));
    expect(await shown()).toHaveLength(1);
    await Promise.all(plugins.map(({ id }) => admin.graphql(CHOOSE, { place: PART, id })));
    const [only, ...others] = await shown();
    expect(others).toEqual([]);
    expect((await admin.graphql(CONFLICTS)).pluginConflicts[0].shown).toEqual({ name: only });
  });

  test("are none if they are for different devices; where both are, each device shows one", async () => {
    await installOn(admin, replacing("desk", { platform: ["pc"] }));
    const phone = await installOn(admin, replacing("phone", { platform: ["h5"] }));
    expect((await admin.graphql(CONFLICTS)).pluginConflicts).toEqual([]);
    await installOn(admin, replacing("both"));
    expect([await shown("pc"), await shown("h5")]).toEqual([["desk"], ["phone"]]);
    await setOn(admin, phone.id, false);
    expect([await shown("pc"), await shown("h5")]).toEqual([["desk"], ["both"]]);
  });

  test.each([
    ["a place where plugins stand side by side", { place: PLACE }, "INVALID_PARAMETER"],
    ["a part that it does not replace", { place: "plugin_index@qrcode_replace_hook" }, "NOT_FOUND"],
    ["a plugin that is off", {}, "NOT_FOUND"],
  ])("%s is refused, and nothing has changed", async (_what, change, code) => {
    const one = await installOn(admin, replacing("one"));
    const two = await install(admin, replacing("two"));
    const variables = { place: PART, id: code === "NOT_FOUND" ? two.id : one.id, ...change };
    await expect(admin.graphql(CHOOSE, variables)).rejects.toMatchObject({ code });
    expect(await shown()).toEqual(["one"]);
  });
});

describe("faults", () => {
  const fault = (plugin: { id: string; version: string }, change: object = {}) => ({
    input: {
      pluginId: plugin.id,
      version: plugin.version,
      place: PLACE,
      message: "It broke",
      stack: "",
      ...change,
    },
  });
  const state = async () => (await admin.graphql(ALL)).plugins[0];

  test("the fifth within ten minutes switches a plugin off; an administrator switches it on again", async () => {
    const plugin = await installOn(admin, packageOf());
    for (let count = 0; count < 4; count++) await admin.graphql(REPORT, fault(plugin));
    expect(await state()).toMatchObject({ isEnabled: true, health: { count: 4 } });
    await admin.graphql(REPORT, fault(plugin));
    expect(await state()).toMatchObject({ isEnabled: false, brokenAt: expect.any(String) });
    expect((await state()).faults[0]).toEqual({ message: "It broke", place: PLACE });
    expect((await active()).places).toEqual([]);
    await forum.delivered();
    const { notifications } = await admin.graphql(
      `{ notifications(entry: ACCOUNT, first: 5) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toEqual({
      kind: "plugin.broken",
      text: "The plugin “Welcome” failed several times within ten minutes and was switched off.",
    });

    await setOn(admin, plugin.id, true);
    await admin.graphql(REPORT, fault(plugin));
    expect(await state()).toMatchObject({ isEnabled: true, brokenAt: null });
  });

  test("one member alone switches nothing off; three do", async () => {
    const plugin = await installOn(admin, packageOf());
    const [ada, bo, eve] = [await forum.member(), await forum.member(), forum.visitor()];
    for (let count = 0; count < 10; count++) await ada.graphql(REPORT, fault(plugin));
    for (let count = 0; count < 10; count++) await bo.graphql(REPORT, fault(plugin));
    expect((await state()).isEnabled).toBe(true);
    await eve.graphql(REPORT, fault(plugin));
    expect((await state()).isEnabled).toBe(false);
  });

  test("what is of another version or place or of no plugin counts for nothing", async () => {
    const plugin = await installOn(admin, packageOf());
    for (const change of [{ version: "0.9.0" }, { place: "plugin_index@moon_hook" }, { pluginId: "999" }])
      expect(await admin.graphql(REPORT, fault(plugin, change))).toEqual({ reportPluginFault: false });
    expect((await state()).health.count).toBe(0);
  });
});

describe("a trusted plugin", () => {
  const code = "export default ({ React }) => ({ line: () => React.createElement('p', null, 'Hello') });";
  const manifest = manifestOf({ capabilities: [] });

  test("comes from the command line, and its code is served as it was installed or not at all", async () => {
    const ctx = forum.app.context();
    await installTrusted(ctx, filesOf(manifest, code));
    await switchPluginNamed(ctx, "welcome", true);
    const [{ codeUrl, tier }] = (await active()).plugins;
    expect(tier).toBe("TRUSTED");
    const served = await forum.visitor().request("GET", codeUrl);
    expect(served.text).toBe(code);
    expect(served.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": "sandbox; default-src 'none'",
    });

    const [, , name, hash] = codeUrl.split("/");
    writeFileSync(join(codeDir(), name, hash, "client.js"), "steal()");
    expect((await forum.visitor().request("GET", codeUrl)).status).toBe(404);
  });

  test("is not replaced through the web", async () => {
    await installTrusted(forum.app.context(), filesOf(manifest, code));
    await expect(install(admin, packageOf({ version: "2.0.0" }))).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
    });
  });
});

test("old clients list plugins and their settings, without code that they could not run", async () => {
  await installOn(admin, packageOf());
  expect((await forum.visitor().rest("GET", "/api/v3/plugin/list")).Data).toEqual([
    expect.objectContaining({
      app_id: "welcome",
      name_en: "welcome",
      version: "1.0.0",
      view: {
        line0: {
          target: "plugin_index",
          hookName: "header_insert_before_hook",
          platform: ["pc", "h5"],
          pluginFiles: [],
        },
      },
    }),
  ]);
  expect((await forum.visitor().rest("GET", "/api/v3/plugin/settinginfo")).Data).toEqual([
    { app_id: "welcome", type: 0, publicValue: { greeting: "Hello" }, privateValue: {} },
  ]);
});

test.each(["/plugin-files/../../secret.key", "/plugin-frames/welcome/x", "/plugin-files/a/b/c/d"])(
  "%s leads nowhere",
  async (path) => {
    expect((await forum.visitor().request("GET", path)).status).toBe(404);
  },
);

test("an owner installs a plugin that comes with the program, once; it is off until it is switched on", async () => {
  const document = `{ samplePlugins { name label isInstalled } }`;
  const install = `mutation ($name: String!) { installSamplePlugin(name: $name) { id name tier isEnabled } }`;
  const { samplePlugins } = await admin.graphql(document, {});
  expect(samplePlugins.map((sample: { name: string }) => sample.name)).toEqual([
    "activity",
    "calendar",
    "counts",
  ]);
  expect(samplePlugins.every((sample: { isInstalled: boolean }) => !sample.isInstalled)).toBe(true);

  const { installSamplePlugin: plugin } = await admin.graphql(install, { name: "calendar" });
  expect(plugin).toMatchObject({ name: "calendar", tier: "TRUSTED", isEnabled: false });
  expect(await active()).toEqual({ plugins: [], places: [] });
  await setOn(admin, plugin.id, true);
  expect((await active()).plugins[0].name).toBe("calendar");

  await expect(admin.graphql(install, { name: "calendar" })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
  await expect(admin.graphql(install, { name: "../../welcome" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(admin.graphql(install, { name: "gallery" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const mo = await forum.moderator();
  await expect(mo.graphql(install, { name: "counts" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(mo.graphql(document, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
});
