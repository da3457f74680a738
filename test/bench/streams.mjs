import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { memoryOf } from "./processes.mjs";
import { finding } from "./table.mjs";

/** Streams that are open at once, each of another member. */
const STREAMS = 2000;
const STREAM_MAX_KB = 15;
const ARRIVES_MAX_MS = 300;
/** Streams that are opened and closed first, so that what is made once is not counted. */
const WARM_UP = 300;
/** Requests for streams that are under way at the same time. */
const OPENING = 50;
/** Messages that are sent, and the pause between two, in milliseconds. */
const [MESSAGES, EVERY_MS] = [300, 40];
/** Time in which everything must have arrived, in milliseconds. */
const PATIENCE_MS = 60_000;
const SETTLE_MS = 1_500;
const SEND = `mutation ($id: ID!, $body: String!) { sendMessage(input: { userId: $id, body: $body }) { id } }`;

/** One open stream; tells when which message arrived. */
class Listener {
  arrived = new Map();
  isOpen = false;

  constructor(port, { id, headers }) {
    this.id = id;
    this.ready = new Promise((resolve, reject) => {
      this.socket = connect({ port, host: "127.0.0.1" }, () =>
        this.socket.write(
          `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
        ),
      );
      this.socket.once("error", reject);
      this.socket.once("close", () => reject(new Error("A stream was closed.")));
      this.socket.on("data", (data) => {
        const text = data.latin1Slice();
        for (const [, message] of text.matchAll(/^id: (\d+)\nevent: message$/gm))
          if (!this.arrived.has(message)) this.arrived.set(message, performance.now());
        if (text.includes("event: counts")) resolve();
      });
    });
    this.ready.catch(() => undefined);
  }

  close() {
    this.socket.destroy();
  }
}

async function openAll(port, people) {
  const open = [];
  for (let from = 0; from < people.length; from += OPENING) {
    const some = people.slice(from, from + OPENING).map((person) => new Listener(port, person));
    open.push(...some);
    await Promise.all(some.map(({ ready }) => ready));
  }
  return open;
}

async function settledMemory(pid) {
  for (let time = 0; time < 3; time++) {
    process.kill(pid, "SIGUSR2");
    await wait(SETTLE_MS);
  }
  return memoryOf(pid) * 1024;
}

/** What an open stream costs the server, and how soon a message reaches it while all are open. */
export async function checkStreams(bench, crowd) {
  const nodeArgs = ["--expose-gc", "--import", new URL("collectGarbage.mjs", import.meta.url).href];
  const program = await bench.startProgram({ nodeArgs });
  let open = [];
  try {
    const { port, pid } = program;
    const people = crowd.slice(0, STREAMS);
    open = await openAll(port, people.slice(0, WARM_UP));
    open.forEach((listener) => listener.close());
    await sendAll(port, people.slice(0, 20), []);
    const before = await settledMemory(pid);
    open = await openAll(port, people);
    const each = ((await settledMemory(pid)) - before) / people.length;
    const latencies = await sendAll(port, people, open);
    const p95 = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)];
    const { name } = bench.engine;
    return [
      finding(
        `memory of each of ${people.length} open streams`,
        name,
        `${each.toFixed(1)} kB`,
        `≤ ${STREAM_MAX_KB} kB`,
        each <= STREAM_MAX_KB,
      ),
      finding(
        `a message reaches one of ${people.length} streams`,
        name,
        `p95 ${p95.toFixed(0)} ms`,
        `≤ ${ARRIVES_MAX_MS} ms`,
        p95 <= ARRIVES_MAX_MS,
      ),
    ];
  } finally {
    open.forEach((listener) => listener.close());
    await program.stop();
  }
}

/** Sends messages at a steady pace, and waits until each has reached its recipient's stream. @returns milliseconds */
async function sendAll(port, people, open) {
  const sent = [];
  const running = [];
  for (let number = 0; number < (open.length > 0 ? MESSAGES : people.length); number++) {
    const to = (number * 37) % people.length;
    const from = people[(to + 1) % people.length];
    const began = performance.now();
    running.push(
      send(port, from, people[to].id, `Message ${number}`).then((id) => void sent.push({ id, to, began })),
    );
    await wait(EVERY_MS);
  }
  await Promise.all(running);
  if (open.length === 0) return [];
  const end = performance.now() + PATIENCE_MS;
  while (sent.some(({ id, to }) => !open[to].arrived.has(id))) {
    if (performance.now() > end) throw new Error("Not every message has reached its stream.");
    await wait(20);
  }
  return sent.map(({ id, to, began }) => open[to].arrived.get(id) - began);
}

async function send(port, from, userId, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { ...from.headers, "content-type": "application/json" },
    body: JSON.stringify({ query: SEND, variables: { id: String(userId), body } }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  return data.sendMessage.id;
}
