import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { digestOf, Stamps, withBuildLock } from "./stamps.mjs";

const TOOLS = ["package-lock.json", "tsconfig.json", "vite.config.ts"];
const CLIENT = ["client", "schema.graphql", "codegen.ts", ...TOOLS];

/** Parts to build, in order, with their sources and the file that each makes; `make.mjs` builds them. */
const PARTS = {
  gql: {
    title: "types of the operations",
    sources: ["client", "schema.graphql", "codegen.ts", "package-lock.json"],
    skip: ["client/gql"],
    output: "client/gql/gql.ts",
  },
  client: {
    title: "client",
    sources: [...CLIENT, "server/cli/make.mjs"],
    skip: ["client/gql"],
    output: "dist/client/.vite/manifest.json",
  },
  ssr: {
    title: "page renderer",
    sources: [...CLIENT, "server/cli/make.mjs"],
    skip: ["client/gql"],
    output: "dist/ssr/plugins/entry-plugins.js",
  },
  server: {
    title: "server",
    sources: ["server", "migrations", "package-lock.json", "tsconfig.json"],
    output: "dist/server/main.js",
  },
  modules: {
    title: "server for the tests",
    sources: ["server", "migrations", "package-lock.json", "tsconfig.json"],
    output: "dist/modules/server/app.js",
  },
};

/**
 * Builds the named parts whose sources have changed since they were built. Where nothing has changed no build tool is
 * even loaded, so that a second start is a quick one.
 * @param root the folder of the project
 */
export async function buildParts(root, { parts, force = false }) {
  if (stale(root, parts, force).length === 0) return;
  await withBuildLock(root, async () => {
    const { MAKERS } = await import("./make.mjs");
    // Asked again: whoever held the lock may have built it all.
    for (const [name, digest] of stale(root, parts, force)) {
      const began = performance.now();
      process.stdout.write(`building ${PARTS[name].title} … `);
      await MAKERS[name](root);
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
