import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { verifyWebhook } from "../../sdk/webhooks.mjs";
import { graphql } from "./documents.mjs";
import { keepReplying } from "./replying.mjs";
import { finding } from "./table.mjs";

/** Addresses that are called for each reply, and replies each second: 200 calls. */
const [WEBHOOKS, REPLIES] = [4, 50];
/** Calls a second that are made of those that wait. */
const RATE_MIN = 200;
/** Calls that come as fast as they may arrive within this time: the sender looks once a second. */
const P95_MAX_MS = 2_000;
/** Time in which everything must have arrived, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Time for calls that should not come, in milliseconds. */
const AFTERWARDS_MS = 1_500;

const CREATE = `mutation ($url: String!) { createWebhook(url: $url, events: [POST_CREATED]) { secret } }`;

/** The machine that is called, on loopback. */
class Receiver {
  calls = [];

  static async open() {
    const receiver = new Receiver();
    receiver.server = createServer((request, answer) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        const { "luntan-signature": signature, "luntan-delivery": id } = request.headers;
        const body = Buffer.concat(parts).toString();
        receiver.calls.push({ path: request.url, id, signature, body, at: performance.now() });
        answer.writeHead(204).end();
      });
    });
    await new Promise((done) => receiver.server.listen(0, "127.0.0.1", done));
    return receiver;
  }

  addressOf(path) {
    return `http://127.0.0.1:${this.server.address().port}${path}`;
  }

  /** Waits until so many calls have come, and a moment for those that come too often. @returns them */
  async take(count) {
    const end = performance.now() + PATIENCE_MS;
    while (this.calls.length < count && performance.now() < end) await wait(20);
    await wait(AFTERWARDS_MS);
    return this.calls.splice(0);
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** How fast webhooks are called: as replies come, and when many calls wait, as after an outage of the receiver. */
export async function checkWebhooks(bench) {
  const { engine, subjects, options } = bench;
  const receiver = await Receiver.open();
  // In production nobody on loopback is called.
  const program = await bench.startProgram({ env: { NODE_ENV: "development" } });
  try {
    const secrets = await createWebhooks(program.port, receiver, subjects.admin);
    const written = new Map();
    const stop = keepReplying(program.port, subjects, REPLIES, (id) => written.set(id, performance.now()));
    await wait(options.rounds * options.roundMs);
    const perSecond = await stop();
    const count = written.size * WEBHOOKS;
    const live = await judge(await receiver.take(count), count, secrets);
    await engine.query("UPDATE webhook_calls SET state = 'WAITING', attempts = 0");
    const waiting = await judge(await receiver.take(count), count, secrets);
    return [
      reportLive(engine.name, live, { written, perSecond }),
      finding(
        `${count} calls of webhooks that wait`,
        engine.name,
        `${waiting.perSecond.toFixed(0)}/s, ${waiting.shown}`,
        `≥ ${RATE_MIN}/s, each once and signed`,
        waiting.perSecond >= RATE_MIN && waiting.isWhole,
      ),
    ];
  } finally {
    await program.stop();
    receiver.close();
    if (options.profile) console.log(`profiles are in ${options.profile}`);
  }
}

/** @returns the secrets by their paths */
async function createWebhooks(port, receiver, admin) {
  const secrets = new Map();
  for (let number = 1; number <= WEBHOOKS; number++) {
    const path = `/hook/${number}`;
    const { headers, body } = graphql(CREATE, { url: receiver.addressOf(path) }, admin);
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(errors[0].message);
    secrets.set(path, data.createWebhook.secret);
  }
  return secrets;
}

async function judge(calls, count, secrets) {
  const seen = new Set();
  let [signed, twice] = [0, 0];
  const events = [];
  for (const { path, id, signature, body, at } of calls) {
    const key = `${path} ${id}`;
    if (seen.has(key)) twice++;
    seen.add(key);
    try {
      const { data } = await verifyWebhook({ secret: secrets.get(path), signature, body });
      events.push({ postId: data.postId, at });
      signed++;
    } catch {
      // Counted by what is not signed.
    }
  }
  const times = calls.map(({ at }) => at);
  const took = Math.max(...times) - Math.min(...times);
  return {
    events,
    perSecond: (calls.length / took) * 1_000,
    isWhole: seen.size === count && twice === 0 && signed === calls.length,
    shown: `${seen.size} of ${count} arrived, ${twice} twice, ${calls.length - signed} not signed`,
  };
}

function reportLive(engine, { events, shown, isWhole }, { written, perSecond }) {
  const times = events.map(({ postId, at }) => at - written.get(postId)).sort((one, other) => one - other);
  const p95 = times[Math.floor(times.length * 0.95)];
  return finding(
    `${WEBHOOKS} webhooks beside ${REPLIES} replies/s`,
    engine,
    `p95 ${p95?.toFixed(0)} ms after the reply, ${perSecond.toFixed(0)} replies/s, ${shown}`,
    `p95 ≤ ${P95_MAX_MS} ms, each once and signed`,
    p95 <= P95_MAX_MS && isWhole,
  );
}
