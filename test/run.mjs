/**
 * `npm test`: the whole suite. Brings what it needs (a build, a private MariaDB, Chromium), runs every suite, and ends
 * with one line of counts. `LUNTAN_TEST=sqlite,client npm test` or `npm test -- test/threads` runs less, and says so.
 * `--changed` runs what the changes since the last commit can reach, `--changed=main` those since another one.
 * `--record` records for `--changed` what each test file reaches, as does a whole run outside CI that finds an old record.
 * `--profile` prints where the time went; `--engines` chooses anew which tests run on every engine (`test/engines.mjs`).
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { changedFiles, hasOldRecord, hasRecord, keepReach, reachedTests } from "./changed.mjs";
import { checkChoice, chooseTests, chosenFiles, partialFiles, readProfiles } from "./engines.mjs";
import { printProfile } from "./profileTable.mjs";
import { joinRuns, NOTHING, printFailure, readReport } from "./report.mjs";
import { startMariaDb, startMySql } from "./support/databaseServer.mjs";
import { ensureMySql } from "./support/mysqlPackage.mjs";
import { MYSQL_FILES } from "./support/mysqlFiles.mjs";
import { ensureTools } from "./support/tools.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** A suite that takes longer hangs; the slowest needs twelve minutes on two cores, and three times that on slow ones. */
const SUITE_LIMIT_MS = 60 * 60_000;

/** Most browser tests of a run that may fail once and pass once. */
const FLAKY_MAX = 3;
/** More failures than these are a fault of the product: nothing runs once more. */
const RERUN_MAX = 6;

/** Name, vitest project, what it needs, and the files if not all; in the order in which they run. */
const SUITES = [
  { name: "house", project: "house", needs: ["build"] },
  { name: "client", project: "client*", needs: ["build"] },
  { name: "sqlite", project: "server", needs: ["build"], env: { LUNTAN_ENGINE: "sqlite" } },
  {
    name: "mariadb",
    project: "server",
    needs: ["build", "mariadb"],
    env: { LUNTAN_ENGINE: "mariadb" },
    files: chosenFiles(ROOT),
  },
  {
    name: "mysql",
    project: "server",
    needs: ["build", "mysql"],
    env: { LUNTAN_ENGINE: "mysql" },
    files: [...MYSQL_FILES, ...partialFiles(ROOT)],
  },
  {
    name: "browser",
    project: "browser",
    needs: ["build", "chromium"],
    env: { LUNTAN_ENGINE: "sqlite" },
    rerun: true,
  },
  {
    name: "pages",
    project: "pages",
    needs: ["build", "chromium"],
    env: { LUNTAN_ENGINE: "sqlite" },
    rerun: true,
  },
];
/** Short names for several suites. */
const GROUPS = { fast: ["house", "client", "sqlite"], all: SUITES.map((suite) => suite.name) };

const started = Date.now();
const scratch = mkdtempSync(join(tmpdir(), "luntan-test-"));
let running = null;
/** Servers of databases that were started, by name. */
const servers = {};
/** True if the run records what its tests reach, which costs time. */
let isRecording = false;
/** The reason why there is no MySQL; empty if it was not asked for or is there. */
let mysqlMissing = "";

// Whatever ends this process ends what it started, the database first.
process.on("exit", () => {
  for (const server of Object.values(servers)) server.stopNow();
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

/**
 * Runs one suite and counts. The files of browser tests that fail run once more, by themselves, with forums of their own:
 * what passes then is flaky.
 */
async function runSuite(suite, given, reached) {
  const filters = reached ? reachedIn(suite, reached) : suite.files ? filesOf(suite, given) : given;
  const needsSome = suite.files || (reached && suite.name !== "house");
  if (needsSome && filters.length === 0) return { name: suite.name, seconds: 0, ...NOTHING };
  console.log(`\n── ${suite.name} ${"─".repeat(Math.max(0, 70 - suite.name.length))}`);
  const began = Date.now();
  const isRelated = reached !== null && suite.name === "client";
  const options = { hasFilters: given.length > 0, mustFind: given.length === 0 && !reached, isRelated };
  let counts = await runVitest(suite, filters, options);
  if (suite.rerun && counts.failed > 0 && counts.failed <= RERUN_MAX && counts.failures.length > 0) {
    const files = [...new Set(counts.failures.map(({ file }) => file))];
    console.log(`\n── ${suite.name}, once more: ${files.join(" ")}`);
    counts = joinRuns(counts, await runVitest(suite, files, { mustFind: true }));
  }
  return { name: suite.name, seconds: (Date.now() - began) / 1000, ...counts };
}

/** Runs files of a suite; whatever fails without being a test (a crash, a file that does not load) is one failure. */
async function runVitest(suite, filters, { hasFilters = false, mustFind = false, isRelated = false }) {
  const report = join(scratch, `${suite.name}.json`);
  rmSync(report, { force: true });
  const args = ["--project", suite.project, "--reporter=default", "--reporter=json"];
  const env = {
    NODE_ENV: "test",
    LUNTAN_MARIADB_URL: servers.mariadb?.url ?? "",
    LUNTAN_MYSQL_URL: servers.mysql?.url ?? "",
    LUNTAN_TEST_SCRATCH: scratch,
    LUNTAN_TEST_PROFILE: profileOf(suite),
    LUNTAN_TEST_REACH: isRecording ? reachOf(suite) : "",
    // Files that somebody names run whole.
    LUNTAN_TEST_CHOSEN: suite.files && !hasFilters ? "1" : "",
    ...suite.env,
  };
  const vitest = resolve(ROOT, "node_modules/vitest/vitest.mjs");
  const output = `--outputFile.json=${report}`;
  const command = isRelated ? ["related", "--run"] : ["run"];
  const code = await runNode([vitest, ...command, ...args, output, "--passWithNoTests", ...filters], env);
  const counts = readReport(ROOT, report);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.passed + counts.failed + counts.skipped === 0 && mustFind) {
    console.error(`The suite ${suite.name} ran no test at all.`);
    counts.failed = 1;
  }
  return counts;
}

/** Folder that the workers of a suite write the profiles of their files to. */
function profileOf(suite) {
  return join(scratch, `${suite.name}-profile`);
}

/** Folder that the workers of a suite write to what their files reach. */
function reachOf(suite) {
  return join(scratch, `${suite.name}-reach`);
}

/** The test files of a suite that a change can reach; of the client the changed files, whose tests Vitest finds. */
function reachedIn(suite, { tests, client }) {
  if (suite.name === "house") return [];
  if (suite.name === "client") return [...client, ...tests.filter((file) => file.endsWith(".tsx"))];
  const isPage = (file) => file.startsWith("test/pages/");
  const isBrowser = (file) => file.endsWith(".browser.test.ts");
  const isOf = {
    server: (file) => file.endsWith(".test.ts") && !isBrowser(file),
    browser: (file) => isBrowser(file) && !isPage(file),
    pages: isPage,
  };
  return tests.filter(isOf[suite.project]).filter((file) => suite.files?.includes(file) ?? true);
}

/** The files of a suite that has a list of them, narrowed to what was asked for. */
function filesOf(suite, filters) {
  const lost = suite.files.filter((file) => !existsSync(resolve(ROOT, file)));
  if (lost.length > 0)
    throw new Error(`The suite ${suite.name} lists files that are gone: ${lost.join(", ")}.`);
  if (filters.length === 0) return suite.files;
  return suite.files.filter((file) => filters.some((filter) => file.includes(filter)));
}

/** The tests that the changes since a commit can reach; null if everything has to run. */
function reachedSince(commit) {
  const changed = changedFiles(ROOT, commit);
  const { tests, client, unknown } = reachedTests(ROOT, changed);
  console.log(`${changed.length} files differ from ${commit}; they reach ${tests.length} test files.`);
  if (unknown.length === 0) return { tests, client };
  console.log(`Everything runs because of ${unknown.join(", ")}.`);
  return null;
}

/** The suites that run for `--changed` while nothing is known of what tests reach: the fast ones of those chosen. */
function suitesWithoutRecord() {
  console.log(
    "There is no record of what tests reach, so the fast suites run. `npm test -- --record` makes one.",
  );
  const chosen = chosenSuites();
  const fast = chosen.filter(({ name }) => GROUPS.fast.includes(name));
  return fast.length > 0 ? fast : chosen;
}

function tellWhatIsLeftOut(suites, filters) {
  const leftOut = SUITES.filter((suite) => !suites.includes(suite)).map((suite) => suite.name);
  if (leftOut.length > 0) console.log(`\n!!! NOT THE WHOLE SUITE: left out ${leftOut.join(", ")} !!!`);
  if (hasRecord(ROOT) && process.argv.some((argument) => argument.startsWith("--changed")))
    console.log("\n!!! NOT THE WHOLE SUITE: what the changes reach !!!");
  if (filters.length > 0)
    console.log(`\n!!! NOT THE WHOLE SUITE: only files matching ${filters.join(" ")} !!!`);
  if (mysqlMissing) console.log(`\n!!! MySQL WAS NOT TRIED: ${mysqlMissing} !!!`);
}

/** Starts the databases that suites need. Without MySQL the run goes on, and says so at its end. */
async function startServers(needs) {
  if (needs.has("mariadb")) servers.mariadb = await startMariaDb();
  if (!needs.has("mysql")) return;
  try {
    servers.mysql = await startMySql(ensureMySql());
  } catch (error) {
    mysqlMissing = String(error.message).split("\n")[0];
    console.error(`No MySQL: ${error.message}`);
  }
}

/** True unless the suite needs MySQL and there is none. */
function canRun(suite) {
  return !suite.needs.includes("mysql") || mysqlMissing === "";
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
  if (missing.length > 0)
    console.log(`test/engines.json names files or tests that are gone: ${missing.join(", ")}.`);
  console.log("Choose anew: LUNTAN_TEST=sqlite npm test -- --engines");
  return false;
}

/** Names the tests that failed once and passed once. @returns true if they are few enough */
function tellFlaky(results) {
  let count = 0;
  for (const { name, flaky } of results) {
    for (const failure of flaky ?? []) printFailure(`flaky in ${name}`, failure);
    count += flaky?.length ?? 0;
  }
  if (count > 0) console.log(`flaky: ${count}, at most ${FLAKY_MAX} pass`);
  return count <= FLAKY_MAX;
}

async function main() {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const unknown = flags.filter((flag) => !/^--(profile|engines|record|changed(=.+)?)$/.test(flag));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(" ")}. Known: --changed, --record, --profile, --engines.`);
  const since = flags.find((flag) => flag.startsWith("--changed"));
  const suites = since && !hasRecord(ROOT) ? suitesWithoutRecord() : chosenSuites();
  const reached = since && hasRecord(ROOT) ? reachedSince(since.split("=")[1] ?? "HEAD") : null;
  const isEverything = filters.length === 0 && !since && suites.length === SUITES.length;
  if (flags.includes("--record") && !isEverything) throw new Error("--record needs the whole suite.");
  isRecording = isEverything && (flags.includes("--record") || (!process.env.CI && hasOldRecord(ROOT)));
  const needs = new Set(suites.flatMap((suite) => suite.needs));
  tellWhatIsLeftOut(suites, filters);
  ensureTools(needs);
  if (
    needs.has("build") &&
    (await runNode(["server/cli/luntan.mjs", "build"], { NODE_ENV: "production" })) !== 0
  ) {
    throw new Error("The build failed, so nothing was tested.");
  }
  await startServers(needs);
  const results = [];
  for (const suite of suites.filter(canRun)) results.push(await runSuite(suite, filters, reached));
  if (isRecording) keepReach(ROOT, suites.map(reachOf));
  for (const name of Object.keys(servers)) {
    await servers[name].stop();
    delete servers[name];
  }

  console.log("");
  for (const { name, failures } of results) {
    for (const failure of failures) printFailure(`FAILED in ${name}`, failure);
  }
  for (const { name, passed, failed, skipped, seconds } of results) {
    console.log(
      `${name.padEnd(10)}${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds.toFixed(0)} s`,
    );
  }
  if (flags.includes("--profile"))
    printProfile(suites.map((suite) => ({ name: suite.name, folder: profileOf(suite) })));
  tellWhatIsLeftOut(suites, filters);
  const isWhole = filters.length === 0 && !reached && suites.some(({ name }) => name === "sqlite");
  if (isWhole && flags.includes("--engines")) {
    const { files, tests, kinds } = chooseTests(ROOT, readProfiles(join(scratch, "sqlite-profile")));
    const chosen = `${files} files, ${tests} tests of those that do not run whole`;
    console.log(`\n${chosen}: all ${kinds} kinds of statements. test/engines.json names them.`);
  }
  const faults = [isWhole && !enginesAreCurrent(), !tellFlaky(results)].filter(Boolean).length;
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
