import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { build, createLogger } from "vite";
import { generateTypes } from "./codegen.mjs";
import { precompress } from "./precompress.mjs";
import { digestOf, Stamps, withBuildLock } from "./stamps.mjs";

const TOOLS = ["package-lock.json", "tsconfig.json", "vite.config.ts"];
const CLIENT = ["client", "schema.graphql", "codegen.ts", ...TOOLS];

/** What there is to build, in order: from which sources, into which file, and how. */
const PARTS = {
  gql: {
    title: "types of the operations",
    sources: ["client", "schema.graphql", "codegen.ts", "package-lock.json"],
    skip: ["client/gql"],
    output: "client/gql/gql.ts",
    make: generateTypes,
  },
  client: {
    title: "client",
    sources: CLIENT,
    skip: ["client/gql"],
    output: "dist/client/.vite/manifest.json",
    make: buildClient,
  },
  ssr: {
    title: "page renderer",
    sources: CLIENT,
    skip: ["client/gql"],
    output: "dist/ssr/entry-server.js",
    make: buildRenderer,
  },
  server: {
    title: "server",
    sources: ["server", "migrations", ...TOOLS],
    output: "dist/server/main.js",
    make: buildServer,
  },
};

/**
 * Builds the named parts whose sources have changed since they were built.
 * @param root the folder of the project
 */
export function buildParts(root, { parts, force = false }) {
  return stale(root, parts, force).length === 0
    ? undefined
    : withBuildLock(root, async () => {
        // Asked again: whoever held the lock may have built it all.
        for (const [name, digest] of stale(root, parts, force)) {
          const began = performance.now();
          process.stdout.write(`building ${PARTS[name].title} … `);
          await PARTS[name].make(root);
          new Stamps(root).write(name, digest);
          process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);
        }
      });
}

function stale(root, parts, force) {
  const known = new Stamps(root).read();
  return parts
    .map((name) => [name, digestOf(root, PARTS[name])])
    .filter(
      ([name, digest]) => force || known[name] !== digest || !existsSync(resolve(root, PARTS[name].output)),
    );
}

/** Vite's logger without its chatter: only warnings and errors. */
function quietLogger() {
  return createLogger("warn", { allowClearScreen: false });
}

async function buildClient(root) {
  await build({
    root,
    configFile: resolve(root, "vite.config.ts"),
    logLevel: "warn",
    customLogger: quietLogger(),
  });
  await precompress(resolve(root, "dist/client"));
}

async function buildRenderer(root) {
  await build({
    root,
    configFile: resolve(root, "vite.config.ts"),
    logLevel: "warn",
    customLogger: quietLogger(),
    build: { ssr: "client/entry-server.tsx", outDir: "dist/ssr", emptyOutDir: true },
  });
}

/** Packages stay outside: they are CommonJS and native modules that Node loads best by itself. */
async function buildServer(root) {
  await build({ root, ...serverBuild(root), logLevel: "warn", customLogger: quietLogger() });
}

function serverBuild(root) {
  return {
    configFile: false,
    publicDir: false,
    build: {
      ssr: true,
      outDir: "dist/server",
      emptyOutDir: true,
      target: "node20",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { main: resolve(root, "server/main.ts"), cli: resolve(root, "server/cli/cli.ts") },
        // TypeORM and type-graphql read the names of classes.
        output: { keepNames: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
    ssr: { external: true, noExternal: [] },
  };
}
