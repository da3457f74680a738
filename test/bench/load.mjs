/**
 * The load generator: a process of its own that keeps connections busy and reports what it saw.
 *
 * Written over sockets because common tools spend more processor time per answer than a bare server does; with them
 * the limits would be the tool's. Takes one message per measurement and answers with one.
 */
import { connect } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const CHUNKED_END = Buffer.from("0\r\n\r\n");
const GRAPHQL_ERRORS = Buffer.from('"errors":[');
/** A connection that hears nothing for so long counts as an error, in milliseconds. */
const SILENCE_MAX_MS = 15_000;

/** One keep-alive connection that asks, waits for the whole answer, and asks again. */
class Caller {
  constructor(port, next, finished) {
    this.port = port;
    this.next = next;
    this.finished = finished;
    this.head = null;
    this.open();
  }

  open() {
    this.socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true });
    this.socket.setTimeout(SILENCE_MAX_MS, () => this.socket.destroy());
    this.socket.on("connect", () => this.ask());
    this.socket.on("data", (data) => this.take(data));
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => this.closed());
  }

  ask() {
    const request = this.next();
    if (!request) {
      this.done = true;
      return this.socket.end();
    }
    const early = request.due - performance.now();
    if (early > 0) setTimeout(() => this.send(request), early);
    else this.send(request);
  }

  send({ bytes, graphql, due, group }) {
    this.group = group;
    this.remaining = -1;
    this.bytes = 0;
    this.wrong = false;
    this.shed = false;
    this.graphql = graphql;
    // Whoever is kept waiting by those before him has waited, too.
    this.sent = performance.now();
    this.began = due || this.sent;
    this.socket.write(bytes);
  }

  take(data) {
    if (this.remaining < 0) {
      if (this.head) data = Buffer.concat([this.head, data]);
      const end = data.indexOf(HEAD_END);
      if (end < 0) return void (this.head = data);
      this.head = null;
      const head = data.latin1Slice(0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head);
      this.wrong = head.charCodeAt(9) !== 50; // "HTTP/1.1 2…"
      this.shed = head.startsWith("503", 9) && head.includes("\r\nretry-after: ");
      this.chunked = !length;
      this.bytes = -(end + 4);
      this.remaining = length ? end + 4 + Number(length[1]) : 0;
    }
    this.bytes += data.length;
    if (this.graphql && data.includes(GRAPHQL_ERRORS)) this.wrong = true;
    if (this.chunked) {
      if (!data.subarray(-5).equals(CHUNKED_END)) return;
    } else {
      this.remaining -= data.length;
      if (this.remaining > 0) return;
    }
    this.finished(performance.now() - this.began, this);
    this.ask();
  }

  closed() {
    if (this.done) return;
    this.finished(performance.now() - this.began, { wrong: true, bytes: 0 });
    this.head = null;
    this.open();
  }
}

function bytesOf(port, { path, headers = {}, body }) {
  const lines = [`${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/**
 * Loads a port for a time; requests are taken in turn, and those of the warm-up are not counted. With `pace` so many are
 * asked each second and their times count from when they were due; without, each connection asks as soon as it can.
 * Requests that name a `group` are also counted by it.
 */
function measure({ port, requests, connections, warmUpMs, measureMs, pace, from = 0 }) {
  return new Promise((resolve) => {
    const ready = requests.map((request) => ({
      bytes: bytesOf(port, request),
      graphql: request.body !== undefined,
      group: request.group,
    }));
    const latencies = [];
    const groups = {};
    let [errors, bytes, turn, alive] = [0, 0, from, connections];
    let counting = warmUpMs === 0;
    let [ended, cpu, began] = [false, process.cpuUsage(), performance.now()];
    let [first, asked] = [performance.now(), 0];
    const next = () => {
      const due = pace ? first + (asked++ * 1000) / pace : 0;
      if (!ended) return { ...ready[turn++ % ready.length], due };
      if (--alive === 0) finish();
      return null;
    };
    const refusals = [];
    const finished = (latency, { wrong, bytes: size, shed, sent, group }) => {
      if (!counting || ended) return;
      // What was refused for lack of room is counted apart, from when it was sent.
      if (shed) return void refusals.push(performance.now() - sent);
      latencies.push(latency);
      if (group) (groups[group] ??= []).push(latency);
      bytes += size;
      if (wrong) errors++;
    };
    let window = 0;
    let ownCpu = 0;
    const start = () => {
      counting = true;
      // What a cold server could not keep up with is no part of the measurement.
      [first, asked] = [performance.now(), 0];
      cpu = process.cpuUsage();
      began = performance.now();
      process.send({ kind: "begin" });
      setTimeout(() => {
        ended = true;
        window = performance.now() - began;
        const used = process.cpuUsage(cpu);
        ownCpu = (used.user + used.system) / 1000 / window;
        process.send({ kind: "end" });
      }, measureMs);
    };
    const finish = () => {
      const sorted = Float64Array.from(latencies).sort();
      const at = (share, list = sorted) =>
        list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN;
      const perSecond = latencies.length / (window / 1000);
      const quantiles = { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
      const size = bytes / latencies.length;
      refusals.sort((one, other) => one - other);
      const shed = { count: refusals.length, p50: at(0.5, refusals), p99: at(0.99, refusals) };
      const good = (latencies.length - errors) / (window / 1000);
      const seen = { count: latencies.length, errors, perSecond, good, shed, ...quantiles, bytes: size };
      const byGroup = Object.fromEntries(
        Object.entries(groups).map(([group, list]) => {
          list.sort((one, other) => one - other);
          return [group, { count: list.length, p50: at(0.5, list), p99: at(0.99, list) }];
        }),
      );
      resolve({ ...seen, groups: byGroup, ownCpu, turn });
    };
    for (let index = 0; index < connections; index++) new Caller(port, next, finished);
    setTimeout(start, warmUpMs);
  });
}

process.on("message", (job) => {
  measure(job).then((result) => process.send({ kind: "result", result }));
});
process.on("disconnect", () => process.exit(0));
