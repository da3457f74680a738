import { keepReplying } from "./replying.mjs";
import { chance, compressedPage } from "./rows.mjs";
import { finding } from "./table.mjs";

/** Requests that are prepared; they are taken in turn. */
const REQUESTS = 20_000;
/** Shares of what is asked for; the rest are categories. */
const [THREADS, HOME] = [0.85, 0.1];
const MEMBERS = 0.05;
/** The thousand best known threads, by Zipf: the n-th is read 1/n as often as the first. */
const KNOWN_THREADS = 1_000;
/** Replies that are written each second meanwhile. */
const REPLIES = 5;
/** Answers per page of bare React in the same run; before pages were cached by what they show it was about 0.1. */
const RATIO_MIN = 0.6;
const P99_MAX_MS = 100;
/** Pages are cached as people come: rounds count when all was asked for once, or after so many. */
const COLD_REQUESTS = REQUESTS;
const COLD_ROUNDS_MAX = 20;

/** Picks numbers from 0 by Zipf's law. */
function zipf(count, random) {
  const sums = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sums.push((sum += 1 / rank));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** What people ask for: mostly threads, mostly as visitors. */
function requestsOf({ threads, categories, browsers }) {
  const random = chance(7);
  const known = [...new Set(threads)].slice(0, KNOWN_THREADS);
  const rank = zipf(known.length, random);
  const leaves = categories.filter(Boolean);
  return Array.from({ length: REQUESTS }, () => {
    const share = random();
    const path =
      share < THREADS
        ? `/thread/${known[rank()]}`
        : share < THREADS + HOME
          ? "/"
          : `/category/${leaves[Math.floor(random() * leaves.length)]}`;
    if (random() >= MEMBERS) return { ...compressedPage(path), group: "visitors" };
    const cookie = browsers[Math.floor(random() * browsers.length)];
    return { ...compressedPage(path, { cookie }), group: "members" };
  });
}

/** How many pages people get as they come, and how soon, while replies are written. */
export async function checkMixed(bench, program, limits) {
  const requests = requestsOf(bench.subjects);
  const [state, limitState, rounds, bare] = [{}, {}, [], []];
  const react = bench.subjects.threads.map((id) => ({ path: `/react?id=${id}` }));
  const visit = async () => {
    const stop = keepReplying(program.port, bench.subjects, REPLIES);
    const result = await bench.round(program, requests, state, [program.pid, ...bench.engine.pids]);
    await stop();
    return result;
  };
  const cold = [];
  const asked = () => cold.reduce((sum, { count }) => sum + count, 0);
  while (asked() < COLD_REQUESTS && cold.length < COLD_ROUNDS_MAX) cold.push(await visit());
  for (let round = 0; round < bench.options.rounds; round++) {
    rounds.push(await visit());
    bare.push(await bench.round(limits, react, limitState));
  }
  const mean = (list, pick) => list.map(pick).reduce((sum, number) => sum + number, 0) / list.length;
  const perSecond = mean(rounds, (round) => round.perSecond);
  const ratio = perSecond / mean(bare, (round) => round.perSecond);
  const [visitors, members] = ["visitors", "members"].map((group) => ({
    p50: mean(rounds, ({ groups }) => groups[group].p50),
    p99: mean(rounds, ({ groups }) => groups[group].p99),
  }));
  const cpu = rounds[0].cpu.map((_, index) => mean(rounds, (round) => round.cpu[index]).toFixed(2));
  const times = ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(0)} ms`;
  return [
    finding(
      `mixed traffic with ${REPLIES} replies/s`,
      bench.engine.name,
      [
        `${perSecond.toFixed(0)}/s = ${ratio.toFixed(2)} of bare React (cold ${cold[0].perSecond.toFixed(0)}/s)`,
        `CPU ${cpu.join(" + ")} ms`,
        `visitors ${times(visitors)}`,
        `members ${times(members)}`,
      ].join(", "),
      `≥ ${RATIO_MIN}, visitors p99 ≤ ${P99_MAX_MS} ms`,
      ratio >= RATIO_MIN && visitors.p99 <= P99_MAX_MS,
    ),
  ];
}
