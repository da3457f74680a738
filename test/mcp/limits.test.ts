import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { Program } from "../tokens/program.ts";
import { Assistant } from "./client.ts";

/** The limits of a site hold for assistants, by member and by token, as they do at the other doors. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ listen: true, env: { RATE_LIMIT_FACTOR: "0.01" } })));
afterAll(() => forum.close());

test("who reads too much is told when to come again; others read on", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const [greedy, modest] = [await Assistant.of(forum, ada), await Assistant.of(forum, bo)];
  const call = () => greedy.call("list_threads", { first: 20 });
  let answer = await call();
  for (let calls = 1; !answer.isError; calls++) {
    expect(calls).toBeLessThan(500);
    answer = await call();
  }
  expect(answer.data.error).toMatchObject({ code: "RATE_LIMITED", legacyCode: -5002 });
  expect(answer.data.error.retryAfterSeconds).toBeGreaterThan(0);
  expect((await modest.call("list_threads")).isError).toBe(false);
});

test("who writes too much is refused by the limit for posts", async () => {
  const ada = await forum.member();
  const categoryId = await forum.categoryId();
  const { id } = await publish(await forum.member(), { categoryId });
  const assistant = await Assistant.of(forum, ada, { mayWrite: true });
  const answers = [];
  for (let number = 1; number <= 30; number++)
    answers.push(await assistant.call("reply_to_thread", { thread_id: id, body: `Number ${number}` }));
  expect(answers[0]!.isError).toBe(false);
  expect(answers.at(-1)!.data.error.code).toBe("RATE_LIMITED");
});

test("asking for the tools again and again is refused, too", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const [greedy, modest] = [await Program.of(forum, ada), await Program.of(forum, bo)];
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const ask = (program: Program) =>
    program.post("/mcp", list, { accept: "application/json, text/event-stream" });
  let answer = await ask(greedy);
  for (let calls = 1; answer.status === 200; calls++) {
    expect(calls).toBeLessThan(500);
    answer = await ask(greedy);
  }
  expect([answer.status, answer.json().error.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask(modest)).status).toBe(200);
});
