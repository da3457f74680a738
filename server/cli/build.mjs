import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Sources, Stamps, withBuildLock } from "./stamps.mjs";

const TOOLS = ["package-lock.json", "tsconfig.json", "vite.config.ts"];
const CLIENT = ["client", "shared", "schema.graphql", "codegen.ts", ...TOOLS];
/** Folders of generated files, which are no sources. */
const GENERATED = ["client/gql"];

/** Parts to build, in order, with their sources and the file that each makes; `make.mjs` builds them. */
const PARTS = {
  gql: {
    title: "types of the operations",
    sources: ["client", "schema.graphql", "codegen.ts", "package-lock.json"],
    output: "client/gql/gql.ts",
  },
  client: {
    title: "client",
    sources: [...CLIENT, "server/cli/make.mjs"],
    output: "dist/client/.vite/manifest.json",
  },
  ssr: {
    title: "page renderer",
    sources: [...CLIENT, "server/cli/make.mjs"],
    output: "dist/ssr/plugins/entry-plugins.js",
  },
  server: {
    title: "server",
    sources: ["server", "shared", "migrations", "package-lock.json", "tsconfig.json"],
    output: "dist/server/main.js",
  },
  modules: {
    title: "server for the tests",
    sources: ["server", "shared", "migrations", "package-lock.json", "tsconfig.json"],
    output: "dist/modules/server/app.js",
  },
};

/**
 * Builds the named parts whose sources have changed since they were built. Where nothing has changed no build tool is
 * even loaded, so that a second start is a quick one. Otherwise a process of its own builds: what build tools hold of
 * memory, a gigabyte, ends with it.
 * @param root the folder of the project
 * @throws {Error} if the build fails; its own messages are on standard error
 */
export async function buildParts(root, { parts, force = false }) {
  const names = stale(root, parts, force).map(([name]) => name);
  if (names.length === 0) return;
  if (force) new Stamps(root).forget(names);
  const program = resolve(import.meta.dirname, "buildHere.mjs");
  const child = spawn(process.execPath, [program, root, ...names], { stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  const signals = ["SIGTERM", "SIGINT"];
  for (const signal of signals) process.on(signal, pass);
  const [code, signal] = await new Promise((done, failed) => {
    child.once("error", failed).once("exit", (...ended) => done(ended));
  });
  for (const name of signals) process.off(name, pass);
  if (signal) process.kill(process.pid, signal);
  if (code !== 0) throw new Error("The build failed.");
}

/** Builds in this process what the named parts lack, while no other process does. @param root the folder of the project */
export async function buildHere(root, parts) {
  await withBuildLock(root, async () => {
    const { MAKERS } = await import("./make.mjs");
    // Asked again: whoever held the lock may have built it all.
    for (const [name, digests] of stale(root, parts, false)) {
      const began = performance.now();
      process.stdout.write(`building ${PARTS[name].title} … `);
      await MAKERS[name](root);
      new Stamps(root).write(name, digests);
      process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    }
  });
}

/**
 * Names the parts whose sources differ in contents from what they were built from, with the digests of these. Sources are
 * read only if a file has been written since: to read all of them took a sixth of the processor time of a start.
 */
function stale(root, parts, force) {
  const sources = new Sources(root, GENERATED);
  const known = new Stamps(root).read();
  return parts.flatMap((name) => {
    const part = PARTS[name];
    const isThere = !force && existsSync(resolve(root, part.output));
    const marks = sources.marks(part);
    if (isThere && known[name]?.marks === marks) return [];
    const contents = sources.contents(part);
    return isThere && known[name]?.contents === contents ? [] : [[name, { contents, marks }]];
  });
}
