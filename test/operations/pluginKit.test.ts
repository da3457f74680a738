import "reflect-metadata";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printHookPages } from "../../server/cli/printHooks.ts";
import { printKit } from "../../server/cli/printKit.ts";
import { HOOKS_BY_TARGET } from "../../server/features/plugins/hookTable.ts";
import { parseManifest } from "../../server/features/plugins/manifest.ts";
import { checkPackage } from "../../server/features/plugins/archive/package.ts";
import { PluginTier } from "../../server/features/plugins/plugin.entity.ts";
import { unzip } from "../../server/features/plugins/archive/zip.ts";
import { problemsOf } from "../../plugins/kit/check.mjs";
import { HOST_MODULES } from "../../server/ssr/importMap.ts";
import { openPreview } from "../../plugins/kit/preview.mjs";
import { manifestOf } from "../plugins/packing.ts";

/** The kit: somebody outside writes, sees, tests and packs a plugin with it alone. */
const ROOT = resolve(import.meta.dirname, "../..");
const VERSION = "0.1.0";
const BIN = join(ROOT, "plugins/kit/bin.mjs");
/** Most that the pictures of all places may weigh together. */
const PICTURES_MAX_BYTES = 600_000;
const run = promisify(execFile);

const IMPORTING_CODE = `import React, { useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { gql } from "@apollo/client";
import { useQuery } from "@apollo/client/react";
import { definePlugin, useAnswer } from "@luntan/plugin-kit";
const NAME = gql\`query { site { name } }\`;
export default definePlugin((host) => ({
  main({ server }) {
    const [count] = useState(1);
    const { data, loading } = useQuery(NAME);
    const { isLoading } = useAnswer(server, "{ votes }");
    const parts = [count, loading ? "loading" : data.site.name, isLoading, host.React === React];
    return jsxs("p", { children: [jsx("b", { children: "Moon" }), parts.join(" ")] });
  },
}));
`;
const IMPORTING_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";
test("it renders with the one React and what the forum answers", async () => {
  const plugin = await loadPlugin(import.meta.dirname);
  const place = "plugin_global@footer_replace_hook";
  assert.equal(await plugin.render(place), "<p><b>Moon</b>1 loading true true</p>");
  const answer = (document) => document.includes("site") ? { site: { name: "Harbour" } } : undefined;
  assert.equal(await plugin.render(place, { answer }), "<p><b>Moon</b>1 Harbour true true</p>");
});
`;
/** Names that a module exports, by its text. */
const exportsOf = (code: string): string[] =>
  [...code.matchAll(/export (?:(?:const )?\{([^}]*)\}|function (\w+)|(default) )/g)]
    .flatMap(([, list, name, isDefault]) => (list ? list.split(",") : [name ?? isDefault!]))
    .map((name) => name.trim())
    .filter((name) => name !== "");

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

test("each place has its page and its picture in the docs, and the pages are those of the types", () => {
  const pages = printHookPages(ROOT);
  const folder = join(ROOT, "docs/hooks");
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(pages).toSorted());
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(folder, name), "utf8"), `npm run codegen: ${name}`).toBe(text);
  const places = Object.entries(HOOKS_BY_TARGET).flatMap(([target, hooks]) =>
    hooks.map((hook) => `${target}.${hook}`),
  );
  const pictures = places.map((place) => `${place}.webp`);
  expect(Object.keys(pages).toSorted()).toEqual(
    ["README.md", ...places.map((each) => `${each}.md`)].toSorted(),
  );
  expect(readdirSync(join(ROOT, "docs/images/hooks")).toSorted()).toEqual(pictures.toSorted());
  const bytes = pictures.map((name) => statSync(join(ROOT, "docs/images/hooks", name)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(PICTURES_MAX_BYTES);
  for (const place of places) expect(pages["README.md"], place).toContain(`(${place}.md)`);
});

describe.each([
  ["in a frame", "plugin_index@header_insert_before_hook", PluginTier.FRAMED],
  ["in the page", "plugin_global@footer_replace_hook", PluginTier.TRUSTED],
])("a plugin that runs %s", (what, slot, tier) => {
  // Here is no terminal, so nothing is shown that somebody would have to end.
  test("is written with a test that passes, and packed into an archive that the forum takes", async () => {
    const dir = join(folder, tier.toLowerCase());
    const written = await kit("new", "moon-phase", "--slot", slot, "--dir", dir);
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

test("a plugin that was moved finds the kit again", async () => {
  await kit("new", "moon-phase", "--slot", "plugin_global@footer_replace_hook", "--dir", "before");
  const moved = join(folder, "further/away");
  mkdirSync(join(folder, "further"));
  renameSync(join(folder, "before"), moved);
  await kit("test", moved);
  const link = join(moved, "node_modules/@luntan/plugin-kit");
  expect(realpathSync(link)).toBe(realpathSync(join(ROOT, "plugins/kit")));
  expect(readlinkSync(link)).toMatch(/^\.\./);
});

/** Names that anybody may take on the registry, and the command that would run what they put there. */
const FREE_NAMES = /(?<![\w@/-])luntan-(?:sdk|plugin)(?:-kit)?\b(?![-\w])|\bnpx (?!vitest\b|tsc\b)/;

test("no text tells a name of a package that is free for anybody", () => {
  const folders = ["client", "docs", "plugins", "sdk", "server"];
  const paths = folders.flatMap((each) =>
    readdirSync(join(ROOT, each), { recursive: true }).map((name) => join(ROOT, each, String(name))),
  );
  const tops = readdirSync(ROOT).map((name) => join(ROOT, name));
  const texts = [...paths, ...tops].filter((path) => /\.(?:md|[mc]?[jt]sx?|json|html)$/.test(path));
  const told = texts.filter(
    (path) => !path.includes("node_modules") && FREE_NAMES.test(readFileSync(path, "utf8")),
  );
  expect(told).toEqual([]);
});

test("a plugin that imports what the forum's pages offer is tested, and its preview offers the same", async () => {
  const dir = join(folder, "importing");
  await kit("new", "moon-phase", "--slot", "plugin_global@footer_replace_hook", "--dir", dir, "--no-show");
  writeFileSync(join(dir, "client.js"), IMPORTING_CODE);
  writeFileSync(join(dir, "plugin.test.js"), IMPORTING_TEST);
  expect((await kit("test", dir)).stdout).toMatch(/pass 1\n.*fail 0/s);

  const preview = await openPreview(dir);
  const get = async (path: string) => (await fetch(new URL(path, preview.url))).text();
  try {
    const [, map] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(await get("/place"))!;
    const { imports } = JSON.parse(map!) as { imports: Record<string, string> };
    expect(Object.keys(imports).toSorted()).toEqual(Object.keys(HOST_MODULES).toSorted());
    for (const [name, source] of Object.entries(HOST_MODULES)) {
      const offered = exportsOf(readFileSync(join(ROOT, source), "utf8"));
      expect(exportsOf(await get(imports[name]!)), name).toEqual(expect.arrayContaining(offered));
    }
  } finally {
    await preview.close();
  }
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
