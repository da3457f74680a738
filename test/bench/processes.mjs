import { execFileSync, fork, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
/** A server that does not answer within this time does not start, in milliseconds. */
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 12_000;
const SAMPLE_EVERY_MS = 250;

const started = new Set();

/** Ends everything that the benchmark has started and that still runs, each process by its id. */
export function killAll() {
  for (const child of started) child.kill("SIGKILL");
}

function keep(child) {
  started.add(child);
  child.once("exit", () => started.delete(child));
  return child;
}

const TICK_MS = 1000 / Number(tryRun("getconf", ["CLK_TCK"]) ?? 100);

function tryRun(program, args) {
  try {
    return execFileSync(program, args, { stdio: "pipe" }).toString();
  } catch {
    return null;
  }
}

/** Processor time that a process has used, in milliseconds; NaN where /proc does not tell. */
export function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return NaN;
  }
}

/** Resident memory of a process, in MB; NaN where /proc does not tell. */
export function memoryOf(pid) {
  return statusOf(pid, "VmRSS");
}

/** How much of it are pages of files that the process has mapped, the database's among them. */
export function mappedOf(pid) {
  return statusOf(pid, "RssFile");
}

function statusOf(pid, name) {
  try {
    const line = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line[1]) / 1024;
  } catch {
    return NaN;
  }
}

/**
 * Runs a Node.js program to its end.
 * @returns the seconds that it took, the most memory that it held (MB; NaN where /proc does not tell), and its lines with
 *   the seconds after which they came
 * @throws {Error} with the end of its output if it fails
 */
export function runToEnd(args, { env }) {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  return new Promise((resolve, reject) => {
    const child = keep(
      spawn(process.execPath, args, {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, NODE_ENV: "production", ...env },
      }),
    );
    let peakMb = NaN;
    const timer = setInterval(() => {
      const now = statusOf(child.pid, "VmHWM");
      if (!Number.isNaN(now)) peakMb = now;
    }, SAMPLE_EVERY_MS);
    const lines = [];
    let errors = "";
    createInterface({ input: child.stdout }).on("line", (text) => lines.push({ text, seconds: elapsed() }));
    child.stderr.on("data", (data) => (errors = (errors + data).slice(-4000)));
    child.once("close", (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ seconds: elapsed(), peakMb, lines });
      else reject(new Error(`${args[1]} ended (${code}): ${lines.at(-1)?.text ?? ""}\n${errors}`));
    });
  });
}

/** A Node.js program that listens on a port, watched from outside. */
export class Server {
  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.pid = child.pid;
    this.readyAfterMs = 0;
  }

  /**
   * Starts a program and waits until a path answers 200.
   * @throws {Error} with the end of its output if it ends or stays silent.
   */
  static async start(args, { port, env, path, nodeArgs = [] }) {
    const began = performance.now();
    const child = keep(
      spawn(process.execPath, [...nodeArgs, ...args], {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, NODE_ENV: "production", ...env },
      }),
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => (output = (output + data).slice(-4000)));
    }
    const server = new Server(child, port);
    while (!(await answers(port, path))) {
      if (child.exitCode !== null) throw new Error(`${args[0]} ended (${child.exitCode}):\n${output}`);
      if (performance.now() - began > START_WITHIN_MS) throw new Error(`${args[0]} is not ready:\n${output}`);
      await wait(20);
    }
    server.readyAfterMs = performance.now() - began;
    server.output = () => output;
    return server;
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    const late = setTimeout(() => this.child.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }
}

async function answers(port, path) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The load generator, in a process of its own. */
export class Load {
  constructor() {
    this.child = keep(fork(join(HERE, "load.mjs"), { stdio: "inherit" }));
  }

  /**
   * Loads a server and watches what it and its database use meanwhile.
   * @param job port, requests, connections, warmUpMs, measureMs
   * @param pids of the server, and of the database server if there is one
   * @returns what the generator saw, with cpu (ms per request, per pid), rss (MB, the highest seen, per pid), and
   *   how much of the server's are mapped files (mapped)
   */
  run(job, pids) {
    return new Promise((resolve, reject) => {
      const before = [];
      let after = [];
      const rss = pids.map(memoryOf);
      let mapped = NaN;
      const look = () =>
        pids.forEach((pid, index) => {
          const now = memoryOf(pid);
          if (now < rss[index]) return;
          rss[index] = now;
          if (index === 0) mapped = mappedOf(pid);
        });
      let timer = null;
      const listen = (message) => {
        if (message.kind === "begin") {
          before.push(...pids.map(cpuOf));
          const again = () => {
            look();
            timer = setTimeout(again, SAMPLE_EVERY_MS);
          };
          again();
        } else if (message.kind === "end") {
          after = pids.map(cpuOf);
          clearTimeout(timer);
        } else {
          this.child.off("message", listen);
          this.child.off("exit", died);
          const { result } = message;
          resolve({
            ...result,
            cpu: after.map((used, index) => (used - before[index]) / result.count),
            rss,
            mapped,
          });
        }
      };
      const died = (code) => reject(new Error(`The load generator ended with ${code}.`));
      this.child.on("message", listen);
      this.child.once("exit", died);
      this.child.send(job);
    });
  }

  stop() {
    if (this.child.connected) this.child.disconnect();
  }
}
