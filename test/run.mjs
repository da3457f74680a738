/**
 * `npm test`: the whole suite. Brings what it needs (a build, a private MariaDB, Chromium), runs every suite, and ends
 * with one line of counts. `LUNTAN_TEST=sqlite,client npm test` or `npm test -- test/threads` runs less, and says so.
 * `--profile` prints where the time went; `--engines` chooses anew which files run on every engine (`test/engines.mjs`).
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startMariaDb } from "./support/mariadb.mjs";
import { ensureTools } from "./support/tools.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** A suite that takes longer hangs; the slowest needs twenty minutes on two cores. */
const SUITE_LIMIT_MS = 30 * 60_000;

/** Lines of each failure that are repeated at the end, where a log that is cut short still has them. */
const FAILURE_LINES = 12;
/** Most browser tests of a run that may fail first and pass when they run once more. */
const RETRIED_MAX = 3;

/** Name, vitest project, and what it needs; in the order in which they run. */
const SUITES = [
  { name: "house", project: "house", needs: ["build"] },
  { name: "client", project: "client", needs: ["build"] },
  { name: "sqlite", project: "server", needs: ["build"], env: { LUNTAN_ENGINE: "sqlite" } },
  {
    name: "mariadb",
    project: "server",
    needs: ["build", "mariadb"],
    env: { LUNTAN_ENGINE: "mariadb" },
    files: chosenFiles(ROOT),
  },
  { name: "client", project: "client", needs: ["build"] },
  { name: "browser", project: "browser", needs: ["build", "chromium"], env: { LUNTAN_ENGINE: "sqlite" } },
  { name: "pages", project: "pages", needs: ["build", "chromium"], env: { LUNTAN_ENGINE: "sqlite" } },
];
/** Short names for several suites. */
const GROUPS = { fast: ["house", "client", "sqlite"], all: SUITES.map((suite) => suite.name) };

const started = Date.now();
const scratch = mkdtempSync(join(tmpdir(), "luntan-test-"));
let running = null;
let mariaDb = null;

// Whatever ends this process ends what it started, the database first.
process.on("exit", () => {
  mariaDb?.stopNow();
  running?.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/** The suites that LUNTAN_TEST names; all without it. */
function chosenSuites() {
  const named = (process.env.LUNTAN_TEST ?? "all").split(",").map((name) => name.trim());
  const names = new Set(named.filter(Boolean).flatMap((name) => GROUPS[name] ?? [name]));
  const unknown = [...names].filter((name) => !GROUPS.all.includes(name));
  if (unknown.length > 0 || names.size === 0) {
    const known = [...GROUPS.all, ...Object.keys(GROUPS)].join(", ");
    throw new Error(`LUNTAN_TEST names no suite ("${unknown.join(", ")}"). Known: ${known}.`);
  }
  return SUITES.filter((suite) => names.has(suite.name));
}

/** Runs a program of the project with its output on ours; gives its exit code, or the signal that ended it. */
function runNode(args, env = {}, limitMs = SUITE_LIMIT_MS) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    running = child;
    const limit = setTimeout(() => {
      console.error(`still running after ${limitMs / 60_000} minutes: ended`);
      child.kill("SIGKILL");
    }, limitMs);
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      running = null;
      done(code ?? signal);
    });
  });
}

/** Runs one suite and counts; whatever failed without being a test (a crash, a file that does not load) is one failure. */
async function runSuite(suite, filters) {
  console.log(`\n── ${suite.name} ${"─".repeat(Math.max(0, 70 - suite.name.length))}`);
  const report = join(scratch, `${suite.name}.json`);
  const args = [
    "run",
    "--project",
    suite.project,
    "--reporter=default",
    "--reporter=json",
    "--reporter=./test/support/retriedReporter.mjs",
    `--outputFile.json=${report}`,
  ];
  const env = {
    NODE_ENV: "test",
    LUNTAN_MARIADB_URL: mariaDb?.url ?? "",
    LUNTAN_TEST_SCRATCH: scratch,
    LUNTAN_TEST_PROFILE: profileOf(suite),
    LUNTAN_TEST_RETRIED: join(scratch, `${suite.name}-retried.json`),
    ...suite.env,
  };
  const vitest = resolve(ROOT, "node_modules/vitest/vitest.mjs");
  const began = Date.now();
  const code = await runNode([vitest, ...args, "--passWithNoTests", ...filters], env);
  const counts = countsIn(report);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const empty = counts.passed + counts.failed + counts.skipped === 0;
  if (empty && filters.length === 0) {
    console.error(`The suite ${suite.name} ran no test at all.`);
    counts.failed = 1;
  }
  return { name: suite.name, seconds: (Date.now() - began) / 1000, ...counts };
}

function countsIn(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    const brokenFiles = testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    ).length;
    const skipped = numPendingTests + (numTodoTests ?? 0);
    const failures = testResults.filter((file) => file.status === "failed").flatMap(failuresOf);
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped, failures };
  } catch (error) {
    console.error(`No readable result: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0, failures: [] };
  }
}

/** Lists the failures of a file, one text each: place, test, and the first lines of the reason. */
function failuresOf(file) {
  const tests = file.assertionResults.filter((test) => test.status === "failed");
  const told =
    tests.length > 0 ? tests : [{ fullName: "(the file itself)", failureMessages: [file.message] }];
  return told.map(({ fullName, failureMessages }) => {
    const reason = failureMessages
      .join("\n")
      .split("\n")
      .filter((line) => !line.includes("/node_modules/"));
    return [`${relative(ROOT, file.name)} › ${fullName}`, ...reason.slice(0, FAILURE_LINES)].join("\n    ");
  });
}

function tellWhatIsLeftOut(suites, filters) {
  const leftOut = SUITES.filter((suite) => !suites.includes(suite)).map((suite) => suite.name);
  if (leftOut.length > 0)
    console.log(`\n!!! NOT THE WHOLE SUITE: left out ${leftOut.join(", ")} (LUNTAN_TEST) !!!`);
  if (filters.length > 0)
    console.log(`\n!!! NOT THE WHOLE SUITE: only files matching ${filters.join(" ")} !!!`);
}

/**
 * Holds the files that run on every engine against the statements that the tests of this run have executed.
 * @returns true if the choice is current
 */
function enginesAreCurrent() {
  const profiles = readProfiles(join(scratch, "sqlite-profile"));
  const { isCurrent, uncovered, files, missing } = checkChoice(ROOT, profiles);
  if (isCurrent) return true;
  console.log(`\n${uncovered} kinds of statements run on SQLite alone, in: ${files.join(", ")}.`);
  if (missing.length > 0) console.log(`test/engines.json names files that are gone: ${missing.join(", ")}.`);
  console.log("Choose anew: LUNTAN_TEST=sqlite npm test -- --engines");
  return false;
}

/** Names the tests that passed only when they ran once more. @returns true if they are few enough */
function tellRetried(results) {
  const retried = results.flatMap((result) =>
    result.retried.map((test) => ({ ...test, suite: result.name })),
  );
  for (const { suite, name, errors } of retried) {
    const reason = errors.flatMap((error) => error.split("\n")).slice(0, FAILURE_LINES);
    console.log(`flaky in ${suite}: ${[name, ...reason].join("\n    ")}\n`);
  }
  if (retried.length > 0) console.log(`flaky: ${retried.length}, at most ${RETRIED_MAX} pass`);
  return retried.length <= RETRIED_MAX;
}

async function main() {
  const suites = chosenSuites();
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const unknown = flags.filter((flag) => !["--profile", "--engines"].includes(flag));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(" ")}. Known: --profile, --engines.`);
  const needs = new Set(suites.flatMap((suite) => suite.needs));
  tellWhatIsLeftOut(suites, filters);
  ensureTools(needs);
  if (
    needs.has("build") &&
    (await runNode(["server/cli/luntan.mjs", "build"], { NODE_ENV: "production" })) !== 0
  ) {
    throw new Error("The build failed, so nothing was tested.");
  }
  if (needs.has("mariadb")) mariaDb = await startMariaDb();
  const results = [];
  for (const suite of suites) results.push(await runSuite(suite, filters));
  await mariaDb?.stop();
  mariaDb = null;

  console.log("");
  for (const { name, failures } of results) {
    for (const failure of failures) console.log(`FAILED in ${name}: ${failure}\n`);
  }
  for (const { name, passed, failed, skipped, seconds } of results) {
    console.log(
      `${name.padEnd(10)}${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds.toFixed(0)} s`,
    );
  }
  if (flags.includes("--profile"))
    printProfile(suites.map((suite) => ({ name: suite.name, folder: profileOf(suite) })));
  tellWhatIsLeftOut(suites, filters);
  const isWhole = filters.length === 0 && suites.some(({ name }) => name === "sqlite");
  if (isWhole && flags.includes("--engines")) {
    const { files, shapes } = chooseFiles(ROOT, readProfiles(join(scratch, "sqlite-profile")));
    console.log(`\n${files} files execute all ${shapes} kinds of statements; test/engines.json names them.`);
  }
  const faults = [isWhole && !enginesAreCurrent(), !tellRetried(results)].filter(Boolean).length;
  console.log(`\ntook ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum("passed"), failed: sum("failed") + faults, skipped: sum("skipped") };
}

let counts = { passed: 0, failed: 1, skipped: 0 };
try {
  counts = await main();
} catch (error) {
  console.error(error.message);
}
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
console.log(
  `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`,
);
