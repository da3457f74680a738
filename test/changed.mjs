/**
 * Chooses the test files that a change can reach, by the record of a whole run (`test/support/reach.ts`) and by the imports
 * of the sources as they are.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";

/** The last record of a whole run: files of the product by test file. */
const RECORD = "node_modules/.cache/luntan/reach.json";
/** A record that is older leaves out too much of what tests reach by now. */
const RECORD_MAX_MS = 7 * 24 * 3600_000;
/** Files that everything depends on. */
const ALL =
  /^(package(-lock)?\.json|vite\.config\.ts|vitest\.config\.ts|tsconfig\.json|test\/run\.mjs|\.ci\/)/;
const SOURCE = /^(server|client|shared|migrations|test|plugins)\/.*\.(tsx?|mjs|css)$/;
const TEST = /\.test\.tsx?$/;
/** What the renderer of pages stands for in the record. */
const RENDERER = "dist/ssr/";
/** What a server that runs as a program of its own stands for in the record. */
const PROGRAM = "server/";
/** Tests of the server and in browsers, which a record has; the house runs whole, and Vitest finds those of the client. */
const RECORDED = /^test\/(?!architecture\.|database\/reservedWords\.|operations\/).*\.test\.ts$/;
const IMPORT = /(?:from|import|import\()\s*"(\.[^"]+)"/g;

/** Tells whether there is a record of what tests reach. */
export function hasRecord(root) {
  return existsSync(resolve(root, RECORD));
}

/** Tells whether there is a record that the next whole run should renew. */
export function hasOldRecord(root) {
  return hasRecord(root) && Date.now() - statSync(resolve(root, RECORD)).mtimeMs > RECORD_MAX_MS;
}

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
 * Chooses the tests that changed files can reach, and those that are newer than the record.
 * @returns test files, files of the client whose own tests Vitest finds by their imports, and the files because of which
 *   everything has to run
 */
export function reachedTests(root, changed) {
  const record = JSON.parse(readFileSync(resolve(root, RECORD), "utf8"));
  const sources = sourcesOf(root);
  const importers = importersOf(root, sources);
  const tests = new Set(sources.filter((path) => RECORDED.test(path) && !(path in record)));
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

/** Lists the sources, those that git does not know included. */
function sourcesOf(root) {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
    .split("\n")
    .filter((path) => SOURCE.test(path) && existsSync(resolve(root, path)));
}

/** Reads which sources import which. */
function importersOf(root, sources) {
  const importers = new Map();
  for (const path of sources) {
    for (const [, target] of readFileSync(resolve(root, path), "utf8").matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(path), target.split("?")[0]);
      if (!importers.has(imported)) importers.set(imported, []);
      importers.get(imported).push(path);
    }
  }
  return importers;
}
