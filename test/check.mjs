/** `npm run check`: everything that is checked without running the program. Runs all steps, then fails if any failed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Runs a tool of the project; true if it is content. */
function tool(script, ...args) {
  const path = resolve(ROOT, "node_modules", script);
  return spawnSync(process.execPath, [path, ...args], { cwd: ROOT, stdio: "inherit" }).status === 0;
}

/** schema.graphql is the contract: it must say what the server does. */
async function schemaIsCurrent() {
  const { printServerSchema } = await import("../server/cli/codegen.mjs");
  const file = resolve(ROOT, "schema.graphql");
  const stored = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (stored === (await printServerSchema(ROOT))) return true;
  console.error("schema.graphql differs from what the server offers: run `npm run codegen` and commit it.");
  return false;
}

async function typesAreGenerated() {
  const { generateTypes } = await import("../server/cli/codegen.mjs");
  await generateTypes(ROOT);
  return true;
}

const STEPS = {
  "schema.graphql is current": schemaIsCurrent,
  "operations fit the schema": typesAreGenerated,
  types: () => tool("typescript/bin/tsc", "--noEmit"),
  lint: () => tool("eslint/bin/eslint.js", ".", "--max-warnings=0"),
  format: () => tool("prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."),
  "rules of the house": () =>
    tool("vitest/vitest.mjs", "run", "--project", "house", "test/architecture.test.ts", "test/registries/"),
};

const failed = [];
for (const [title, step] of Object.entries(STEPS)) {
  console.log(`\n── ${title}`);
  const began = performance.now();
  let fine = false;
  try {
    fine = await step();
  } catch (error) {
    console.error(error.message);
  }
  console.log(`${fine ? "fine" : "FAILED"} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!fine) failed.push(title);
}
console.log(failed.length === 0 ? "\nall checks are fine" : `\nfailed: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
