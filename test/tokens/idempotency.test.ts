import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Context } from "../../server/core/context.ts";
import { run } from "../../server/core/sql.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { insert } from "../../server/core/write.ts";
import { digest } from "../../server/features/auth/sessions/digest.ts";
import { IdempotencyKey, KeyState } from "../../server/features/idempotency/idempotencyKey.entity.ts";
import { removeOldKeys, runOnce } from "../../server/features/idempotency/once.service.ts";
import { pass, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { Program } from "./program.ts";

/** Requests that are sent twice and run once. */
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const DAY_MS = 86_400_000;

let forum: Forum;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());

const body = (title: string, text = "Hello."): object => ({
  query: PUBLISH,
  variables: { input: { categoryId, title, body: text } },
});
const send = (key: string, asked: object, person: Pick<Person, "post"> = ada): Promise<Answer> =>
  person.post("/graphql", asked, { "idempotency-key": key });
const count = async (title: string): Promise<number> =>
  (await forum.rows("SELECT id FROM threads WHERE title = ?", [title])).length;
const codeOf = (answer: Answer): unknown => answer.json().errors?.[0].extensions.code;

test("a mutation that is sent again gets the same answer and runs once", async () => {
  const first = await send("key-1", body("Once"));
  const second = await send("key-1", body("Once"));
  expect(second.text).toBe(first.text);
  expect(first.headers).not.toHaveProperty("idempotency-replayed");
  expect(second.headers).toMatchObject({ "idempotency-replayed": "true" });
  expect(await count("Once")).toBe(1);

  const other = await send("key-1", body("Once", "Another text."));
  expect([other.status, codeOf(other)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  expect(await count("Once")).toBe(1);
});

test("ten at the same moment run once, and all get the one answer", async () => {
  vi.useRealTimers();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send("key-parallel", body("Parallel"))));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(codeOf(answers[0]!)).toBeUndefined();
  expect(await count("Parallel")).toBe(1);
});

test("the key of one member is not that of another, nor of a token, which may read less", async () => {
  const bob = await forum.member();
  await send("shared", body("Mine"));
  expect(codeOf(await send("shared", body("Mine"), bob))).toBeUndefined();
  expect(await count("Mine")).toBe(2);
  const program = await Program.of(forum, ada, { mayWrite: true });
  expect((await send("shared", body("Mine"), program)).headers).not.toHaveProperty("idempotency-replayed");
  expect(await count("Mine")).toBe(3);
  expect((await send("shared", body("Mine"), program)).headers).toHaveProperty("idempotency-replayed");
  expect(await count("Mine")).toBe(3);
});

test("what was refused is tried again with the same key", async () => {
  expect(codeOf(await send("again", body("")))).toBe("INVALID_PARAMETER");
  expect(codeOf(await send("again", body("Better")))).toBeUndefined();
  expect(await count("Better")).toBe(1);
});

test("a key counts for a day, and is deleted afterwards", async () => {
  await send("daily", body("Daily"));
  pass(DAY_MS);
  await send("daily", body("Daily"));
  expect(await count("Daily")).toBe(2);
  pass(DAY_MS);
  await removeOldKeys(forum.app.context(), new AbortController().signal);
  expect(await forum.rows("SELECT id FROM idempotency_keys")).toEqual([]);
});

test("a process that dies before it commits leaves a key that runs at once; one that dies afterwards doubles nothing", async () => {
  const dead = (key: string, state: KeyState): Promise<unknown> =>
    forum.write((ctx) =>
      insert(ctx, IdempotencyKey, {
        keyHash: digest(`u${ada.id} ${key}`),
        requestHash: digest(
          JSON.stringify([PUBLISH, null, (body("Crash") as { variables: object }).variables]),
        ),
        state,
        processId: "that-of-a-process-that-has-died",
        contentType: "",
        answer: "",
        createdAt: new Date(),
      }),
    );
  await dead("crash-before", KeyState.RUNNING);
  expect(codeOf(await send("crash-before", body("Crash")))).toBeUndefined();
  await dead("crash-after", KeyState.COMMITTED);
  const lost = await send("crash-after", body("Crash"));
  expect([lost.status, codeOf(lost)]).toEqual([409, "IDEMPOTENCY_ANSWER_LOST"]);
  expect(await count("Crash")).toBe(1);
});

test("a process that lives after all commits nothing once another one has its key", async () => {
  const ctx = forum.app.context();
  const answerOf = (body: string) => ({ contentType: "text/plain", body, isFinal: true });
  const greet = (name: string) => (inner: Context) =>
    inTransaction(inner, async (writing) => {
      await run(writing, "UPDATE users SET signature = CONCAT(signature, ?) WHERE id = ?", [name, ada.id]);
      return answerOf(name);
    });
  const signature = async (): Promise<string> =>
    (await forum.rows<{ signature: string }>("SELECT signature FROM users WHERE id = ?", [ada.id]))[0]!
      .signature;
  const before = await signature();
  const second = () => runOnce(ctx, { key: "taken", request: "greet", run: greet("second") });
  const first = runOnce(ctx, {
    key: "taken",
    request: "greet",
    run: async (inner) => {
      await forum.write((writing) =>
        writing.db.update(IdempotencyKey, { state: KeyState.RUNNING }, { processId: "lease-has-ended" }),
      );
      expect(await second()).toMatchObject({ body: "second", isReplayed: false });
      return greet("first")(inner);
    },
  });
  await expect(first).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_BUSY" });
  expect(await second()).toMatchObject({ body: "second", isReplayed: true });
  expect(await signature()).toBe(`${before}second`);
});

test("the state of a key is written with what the mutation commits", async () => {
  const statements = await forum.statementsOf(() => send("marked", body("Marked")));
  const states = statements.filter((sql) => /update .idempotency_keys/i.test(sql));
  expect(states).toHaveLength(2);
});

test.each(["", "a b", "x".repeat(256)])("the key %j is refused", async (key) => {
  const answer = await send(key, body("Never"));
  expect(codeOf(answer)).toBe("INVALID_PARAMETER");
});

test("what answers with secrets takes no key; queries take no notice of it", async () => {
  const login = { query: `mutation { login(input: { username: "a", password: "b" }) { accessToken } }` };
  expect(codeOf(await send("secret", login))).toBe("INVALID_PARAMETER");
  expect((await send("reading", { query: `{ viewer { id } }` })).json()).toMatchObject({
    data: { viewer: {} },
  });
});

test("old clients' calls run once as well", async () => {
  const asked = { title: "Old", categoryId, content: { text: "<p>Hello</p>" } };
  const call = (change = {}): Promise<Answer> =>
    ada.post("/api/v3/thread.create", { ...asked, ...change }, { "idempotency-key": "old-1" });
  const first = await call();
  expect(first.json()).toMatchObject({ Code: 0 });
  expect((await call()).text).toBe(first.text);
  expect((await call({ title: "New" })).json()).toMatchObject({ Code: -4001 });
  expect(await count("Old")).toBe(1);
});

test("what gives a secret runs once as well, and its answer is stored nowhere", async () => {
  const visitor = forum.visitor();
  const query = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }`;
  const input = { username: "once-only", nickname: "once-only", password: "correct-horse-42" };
  const register = (key: string) => send(key, { query, variables: { input } }, visitor);
  const first = await register("sign-up");
  const { accessToken } = first.json().data.register;
  const second = await register("sign-up");
  expect([second.status, codeOf(second)]).toEqual([409, "IDEMPOTENCY_ANSWER_LOST"]);
  expect(codeOf(await register("sign-up-2"))).toBe("USERNAME_TAKEN");
  const answers = await forum.rows<{ answer: string }>("SELECT answer FROM idempotency_keys");
  expect(answers.some(({ answer }) => answer.includes(accessToken))).toBe(false);
});
