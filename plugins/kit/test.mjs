import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "./check.mjs";
import { linkKit } from "./new.mjs";

/** Checks the manifest of a plugin and runs its tests, `*.test.js`. @returns the exit code of the tests */
export function testPlugin(folder) {
  const { pluginName, version } = readManifest(folder);
  linkKit(folder);
  const tests = readdirSync(folder).filter((name) => /\.test\.m?js$/.test(name));
  console.log(`${pluginName} ${version}: plugin.json is in order; tests: ${tests.join(", ") || "none"}`);
  if (tests.length === 0) return Promise.resolve(0);
  const paths = tests.map((name) => join(folder, name));
  // A run inside another one would report to that one.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const child = spawn(process.execPath, ["--test", "--test-reporter=spec", ...paths], {
    stdio: "inherit",
    env,
  });
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}
