import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { HOST_MODULES } from "./server/ssr/importMap.ts";
import { splitOperations } from "./client/apollo/splitOperations.ts";

/** Packages with native or CommonJS parts of their own; everything else of the client is bundled into the renderer. */
const OUTSIDE = ["graphql"];

/** Names of classes come from names of files, so that a changed style sheet changes no script and no cached page. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split("?")[0]!);
  return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 5)}`;
}

/** The libraries that every page needs. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|react-router|scheduler|@apollo\/client|rxjs|optimism|@wry\/\w+)\//;
const ICON = /node_modules\/@tabler\//;
/** Files that say their name; the others have a hash alone, since lists of their names are in what first pages load. */
const NAMED = /^(main|explorer|framework|frame|rolldown-runtime)$/;
const ALWAYS_LOADED = /\/(framework|frame|rolldown-runtime)-[\w-]+\.(js|css)$/;
/** The function that reads fragments, in a file of its own otherwise. */
const MASKING = /\/client\/gql\/fragment-masking\.ts$/;
const WIDGETS = /node_modules\/(@mantine|@floating-ui)\//;
const ENTRY = join(import.meta.dirname, "client/main.tsx");
const HOME = join(import.meta.dirname, "client/features/home/HomePage.tsx");
const THREAD = join(import.meta.dirname, "client/features/threads/page/ThreadPage.tsx");
const STYLES = /\/client\/[^?]*\.module\.css/;
const OWN = /\/client\/(?!gql\/)[^?]*\.tsx?$/;
const OF_HOME = /\/client\/features\/home\//;
/** Tells whether a module is ours and not generated: a folder of that name may lie above the whole project, too. */
function isOwnCode(id: string): boolean {
  return id.startsWith(join(import.meta.dirname, "client/")) && !id.includes("/client/gql/g");
}
/** Text rules that the server follows as well: a file of a quarter of a kilobyte otherwise. */
const TEXT_RULES = join(import.meta.dirname, "shared/withoutControls.ts");
/** Stands for what the page of a thread needs at once. */
const OF_THREAD = "thread";
/** Number of pages from which on what they share comes in one file rather than in ten of half a kilobyte. */
const SHARED_FROM = 5;
/** Icons that this many files show come in one. */
const ICONS_SHARED_FROM = 3;

/**
 * Gathers what first pages need in few files rather than forty. The frame is what the entry imports at once, so that
 * nothing that opens on demand gets into it; what the home page needs besides stands in two files, of which the page of
 * a thread loads the one that it needs too. The rest of that page stays with it and gets into no file that holds more.
 */
function firstPages() {
  let chunks: ReadonlyMap<string, string> | null = null;
  const ownOf = (from: string, graph: Graph, into = new Set<string>()): Set<string> => {
    if (into.has(from) || !(OWN.test(from) || STYLES.test(from))) return into;
    into.add(from);
    graph.getModuleInfo(from)?.importedIds.forEach((id) => ownOf(id, graph, into));
    return into;
  };
  const gather = (graph: Graph): Map<string, string> => {
    const [frame, home, thread] = [ENTRY, HOME, THREAD].map((page) => ownOf(page, graph));
    return new Map([
      ...[...thread!].map((id) => [id, OF_THREAD] as const),
      ...[...home!].map((id) => [id, thread!.has(id) ? "content" : "lists"] as const),
      ...[...frame!].map((id) => [id, "frame"] as const),
    ]);
  };
  return {
    /** Whether a module belongs to one of the files. */
    isOf:
      (name: string) =>
      (id: string): boolean =>
        id !== ENTRY && !OF_HOME.test(id) && chunks?.get(id) === name,
    gather: (id: string, graph: Graph): null => {
      chunks ??= gather(graph);
      return null;
    },
    isLater: (id: string): boolean =>
      id === TEXT_RULES || (isOwnCode(id) && (OWN.test(id) || STYLES.test(id)) && !chunks?.has(id)),
  };
}

/**
 * Lets the bundler leave out parts of the router that nobody uses: names for the developer's tools and unmarked calls
 * keep its forms, scroll restoration and link prefetching in every first page.
 */
function leaveOutOfRouter(): Plugin {
  return {
    name: "leave-out-of-router",
    transform(code, id) {
      if (!/node_modules\/react-router\/dist\/.*\.mjs$/.test(id)) return null;
      return {
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, "$1/* @__PURE__ */ $2"),
        map: null,
      };
    },
  };
}

/**
 * Shortens the tables of routes for browsers, since the first weighs on every first page: modules, which browsers only
 * compare, are numbered, and every module of a page exports it under one short name besides its own.
 */
function shortenRoutes(): Plugin {
  const tables = ["client/firstRoutes.ts", "client/routes.tsx"].map((path) =>
    join(import.meta.dirname, path),
  );
  const pages = new Map(
    tables
      .flatMap((table) => [
        ...readFileSync(table, "utf8").matchAll(
          /\bimport\("\.\/([\w./-]+)"\)\.then\(\s*\(m\) => m\.(\w+),?\s*\)/g,
        ),
      ])
      .map(([, path, name]) => [join(import.meta.dirname, "client", path!), name!] as const),
  );
  const numbers = new Map([...pages.keys()].map((path, index) => [path, index] as const));
  const numberOf = (path: string): number => {
    const number = numbers.get(join(import.meta.dirname, "client", path));
    if (number === undefined) throw new Error(`The table of routes does not say how ${path} is loaded.`);
    return number;
  };
  return {
    name: "shorten-routes",
    transform(code, id) {
      const page = pages.get(id);
      if (page !== undefined) return { code: `${code}\nexport { ${page} as p };`, map: null };
      if (!tables.includes(id)) return null;
      const short = code
        .replace(/\bmodule: "([\w./-]+)"/g, (_, path: string) => `module: "${numberOf(path)}"`)
        .replace(/\.then\(\s*\(?m\)? => m\.\w+,?\s*\)/g, ".then((m) => m.p)");
      return { code: short, map: null };
    },
  };
}

/** Writes which modules each script of browsers is made of, for the tests that a change can reach. */
function listModules(): Plugin {
  const ours = (id: string): boolean => id.startsWith(`${import.meta.dirname}/client/`);
  return {
    name: "list-modules",
    writeBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []));
      const modules = scripts.map(({ fileName, moduleIds }) => [
        `/${fileName}`,
        moduleIds.filter(ours).map((id) => relative(import.meta.dirname, id.split("?")[0]!)),
      ]);
      writeFileSync(
        join(import.meta.dirname, "dist/modules.json"),
        JSON.stringify(Object.fromEntries(modules) as object),
      );
    },
  };
}

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The client. `vite build` writes dist/client for browsers; `vite build --ssr client/entry-server.tsx` writes the page
 * renderer, in which React, the router and the like are bundled, so that it starts fast and needs no packages.
 */
const first = firstPages();

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    ...(command === "build" ? [splitOperations(), leaveOutOfRouter()] : []),
    ...(command === "build" && !isSsrBuild ? [shortenRoutes(), listModules()] : []),
  ],
  publicDir: "client/public",
  css: { modules: { generateScopedName } },
  resolve: {
    // Without "es2015" browsers get rxjs as it is for browsers of 2014.
    conditions: ["es2015", ...defaultClientConditions],
  },
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  ssr: { noExternal: true as const, external: command === "build" ? [] : OUTSIDE },
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? "node20" : "baseline-widely-available",
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every page has loaded need not be named again in each file that loads more.
      resolveDependencies: (_file, needed) => needed.filter((path) => !ALWAYS_LOADED.test(path)),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // Other entries are imported by name: the modules that plugins get from the page.
          preserveEntrySignatures: "allow-extension",
          input: ["client/main.tsx", "client/explorer/explorer.tsx", ...Object.values(HOST_MODULES)],
          output: {
            chunkFileNames: ({ name }) => `assets/${NAMED.test(name) ? "[name]-" : ""}[hash].js`,
            assetFileNames: ({ names }) =>
              `assets/${NAMED.test(names[0]?.split(".")[0] ?? "") ? "[name]-" : ""}[hash][extname]`,
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, priority: 5 },
                { name: first.gather, debugName: "first pages", priority: 6 },
                { name: "frame", test: (id) => MASKING.test(id) || first.isOf("frame")(id), priority: 4 },
                { name: "content", test: first.isOf("content"), priority: 3 },
                {
                  name: "lists",
                  test: first.isOf("lists"),
                  priority: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "reading",
                  test: first.isOf(OF_THREAD),
                  priority: 2,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "icons",
                  test: ICON,
                  priority: 1,
                  minShareCount: ICONS_SHARED_FROM,
                },
                {
                  name: "shared",
                  test: first.isLater,
                  minShareCount: SHARED_FROM,
                  includeDependenciesRecursively: false,
                },
                { name: "widgets", test: WIDGETS, minShareCount: SHARED_FROM },
              ],
            },
          },
        },
  },
}));
