import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build, createLogger } from "vite";
import { generateTypes } from "./codegen.mjs";
import { precompress } from "./precompress.mjs";

/** Builders by part of the program; all use Vite, whose configuration for the client is vite.config.ts. */
export const MAKERS = {
  gql: generateTypes,
  client: makeClient,
  ssr: makeRenderer,
  server: makeServer,
  modules: makeModules,
};

/** Warnings about the sizes and directives of packages, which nobody here can change. */
const NOT_OURS = /MODULE_LEVEL_DIRECTIVE|chunks are larger/;

/** Only warnings and errors: what was built and how large it is interests nobody at a start. */
function quietly(config) {
  const customLogger = createLogger("warn", { allowClearScreen: false });
  const { warn } = customLogger;
  customLogger.warn = (message, options) => NOT_OURS.test(message) || warn(message, options);
  return build({ ...config, logLevel: "warn", customLogger });
}

async function makeClient(root) {
  await quietly({ root, configFile: resolve(root, "vite.config.ts") });
  await precompress(resolve(root, "dist/client"));
}

async function makeRenderer(root) {
  await quietly({
    root,
    configFile: resolve(root, "vite.config.ts"),
    build: { ssr: "client/entry-server.tsx", outDir: "dist/ssr", emptyOutDir: true },
  });
  // One file by itself: it is sent to a process that has no files.
  await quietly({
    root,
    configFile: resolve(root, "vite.config.ts"),
    build: { ssr: "client/entry-plugins.ts", outDir: "dist/ssr/plugins", emptyOutDir: true },
  });
}

/** Starts when it is loaded, so nothing but a program of its own loads it. */
const PROGRAMS = ["server/main.ts", "server/cli/cli.ts", "server/database/searchThread.ts"];

function makeServer(root) {
  const input = Object.fromEntries(PROGRAMS.map((path) => [basename(path, ".ts"), resolve(root, path)]));
  return makeForNode(root, "dist/server", input, { chunkFileNames: "[name]-[hash].js" });
}

/**
 * Compiles the server module by module: tests load it as Node loads a package, in a quarter of the time that it takes to
 * fetch a thousand modules one by one from the test runner.
 */
function makeModules(root) {
  const sources = ["server", "shared", "migrations"].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true }).map((name) => join(folder, name)),
  );
  const modules = sources.filter((path) => /(?<!\.d)\.ts$/.test(path) && !PROGRAMS.includes(path));
  const input = Object.fromEntries(
    modules.map((path) => [path.slice(0, -".ts".length), resolve(root, path)]),
  );
  return makeForNode(root, "dist/modules", input, { preserveModules: true, preserveModulesRoot: root });
}

/** Packages stay outside the bundle: they are CommonJS and native modules, which Node loads best by itself. */
function makeForNode(root, outDir, input, output) {
  return quietly({
    root,
    configFile: false,
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        // TypeORM and type-graphql read the names of classes.
        output: { keepNames: true, entryFileNames: "[name].js", ...output },
      },
    },
    ssr: { external: true },
  });
}
