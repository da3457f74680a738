import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "../support/serverProcess.ts";

/** Requests with a key whose process is killed: sent again they run, or are known to have run; never twice. */
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const TRIES_MAX = 20;
const PATIENCE_MS = 600_000;
/** Takes a while to become HTML, so that the process is caught at work. */
const BODY = "**Bread** and [butter](https://example.org/) for `all`.\n\n".repeat(300);

let server: ServerProcess;
let ada: { id: string; token: string };
let categoryId: string;
beforeAll(async () => {
  server = await ServerProcess.open();
  ada = await server.register("ada");
  categoryId = (await server.ask(`{ categories { id } }`)).categories[0].id;
}, PATIENCE_MS);
afterAll(() => server?.close());

const send = (key: string): Promise<Response> =>
  fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${ada.token}`,
      "idempotency-key": key,
    },
    body: JSON.stringify({ query: PUBLISH, variables: { input: { categoryId, title: key, body: BODY } } }),
  });
const states = async (): Promise<string[]> =>
  (await server.rows<{ state: string }>("SELECT state FROM idempotency_keys ORDER BY id")).map(
    ({ state }) => state,
  );

test(
  "a request that was killed before its commit runs when it is sent again, without a wait for a clean-up",
  async () => {
    let hasRunAgain = false;
    for (let round = 0; !hasRunAgain && round < TRIES_MAX; round++) {
      const key = `round-${round}`;
      const lost = send(key).catch(() => null);
      const isSent = lost.then(() => true);
      while ((await states()).length <= round && !(await Promise.race([isSent, wait(1, false)])));
      await server.kill();
      await lost;
      const state = (await states())[round];
      await server.start();

      const answer = (await (await send(key)).json()) as { errors?: { extensions: { code: string } }[] };
      const code = answer.errors?.[0]!.extensions.code;
      expect([state, code]).toEqual([state, state === "COMMITTED" ? "IDEMPOTENCY_ANSWER_LOST" : undefined]);
      const threads = await server.rows(`SELECT id FROM threads WHERE title = '${key}'`);
      expect(threads).toHaveLength(1);
      hasRunAgain = state === "RUNNING";
    }
    expect(hasRunAgain).toBe(true);
  },
  PATIENCE_MS,
);
