import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium } from "../support/tools.mjs";
import { finding } from "./table.mjs";

/** Runs of Lighthouse per page; the median counts. */
const RUNS = 3;
const DEBUGGING_PORT_OFFSET = 2;
const LCP_MAX_MS = 2000;
const CLS_MAX = 0.02;
const BLOCKING_MAX_MS = 200;
const PERFORMANCE_MIN = 95;
const PERFECT = 100;
const FRAME_MAX_MS = 50;
const REPLIES_IN_DOM_MAX = 100;
/** How far a reader scrolls through the long thread: steps of the wheel, pixels each. */
const [WHEEL_STEPS, WHEEL_PX] = [150, 400];
const WHEEL_EVERY_MS = 50;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What visitors meet in a browser: Lighthouse as a phone on slow 4G, and a long thread scrolled far. */
export async function checkFront(bench, program) {
  const debuggingPort = program.port + DEBUGGING_PORT_OFFSET;
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is missing.");
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, ...sandbox, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    const base = `http://127.0.0.1:${program.port}`;
    const findings = [];
    for (const [name, path] of [
      ["home", "/"],
      ["thread page", `/thread/${bench.subjects.threads[0]}`],
    ]) {
      findings.push(...(await visit(bench.engine.name, name, base + path, debuggingPort)));
    }
    findings.push(...(await scroll(bench.engine.name, browser, `${base}/thread/${bench.subjects.long.id}`)));
    return findings;
  } finally {
    await browser.close();
  }
}

/** Lighthouse with its own phone: four times slower processor, slow 4G. */
async function visit(engine, name, url, port) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const { lhr } = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: CATEGORIES,
    });
    tellWeaknesses(name, lhr);
    runs.push({
      scores: CATEGORIES.map((key) => Math.round(lhr.categories[key].score * PERFECT)),
      lcp: lhr.audits["largest-contentful-paint"].numericValue,
      cls: lhr.audits["cumulative-layout-shift"].numericValue,
      blocking: lhr.audits["total-blocking-time"].numericValue,
    });
  }
  const middle = (of) => median(runs.map(of));
  const scores = CATEGORIES.map((_, index) => middle(({ scores }) => scores[index]));
  const [lcp, cls, blocking] = [
    middle((run) => run.lcp),
    middle((run) => run.cls),
    middle((run) => run.blocking),
  ];
  const good = scores[0] >= PERFORMANCE_MIN && scores.slice(1).every((score) => score === PERFECT);
  return [
    finding(
      `Lighthouse on a phone: ${name}`,
      engine,
      scores.join(" / "),
      `≥ ${PERFORMANCE_MIN} / 100 / 100 / 100`,
      good,
    ),
    finding(`largest paint, ${name}`, engine, `${(lcp / 1000).toFixed(1)} s`, "≤ 2.0 s", lcp <= LCP_MAX_MS),
    finding(`layout shift, ${name}`, engine, cls.toFixed(3), `≤ ${CLS_MAX}`, cls <= CLS_MAX),
    finding(
      `blocking time, ${name}`,
      engine,
      `${blocking.toFixed(0)} ms`,
      "≤ 200 ms",
      blocking <= BLOCKING_MAX_MS,
    ),
  ];
}

/** What Lighthouse finds wanting beyond speed, for whoever reads the output. */
function tellWeaknesses(name, { categories, audits }) {
  for (const key of CATEGORIES.slice(1)) {
    for (const { id, weight } of categories[key].auditRefs) {
      const { score, details } = audits[id];
      if (weight === 0 || score === null || score === 1) continue;
      console.log(`  ${name}: ${id} ${JSON.stringify(details?.items?.slice(0, 2) ?? "").slice(0, 500)}`);
    }
  }
}

/** Scrolls a thread of very many replies with the wheel; counts slow frames and replies in the document. */
async function scroll(engine, browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.waitForSelector("html[data-hydrated=true]");
  await page.evaluate(() => {
    window.frames50 = [];
    let last = performance.now();
    const tick = (now) => {
      window.frames50.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(600, 500);
  let most = 0;
  for (let step = 0; step < WHEEL_STEPS; step++) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
    if (step % 10 === 0) most = Math.max(most, await page.locator("[id^=p]:is(article, li)").count());
  }
  const frames = await page.evaluate(() => window.frames50);
  const slow = frames.filter((ms) => ms > FRAME_MAX_MS);
  const seen = await page.evaluate(() => {
    const shown = [...document.querySelectorAll("[id^=p]:is(article, li)")];
    return Number(shown.at(-1)?.id.slice(1) ?? 0);
  });
  await page.close();
  const worst = Math.max(...frames).toFixed(0);
  return [
    finding(
      `frames over 50 ms, scrolling to reply ${seen}`,
      engine,
      `${slow.length} of ${frames.length}, longest ${worst} ms`,
      "0",
      slow.length === 0 && seen > REPLIES_IN_DOM_MAX,
    ),
    finding(
      "replies in the document meanwhile",
      engine,
      `${most}`,
      `≤ ${REPLIES_IN_DOM_MAX}`,
      most <= REPLIES_IN_DOM_MAX,
    ),
  ];
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
