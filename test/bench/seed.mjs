/** Fills one database for the benchmark, in a process of its own: what it loads and uses is gone when it ends. */
import { resolve } from "node:path";
import { runnerImport } from "vite";

const ROOT = resolve(import.meta.dirname, "../..");

const options = JSON.parse(process.argv[2]);
const { module } = await runnerImport(resolve(import.meta.dirname, "fill.ts"), {
  root: ROOT,
  configFile: false,
  logLevel: "warn",
});
await module.fill({ ...options, tell: (line) => console.log(`  ${line}`) });
