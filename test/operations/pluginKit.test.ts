import "reflect-metadata";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printKit } from "../../server/cli/printKit.ts";
import { HOOKS_BY_TARGET } from "../../server/features/plugins/hookTable.ts";
import { parseManifest } from "../../server/features/plugins/manifest.ts";
import { checkPackage } from "../../server/features/plugins/archive/package.ts";
import { PluginTier } from "../../server/features/plugins/plugin.entity.ts";
import { unzip } from "../../server/features/plugins/archive/zip.ts";
import { problemsOf } from "../../plugins/kit/check.mjs";
import { openPreview } from "../../plugins/kit/preview.mjs";
import { manifestOf } from "../plugins/packing.ts";

/** The kit: somebody outside writes, sees, tests and packs a plugin with it alone. */
const ROOT = resolve(import.meta.dirname, "../..");
const VERSION = "0.1.0";
const BIN = join(ROOT, "plugins/kit/bin.mjs");
const run = promisify(execFile);

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "luntan-kit-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kit = (...args: string[]) => run(process.execPath, [BIN, ...args], { cwd: folder });

test("its generated files are those of this forum", () => {
  for (const [name, text] of Object.entries(printKit(ROOT)))
    expect(readFileSync(join(ROOT, "plugins/kit/generated", name), "utf8"), `npm run codegen: ${name}`).toBe(
      text,
    );
});

test("the client has types for the places that the server knows, and for no others", () => {
  const places = Object.entries(HOOKS_BY_TARGET).flatMap(([target, hooks]) =>
    hooks.map((hook) => `${target}@${hook}`),
  );
  const types = readFileSync(join(ROOT, "client/plugins/hooks.ts"), "utf8");
  const typed = [...types.matchAll(/^ {2}"(plugin_\w+@\w+)":/gm)].map(([, place]) => place);
  expect(typed.toSorted()).toEqual(places.toSorted());
});

describe.each([
  ["in a frame", "plugin_index@header_insert_before_hook", PluginTier.FRAMED],
  ["in the page", "plugin_global@footer_replace_hook", PluginTier.TRUSTED],
])("a plugin that runs %s", (what, slot, tier) => {
  test("is written with a test that passes, and packed into an archive that the forum takes", async () => {
    const dir = join(folder, tier.toLowerCase());
    const written = await kit("new", "moon-phase", "--slot", slot, "--dir", dir, "--no-show");
    expect(written.stdout).toMatch(/pass 1\n.*fail 0/s);
    const packed = await kit("pack", dir);
    expect(packed.stdout).toContain("moon-phase-1.0.0.zip");
    const archive = readFileSync(join(dir, "moon-phase-1.0.0.zip"));
    const { manifest } = checkPackage(unzip(archive), tier, VERSION);
    expect(manifest.slots[0]).toMatchObject({ part: "main", hookName: slot.split("@")[1] });

    writeFileSync(join(dir, "client.js"), "nonsense(");
    await expect(kit("test", dir), what).rejects.toMatchObject({ code: 1 });
  });
});

test("a plugin is shown at its place, on a desk and on a phone, and anew when a file changes", async () => {
  const dir = join(folder, "shown");
  await kit(
    "new",
    "moon-phase",
    "--slot",
    "plugin_index@thread_extension_display_hook",
    "--dir",
    dir,
    "--no-show",
  );
  const preview = await openPreview(dir);
  const get = async (path: string) => (await fetch(new URL(path, preview.url))).text();
  try {
    expect(await get("/")).toContain("/place?platform=h5");
    expect(JSON.parse(await get("/plugin.json?platform=h5"))).toMatchObject({
      isFramed: false,
      places: [{ part: "main", given: { threadData: { id: "5" }, siteData: { platform: "h5" } } }],
    });
    expect(await get("/react.js")).toContain("export const { createRoot }");
    const changes = (await fetch(new URL("/changes", preview.url))).body!.getReader();
    await changes.read();
    writeFileSync(join(dir, "client.css"), ".moon { color: red }");
    expect(new TextDecoder().decode((await changes.read()).value)).toBe("data: changed\n\n");
    expect(await get("/client.css")).toContain("red");
    await changes.cancel();
  } finally {
    await preview.close();
  }
});

test.each([
  ["a NAME", ["new", "Moon", "--slot", "plugin_detail@thread_extension_display_hook"], "small letters"],
  ["a place", ["new", "moon", "--slot", "plugin_moon@hook"], "plugin_index@header_insert_before_hook"],
  [
    "a folder in use",
    ["new", "moon", "--slot", "plugin_global@footer_replace_hook", "--dir", "."],
    "not empty",
  ],
  ["a folder without a plugin", ["pack", "."], "no plugin.json"],
  ["no command", [], "Use: new NAME"],
])("%s that does not fit is named", async (_what, args, reason) => {
  await expect(kit(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  expect(readdirSync(folder)).not.toContain("moon");
});

describe("the kit refuses what the forum refuses", () => {
  const slot = { part: "line", target: "plugin_index", hookName: "header_insert_before_hook" };
  test.each<[object]>([
    [{ version: "1.0" }],
    [{ version: "1000.0.0" }],
    [{ pluginName: "" }],
    [{ pluginName: "A b" }],
    [{ appid: undefined }],
    [{ author: { name: "Ada" } }],
    [{ platform: [] }],
    [{ platform: ["watch"] }],
    [{ slots: [] }],
    [{ slots: [{ ...slot, hookName: "moon_hook" }] }],
    [{ slots: [{ ...slot, target: ["plugin_index", "plugin_moon"] }] }],
    [{ slots: [{ ...slot, path: "/moon" }] }],
    [{ slots: [{ ...slot, height: -1 }] }],
    [{ capabilities: ["cookies"] }],
    [{ settings: [{ key: "a", kind: "colour", label: { zh: "一", en: "a" }, initial: "" }] }],
    [{ moon: true }],
  ])("%j", (change) => {
    const text = JSON.stringify(manifestOf({ ...change }));
    expect(problemsOf(JSON.parse(text))).not.toEqual([]);
    expect(() => parseManifest(text, PluginTier.FRAMED, VERSION)).toThrow();
  });

  test("and takes what it takes", () => {
    expect(problemsOf(JSON.parse(JSON.stringify(manifestOf())))).toEqual([]);
  });
});
