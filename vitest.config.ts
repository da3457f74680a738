import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { compiledServer } from "./test/support/compiledServer.mjs";
import { HOUSE, ISOLATED } from "./test/support/suites.ts";
import { SlowFirst } from "./test/support/slowFirst.ts";

/** A test that needs longer than this hangs, on the slowest database and beside a busy neighbour, too. */
const TEST_TIMEOUT_MS = 180_000;
/** A page in a browser is slower, most of all the first one. */
const BROWSER_TIMEOUT_MS = 240_000;
/** Time that a browser test waits for what it expects to come true; vitest's own second is too short on a busy machine. */
const POLL_TIMEOUT_MS = 30_000;
/**
 * Workers: one more than two cores have, since tests wait for browsers, servers and child processes; one for each core where
 * there are more, up to what memory allows beside their browsers.
 */
const WORKERS_MAX = Math.min(Math.max(3, availableParallelism()), 6);

const BROWSER = "test/**/*.browser.test.ts";
/** Every page in every look: slow, so the two devices run side by side. */
const PAGES = "test/pages/*.browser.test.ts";

/** Two copies of graphql ("another module or realm") meet unless all imports name the one that packages load. */
const alias = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

const node = {
  environment: "node" as const,
  pool: "forks" as const,
  // Files share a process, and with it the packages that are loaded; each has forums and databases of its own.
  isolate: false,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  globalSetup: ["test/support/compiledServer.mjs"],
  setupFiles: ["test/support/setup.ts"],
  // The built page renderer and the compiled server are run as they are, like packages.
  server: { deps: { external: [/\/dist\/(ssr|modules)\//, /\/node_modules\//] } },
};

const jsdom = {
  environment: "jsdom" as const,
  testTimeout: TEST_TIMEOUT_MS,
  setupFiles: ["test/support/jsdom.ts"],
  css: { modules: { classNameStrategy: "non-scoped" as const } },
};

/** `npm test` runs the projects one after the other: house, server on SQLite and on MariaDB, client, browser, pages. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS_MAX,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        resolve: { alias },
        plugins: [compiledServer()],
        test: { ...node, name: "house", include: [...HOUSE], testTimeout: BROWSER_TIMEOUT_MS },
      },
      {
        resolve: { alias },
        plugins: [compiledServer()],
        test: {
          ...node,
          name: "server",
          include: ["test/**/*.test.ts"],
          exclude: [...HOUSE, BROWSER],
        },
      },
      {
        resolve: { alias },
        test: {
          ...jsdom,
          name: "client",
          include: ["test/**/*.test.tsx"],
          exclude: [...ISOLATED],
          // Files share modules and a document, which test/support/jsdom.ts empties after each.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { ...jsdom, name: "client-isolated", include: [...ISOLATED] },
      },
      {
        resolve: { alias },
        plugins: [compiledServer()],
        test: {
          ...node,
          name: "browser",
          include: [BROWSER],
          exclude: [PAGES],
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
          expect: { poll: { timeout: POLL_TIMEOUT_MS } },
        },
      },
      {
        resolve: { alias },
        plugins: [compiledServer()],
        test: {
          ...node,
          name: "pages",
          include: [PAGES],
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
          expect: { poll: { timeout: POLL_TIMEOUT_MS } },
        },
      },
    ],
  },
});
