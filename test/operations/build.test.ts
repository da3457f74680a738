import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { filesOf, readManifest } from "../../server/ssr/document.ts";
import { ROOT } from "../support/root.ts";

const CLIENT = join(ROOT, "dist/client");
/** Most that a member's first page may weigh, gzipped; the router's 12 kB are among it (docs/decisions/0173). */
const SCRIPTS_MAX_BYTES = 185_000;
const STYLES_MAX_BYTES = 25_000;
/** Most that the places of plugins may weigh on a page without plugins. */
const SLOTS_MAX_BYTES = 2_000;

const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

test("scripts and style sheets lie beside renditions that unpack to the same bytes", () => {
  const texts = files.filter(
    (file) => [".js", ".css"].includes(extname(file)) && readFileSync(file).length > 2_000,
  );
  expect(texts.length).toBeGreaterThan(3);
  for (const file of texts) {
    const plain = readFileSync(file);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(plain), file).toBe(true);
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(plain), file).toBe(true);
  }
});

test.each(["features/home/HomePage.tsx", "features/threads/page/ThreadPage.tsx"])(
  "%s as the first page is light",
  (page) => {
    const { entry, scripts, styles } = filesOf(readManifest(CLIENT), [page]);
    const weigh = (paths: readonly string[]): number =>
      paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(CLIENT, path))).length, 0);

    expect(scripts.length).toBeGreaterThan(0);
    expect(weigh([entry, ...scripts])).toBeLessThanOrEqual(SCRIPTS_MAX_BYTES);
    expect(weigh(styles)).toBeLessThanOrEqual(STYLES_MAX_BYTES);
  },
);

test("the places of plugins cost at most 2 kB of script where none shows, and their host comes with the first plugin", async () => {
  const slot = join(ROOT, "client/plugins/Slot.tsx");
  // What a page loads for its places alone: the host and everything else comes from elsewhere.
  const alone = /client\/plugins\/(Slot|slotKey|serverSlots|zones)\.tsx?$/;
  const built = await build({
    configFile: false,
    logLevel: "silent",
    define: { "import.meta.env.SSR": "false" },
    // As a library, so that nothing of Vite's own comes with it.
    build: {
      write: false,
      lib: { entry: slot, formats: ["es"] },
      rollupOptions: {
        output: { minify: true },
        external: (id, from) =>
          from !== undefined && !alone.test(id.startsWith(".") ? resolve(dirname(from), id) : id),
      },
    },
  });
  const [chunk, ...others] = (built as { output: { code: string }[] }[])[0]!.output;
  expect(others).toEqual([]);
  expect(chunk!.code).toContain("PluginsAt");
  expect(Buffer.byteLength(chunk!.code)).toBeLessThanOrEqual(SLOTS_MAX_BYTES);

  const HOST = "[plugins] cannot be loaded";
  for (const page of ["features/home/HomePage.tsx", "features/threads/page/ThreadPage.tsx"]) {
    const { entry, scripts } = filesOf(readManifest(CLIENT), [page]);
    const texts = [entry, ...scripts].map((path) => readFileSync(join(CLIENT, path), "utf8"));
    expect(texts.filter((text) => text.includes(HOST))).toEqual([]);
  }
  const scripts = files.filter((file) => extname(file) === ".js");
  expect(scripts.filter((file) => readFileSync(file, "utf8").includes(HOST))).toHaveLength(1);
});

test("the client's files name no foreign host to load from", () => {
  const hosts = /https?:\/\/(?:unpkg|cdn|fonts|www\.googleapis|ajax|esm)[.\w-]*\.[a-z]{2,}/gi;
  const found = files
    .filter((file) => [".js", ".css", ".html"].includes(extname(file)))
    .flatMap((file) => readFileSync(file, "utf8").match(hosts) ?? []);
  expect(found).toEqual([]);
});

test("the server's bundle keeps the names of classes, which its decorators read", () => {
  const server = readdirSync(join(ROOT, "dist/server"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(ROOT, "dist/server", name), "utf8"))
    .join("\n");
  for (const name of ["User", "Thread", "Post", "Category"])
    expect(server).toMatch(new RegExp(`class ${name}\\b`));
});

test("the router of data routes is in no script: pages load their data themselves", () => {
  const scripts = files.filter((file) => extname(file) === ".js");
  const holding = (words: string) => scripts.filter((file) => readFileSync(file, "utf8").includes(words));
  // Sentences of the library: of its <BrowserRouter>'s hooks, and of the router and the hydration of data routes.
  expect(holding("may be used only in the context of a <Router> component").length).toBeGreaterThan(0);
  expect(holding("non-empty routes array to createRouter")).toEqual([]);
  expect(holding("__staticRouterHydrationData")).toEqual([]);
});
