/** Counts the SQL statements of pages, in a process of its own: `node count.mjs '{"env":{…},"paths":[…]}'` prints JSON. */
import { resolve } from "node:path";
import { runnerImport } from "vite";

const { env, paths } = JSON.parse(process.argv[2]);
const { module } = await runnerImport(resolve(import.meta.dirname, "statements.ts"), {
  root: resolve(import.meta.dirname, "../.."),
  configFile: false,
  logLevel: "warn",
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
});
process.stdout.write(`\n${JSON.stringify(await module.countStatements(env, paths))}\n`);
