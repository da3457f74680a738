import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packageFiles } from "../../plugins/kit/check.mjs";
import { askRunning, openControl } from "../../server/cli/control.ts";
import { carryOut } from "../../server/cli/plugin.ts";
import { checkPackages, type InstalledPackage } from "../../server/cli/pluginCheck.ts";
import { installTrusted } from "../../server/features/plugins/install.service.ts";
import { Plugin, PluginDataFate, PluginKeptData } from "../../server/features/plugins/plugin.entity.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import type { Person } from "../support/person.ts";
import { filesOf, manifestOf, packageOf } from "./packing.ts";
import { install, installOn } from "./people.ts";

/** Care of plugins: their order, what they leave behind, and the command line beside a forum that runs. */
const CALENDAR = resolve(import.meta.dirname, "../../plugins/samples/calendar");
const ORDER = `mutation ($ids: [ID!]!) { orderPlugins(pluginIds: $ids) { name } }`;
const UNINSTALL = `mutation ($id: ID!, $data: PluginDataFate) { uninstallPlugin(pluginId: $id, data: $data) }`;
const EXPORT = `mutation ($id: ID!) { exportPluginData(pluginId: $id) }`;
const files = Object.fromEntries(
  [...packageFiles(CALENDAR)].map(([name, bytes]) => [name, bytes.toString("base64")]),
);

let forum: Forum;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
});
afterEach(async () => {
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
});
afterAll(() => forum.close());

const run = (...args: string[]) => carryOut(forum.app, { args, files });
const shown = async () =>
  ((await forum.visitor().graphql(`{ activePlugins { name } }`)).activePlugins as { name: string }[]).map(
    ({ name }) => name,
  );
const checkIn = () => {
  const day = new Date().toISOString().slice(0, 10);
  const document = `mutation { checkIn(day: "${day}") }`;
  const input = { plugin: "calendar", document };
  return ada.graphql(`mutation ($input: PluginCallInput!) { mutatePlugin(input: $input) }`, { input });
};
const calendarId = async () =>
  String((await forum.app.context().db.findOneByOrFail(Plugin, { name: "calendar" })).id);
const rows = () => forum.rows("SELECT d.id FROM plugin_calendar_days d");

test("an administrator chooses the order in which plugins stand, and nobody else does", async () => {
  const [one, two, three] = [
    await installOn(admin, packageOf({ pluginName: "one", appid: "one" })),
    await installOn(admin, packageOf({ pluginName: "two", appid: "two" })),
    await installOn(admin, packageOf({ pluginName: "three", appid: "three" })),
  ];
  expect(await shown()).toEqual(["one", "two", "three"]);
  await admin.graphql(ORDER, { ids: [three.id, one.id] });
  expect(await shown()).toEqual(["three", "one", "two"]);
  await expect(ada.graphql(ORDER, { ids: [two.id] })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(admin.graphql(ORDER, { ids: ["999"] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await shown()).toEqual(["three", "one", "two"]);
});

test("what a plugin has stored is exported, kept for its return, or deleted with it", async () => {
  await run("install");
  await run("enable", "calendar");
  await checkIn();
  const exported = JSON.parse((await admin.graphql(EXPORT, { id: await calendarId() })).exportPluginData);
  expect(exported).toMatchObject({ plugin: "calendar", rows: [{ table: "days", memberId: String(ada.id) }] });
  await expect(ada.graphql(EXPORT, { id: await calendarId() })).rejects.toMatchObject({ code: "FORBIDDEN" });

  await admin.graphql(UNINSTALL, { id: await calendarId(), data: "KEEP" });
  expect(await rows()).toHaveLength(1);
  expect((await downloadExport(ada)).other.plugins).toEqual([
    expect.objectContaining({ plugin: "calendar" }),
  ]);

  await run("install");
  expect(await forum.app.context().db.count(PluginKeptData)).toBe(0);
  expect(await rows()).toHaveLength(1);
  await admin.graphql(UNINSTALL, { id: await calendarId(), data: PluginDataFate.DELETE });
  await expect(rows()).rejects.toThrow(/plugin_calendar_days/);
});

test("the command line asks what becomes of the data", async () => {
  await run("install");
  await expect(run("uninstall", "calendar")).rejects.toThrow("--keep-data or --delete-data");
  expect(await run("uninstall", "calendar", "--delete-data")).toEqual({
    lines: ["calendar is gone, with its settings and files."],
  });
});

test("the command line says that a version is older than the one whose place it takes", async () => {
  const newer = JSON.parse(Buffer.from(files["plugin.json"]!, "base64").toString()) as object;
  const text = Buffer.from(JSON.stringify({ ...newer, version: "1.2.0" })).toString("base64");
  const args = ["install"];
  await carryOut(forum.app, { args, files: { ...files, "plugin.json": text } });
  expect((await run("install")).lines).toEqual([
    "calendar 1.0.0 is installed and is off: luntan plugin enable calendar",
    "It is older than 1.2.0, whose place it takes; stored data stays as it is.",
  ]);
  expect((await run("install")).lines).toHaveLength(1);
});

test("a check names the plugins that do not fit this version of the forum", async () => {
  await run("install");
  await install(admin, packageOf());
  expect(await run("check")).toEqual({ lines: ["ok   calendar 1.0.0", "ok   welcome 1.0.0"], exitCode: 0 });
  await forum.write((ctx) =>
    ctx.db.query("UPDATE plugins SET manifest = REPLACE(manifest, 'header_insert_before_hook', 'moon_hook')"),
  );
  const { lines, exitCode } = await run("check");
  expect(exitCode).toBe(1);
  expect(lines![1]).toMatch(/^FAIL welcome 1.0.0: .*moon_hook/);
});

const TESTED = `import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";
const PLACE = "plugin_index@header_insert_before_hook";
test("it greets", async () => assert.match(await (await loadPlugin(import.meta.dirname)).render(PLACE), /Hello/));
`;

test.each([
  [
    "no longer finds what it was made for",
    `assert.ok("moon" in (await loadPlugin(import.meta.dirname)).manifest, "no moon")`,
    "no moon",
  ],
  [
    "reads files of the forum",
    `await import("node:fs").then((fs) => fs.readFileSync("/etc/hostname"))`,
    "restricted",
  ],
  ["reaches the network", `await fetch("http://127.0.0.1:9/")`, "may not reach the network"],
  ["starts a program", `await import("node:child_process").then((it) => it.execSync("id"))`, "restricted"],
])("a check runs a plugin's own tests, shut in, and names the one that %s", async (_what, does, reason) => {
  const manifest = manifestOf({ capabilities: [] });
  const code = `export default ({ React }) => ({ line: ({ settings }) => React.createElement("p", null, settings.greeting) });`;
  const tests = `${TESTED}test("it does more", async () => { ${does}; });`;
  await installTrusted(
    forum.app.context(),
    filesOf(manifest, code).set("plugin.test.js", Buffer.from(tests)),
  );
  const { lines, exitCode } = await run("check");
  expect(exitCode).toBe(1);
  expect(lines).toEqual([expect.stringContaining(`FAIL welcome 1.0.0: its test "it does more" fails: `)]);
  expect(lines![0]).toContain(reason);
});

test("a newer version of the forum reads what is installed from the one that runs, and checks it by itself", async () => {
  await run("install");
  const [name, ...more] = (await run("packages")).lines!;
  expect([name, more]).toEqual(["calendar", []]);
  const packages = async function* () {
    yield JSON.parse((await run("packages", name!)).lines![0]!) as InstalledPackage;
  };
  const { rootDir } = forum.app.config;
  const check = (version: string) =>
    checkPackages(packages(), { rootDir, version, schema: forum.app.schema });
  expect(await check("0.2.0")).toEqual({ lines: ["ok   calendar 1.0.0"], isWell: true });
  expect(await check("1.0.0")).toEqual({
    lines: [expect.stringContaining("FAIL calendar 1.0.0: The plugin is for versions")],
    isWell: false,
  });
  await expect(run("moon")).rejects.toThrow("Use: plugin install");
});

test("the command line reaches a forum that runs, by a socket that only its owner may use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "luntan-c-"));
  expect(await askRunning(folder, { args: ["list"] })).toBeNull();
  const end = await openControl(folder, (request) => carryOut(forum.app, request));
  try {
    expect(await askRunning(folder, { args: ["install"], files })).toEqual({
      lines: ["calendar 1.0.0 is installed and is off: luntan plugin enable calendar"],
    });
    await askRunning(folder, { args: ["enable", "calendar"] });
    expect(await shown()).toEqual(["calendar"]);
    expect(await askRunning(folder, { args: ["enable", "moon"] })).toMatchObject({
      error: expect.any(String),
    });
  } finally {
    end?.();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(await askRunning(folder, { args: ["list"] })).toBeNull();
});
