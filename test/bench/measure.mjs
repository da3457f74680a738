import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Server } from "./processes.mjs";

const HERE = import.meta.dirname;
const CONNECTIONS = 16;
/** A server compiles its hot code in its first seconds. */
const WARM_UP_FIRST_MS = 2500;
const WARM_UP_MS = 300;
const run = promisify(execFile);

/** Measures rows on one engine: the program and its limit in turn, in the same minute. */
export class Bench {
  /** @param what engine, subjects, load, options */
  constructor({ engine, subjects, load, options }) {
    Object.assign(this, { engine, subjects, load, options });
    this.rss = 0;
    this.mapped = 0;
    this.profiles = 0;
  }

  /** Starts the program as an operator does, on a port of its own. */
  async startProgram({ cache = false, port = this.options.port, nodeArgs = [], words = [], env = {} } = {}) {
    const { profile } = this.options;
    if (profile) mkdirSync(profile, { recursive: true });
    const name = `${this.engine.name}-${++this.profiles}.cpuprofile`;
    return Server.start([join(HERE, "../../server/cli/luntan.mjs"), "start", ...words], {
      port,
      path: "/readyz",
      nodeArgs: [
        ...nodeArgs,
        ...(profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}`] : []),
      ],
      env: {
        ...this.engine.env,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PAGE_CACHE: cache ? "1" : "0",
        RATE_LIMIT_FACTOR: "0",
        LOG_LEVEL: "warn",
        ...env,
      },
    });
  }

  /** Starts the bare server; React's limit reads from SQLite on either engine, as the contract says. */
  startLimits(limits) {
    const port = this.options.port + 1;
    const path = "/body?size=10";
    return Server.start([join(HERE, "limits.mjs"), JSON.stringify({ ...limits, port })], { port, path });
  }

  /** Asks once, to see that the program does what is about to be measured. @throws {Error} with what it said. */
  async check(server, row, requests) {
    for (const { path, headers, body } of [requests[0], requests.at(-1)]) {
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, ...type, "accept-encoding": "identity" },
        body,
      });
      const said = await answer.text();
      let fits = answer.ok;
      try {
        fits &&= row.answers(said);
      } catch {
        fits = false;
      }
      if (!fits) throw new Error(`${row.title}: ${path} answered ${answer.status} ${said.slice(0, 600)}`);
    }
  }

  /** One round. @param state keeps where the requests stopped, so that the next round goes on from there */
  async round(server, requests, state, pids = [server.pid], pace = 0) {
    const result = await this.load.run(
      {
        port: server.port,
        requests,
        connections: CONNECTIONS,
        pace,
        warmUpMs: state.warm ? WARM_UP_MS : WARM_UP_FIRST_MS,
        measureMs: this.options.roundMs,
        from: state.turn ?? 0,
      },
      pids,
    );
    Object.assign(state, { warm: true, turn: result.turn });
    if (result.errors > 0) {
      throw new Error(`${result.errors} of ${result.count} answers were errors.${server.output?.() ?? ""}`);
    }
    return result;
  }

  /** Measures one row. @returns what the table shows */
  async measureRow(row, program, limits) {
    const requests = row.ask(this.subjects);
    await this.check(program, row, requests);
    const pids = [program.pid, ...this.engine.pids];
    const [ours, bare, state, limitState] = [[], [], {}, {}];
    for (let round = 0; round < this.options.rounds; round++) {
      ours.push(await this.round(program, requests, state, pids));
      if (row.inserts) bare.push(await this.insertRate());
      else if (row.against)
        bare.push(await this.round(program, row.against(this.subjects), limitState, pids));
      else if (row.limit) {
        const limitRequests = row.limit(this.subjects, ours[0].bytes);
        bare.push(await this.round(limits, limitRequests, limitState));
      }
    }
    const result = summarise(ours);
    for (const { rss, mapped } of ours) {
      if (rss[0] > this.rss) Object.assign(this, { rss: rss[0], mapped });
    }
    const limit = bare.length > 0 ? { ...summarise(bare) } : null;
    const value = row.p95 ? result.p95 : result.perSecond / limit.perSecond;
    const better = (wanted) => (row.p95 ? value <= wanted : value >= wanted);
    const must = row.must[this.engine.name] ?? row.must;
    const verdict = better(row.goal) ? "goal" : better(must) ? "must" : "MISSED";
    return { ...row, must, engine: this.engine.name, result, limit, value, verdict };
  }

  async insertRate() {
    const { roundMs } = this.options;
    const { stdout } = await run(process.execPath, [
      join(HERE, "inserts.mjs"),
      JSON.stringify({ ...this.engine.inserts, ms: roundMs }),
    ]);
    return { ...JSON.parse(stdout), cpu: [], rss: [], ownCpu: 0, count: 0, bytes: 0 };
  }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function summarise(rounds) {
  const over = (pick) => mean(rounds.map(pick));
  return {
    perSecond: over((round) => round.perSecond),
    p50: over((round) => round.p50),
    p95: over((round) => round.p95),
    p99: over((round) => round.p99),
    bytes: over((round) => round.bytes),
    cpu: rounds[0].cpu.map((_, index) => over((round) => round.cpu[index])),
    rss: rounds[0].rss.map((_, index) => Math.max(...rounds.map((round) => round.rss[index]))),
    generatorCpu: Math.max(...rounds.map((round) => round.ownCpu ?? 0)),
    rounds: rounds.map((round) => round.perSecond),
  };
}
