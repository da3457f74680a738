/**
 * Chooses the test files that a change can reach, by the record of the last whole run (`test/support/reach.ts`) and by the
 * imports of the sources as they are.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";

/** The record of the last whole run: files of the product by test file. */
const RECORD = "node_modules/.cache/luntan/reach.json";
/** Files that everything depends on. */
const ALL =
  /^(package(-lock)?\.json|vite\.config\.ts|vitest\.config\.ts|tsconfig\.json|test\/run\.mjs|\.ci\/)/;
const SOURCE = /^(server|client|shared|migrations|test|plugins)\/.*\.(tsx?|mjs|css)$/;
const TEST = /\.test\.tsx?$/;
/** What the renderer of pages stands for in the record. */
const RENDERER = "dist/ssr/";
/** What a server that runs as a program of its own stands for in the record. */
const PROGRAM = "server/";
const IMPORT = /(?:from|import|import\()\s*"(\.[^"]+)"/g;

/** Joins what the workers of a whole run have recorded, and keeps it for `--changed`. */
export function keepReach(root, folders) {
  const record = {};
  for (const folder of folders.filter(existsSync)) {
    for (const name of readdirSync(folder)) {
      for (const line of readFileSync(join(folder, name), "utf8").trim().split("\n")) {
        const { file, files } = JSON.parse(line);
        record[file] = files;
      }
    }
  }
  const path = resolve(root, RECORD);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(record));
}

/** Lists the files that differ from a commit, those that git does not know included. */
export function changedFiles(root, commit) {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return [
    ...new Set([
      ...git("diff", "--name-only", commit, "--"),
      ...git("ls-files", "--others", "--exclude-standard"),
    ]),
  ].filter(Boolean);
}

/**
 * Chooses the tests that changed files can reach.
 * @returns test files, files of the client whose own tests Vitest finds by their imports, and the files because of which
 *   everything has to run
 * @throws {Error} if no whole run has left a record
 */
export function reachedTests(root, changed) {
  if (!existsSync(resolve(root, RECORD)))
    throw new Error("There is no record of what tests reach yet: a whole `npm test` writes it.");
  const record = JSON.parse(readFileSync(resolve(root, RECORD), "utf8"));
  const importers = importersOf(root);
  const tests = new Set();
  const unknown = changed.filter((file) => ALL.test(file));
  const programs = Object.keys(record).filter((test) => record[test].includes(PROGRAM));
  if (changed.some((file) => /^(server|shared|migrations)\//.test(file)))
    for (const test of programs) tests.add(test);
  const client = changed.filter((file) => file.startsWith("client/") && SOURCE.test(file));
  for (const file of changed.filter((path) => SOURCE.test(path))) {
    const reached = testsOf(file, record, importers);
    if (reached.length === 0 && !file.startsWith("test/")) unknown.push(file);
    for (const test of reached) if (existsSync(resolve(root, test))) tests.add(test);
  }
  return { tests: [...tests].sort(), client, unknown };
}

/** Lists the tests that reach a file: what imports it stands in for a file of which nothing is executed by itself. */
function testsOf(file, record, importers) {
  if (TEST.test(file)) return [file];
  const seen = new Set([file]);
  let level = [file];
  while (level.length > 0) {
    const found = Object.entries(record).flatMap(([test, files]) =>
      level.some((path) => reaches(files, path)) ? [test] : [],
    );
    const importing = level.flatMap((path) => importers.get(path) ?? []);
    const direct = importing.filter((path) => TEST.test(path));
    if (found.length > 0 || direct.length > 0) return [...found, ...direct, ...testsAbove(file, importers)];
    level = importing.filter((path) => !seen.has(path));
    for (const path of level) seen.add(path);
  }
  return [];
}

const reaches = (files, path) =>
  files.includes(path) || (/^(client|shared)\//.test(path) && files.includes(RENDERER));

/** Lists the tests that import a file of the tests, at any distance. */
function testsAbove(file, importers) {
  if (!file.startsWith("test/")) return [];
  const seen = new Set([file]);
  for (const path of seen) for (const next of importers.get(path) ?? []) seen.add(next);
  return [...seen].filter((path) => TEST.test(path));
}

/** Reads which sources import which. */
function importersOf(root) {
  const importers = new Map();
  const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
    .split("\n")
    .filter((path) => SOURCE.test(path) && existsSync(resolve(root, path)));
  for (const path of sources) {
    for (const [, target] of readFileSync(resolve(root, path), "utf8").matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(path), target.split("?")[0]);
      if (!importers.has(imported)) importers.set(imported, []);
      importers.get(imported).push(path);
    }
  }
  return importers;
}
