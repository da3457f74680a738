import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";

/** Limits a thousand times as narrow as usual: a member has 600 points, an address 1,500. */
const FACTOR = "0.001";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: FACTOR } })));
afterAll(() => forum.close());
afterEach(() => vi.useRealTimers());

const LIST = "{ threads(first: 20) { nodes { id title } } }";
const left = ({ headers }: Answer): number => Number(headers["ratelimit-remaining"]);

async function untilRefused(ask: () => Promise<Answer>): Promise<{ answered: number; refused: Answer }> {
  for (let answered = 0; ; answered++) {
    const answer = await ask();
    if (/RATE_LIMITED|频繁/.test(answer.text)) return { answered, refused: answer };
    expect(answered).toBeLessThan(500);
  }
}

const ask = (person: Person, query = LIST) => person.post("/graphql", { query });

test("every answer says what is left, and dear ones take more of it", async () => {
  const ada = await forum.member();
  const first = await ask(ada, "{ site { name } }");
  expect(first.headers["ratelimit-limit"]).toBe("600");
  const afterCheap = await ask(ada, "{ site { name } }");
  const afterDear = await ask(ada);
  expect(left(first) - left(afterCheap)).toBeLessThan(left(afterCheap) - left(afterDear));
  expect(Number(afterDear.headers["ratelimit-reset"])).toBeGreaterThan(0);
});

test("who has read too much is told when to come again, by code and by status; others read on", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const { answered, refused } = await untilRefused(() => ask(ada));

  expect(answered).toBeGreaterThan(3);
  expect(refused.status).toBe(429);
  expect(refused.headers["content-type"]).toContain("application/json");
  const [error] = refused.json().errors;
  expect(error.extensions).toMatchObject({ code: "RATE_LIMITED", legacyCode: -5002 });
  expect(refused.headers["retry-after"]).toBe(String(error.extensions.retryAfterSeconds));
  expect(refused.headers["ratelimit-policy"]).toBe('"reads";q=600;qu="points";w=30');
  expect(refused.headers["ratelimit"]).toMatch(/^"reads";r=\d+;t=(2\d|30)$/);
  expect((await ask(bo)).status).toBe(200);
  // A text that nobody has sent before goes the long way, and is refused there in the same words.
  const long = await ask(ada, `${LIST} # new`);
  expect([long.status, long.json().errors[0].extensions.code]).toEqual([429, "RATE_LIMITED"]);
});

test("after the wait that was told there is something to read again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const ada = await forum.member();
  const { refused } = await untilRefused(() => ask(ada));
  vi.advanceTimersByTime(Number(refused.headers["retry-after"]) * 1000);

  expect((await ask(ada)).status).toBe(200);
});

test("members at one address do not read each other's share, visitors there have one together", async () => {
  const [ada, visitor] = [await forum.member(), forum.visitor()];
  const { refused } = await untilRefused(() => ask(visitor));
  expect(refused.status).toBe(429);
  expect((await ask(ada)).status).toBe(200);
});

test("old clients draw from the same share, and are told in their envelope", async () => {
  const ada = await forum.member();
  const first = await ada.request("GET", "/api/v3/thread.list");
  expect(left(first)).toBeGreaterThan(0);
  expect(left(first)).toBeLessThan(600 - 50);
  await untilRefused(() => ask(ada));
  // What the first call left over is smaller than what a call takes.
  await untilRefused(() => ask(ada, "{ site { name } }"));
  const refused = await ada.request("GET", "/api/forum.v2");
  expect(refused.status).toBe(200);
  expect(refused.json()).toMatchObject({ Code: -5002 });
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
});

test("pages that are rendered count for a visitor's address, finished ones do not, and the refusal is a page", async () => {
  const visitor = forum.visitor().with({ locale: "zh-CN" });
  const finished = await forum.visitor().with({ locale: "zh-CN" }).get("/");
  expect(finished.status).toBe(200);
  for (let turn = 0; turn < 30; turn++) expect((await visitor.get("/")).status).toBe(200);
  let turn = 0;
  const { answered, refused } = await untilRefused(() => visitor.get(`/?anything=${turn++}`));

  expect(answered).toBeLessThan(10);
  expect(refused.status).toBe(429);
  expect(refused.headers["content-type"]).toContain("text/html");
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
  expect(refused.text).toContain("操作太频繁");
  const english = await visitor.with({ locale: "en" }).get(`/?anything=${turn}`);
  expect(english.text).toContain("Please try again in");
  expect((await visitor.with({ locale: "zh-CN" }).get("/")).status).toBe(200);
});

test("at the usual rate nobody who reads is refused: many tabs at once, and a program that reads the whole archive", async () => {
  const usual = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  const ada = await usual.member();
  const tabs = await Promise.all(Array.from({ length: 20 }, () => ada.get("/")));
  expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
  const bot = await usual.member();
  const page =
    "{ threads(first: 50) { nodes { id title author { nickname } posts(first: 2) { nodes { id } } } } }";
  const [before, after] = [await ask(bot, "{ site { name } }"), await ask(bot, page)];
  // The archive of the acceptance test took 1,226 requests: at once more than half of them, the rest within a minute.
  const whole = 1_226 * (left(before) - left(after));
  const limit = Number(after.headers["ratelimit-limit"]);
  expect(limit).toBeGreaterThan(whole / 2);
  const perSecond = 20_000;
  expect((whole - limit) / perSecond).toBeLessThan(60);
  await usual.close();
});
