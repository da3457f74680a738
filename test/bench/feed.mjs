import { setTimeout as wait } from "node:timers/promises";
import { Luntan } from "../../sdk/luntan.mjs";
import { keepReplying } from "./replying.mjs";
import { finding } from "./table.mjs";

/** Replies that are written each second. */
const REPLIES = 50;
const P95_MAX_MS = 300;
/** Interval at which the follower who polls asks, in milliseconds. */
const POLL_MS = 100;
/** Time before arrivals count: a server compiles its hot code first. In milliseconds. */
const WARM_UP_MS = 2_500;
/** Time in which everything must have arrived, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Somebody who follows the feed of changes by the SDK. */
class Follower {
  arrived = new Map();
  changes = [];
  twice = 0;
  stop = new AbortController();

  constructor(title, port, { authorization }, options) {
    this.title = title;
    const url = `http://127.0.0.1:${port}`;
    const forum = new Luntan({ url, token: authorization.replace("Bearer ", "") });
    this.running = this.follow(forum, options);
    this.running.catch((error) => (this.error = error));
  }

  async follow(forum, options) {
    const { signal } = this.stop;
    const since = new Date().toISOString();
    try {
      for await (const { id, postId } of forum.changes({ since, follow: true, signal, ...options })) {
        this.changes.push(Number(id));
        if (this.arrived.has(postId)) this.twice++;
        else this.arrived.set(postId, performance.now());
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Changes are numbered without gaps, and this reader may see all of them. */
  get gaps() {
    return this.changes.filter((id, index) => index > 0 && id !== this.changes[index - 1] + 1).length;
  }

  async close() {
    this.stop.abort();
    await this.running;
  }
}

/** How soon replies reach who follows the feed of changes, by questions and by the subscription. */
export async function checkFeed(bench) {
  const { subjects, options, engine } = bench;
  const program = await bench.startProgram();
  const followers = [
    new Follower(`asks every ${POLL_MS} ms`, program.port, subjects.members[0], { pollMs: POLL_MS }),
    new Follower("subscribes", program.port, subjects.members[1], {}),
  ];
  try {
    const written = new Map();
    const stop = keepReplying(program.port, subjects, REPLIES, (id) => written.set(id, performance.now()));
    await wait(WARM_UP_MS);
    const counted = performance.now();
    await wait(options.rounds * options.roundMs);
    const perSecond = await stop();
    await allArrived(followers, [...written.keys()]);
    return followers.map((follower) => report(engine.name, follower, { written, counted, perSecond }));
  } finally {
    await Promise.all(followers.map((follower) => follower.close()));
    await program.stop();
  }
}

async function allArrived(followers, ids) {
  const end = performance.now() + PATIENCE_MS;
  const isMissing = ({ arrived }) => ids.some((id) => !arrived.has(id));
  while (followers.some(isMissing) && performance.now() < end) {
    const broken = followers.find(({ error }) => error);
    if (broken) throw broken.error;
    await wait(20);
  }
}

function report(engine, { title, arrived, gaps, twice }, { written, counted, perSecond }) {
  const missing = [...written.keys()].filter((id) => !arrived.has(id)).length;
  const times = [...written]
    .filter(([id, at]) => at >= counted && arrived.has(id))
    // A reply may reach a follower before who wrote it has its answer.
    .map(([id, at]) => Math.max(0, arrived.get(id) - at))
    .sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return finding(
    `a reply reaches a program that ${title}, beside ${REPLIES} replies/s`,
    engine,
    `p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms; ${perSecond.toFixed(0)} replies/s, ${written.size} in all, ${missing} missing, ${gaps} gaps, ${twice} twice`,
    `p95 ≤ ${P95_MAX_MS} ms, no gap, none twice`,
    at(0.95) <= P95_MAX_MS && missing + gaps + twice === 0,
  );
}
