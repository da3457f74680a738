import { resolve } from "node:path";
import { build, createLogger } from "vite";
import { generateTypes } from "./codegen.mjs";
import { precompress } from "./precompress.mjs";

/** Builders by part of the program; all use Vite, whose configuration for the client is vite.config.ts. */
export const MAKERS = { gql: generateTypes, client: makeClient, ssr: makeRenderer, server: makeServer };

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
}

/** Packages stay outside the bundle: they are CommonJS and native modules, which Node loads best by itself. */
async function makeServer(root) {
  await quietly({
    root,
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
        input: {
          main: resolve(root, "server/main.ts"),
          cli: resolve(root, "server/cli/cli.ts"),
          searchThread: resolve(root, "server/database/searchThread.ts"),
        },
        // TypeORM and type-graphql read the names of classes.
        output: { keepNames: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
    ssr: { external: true },
  });
}
