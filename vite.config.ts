import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
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
const ENTRY = join(import.meta.dirname, "client/main.tsx");
const HOME = join(import.meta.dirname, "client/features/home/HomePage.tsx");
const OWN = /\/client\/(?!gql\/)[^?]*\.tsx?$/;
const OF_HOME = /\/client\/features\/home\//;
/** Whether a module is ours and not generated: a folder of that name may lie above the whole project, too. */
function isOwnCode(id: string): boolean {
  return id.startsWith(join(import.meta.dirname, "client/")) && !id.includes("/client/gql/g");
}
/** What this many pages need comes in one file rather than in ten of half a kilobyte. */
const SHARED_FROM = 8;

/**
 * Gathers what every page needs in few files rather than forty. The frame is what the entry imports at once, so that
 * nothing that opens on demand gets into it; lists are what the home page needs besides, and shares with others.
 */
function chunkOf() {
  const chunks = new Map<string, string>();
  const gather = (name: string, from: string, graph: Graph): void => {
    if (chunks.has(from) || !OWN.test(from)) return;
    chunks.set(from, name);
    graph.getModuleInfo(from)?.importedIds.forEach((id) => gather(name, id, graph));
  };
  return (id: string, graph: Graph): string | null => {
    if (chunks.size === 0) {
      gather("frame", ENTRY, graph);
      gather("lists", HOME, graph);
    }
    return id === ENTRY || OF_HOME.test(id) ? null : (chunks.get(id) ?? null);
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

/** Numbers the modules of routes for browsers, which only compare them; their paths would weigh on every first page. */
function numberRouteModules(): Plugin {
  return {
    name: "number-route-modules",
    transform(code, id) {
      if (id !== join(import.meta.dirname, "client/routes.tsx")) return null;
      const numbers = new Map<string, number>();
      const numberOf = (path: string): number =>
        numbers.get(path) ?? numbers.set(path, numbers.size).get(path)!;
      const numbered = code.replace(
        /\bmodule: "([\w./-]+)"/g,
        (_, path: string) => `module: "${numberOf(path)}"`,
      );
      return { code: numbered, map: null };
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
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    ...(command === "build" ? [splitOperations(), leaveOutOfRouter()] : []),
    ...(command === "build" && !isSsrBuild ? [numberRouteModules()] : []),
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
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ["client/main.tsx", "client/explorer/explorer.tsx"],
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, priority: 2 },
                { name: chunkOf(), debugName: "frame and lists", priority: 1 },
                { name: "shared", test: isOwnCode, minShareCount: SHARED_FROM },
              ],
            },
          },
        },
  },
}));
