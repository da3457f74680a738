import { graphql, UNREAD } from "./documents.mjs";
import { keepReplying } from "./replying.mjs";
import { finding } from "./table.mjs";

/** 100,000 people online who ask once a minute. */
const POLLS_MIN = 1_700;
/** They do not ask all the faster because answers come soon. */
const POLLS_ASKED = 1_900;
const P99_MAX_MS = 50;
/** Replies that are written each second meanwhile, and what may be missing of them when the machine stumbles. */
const [REPLIES, ENOUGH] = [50, 0.9];

/** How many polls are answered, and how soon, while people write. */
export async function checkBusyPoll(bench, program, crowd) {
  const requests = crowd.map(({ headers }) => graphql(UNREAD, {}, headers));
  const [state, rounds, written] = [{}, [], []];
  for (let round = 0; round < bench.options.rounds; round++) {
    const stop = keepReplying(program.port, bench.subjects, REPLIES);
    rounds.push(await bench.round(program, requests, state, [program.pid], POLLS_ASKED));
    written.push(await stop());
  }
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const perSecond = mean(rounds.map((round) => round.perSecond));
  const p99 = mean(rounds.map((round) => round.p99));
  const replies = mean(written);
  return [
    finding(
      `unread poll of a crowd while ${REPLIES} replies/s are written`,
      bench.engine.name,
      `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms, ${replies.toFixed(1)} replies/s`,
      `≥ ${POLLS_MIN}/s, p99 ≤ ${P99_MAX_MS} ms`,
      perSecond >= POLLS_MIN && p99 <= P99_MAX_MS && replies >= REPLIES * ENOUGH,
    ),
  ];
}
