import { hash } from "@node-rs/argon2";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { graphql } from "./documents.mjs";
import { memoryOf } from "./processes.mjs";
import { finding } from "./table.mjs";

/** Sign-ins that come at the same moment, of another member each. */
const AT_ONCE = 40;
const LAG_MAX_MS = 50;
/** Longest time that others wait for their answers meanwhile, of 99 in 100. */
const OTHERS_MAX_MS = 50;
/** Time for which others are asked without sign-ins, to compare. */
const CALM_MS = 1_000;
/** More at the same moment than are admitted and may wait (http/admission.ts). */
const TOO_MANY = 600;
/** Memory that so many may take for a while: two hashes are made beside each other, of 19 MiB each. */
const GROWTH_MAX_MB = 120;
/** Rounds before the first that is measured. */
const WARM_UP = 2;
const SETTLE_MS = 500;
const PASSWORD = "a quiet harbour at dawn";
/** The cost with which the program stores passwords. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LOGIN = `mutation ($username: String!, $password: String!) {
  login(input: { username: $username, password: $password, client: API }) { accessToken } }`;
const OTHERS = "{ site { name } }";
const OTHERS_EVERY_MS = 10;

/**
 * Signs many members in at the same moment: how soon they are in, how long others wait for their answers, how late the
 * event loop comes meanwhile; then so many that some are refused at once, and what memory that takes.
 */
export async function checkSignIn(bench) {
  const names = await givePasswords(bench.engine);
  const folder = mkdtempSync(join(tmpdir(), "luntan-lag-"));
  const file = join(folder, "lag.json");
  const preload = `${new URL("eventLoop.mjs", import.meta.url).href}?file=${encodeURIComponent(file)}`;
  const program = await bench.startProgram({ nodeArgs: ["--import", preload] });
  try {
    for (let round = 0; round < WARM_UP; round++) await signInAll(program.port, names);
    await readLag(program.pid, file);
    const [took, others, calm, lags] = [[], [], [], []];
    for (let round = 0; round < bench.options.rounds; round++) {
      const stopCalm = askMeanwhile(program.port, calm);
      await wait(CALM_MS);
      await stopCalm();
      await readLag(program.pid, file);
      const stop = askMeanwhile(program.port, others);
      const answers = await signInAll(program.port, names);
      await stop();
      lags.push(await readLag(program.pid, file));
      const failed = answers.find(({ status }) => status !== 200);
      if (failed) throw new Error(`A sign-in was refused: ${failed.status} ${failed.text.slice(0, 300)}`);
      took.push(...answers.map(({ ms }) => ms));
    }
    const crowd = Array.from({ length: TOO_MANY }, (_, turn) => names[turn % names.length]);
    const before = memoryOf(program.pid);
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, memoryOf(program.pid))), 10);
    const answers = await signInAll(program.port, crowd);
    clearInterval(timer);
    return report(bench.engine.name, { took, others, calm, lags, answers, growth: most - before });
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(engine, { took, others, calm, lags, answers, growth }) {
  // The round that other programs disturbed least.
  const lag = Math.min(...lags.map(({ max }) => max));
  const refused = answers.filter(({ status }) => status !== 200);
  const isBusy = ({ status, retryAfter, text }) =>
    status === 503 && Number(retryAfter) > 0 && text.includes("OVERLOADED");
  const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
  return [
    finding(
      `${AT_ONCE} sign-ins at once`,
      engine,
      `p50 ${at(took, 0.5)} ms, p99 ${at(took, 0.99)} ms, event loop late by ${lag.toFixed(1)} ms, others p99 ${at(others, 0.99)} ms (${at(calm, 0.99)} ms without them)`,
      `event loop < ${LAG_MAX_MS} ms late, others p99 < ${OTHERS_MAX_MS} ms`,
      lag < LAG_MAX_MS && Number(at(others, 0.99)) < OTHERS_MAX_MS,
    ),
    finding(
      `${TOO_MANY} sign-ins at once`,
      engine,
      `${answers.length - refused.length} in, ${refused.length} told to come again (${refused.filter(isBusy).length} with Retry-After, after ${slowest.toFixed(0)} ms at most), ${growth.toFixed(0)} MB more`,
      `the rest told to come again, ≤ ${GROWTH_MAX_MB} MB more`,
      refused.length > 0 && refused.every(isBusy) && growth <= GROWTH_MAX_MB,
    ),
  ];
}

/** Gives members a password, as the program stores it. @returns their names */
async function givePasswords(engine) {
  const members = await engine.query(
    "SELECT id, username FROM users WHERE username LIKE 'bench%' ORDER BY id LIMIT ?",
    [AT_ONCE],
  );
  const stored = await hash(PASSWORD, ARGON2);
  for (const { id } of members)
    await engine.query("UPDATE users SET passwordHash = ? WHERE id = ?", [stored, id]);
  return members.map(({ username }) => username);
}

function signInAll(port, names) {
  return Promise.all(names.map((username) => ask(port, graphql(LOGIN, { username, password: PASSWORD }))));
}

/** @returns status, text and duration of an answer; a refusal of GraphQL's is one, whatever its status */
async function ask(port, { path, headers, body }) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const text = await answer.text();
  const status = answer.status === 200 && text.includes('"errors"') ? 0 : answer.status;
  return { status, text, retryAfter: answer.headers.get("retry-after"), ms: performance.now() - began };
}

/** Asks for something small again and again. @returns the function that ends it */
function askMeanwhile(port, durations) {
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      durations.push((await ask(port, graphql(OTHERS, {}))).ms);
      await wait(OTHERS_EVERY_MS);
    }
  })();
  return () => {
    isOver = true;
    return asking;
  };
}

async function readLag(pid, file) {
  process.kill(pid, "SIGUSR2");
  await wait(SETTLE_MS);
  return JSON.parse(readFileSync(file, "utf8"));
}

function at(durations, share) {
  const sorted = [...durations].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
}
