import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { makeToken, Program } from "../tokens/program.ts";

/** The headers by which programs see limits before they meet them, at both doors. */
let forum: Forum;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

type Item = Readonly<Record<string, string | number>>;

/** Reads a list of strings with parameters as RFC 9651 has it, as far as the headers use it. */
function itemsOf(header: unknown): Record<string, Item> {
  const items: Record<string, Item> = {};
  for (const member of String(header).split(", ")) {
    const [, name, rest] = /^"([a-z0-9-]+)"((?:;[a-z]+=(?:\d{1,15}|"[a-z]+"))+)$/.exec(member) ?? [];
    expect(name, member).toBeDefined();
    const pairs = rest!
      .slice(1)
      .split(";")
      .map((pair) => pair.split("=") as [string, string]);
    items[name!] = Object.fromEntries(
      pairs.map(([key, value]) => [key, value.startsWith('"') ? value.slice(1, -1) : Number(value)]),
    );
  }
  return items;
}
const policies = ({ headers }: Answer) => itemsOf(headers["ratelimit-policy"]);
const left = ({ headers }: Answer) => itemsOf(headers["ratelimit"]);

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const publish = (person: Person, headers = {}) =>
  person.post(
    "/graphql",
    { query: PUBLISH, variables: { input: { categoryId, title: "Tea", body: "Green." } } },
    headers,
  );

test("a reader sees the budget of reads, in both ways of writing it", async () => {
  const ada = await forum.member();
  const answer = await ada.post("/graphql", { query: "{ threads(first: 20) { nodes { id } } }" });

  expect(policies(answer)).toEqual({ reads: { q: 600_000, qu: "points", w: 30 } });
  const { remaining, reset } = {
    remaining: answer.headers["ratelimit-remaining"],
    reset: answer.headers["ratelimit-reset"],
  };
  expect(left(answer)).toEqual({ reads: { r: Number(remaining), t: Number(reset) } });
});

test("who publishes sees the limit shrink to nothing, and is refused with the time at which it is back", async () => {
  const ada = await forum.member();
  const answers: Answer[] = [];
  for (let turn = 0; turn < 7; turn++) answers.push(await publish(ada));

  expect(policies(answers[0]!)).toMatchObject({ reads: { qu: "points" }, post: { q: 6, w: 60 } });
  expect(answers.map((answer) => left(answer)["post"]?.["r"])).toEqual([5, 4, 3, 2, 1, 0, 0]);
  const refused = answers.at(-1)!;
  const [error] = refused.json().errors;
  expect(error.extensions.code).toBe("RATE_LIMITED");
  const wait = Number(refused.headers["retry-after"]);
  expect([wait, left(refused)["post"]?.["t"]]).toEqual([error.extensions.retryAfterSeconds, wait]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(answers[0]!.headers).not.toHaveProperty("retry-after");
  expect(left(await publish(await forum.member()))["post"]).toMatchObject({ r: 5 });
});

test("a command with two limits names both, and a repetition with the same key draws from neither", async () => {
  const [ada, bo] = [await forum.member("dialog.create"), await forum.member()];
  const SEND = `mutation ($id: ID!) { sendMessage(input: { userId: $id, body: "Hi" }) { id } }`;
  const sent = await ada.post("/graphql", { query: SEND, variables: { id: String(bo.id) } });
  expect(policies(sent)).toMatchObject({
    "message-60": { q: 30, w: 60 },
    "message-3600": { q: 300, w: 3600 },
  });
  expect(left(sent)).toMatchObject({ "message-60": { r: 29 }, "message-3600": { r: 299 } });

  const key = { "idempotency-key": "quotas-of-a-repetition" };
  const [first, again] = [await publish(ada, key), await publish(ada, key)];
  expect(again.text).toBe(first.text);
  expect(left(first)).toHaveProperty("post");
  expect(Object.keys(left(again))).toEqual(["reads"]);
});

test("old clients see the limit of their call, and when it opens again", async () => {
  await admin.graphql(
    `mutation ($v: String!) { saveSettings(entries: [{key: "api_freq", value: $v}]) { id } }`,
    {
      v: JSON.stringify({ get: { freq: 2, forbidden: 20 } }),
    },
  );
  const ada = await forum.member();
  const call = () => ada.request("GET", "/api/v3/forum");
  const answers = [await call(), await call(), await call()];

  expect(policies(answers[0]!)).toEqual({
    reads: { q: 600_000, qu: "points", w: 30 },
    call: { q: 2, w: 30 },
  });
  expect(answers.map((answer) => left(answer)["call"]?.["r"])).toEqual([1, 0, 0]);
  const refused = answers[2]!;
  expect(refused.json()).toMatchObject({ Code: -5002 });
  expect(left(refused)["call"]).toEqual({ r: 0, t: Number(refused.headers["retry-after"]) });
  expect(answers[1]!.headers).not.toHaveProperty("retry-after");
});

test.each(["/graphql", "/api/v3/thread.list"])("pages of other sites may read them from %s", async (path) => {
  const { secret } = await makeToken(forum, await forum.member());
  const program = Program.with(forum, secret);
  const foreign = { origin: "https://tools.example", "sec-fetch-site": "cross-site" };
  const answer =
    path === "/graphql"
      ? await program.post(path, { query: "{ site { name } }" }, foreign)
      : await program.get(path, foreign);
  const exposed = String(answer.headers["access-control-expose-headers"]).split(", ");
  expect(exposed).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy", "Retry-After"]));
  expect(left(answer)["reads"]).toBeDefined();
});
