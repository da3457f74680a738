/**
 * `npm run bench`: how fast the forum is, compared in the same run with what this machine can do at all.
 *
 * Builds what is not built, fills a forum once per engine (2,000 members, 20 categories, 20,000 threads, 200,000 replies
 * of about 400 characters, and one thread of 100,000 short replies) and keeps it, starts the built server on a copy, and
 * loads it with 16 connections. Program and limit take turns. Ends with one table and a second one of what else the
 * contract names; exits with 1 if a "must" is missed. `npm run bench -- --help` lists the options.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { checkAdminLists } from "./adminLists.mjs";
import { runBank } from "./bank.mjs";
import { checkDeepPages, checkMemory, checkStart, checkStatements, checkWeight } from "./also.mjs";
import { checkBusyPoll } from "./busy.mjs";
import { addCrowd } from "./crowd.mjs";
import { openEngine, stopCurrent, stopFilling } from "./engines.mjs";
import { checkFront } from "./front.mjs";
import { checkLegacy } from "./legacy.mjs";
import { Bench } from "./measure.mjs";
import { checkMixed } from "./mixed.mjs";
import { checkMoving } from "./moving.mjs";
import { readOptions } from "./options.mjs";
import { checkMoney } from "./money.mjs";
import { checkOverload } from "./overload.mjs";
import { checkPlugins } from "./plugins.mjs";
import { killAll, Load } from "./processes.mjs";
import { readSubjects } from "./rows.mjs";
import { compareScale } from "./scale.mjs";
import { checkSignIn } from "./signIn.mjs";
import { checkStreams } from "./streams.mjs";
import { checkBodies } from "./bodies.mjs";
import { checkGrammar } from "./grammar.mjs";
import { checkFeed } from "./feed.mjs";
import { checkSearchRebuild } from "./searchRebuild.mjs";
import { checkStopWords } from "./stopWords.mjs";
import { alsoTable, contractTable } from "./table.mjs";
import { checkTools } from "./tools.mjs";
import { checkWebhooks } from "./webhooks.mjs";
import { refuseOwnSettings } from "../support/ownSettings.mjs";

/** Members with counts, and how many of them are signed in; and the same for a quick run. */
const CROWD = { members: 100_000, signedIn: 20_000 };
const QUICK_CROWD = { members: 3_000, signedIn: 2_000 };
const ROOT = join(import.meta.dirname, "../..");
const open = new Set();

// Whatever ends this process ends what it started.
process.on("exit", () => {
  killAll();
  stopFilling();
  stopCurrent();
  for (const engine of open) engine.stopNow();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/** Measures one engine; a row that cannot be measured is told and counts as missed. */
async function measureEngine(name, options, load) {
  const engine = await openEngine(name, options);
  open.add(engine);
  const bare =
    options.rows.some(({ onSqlite }) => onSqlite) && name !== "sqlite"
      ? await openEngine("sqlite", options)
      : null;
  if (bare) open.add(bare);
  const [measured, also] = [[], []];
  const attempt = async (title, work) => {
    try {
      await work();
    } catch (error) {
      console.error(`${title} (${name}): ${error.message}`);
      also.push({ title, engine: name, shown: "could not be measured", must: "–", verdict: "MISSED" });
    }
  };
  try {
    const subjects = await readSubjects(engine);
    if (options.busy || options.streams || options.rows.some(({ crowd }) => crowd))
      subjects.crowd = await addCrowd(engine, options.sizeName === "normal" ? CROWD : QUICK_CROWD);
    const bench = new Bench({ engine, subjects, load, options });
    let costs = null;
    if (options.also) {
      await attempt("statements per page", async () => {
        const counted = await checkStatements(bench);
        also.push(...counted.findings);
        costs = counted.costs;
      });
    }
    // The program opens SQLite first: it makes the files that readers of a write-ahead log need.
    for (const cache of [false, true]) {
      const rows = options.rows.filter((row) => Boolean(row.cache) === cache);
      const alsoNow = options.also && !cache;
      // Browsers are the same on both engines.
      const frontNow = options.front && cache && name === options.engines[0];
      const busyNow = options.busy && !cache;
      const legacyNow = options.legacy && !cache;
      const overloadNow = options.overload && !cache;
      const mixedNow = options.mixed && cache;
      if (rows.length === 0 && !alsoNow && !frontNow && !busyNow && !legacyNow && !overloadNow && !mixedNow)
        continue;
      const program = await bench.startProgram({ cache });
      if (alsoNow) await attempt("start", async () => also.push(...(await checkStart(bench, program))));
      const limits = await bench.startLimits({ ...engine.limits, ...bare?.limits });
      const measure = async (row) => {
        process.stdout.write(`${name}: ${row.title} … `);
        await attempt(row.title, async () => {
          const result = await bench.measureRow(row, program, limits);
          measured.push(result);
          console.log(`${result.result.perSecond.toFixed(0)}/s, ${result.verdict}`);
        });
      };
      // What writes comes last, the most at the end: the others read the forum as it was filled.
      for (const row of rows) if (!row.writes) await measure(row);
      if (busyNow)
        await attempt("busy poll", async () =>
          also.push(...(await checkBusyPoll(bench, program, subjects.crowd))),
        );
      if (overloadNow)
        await attempt("overload", async () => also.push(...(await checkOverload(bench, program))));
      for (const row of rows) if (row.writes) await measure(row);
      if (alsoNow)
        await attempt("deep pages", async () => also.push(...(await checkDeepPages(bench, program))));
      if (mixedNow)
        await attempt("mixed", async () => also.push(...(await checkMixed(bench, program, limits))));
      // Last, since these calls change groups and settings.
      if (legacyNow)
        await attempt("legacy calls", async () => also.push(...(await checkLegacy(bench, program))));
      if (frontNow)
        await attempt("in a browser", async () => also.push(...(await checkFront(bench, program))));
      await limits.stop();
      await program.stop();
    }
    if (options.streams)
      await attempt("streams", async () => also.push(...(await checkStreams(bench, subjects.crowd))));
    if (options.money) await attempt("money", async () => also.push(...(await checkMoney(bench))));
    if (options.tools) await attempt("tools", async () => also.push(...(await checkTools(bench))));
    if (options.feed) await attempt("feed of changes", async () => also.push(...(await checkFeed(bench))));
    if (options.webhooks) await attempt("webhooks", async () => also.push(...(await checkWebhooks(bench))));
    if (options.signIn) await attempt("sign-in", async () => also.push(...(await checkSignIn(bench))));
    if (options.stopWords)
      await attempt("stop words", async () => also.push(...(await checkStopWords(bench))));
    if (options.rebuild)
      await attempt("search index", async () => also.push(...(await checkSearchRebuild(bench))));
    if (options.plugin) await attempt("plugins", async () => also.push(...(await checkPlugins(bench))));
    if (options.adminLists)
      await attempt("admin lists", async () =>
        also.push(...(await checkAdminLists(name, options, load, open))),
      );
    if (options.also && options.rows.length > 0) also.push(...checkMemory(bench));
    for (const { title, shown, verdict } of also) console.log(`${name}: ${title} … ${shown}, ${verdict}`);
    return { measured, also, costs };
  } finally {
    for (const each of [engine, bare]) {
      if (!each) continue;
      await each.stop();
      open.delete(each);
    }
  }
}

/** Measures a community that moves in and out; counts as missed if that fails. */
async function measureMoving(name, options, load) {
  try {
    const findings = await checkMoving(name, options, load, open);
    for (const { title, shown, verdict } of findings) console.log(`${name}: ${title} … ${shown}, ${verdict}`);
    return findings;
  } catch (error) {
    console.error(`import (${name}): ${error.message}`);
    return [{ title: "import", engine: name, shown: "could not be measured", must: "–", verdict: "MISSED" }];
  }
}

function buildProgram() {
  const build = spawnSync(process.execPath, ["server/cli/luntan.mjs", "build"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (build.status !== 0) throw new Error("The build failed, so nothing was measured.");
}

async function main() {
  refuseOwnSettings(ROOT);
  const options = readOptions(ROOT);
  if (options.bank) return runBank(ROOT, options);
  const began = Date.now();
  if (options.engines.length > 0) buildProgram();
  const [busy] = loadavg();
  const processors = availableParallelism();
  const machine = `${processors} × ${cpus()[0].model}, Node.js ${process.version}, load ${busy.toFixed(1)} at the start`;
  console.log(machine);
  const load = new Load();
  const [measured, also, statements] = [[], [], {}];
  for (const name of options.engines) {
    if (options.needsForum) {
      const result = await measureEngine(name, options, load);
      measured.push(...result.measured);
      also.push(...result.also);
      statements[name] = result.costs;
    }
    if (options.import) also.push(...(await measureMoving(name, options, load)));
    if (options.scale) also.push(...(await compareScale(name, options, load, open)));
  }
  if (options.also) also.push(...checkWeight());
  if (options.bodies) also.push(...(await checkBodies()));
  if (options.grammar) also.push(...(await checkGrammar()));
  load.stop();
  measured.sort(
    (one, other) =>
      options.rows.findIndex(({ key }) => key === one.key) -
      options.rows.findIndex(({ key }) => key === other.key),
  );
  console.log(`\n${contractTable(measured)}`);
  if (also.length > 0) console.log(`\n${alsoTable(also)}`);
  console.log(`\n${machine}`);
  if (busy > processors / 2)
    console.log("Other programs are busy: ratios are rough, absolute figures mean nothing.");
  const missed = [...measured, ...also].filter(({ verdict }) => verdict === "MISSED");
  if (options.sizeName !== "normal")
    console.log("\nA small forum and short rounds: these figures say nothing about speed.");
  if (!options.complete) console.log("\nNot the whole benchmark: see --rows and --engine.");
  const took = `${((Date.now() - began) / 1000).toFixed(0)} s`;
  console.log(`\n${measured.length + also.length} checks, ${missed.length} missed, in ${took}`);
  for (const { title, engine } of missed) console.log(`  missed: ${title} (${engine})`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine, measured, also, statements }, null, 2)}\n`);
  return missed.length === 0 ? 0 : 1;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
