import { afterAll, beforeAll, expect, test } from "vitest";
// @ts-expect-error -- the benchmark is plain JavaScript
import { killAll, Load } from "../bench/processes.mjs";
import { ServerProcess } from "../support/serverProcess.ts";

let server: ServerProcess;

/** Counts of the load generator. */
interface Seen {
  readonly perSecond: number;
  readonly good: number;
  readonly errors: number;
  readonly shed: { readonly count: number };
  readonly turn: number;
}
let load: { run(job: object, pids: number[]): Promise<Seen>; stop(): void };
beforeAll(async () => {
  server = await ServerProcess.open({ settings: { PAGE_CACHE: "0" } });
  load = new (Load as new () => typeof load)();
}, 150_000);
afterAll(async () => {
  load?.stop();
  (killAll as () => void)();
  await server?.close();
});

/** Rounds until one asks for more than the machine has to give at that moment. */
const ROUNDS = 3;
const LIST =
  "{ threads(first: 20) { nodes { id title excerpt author { id nickname } category { id name } } } }";

const KINDS = [
  ["GraphQL", [{ path: "/graphql", body: JSON.stringify({ query: LIST }) }]],
  [
    "pages that are rendered",
    Array.from({ length: 20_000 }, (_, index) => ({ path: `/thread/1?x=${index}` })),
  ],
] as const;

test.each(KINDS)(
  "%s: of three times what can be answered the rest is refused, and nothing of that stays behind",
  { timeout: 120_000 },
  async (_what, requests) => {
    const ask = { port: server.port, requests, warmUpMs: 500, measureMs: 1_500 };
    let [refused, from] = [0, 0];
    for (let round = 0; round < ROUNDS && refused === 0; round++) {
      const usual = await load.run({ ...ask, connections: 16, from }, []);
      const pace = usual.perSecond * 3;
      const running = load.run({ ...ask, connections: 1_000, pace, measureMs: 4_000, from: usual.turn }, []);
      const health = await fetch(`${server.url}/healthz`);
      expect(health.status).toBe(200);
      const { good, errors, shed, turn } = await running;
      expect(errors).toBe(0);
      refused += shed.count;
      expect(good).toBeGreaterThan(0);
      from = turn;
      // Whatever was asked too much is over by now: nobody is refused any more.
      const after = await load.run({ ...ask, connections: 4, from }, []);
      expect([after.errors, after.shed.count]).toEqual([0, 0]);
      from = after.turn;
    }
    expect(refused).toBeGreaterThan(0);
  },
);
