import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { graphql, LIST, PAGE, THREAD } from "./documents.mjs";
import { memoryOf } from "./processes.mjs";
import { page } from "./rows.mjs";
import { finding } from "./table.mjs";
import { weighFirstPage } from "./weight.mjs";

const run = promisify(execFile);
const HOME_STATEMENTS_MAX = 8;
const THREAD_STATEMENTS_MAX = 10;
const DEEP_FACTOR_MAX = 1.5;
const RSS_MAX_MB = 350;
const IDLE_RSS_MAX_MB = 180;
const READY_MAX_MS = 2000;
const JS_MAX_KB = 185;
const CSS_MAX_KB = 25;
/** Rows per page. */
const PAGE_SIZE = 20;
const SETTLE_MS = 1500;

/** SQL statements per page, with no server running: SQLite serves one process. */
export async function checkStatements({ engine, subjects, options }) {
  const id = String(subjects.threads[0]);
  const asks = [
    page("/"),
    page(`/thread/${id}`),
    page(`/thread/${subjects.few}`),
    graphql(THREAD, { id }),
    graphql(LIST, { categoryId: null }),
  ];
  const job = { env: { ...engine.env, PORT: String(options.port) }, asks };
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "count.mjs"), JSON.stringify(job)],
    {
      maxBuffer: 1 << 24,
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  const costs = JSON.parse(stdout.trim().split("\n").at(-1));
  const broken = costs.find(({ status }) => status !== 200);
  if (broken) throw new Error(`${broken.path} answered ${broken.status}.`);
  const [home, full, short, thread, list] = costs.map(({ statements }) => statements.length);
  const at = (title, count, max) =>
    finding(title, engine.name, `${count} statements`, `≤ ${max} statements`, count <= max);
  return {
    findings: [
      at("page / (GraphQL list alone: " + list + ")", home, HOME_STATEMENTS_MAX),
      at("thread page with 20 replies (GraphQL alone: " + thread + ")", full, THREAD_STATEMENTS_MAX),
      at("thread page with 1–3 replies: as many", Math.max(short, full), Math.min(short, full) + 1),
    ],
    costs,
  };
}

/** How soon the program is ready, and what it holds before anybody comes. */
export async function checkStart({ engine }, program) {
  const ready = program.readyAfterMs;
  await fetch(`http://127.0.0.1:${program.port}/`).then((answer) => answer.text());
  await wait(SETTLE_MS);
  const rss = memoryOf(program.pid);
  return [
    finding(
      "ready after start",
      engine.name,
      `${(ready / 1000).toFixed(2)} s`,
      "≤ 3 s",
      ready <= READY_MAX_MS,
    ),
    finding(
      "idle, after one page",
      engine.name,
      `${rss.toFixed(0)} MB`,
      `≤ ${IDLE_RSS_MAX_MB} MB`,
      !(rss > IDLE_RSS_MAX_MB),
    ),
  ];
}

/** Whether the last page of the long thread costs what its first one does. */
export async function checkDeepPages(bench, program) {
  const { id, lastNumber } = bench.subjects.long;
  const last = Math.floor((lastNumber - 1) / PAGE_SIZE) + 1;
  const kinds = [
    ["HTML", (number) => page(`/thread/${id}${number > 1 ? `?page=${number}` : ""}`)],
    ["GraphQL", (number) => graphql(PAGE, { id: String(id), from: (number - 1) * PAGE_SIZE + 1 })],
  ];
  const findings = [];
  for (const [kind, request] of kinds) {
    const [first, deep, states] = [[], [], [{}, {}]];
    for (let round = 0; round < bench.options.rounds; round++) {
      first.push((await bench.round(program, [request(1)], states[0])).perSecond);
      deep.push((await bench.round(program, [request(last)], states[1])).perSecond);
    }
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
    const factor = sum(first) / sum(deep);
    const title = `page ${last} of ${lastNumber} replies against page 1, ${kind}`;
    const shown = `× ${factor.toFixed(2)}`;
    findings.push(
      finding(title, bench.engine.name, shown, `≤ × ${DEEP_FACTOR_MAX}`, factor <= DEEP_FACTOR_MAX),
    );
  }
  return findings;
}

/** The highest memory of all rows, and how much of it the system could take back: mapped files. */
export function checkMemory({ rss, mapped, engine }) {
  const shown = `${rss.toFixed(0)} MB, ${mapped.toFixed(0)} of them mapped files`;
  return [finding("memory under load", engine.name, shown, `≤ ${RSS_MAX_MB} MB`, !(rss > RSS_MAX_MB))];
}

/** What the first page weighs for a browser. */
export function checkWeight() {
  const { js, css, editorAtOnce, editorLater } = weighFirstPage();
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    finding("scripts of the first page, gzip", "–", kb(js), `≤ ${JS_MAX_KB} kB`, js <= JS_MAX_KB * 1000),
    finding("styles of the first page, gzip", "–", kb(css), `≤ ${CSS_MAX_KB} kB`, css <= CSS_MAX_KB * 1000),
    finding(
      "editor loads later",
      "–",
      editorAtOnce ? "at once" : editorLater ? "later" : "none",
      "later",
      !editorAtOnce && editorLater,
    ),
  ];
}
