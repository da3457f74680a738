/**
 * Chooses the tests that run on every database engine, by what they execute: a run of all server tests on SQLite records
 * the shapes of the statements of each test (`test/support/profile.ts`). The tests chosen execute every kind of statement
 * that any test executes, so that one which an engine refuses or reads differently meets that engine in a test.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** Folders whose rules rest on transactions, locks, collation or uniqueness: all of their files run on every engine. */
const ALWAYS =
  /^test\/(migrations\.test|database\/|money\/|orders\/|payments\/|red-packets\/|bounties\/|processes\/|search\/|counters\/|unread\/|upgrades\/)/;
/** Texts of files that start programs of their own, whose statements no profile has, or that branch by engine. */
const OTHER_PROGRAMS = /\bServerProcess\b|\bENGINE\b|createServerDatabase|\.engine\b/;
/**
 * Files that start programs, with those of their tests that run on every engine. The other tests are about files, HTTP or
 * SQLite's own file; tests that start no program execute their statements on every engine.
 */
const PROGRAMS = {
  "test/backup/damage.test.ts": [],
  "test/backup/timetable.test.ts": [],
  "test/cli/secondFactor.test.ts": [],
  "test/doors/overload.test.ts": [],
  "test/start/doctor.test.ts": [
    "a forum that serves is looked at while it runs, and found healthy",
    "a clock that stands before what was written or before the last start is found",
    "a table that lacks a column is named, and so is one whose statements the database does not take; nothing is kept",
  ],
  "test/start/refusals.test.ts": [
    "a database of a development version is refused with what to do, even by force, and left as it is",
    "a program that is older than its database names the version to run, and starts by force alone",
    "a second data folder with the same database is found by its key",
  ],
  "test/transfer/fromPage.test.ts": [
    "an owner tries an archive, reads the report, and moves the community in",
  ],
  "test/transfer/mappingOnPage.test.ts": [],
};
/** Files whose tests depend on earlier tests of the file: all of it runs if one of its tests is chosen. */
const STORIES = [
  "test/invitations/codes.test.ts",
  "test/legacy/settings.test.ts",
  "test/legacy/walk.test.ts",
  "test/permissions/matrix.test.ts",
  "test/topics/topics.test.ts",
];
/** Most kinds that may be without a chosen file before a run fails: a few differ from run to run by chance. */
const UNCOVERED_MAX = 40;

/** Reads the profiles that one run has written; a file that several workers ran counts once. */
export function readProfiles(folder) {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(resolve(folder, name), "utf8").trim().split("\n"));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** Gives the tests that run on every engine by file; "all" where the whole file does. */
export function chosenTests(root) {
  return JSON.parse(readFileSync(resolve(root, "test/engines.json"), "utf8")).tests;
}

/** Lists the files with tests that run on every engine, in alphabetical order. */
export function chosenFiles(root) {
  return Object.keys(chosenTests(root));
}

/** Lists the files of which some tests run on every engine and the other tests on SQLite only. */
export function partialFiles(root) {
  const tests = chosenTests(root);
  return Object.keys(tests).filter((file) => tests[file] !== "all");
}

/** Tells if a test file runs whole on every engine, whatever its statements are. */
export function needsEngines(root, file) {
  if (PROGRAMS[file]) return false;
  return ALWAYS.test(file) || OTHER_PROGRAMS.test(readFileSync(resolve(root, file), "utf8"));
}

/**
 * Reduces the shape of a statement to what may differ between engines. TypeORM quotes names: of its statements only the
 * grammar is left, since it maps the columns of entities to each engine. Statements written by hand stay as they are:
 * our own code reads the types of their columns.
 */
export function kindOf(shape) {
  if (!shape.includes('"')) return shape;
  return (
    shape
      .replace(/"[^"]*"(?:\."[^"]*")?/g, "x")
      // A list that may be empty.
      .replace(/(?:NOT\(\?=\?\)|\?=\?)/g, "x IN (?*)")
      .replace(/\bx AS x(?:, x AS x)*/g, "x*")
      .replace(/\bx = \?(?:, x = \?)*/g, "x = ?")
      .replace(/\bx = EXCLUDED\.x(?:, x = EXCLUDED\.x)*/g, "x = EXCLUDED.x")
      .replace(/\(x(?:, x)*\)/g, "(x*)")
      .replace(
        /\((?:NULL|\?\*?)(?:, (?:NULL|\?\*?))*\)(?:, ?\((?:NULL|\?\*?)(?:, (?:NULL|\?\*?))*\))*/g,
        "(?*)",
      )
      .replace(/\bx = \?(?: AND x = \?)*/g, "x = ?")
      .replace(/\bx (?:ASC|DESC)(?:, x (?:ASC|DESC))*/g, "x ASC")
  );
}

/** Lists the tests of the profiles that are to be chosen from: their file, name, time and kinds of statements. */
function candidatesOf(profiles) {
  return profiles.flatMap(({ file, cpuMs: wholeMs, statements, tests }) => {
    const kinds = statements.map(kindOf);
    if (STORIES.includes(file)) return [{ file, name: "all", cpuMs: wholeMs, kinds: new Set(kinds) }];
    const byName = new Map();
    // The rows of a table of cases may have one name.
    for (const { name, cpuMs, statements: indices } of tests) {
      const test = byName.get(name) ?? { file, name, cpuMs: 0, kinds: new Set() };
      test.cpuMs += cpuMs;
      for (const index of indices) test.kinds.add(kinds[index]);
      byName.set(name, test);
    }
    return [...byName.values()];
  });
}

/** Lists the kinds of statements that the chosen tests execute. */
function coveredBy(chosen, profiles) {
  const covered = new Set();
  for (const { file, statements, tests, shared } of profiles) {
    const names = chosen[file];
    if (!names) continue;
    const run = tests.filter(({ name }) => names === "all" || names.includes(name));
    const indices =
      names === "all" ? statements.keys() : [...shared, ...run.flatMap((test) => test.statements)];
    for (const index of indices) covered.add(kindOf(statements[index]));
  }
  return covered;
}

/** Processor time of opening a forum for the first chosen test of a file, in milliseconds. */
const FILE_MS = 800;

/**
 * Chooses anew and writes `test/engines.json`.
 * @returns the number of files and tests chosen, and of kinds of statements
 */
export function chooseTests(root, profiles) {
  // A file whose tests are all left out on SQLite has no profile.
  const known = new Set([...profiles.map(({ file }) => file), ...chosenFiles(root)]);
  const whole = [...known].filter((file) => existsSync(resolve(root, file)) && needsEngines(root, file));
  const named = Object.entries(PROGRAMS).filter(([, names]) => names.length > 0);
  const chosen = Object.fromEntries([
    ...whole.map((file) => [file, "all"]),
    ...named.map(([file, names]) => [file, [...names]]),
  ]);
  const covered = coveredBy(chosen, profiles);
  let rest = candidatesOf(profiles.filter(({ file }) => chosen[file] !== "all" && !PROGRAMS[file]));
  for (;;) {
    // The test that adds most for its time, until none adds anything.
    const worth = ({ file, cpuMs, added }) => added / (cpuMs + (chosen[file] ? 20 : FILE_MS));
    rest = rest
      .map((test) => ({ ...test, added: [...test.kinds].filter((kind) => !covered.has(kind)).length }))
      .filter(({ added }) => added > 0);
    if (rest.length === 0) break;
    const best = rest.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    if (best.name === "all") chosen[best.file] = "all";
    else (chosen[best.file] ??= []).push(best.name);
    for (const kind of best.kinds) covered.add(kind);
  }
  const tests = Object.fromEntries(
    Object.entries(chosen)
      .map(([file, names]) => [file, names === "all" ? names : names.toSorted()])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(resolve(root, "test/engines.json"), `${JSON.stringify({ tests }, null, 2)}\n`);
  const count = Object.values(tests).reduce((sum, names) => sum + (names === "all" ? 0 : names.length), 0);
  return { files: Object.keys(tests).length, tests: count, kinds: covered.size };
}

/** Compares a run with the choice. @returns if it is current, and what is missing: kinds of statements, files and tests */
export function checkChoice(root, profiles) {
  const chosen = chosenTests(root);
  const covered = coveredBy(chosen, profiles);
  const uncovered = new Map();
  for (const { file, statements } of profiles) {
    for (const kind of statements.map(kindOf)) if (!covered.has(kind)) uncovered.set(kind, file);
  }
  const gone = Object.keys(chosen).filter((file) => !existsSync(resolve(root, file)));
  const renamed = profiles.flatMap(({ file, tests }) => {
    const names = new Set(tests.map(({ name }) => name));
    const wanted = Array.isArray(chosen[file]) ? chosen[file] : [];
    return wanted.filter((name) => !names.has(name)).map((name) => `${file} › ${name}`);
  });
  const missing = [...gone, ...renamed];
  return {
    isCurrent: uncovered.size <= UNCOVERED_MAX && missing.length === 0,
    uncovered: uncovered.size,
    files: [...new Set(uncovered.values())].sort(),
    missing,
  };
}
