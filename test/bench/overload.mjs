import { setTimeout as wait } from "node:timers/promises";
import { graphql, THREAD } from "./documents.mjs";
import { page } from "./rows.mjs";
import { finding } from "./table.mjs";

/** How much more is asked than can be answered. */
export const OVERLOAD = 3;
/** Enough connections that who waits for an answer keeps nobody from asking. */
const CONNECTIONS = 1_000;
const GOOD_MIN = 0.8;
const REFUSED_P50_MAX_MS = 50;
/** After so long all is as before, in milliseconds. */
const RECOVERY_MS = 2_000;

/** What is asked too often. */
const KINDS = [
  { title: "GraphQL", ask: ({ threads }) => threads.map((id) => graphql(THREAD, { id: String(id) })) },
  { title: "pages that are rendered", ask: ({ threads }) => threads.map((id) => page(`/thread/${id}`)) },
];

/** Asks three times as much as the program can answer, at a pace of its own: what is still answered, and how soon the rest is refused. */
export async function checkOverload(bench, program) {
  const findings = [];
  for (const { title, ask } of KINDS) {
    const requests = ask(bench.subjects);
    const rounds = [];
    const state = {};
    for (let round = 0; round < bench.options.rounds; round++)
      rounds.push(await overloadOnce(bench, program, requests, state));
    // The round that other programs disturbed least.
    const best = rounds.reduce((one, other) => (other.ratio > one.ratio ? other : one));
    const { ratio, best: most, good, refused, recovery } = best;
    findings.push(
      finding(
        `${title}, asked ${OVERLOAD} times as often as can be answered`,
        bench.engine.name,
        `${(ratio * 100).toFixed(0)} % of ${most.toFixed(0)}/s (${good.toFixed(0)}/s), ${refused.count} refused${refused.count > 0 ? ` in ${refused.p50.toFixed(1)} ms (p99 ${refused.p99.toFixed(0)})` : ""}, 2 s later ${(recovery * 100).toFixed(0)} %`,
        `≥ ${GOOD_MIN * 100} %, refused within ${REFUSED_P50_MAX_MS} ms`,
        ratio >= GOOD_MIN &&
          (refused.count === 0 || refused.p50 <= REFUSED_P50_MAX_MS) &&
          recovery >= GOOD_MIN,
      ),
    );
  }
  return findings;
}

async function overloadOnce(bench, program, requests, state) {
  const { load, options } = bench;
  const usual = await bench.round(program, requests, state);
  const job = { port: program.port, requests, warmUpMs: 500, measureMs: options.roundMs };
  const pace = usual.perSecond * OVERLOAD;
  const { good, shed } = await load.run({ ...job, pace, connections: CONNECTIONS }, [program.pid]);
  await wait(RECOVERY_MS);
  const after = await bench.round(program, requests, state);
  return {
    best: usual.perSecond,
    good,
    ratio: good / usual.perSecond,
    refused: shed,
    recovery: after.perSecond / usual.perSecond,
  };
}
