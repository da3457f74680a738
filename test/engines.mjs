/**
 * Chooses the test files that run on every database engine, by what the tests execute: a run of all server tests on SQLite
 * records the shapes of the statements of each file (`test/support/profile.ts`). The files chosen execute every shape that
 * any file executes, so that a statement which one engine refuses or reads differently meets that engine in a test.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** Folders whose rules rest on transactions, locks, collation or uniqueness: all of their files run on every engine. */
const ALWAYS =
  /^test\/(migrations\.test|database\/|money\/|orders\/|payments\/|red-packets\/|bounties\/|processes\/|search\/|counters\/|unread\/|messages\/|users\/|upgrades\/|start\/)/;
/** Texts of files that start programs of their own, whose statements no profile has, or that branch by engine. */
const OTHER_PROGRAMS = /\bServerProcess\b|\bENGINE\b|createServerDatabase|\.engine\b/;
/** Most shapes that may be without a chosen file before a run fails: a few differ from run to run by chance. */
const UNCOVERED_MAX = 40;

/** Reads the profiles that one run has written; a file that several workers ran counts once. */
export function readProfiles(folder) {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(resolve(folder, name), "utf8").trim().split("\n"));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** Lists the files that run on every engine, in alphabetical order. */
export function chosenFiles(root) {
  return JSON.parse(readFileSync(resolve(root, "test/engines.json"), "utf8")).files;
}

/** Tells if a test file runs on every engine, whatever its statements are. */
export function needsEngines(root, file) {
  return ALWAYS.test(file) || OTHER_PROGRAMS.test(readFileSync(resolve(root, file), "utf8"));
}

/**
 * Chooses anew and writes `test/engines.json`.
 * @returns the number of files chosen and of statement shapes
 */
export function chooseFiles(root, profiles) {
  const isAlways = ({ file }) => needsEngines(root, file);
  const chosen = profiles.filter(isAlways);
  const covered = new Set(chosen.flatMap(({ statements }) => statements));
  let rest = profiles.filter((profile) => !isAlways(profile));
  for (;;) {
    // The file that adds most for its time, until none adds anything.
    const ranked = rest
      .map((profile) => ({
        profile,
        added: profile.statements.filter((shape) => !covered.has(shape)).length,
      }))
      .filter(({ added }) => added > 0)
      .sort((a, b) => b.added / (b.profile.cpuMs + 200) - a.added / (a.profile.cpuMs + 200));
    if (ranked.length === 0) break;
    const [{ profile }] = ranked;
    chosen.push(profile);
    for (const shape of profile.statements) covered.add(shape);
    rest = rest.filter((other) => other !== profile);
  }
  // A file whose tests are all left out on SQLite has no profile.
  const others = chosenFiles(root).filter(
    (file) => existsSync(resolve(root, file)) && needsEngines(root, file),
  );
  const files = [...new Set([...chosen.map(({ file }) => file), ...others])].sort();
  writeFileSync(resolve(root, "test/engines.json"), `${JSON.stringify({ files }, null, 2)}\n`);
  return { files: files.length, shapes: covered.size };
}

/** Compares a run with the choice. @returns a sentence for each fault, and the files whose statements nobody else has */
export function checkChoice(root, profiles) {
  const files = new Set(chosenFiles(root));
  const covered = new Set(
    profiles.filter(({ file }) => files.has(file)).flatMap(({ statements }) => statements),
  );
  const uncovered = new Map();
  for (const { file, statements } of profiles) {
    for (const shape of statements) if (!covered.has(shape)) uncovered.set(shape, file);
  }
  const missing = [...files].filter((file) => !existsSync(resolve(root, file)));
  return {
    isCurrent: uncovered.size <= UNCOVERED_MAX && missing.length === 0,
    uncovered: uncovered.size,
    files: [...new Set(uncovered.values())].sort(),
    missing,
  };
}
