import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** Folder that the record of a run goes to; unset in ordinary runs, which then record nothing. */
const FOLDER = process.env["LUNTAN_TEST_REACH"];
/** The compiled server, file by file as it is written. */
const COMPILED = "dist/modules/";
/** The renderer of pages, which is one file: who runs it may be reached by any change of the client. */
const RENDERER = "dist/ssr/";
/** All of the server, which runs as a program of its own. */
const PROGRAM = "server/";
/** Files of the client that each script of browsers is made of; the build writes it. */
const MODULES = join(ROOT, "dist/modules.json");

const scripts = new Set<string>();
const executed = new Set<string>();
let session: Session | null = null;

/** Notes a script that a browser has loaded. @param path such as `/assets/frame-x.js` */
export function reachScript(path: string): void {
  if (FOLDER) scripts.add(path);
}

/** Notes that a test runs the server as a program of its own, of which nothing is recorded: all of it may be reached. */
export function reachProgram(): void {
  if (FOLDER) executed.add(PROGRAM);
}

/** Runs a task that all tests have in common, such as the start of a forum, and records nothing of it. */
export async function unrecorded<T>(task: () => Promise<T>): Promise<T> {
  await takeReach();
  const result = await task();
  await session?.post("Profiler.takePreciseCoverage");
  return result;
}

/**
 * Records which files of the product each test file executes: of the server those of which a function ran, of the client
 * those in the scripts that browsers loaded. `npm test -- --changed` chooses by it (`test/changed.mjs`).
 */
export async function recordReach(): Promise<void> {
  if (!FOLDER) return;
  mkdirSync(FOLDER, { recursive: true });
  // One for all files of a worker: to begin to count takes half a second.
  if (!session) {
    session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }
  beforeAll(async () => {
    await session?.post("Profiler.takePreciseCoverage");
    scripts.clear();
    executed.clear();
  });
  afterAll(async () => {
    await takeReach();
    const files = [...new Set([...executed, ...clientFiles()])].sort();
    const file = relative(ROOT, expect.getState().testPath ?? "");
    appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${JSON.stringify({ file, files })}\n`);
  });
}

async function takeReach(): Promise<void> {
  if (!session) return;
  const { result } = await session.post("Profiler.takePreciseCoverage");
  for (const { functions, url } of result)
    if (functions.some(isCalled)) for (const source of sourceOf(url)) executed.add(source);
}

/** Tells whether a function ran; the body of a module, which has no name, runs when anything imports it. */
function isCalled({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean {
  return functionName !== "" && ranges[0]!.count > 0;
}

function sourceOf(url: string): string[] {
  if (!url.startsWith("file:")) return [];
  const path = relative(ROOT, fileURLToPath(url));
  if (path.startsWith(RENDERER)) return [RENDERER];
  if (!path.startsWith(COMPILED)) return [];
  return [path.slice(COMPILED.length).replace(/\.js$/, ".ts")];
}

function clientFiles(): string[] {
  if (scripts.size === 0 || !existsSync(MODULES)) return [];
  const modules = JSON.parse(readFileSync(MODULES, "utf8")) as Record<string, string[]>;
  return [...scripts].flatMap((script) => modules[script] ?? []);
}
