import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PluginCode } from "../features/plugins/codeFiles.ts";
import { GUARD } from "../features/plugins/server-part/bootstrap.ts";
import { MEMORY_MB, permissionFlag } from "../features/plugins/server-part/partProcess.ts";

/** Time for all tests of a plugin, in milliseconds. */
const LIMIT_MS = 60_000;
/** Characters of what the tests print that are read. */
const OUTPUT_MAX = 200_000;
const TESTS = "plugin.test.js";

/**
 * Code that runs before the tests. Runner and renderer are loaded before what they need is taken away. Hooks of modules need
 * a thread; what plugins import lies beside them.
 */
function preludeOf(kit: string): string {
  const renderer = pathToFileURL(createRequire(join(kit, "index.mjs")).resolve("react-dom/server")).href;
  return `import "node:test"; import ${JSON.stringify(renderer)};
    import Module from "node:module"; Module.register = () => undefined;${GUARD}`;
}

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

/**
 * Runs the tests of a plugin with the kit of this version: in a process that reads its own files and the kit, and writes,
 * starts and reaches nothing.
 * @returns the first that fails, and why; null if all pass or there are none
 */
export async function contractProblem(
  rootDir: string,
  { manifest, script, styles, server, tests }: PluginCode & { readonly manifest: string },
): Promise<string | null> {
  if (tests === null) return null;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "luntan-check-")));
  try {
    const files = Object.entries({
      "plugin.json": manifest,
      "client.js": script,
      "client.css": styles,
      "server.js": server,
      "package.json": `{ "type": "module" }`,
      [TESTS]: tests,
    });
    for (const [name, text] of files) if (text !== null) await writeFile(join(folder, name), text);
    const kit = join(rootDir, "plugins/kit");
    await addImports(kit, join(folder, "node_modules"));
    const program = [join(rootDir, "plugins"), join(rootDir, "node_modules")];
    return problemIn(
      await runTests(folder, preludeOf(kit), await Promise.all(program.map((path) => realpath(path)))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts beside a plugin what it imports in pages and tests: React, the kit, and the kit's stand-ins for Apollo. */
async function addImports(kit: string, modules: string): Promise<void> {
  const apollo = join(modules, "@apollo/client");
  await mkdir(apollo, { recursive: true });
  await mkdir(join(modules, "@luntan"));
  await symlink(kit, join(modules, "@luntan/plugin-kit"), "junction");
  const react = createRequire(join(kit, "index.mjs")).resolve("react/package.json");
  await symlink(dirname(react), join(modules, "react"), "junction");
  const from = (file: string) =>
    `export * from ${JSON.stringify(pathToFileURL(join(kit, "host", file)).href)};`;
  await writeFile(join(apollo, "index.mjs"), from("apollo.mjs"));
  await writeFile(join(apollo, "react.mjs"), from("apolloReact.mjs"));
  const exports = { ".": "./index.mjs", "./react": "./react.mjs" };
  await writeFile(join(apollo, "package.json"), JSON.stringify({ type: "module", exports }));
}

function runTests(folder: string, prelude: string, program: readonly string[]): Promise<Ended> {
  const readable = [folder, ...program];
  const flags = [
    permissionFlag(),
    ...readable.map((path) => `--allow-fs-read=${join(path, "*")}`),
    "--no-warnings",
    `--max-old-space-size=${MEMORY_MB}`,
    "--test-reporter=tap",
    "--import",
    `data:text/javascript;base64,${Buffer.from(prelude).toString("base64")}`,
  ];
  const child = spawn(process.execPath, [...flags, TESTS], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const parts: string[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    if (length < OUTPUT_MAX) parts.push(part.toString("utf8"));
    length += part.length;
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ exitCode: null, output: error.message }));
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output: parts.join("") });
    });
  });
}

function problemIn({ exitCode, output }: Ended): string | null {
  if (exitCode === 0) return null;
  if (exitCode === null) return `its tests do not end within ${LIMIT_MS / 1_000} seconds`;
  const [, name, details = ""] = /^ *not ok \d+ - (.*)$([^]*)/m.exec(output) ?? [];
  const reason =
    /^ *error: (?:\|-\n *)?['"]?(.*?)['"]?$/m.exec(details)?.[1] ?? /^.*Error.*$/m.exec(output)?.[0] ?? "";
  return `its test "${name ?? TESTS}" fails${reason ? `: ${reason.trim()}` : ""}`;
}
