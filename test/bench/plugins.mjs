import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { findChromium } from "../support/tools.mjs";
import { page } from "./rows.mjs";
import { finding } from "./table.mjs";

const run = promisify(execFile);
/** Numbers of plugins on the thread page. */
const COUNTS = [0, 5, 20];
/** Twenty plugins cost at most so many times what none costs. */
const FACTOR_MAX = 1.5;
/** What none may add to a forum that was started without the plugin system, as a share. */
const IDLE_SHARE_MAX = 0.02;
/** Twenty plugins add at most one batched statement each. */
const STATEMENTS_EACH = 1;
const THREADS = 200;
/** Twenty plugins may paint the largest part of the page later by so many milliseconds. */
const LCP_ADDED_MAX_MS = 200;
/** Loads of the page in a browser by state; the median counts. */
const LOADS = 5;
const SETTLED_MS = 1_500;
const CODE = `export default ({ React }) => ({
  line: ({ data, _pluginInfo }) =>
    React.createElement("p", null, _pluginInfo.name + ": " + data.likeCount + " " + data.author?.nickname),
});
`;
/** SHA-256 of the files of a plugin without styles (server/features/plugins/archive/package.ts). */
const HASH = createHash("sha256")
  .update(`${Buffer.byteLength(CODE)}\n`)
  .update(CODE)
  .digest("hex");
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
const FRAGMENT = "fragment F on Thread { likeCount author { nickname } category { name } }";

/**
 * Measures the thread page with 0, 5 and 20 plugins that each ask for a fragment, and with `start --safe`, which leaves out
 * the plugin system: processor time of an answer, since what else runs on the machine is no work of plugins; requests a
 * second, statements and bytes beside it. All of them are measured in both directions, so that a machine that gets slower
 * meanwhile favours none, and the better of the two counts.
 */
export async function checkPlugins(bench) {
  const { engine } = bench;
  const states = [];
  for (const count of COUNTS) {
    await fill(engine, count);
    states.push({ count, statements: await countStatements(bench) });
  }
  const turns = [{ count: 0, safe: true }, ...COUNTS.map((count) => ({ count, safe: false }))];
  const best = new Map();
  for (const turn of [...turns, ...turns.toReversed()]) {
    await fill(engine, turn.count);
    const measured = await measure(bench, turn);
    const key = turn.safe ? "safe" : turn.count;
    if (!best.has(key) || measured.cpuMs < best.get(key).cpuMs) best.set(key, measured);
  }
  const seen = await seeInBrowser(bench);
  await fill(engine, 0);
  const none = best.get(0);
  const safe = best.get("safe");
  const findings = states.map(({ count, statements }) => {
    const { perSecond, cpuMs, bytes } = best.get(count);
    const factor = cpuMs / none.cpuMs;
    const added = statements - states[0].statements;
    return finding(
      `plugins: thread page with ${count}`,
      engine.name,
      `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms of processor (${factor.toFixed(2)} ×), ${statements} statements, ${(bytes / 1000).toFixed(1)} kB`,
      `≤ ${FACTOR_MAX} ×, ≤ ${STATEMENTS_EACH} statement each`,
      factor <= FACTOR_MAX && added <= count * STATEMENTS_EACH,
    );
  });
  const share = none.cpuMs / safe.cpuMs - 1;
  const added = seen.at(-1).lcp - seen[0].lcp;
  return [
    ...findings,
    finding(
      `plugins: thread page in a browser with ${COUNTS.join(", ")}`,
      engine.name,
      seen
        .map(({ lcp, bytes }) => `${lcp.toFixed(0)} ms to the largest paint, ${(bytes / 1000).toFixed(0)} kB`)
        .join("; "),
      `≤ ${LCP_ADDED_MAX_MS} ms more with ${COUNTS.at(-1)}`,
      added <= LCP_ADDED_MAX_MS,
    ),
    finding(
      "plugins: none, beside start --safe",
      engine.name,
      `${none.cpuMs.toFixed(2)} and ${safe.cpuMs.toFixed(2)} ms of processor (${(share * 100).toFixed(1)} %), ${none.perSecond.toFixed(0)} and ${safe.perSecond.toFixed(0)}/s`,
      `≤ ${IDLE_SHARE_MAX * 100} %`,
      share <= IDLE_SHARE_MAX,
    ),
  ];
}

/** Opens the page of a thread in Chromium with each number of plugins, and measures its largest paint and its bytes. */
async function seeInBrowser(bench) {
  const { engine, subjects } = bench;
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const seen = [];
  try {
    for (const count of COUNTS) {
      await fill(engine, count);
      const program = await bench.startProgram({});
      try {
        const url = `http://127.0.0.1:${program.port}/thread/${subjects.threads[0]}`;
        const loads = [];
        for (let load = 0; load < LOADS; load++) loads.push(await loadOnce(browser, url, count));
        const middle = (of) => loads.map(of).toSorted((one, other) => one - other)[Math.floor(LOADS / 2)];
        seen.push({ lcp: middle(({ lcp }) => lcp), bytes: middle(({ bytes }) => bytes) });
      } finally {
        await program.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return seen;
}

async function loadOnce(browser, url, count) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    await session.send("Network.enable");
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(() => {
      window.lcp = 0;
      new window.PerformanceObserver((list) => (window.lcp = list.getEntries().at(-1).startTime)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      });
    });
    await page.goto(url);
    if (count > 0) await page.getByText(`bench-${count}: `).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    return { lcp: await page.evaluate(() => window.lcp), bytes };
  } finally {
    await context.close();
  }
}

/** Stores plugins as an installation does, with their files. */
async function fill(engine, count) {
  await engine.query("DELETE FROM plugins WHERE name LIKE 'bench-%'");
  for (let number = 1; number <= count; number++) {
    const name = `bench-${number}`;
    const manifest = {
      pluginName: name,
      version: "1.0.0",
      appid: name,
      type: "bench",
      author: { name: "Bench", email: "bench@example.org" },
      platform: ["pc", "h5"],
      host: { from: "0.1.0", before: "1.0.0" },
      names: { zh: name, en: name },
      slots: [
        {
          part: "line",
          target: "plugin_detail",
          hookName: "thread_extension_display_hook",
          fragment: FRAGMENT,
        },
      ],
      capabilities: [],
      settings: [],
    };
    const folder = join(engine.env.DATA_DIR, "plugins", name, HASH);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "client.js"), CODE);
    writeFileSync(join(folder, "client.css"), "");
    await engine.query(
      `INSERT INTO plugins (name, appid, version, tier, manifest, hash, settings, isEnabled, sort, installedAt, changedAt)
       VALUES (?, ?, '1.0.0', 'TRUSTED', ?, ?, '{}', 1, ?, '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000')`,
      [name, name, JSON.stringify(manifest), HASH, number],
    );
  }
}

async function countStatements({ engine, subjects, options }) {
  const asks = [page(`/thread/${subjects.threads[0]}`)];
  const job = { env: { ...engine.env, PORT: String(options.port) }, asks };
  const script = join(import.meta.dirname, "count.mjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const { stdout } = await run(process.execPath, [script, JSON.stringify(job)], { maxBuffer: 1 << 24, env });
  const [{ status, statements }] = JSON.parse(stdout.trim().split("\n").at(-1));
  if (status !== 200) throw new Error(`The thread page answered ${status}.`);
  return statements.length;
}

/** Measures the thread page without the cache of pages. */
async function measure(bench, { count, safe }) {
  const program = await bench.startProgram({ words: safe ? ["--safe"] : [] });
  try {
    const requests = bench.subjects.threads.slice(0, THREADS).map((id) => page(`/thread/${id}`));
    const row = {
      title: `thread page with ${count} plugins`,
      answers: (body) => (body.match(/bench-\d/g)?.length ?? 0) >= count,
    };
    await bench.check(program, row, requests);
    const [state, rounds] = [{}, []];
    for (let round = 0; round < bench.options.rounds; round++)
      rounds.push(await bench.round(program, requests, state));
    const mean = (pick) => rounds.reduce((sum, each) => sum + pick(each), 0) / rounds.length;
    const perSecond = mean((each) => each.perSecond);
    return {
      perSecond,
      cpuMs: mean((each) => each.cpu[0]),
      bytes: mean((each) => each.bytes),
    };
  } finally {
    await program.stop();
  }
}
