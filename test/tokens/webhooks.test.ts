import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sendCalls, GIVE_UP_MS, SWITCH_OFF_MS } from "../../server/features/webhooks/send.service.ts";
import { pass, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { verifyWebhook } from "../../sdk/webhooks.mjs";
import { Webhook } from "../../server/features/webhooks/webhook.entity.ts";
import { OVERLAP_MS } from "../../server/features/webhooks/webhook.service.ts";
import { type Call, Receiver } from "./receiver.ts";

/** Webhooks: who is called, in which order, how it is signed, and what happens when nobody answers. */
const CREATE = `mutation ($url: String!, $events: [WebhookEvent!]!) { createWebhook(url: $url, events: $events) { secret webhook { id } } }`;
const EDIT_WEBHOOK = `mutation ($id: ID!, $url: String!, $events: [WebhookEvent!]!) { editWebhook(webhookId: $id, url: $url, events: $events) { url events } }`;
const ROTATE = `mutation ($id: ID!) { rotateWebhookSecret(webhookId: $id) { secret webhook { previousUntil } } }`;
const SWITCH = `mutation ($id: ID!, $on: Boolean!) { setWebhookEnabled(webhookId: $id, isEnabled: $on) { isEnabled offReason failingSince } }`;
const CALLS = `query ($id: ID!) { webhookCalls(webhookId: $id, first: 100) { nodes { id eventId event state attempts status problem } } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`;
const ALL = ["THREAD_CREATED", "THREAD_EDITED", "THREAD_DELETED", "POST_CREATED"];

let forum: Forum;
let admin: Person;
let ada: Person;
let categoryId: string;
let receiver: Receiver;
let webhookId: string;
let secret: string;

beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member("thread.editOwnThreadOrPost");
  categoryId = await forum.categoryId();
  // What came with the forum happened before anybody listened.
  await forum.delivered();
});
afterAll(() => forum.close());
beforeEach(async () => {
  stopClock();
  receiver = await new Receiver().open();
  const made = (await admin.graphql(CREATE, { url: receiver.url, events: ALL })).createWebhook;
  webhookId = made.webhook.id;
  secret = made.secret;
});
afterEach(async () => {
  receiver.close();
  await admin.graphql(`mutation ($id: ID!) { deleteWebhook(webhookId: $id) }`, { id: webhookId });
  vi.useRealTimers();
});

const send = async (): Promise<void> => {
  await forum.delivered();
  await sendCalls(forum.app.context(), new AbortController().signal);
};
const publish = async (title: string): Promise<string> =>
  (await ada.graphql(PUBLISH, { input: { categoryId, title, body: "Hello." } })).publishThread.id as string;
const edit = (threadId: string, title: string): Promise<unknown> =>
  ada.graphql(EDIT, { input: { threadId, title } });
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
const log = async (): Promise<any[]> => (await admin.graphql(CALLS, { id: webhookId })).webhookCalls.nodes;

test("a call says what happened, once, and is signed with its time; the secret is stored nowhere in the open", async () => {
  const threadId = await publish("Signed");
  await send();
  await send();
  expect(receiver.calls).toHaveLength(1);
  const [{ body, signature, id }] = receiver.calls as [Call];
  expect(JSON.parse(body)).toEqual({
    version: 1,
    id,
    event: "thread.created",
    at: expect.any(String),
    data: { threadId, postId: null, categoryId, fromCategoryId: null },
  });
  const [, time, mac] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature)!;
  expect(mac).toBe(createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
  expect(JSON.stringify(await forum.rows("SELECT * FROM webhooks"))).not.toContain(secret);
  expect(await log()).toMatchObject([{ state: "DONE", attempts: 1, status: 200 }]);
});

test("calls of one thread wait for each other while it fails; others go on; each keeps its id", async () => {
  receiver.status = 500;
  const first = await publish("Waits");
  await send();
  await forum.delivered();
  await edit(first, "Waits, edited");
  await send();
  expect(receiver.events).toEqual(["thread.created"]);
  receiver.status = 200;
  await publish("Goes on");
  await send();
  expect(receiver.events).toEqual(["thread.created", "thread.created"]);
  pass(10_000);
  await send();
  expect(receiver.events.slice(2)).toEqual(["thread.created", "thread.edited"]);
  expect(receiver.calls[2]!.id).toBe(receiver.calls[0]!.id);
  expect((await log()).every(({ state }) => state === "DONE")).toBe(true);
});

test("two processes that send at the same moment call once", async () => {
  await publish("Race");
  await forum.delivered();
  await Promise.all(Array.from({ length: 4 }, () => send()));
  expect(receiver.calls).toHaveLength(1);
});

test("calls are claimed together, and only one after a failure writes to its webhook", async () => {
  const failing = async (): Promise<unknown> =>
    (await admin.graphql(`{ webhooks { failingSince } }`)).webhooks[0].failingSince;
  for (const title of ["One", "Two", "Three"]) await publish(title);
  await forum.delivered();
  const statements = await forum.statementsOf(send);
  const claims = statements.flatMap((sql, place) => (sql.includes("attempts = attempts + 1") ? [place] : []));
  expect(claims).toEqual([0, 1, 2].map((turn) => claims[0]! + turn));
  expect(statements.filter((sql) => /UPDATE .webhooks. /.test(sql))).toEqual([]);
  receiver.status = 500;
  await publish("Fails");
  await send();
  expect(await failing()).not.toBeNull();
  receiver.status = 200;
  pass(10_000);
  await send();
  expect(await failing()).toBeNull();
  expect(receiver.calls).toHaveLength(5);
});

test("after a day a call is given up, after three of failing the webhook is off, and administrators are told", async () => {
  receiver.status = 503;
  await publish("Nobody there");
  await send();
  pass(GIVE_UP_MS);
  await send();
  expect(await log()).toMatchObject([{ state: "GIVEN_UP", status: 503, problem: "HTTP 503" }]);
  pass(SWITCH_OFF_MS);
  await publish("Still nobody");
  await send();
  await forum.delivered();
  const { webhooks } = await admin.graphql(`{ webhooks { id isEnabled offReason } }`);
  expect(webhooks).toEqual([{ id: webhookId, isEnabled: false, offReason: "FAILING" }]);
  const { notifications } = await admin.graphql(
    `{ notifications(entry: ACCOUNT, first: 1) { nodes { kind text } } }`,
  );
  expect(notifications.nodes[0]).toMatchObject({ kind: "webhook.broken" });
  expect(notifications.nodes[0].text).toContain("127.0.0.1");
  await publish("Not told");
  await send();
  expect((await log()).length).toBe(2);
  receiver.status = 200;
  const { setWebhookEnabled } = await admin.graphql(SWITCH, { id: webhookId, on: true });
  expect(setWebhookEnabled).toEqual({ isEnabled: true, offReason: null, failingSince: null });
  pass(10_000);
  await send();
  expect(await log()).toMatchObject([{ state: "DONE" }, { state: "GIVEN_UP" }]);
});

test("a new secret signs beside the one before for a day, then alone", async () => {
  const { rotateWebhookSecret } = await admin.graphql(ROTATE, { id: webhookId });
  expect(rotateWebhookSecret.secret).not.toBe(secret);
  expect(rotateWebhookSecret.webhook.previousUntil).not.toBeNull();
  const isBelieved = ({ body, signature }: Call, by: string): Promise<boolean> =>
    verifyWebhook({ secret: by, signature, body, now: Date.now() }).then(
      () => true,
      () => false,
    );
  await publish("Signed twice");
  await send();
  const [during] = receiver.calls as [Call];
  expect(await isBelieved(during, secret)).toBe(true);
  expect(await isBelieved(during, rotateWebhookSecret.secret as string)).toBe(true);
  expect(await isBelieved(during, "whsec_other")).toBe(false);
  pass(OVERLAP_MS);
  await publish("Signed once");
  await send();
  const [, after] = receiver.calls as [Call, Call];
  expect(await isBelieved(after, rotateWebhookSecret.secret as string)).toBe(true);
  expect(await isBelieved(after, secret)).toBe(false);
  expect((await admin.graphql(`{ webhooks { previousUntil } }`)).webhooks).toEqual([{ previousUntil: null }]);
  const stored = JSON.stringify(await forum.rows("SELECT * FROM webhooks"));
  expect(stored).not.toContain(rotateWebhookSecret.secret);
  const [entry] = (await admin.graphql(`{ auditLog(first: 1) { nodes { action before after } } }`)).auditLog
    .nodes;
  expect(entry.action).toBe("rotateWebhookSecret");
  expect(JSON.stringify(entry)).not.toContain("whsec_");
});

test("after an edit what waits goes to the new address, and only chosen events are called for", async () => {
  receiver.status = 500;
  await publish("Moves with the address");
  await send();
  const elsewhere = await new Receiver().open();
  try {
    const edited = { id: webhookId, url: elsewhere.url, events: ["THREAD_EDITED"] };
    const { editWebhook } = await admin.graphql(EDIT_WEBHOOK, edited);
    expect(editWebhook).toEqual({ url: elsewhere.url, events: ["THREAD_EDITED"] });
    await publish("Not called for");
    pass(10_000);
    await send();
    expect(elsewhere.events).toEqual(["thread.created"]);
    expect(receiver.calls).toHaveLength(1);
    await expect(admin.graphql(EDIT_WEBHOOK, { ...edited, events: [] })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    await expect(admin.graphql(EDIT_WEBHOOK, { ...edited, url: "nonsense" })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  } finally {
    elsewhere.close();
  }
});

test("one whose secret was lost says so, and is switched on once it has a new one", async () => {
  await forum.write((ctx) =>
    ctx.db.update(Webhook, { id: Number(webhookId) }, { secret: "", isEnabled: false }),
  );
  const [webhook] = (await admin.graphql(`{ webhooks { offReason } }`)).webhooks;
  expect(webhook.offReason).toBe("SECRET_LOST");
  await expect(admin.graphql(SWITCH, { id: webhookId, on: true })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const { rotateWebhookSecret } = await admin.graphql(ROTATE, { id: webhookId });
  expect(rotateWebhookSecret.webhook.previousUntil).toBeNull();
  const { setWebhookEnabled } = await admin.graphql(SWITCH, { id: webhookId, on: true });
  expect(setWebhookEnabled.offReason).toBeNull();
});

test("a call is replayed from the log with the same id, and a test sends a ping", async () => {
  await publish("Replayed");
  await send();
  const [call] = await log();
  await admin.graphql(`mutation ($id: ID!) { replayWebhookCall(callId: $id) { state } }`, { id: call.id });
  await send();
  expect(receiver.calls.map(({ id }) => id)).toEqual([call.eventId, call.eventId]);
  await admin.graphql(`mutation ($id: ID!) { testWebhook(webhookId: $id) { id } }`, { id: webhookId });
  await send();
  expect(receiver.events.at(-1)).toBe("ping");
});

test("redirects are not followed", async () => {
  receiver.status = 302;
  receiver.headers = { location: `${receiver.url}/elsewhere` };
  await publish("Redirected");
  await send();
  expect(receiver.calls.map(({ path }) => path)).toEqual(["/hook"]);
  expect(await log()).toMatchObject([{ state: "WAITING", status: 302, problem: "HTTP 302" }]);
});

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://10.0.0.8/hook",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00::1]/",
  "https://localhost/",
  "http://hooks.example.org/",
  "https://ada:pass@hooks.example.org/",
  "ftp://hooks.example.org/",
  "nonsense",
])("the address %s is refused, and one that is there already is not called", async (url) => {
  Object.assign(forum.app.services, { mayCallInner: false });
  try {
    await expect(admin.graphql(CREATE, { url, events: ALL })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    await publish("Inside");
    await send();
    expect(receiver.calls).toEqual([]);
    expect(await log()).toMatchObject([{ state: "WAITING", problem: "address not allowed" }]);
  } finally {
    Object.assign(forum.app.services, { mayCallInner: true });
  }
});

test("a machine of the inner net is called if the operator has named it, and no other", async () => {
  const { host, port } = new URL(receiver.url);
  Object.assign(forum.app.services, { mayCallInner: false, webhookHosts: [host] });
  try {
    await publish("Beside");
    await send();
    expect(receiver.events).toEqual(["thread.created"]);
    const create = (url: string) => admin.graphql(CREATE, { url, events: ALL });
    await create(`http://${host}/other`);
    for (const url of [
      `http://127.0.0.1:${Number(port) + 1}/`,
      `http://${host}@localhost/`,
      "https://127.0.0.1/",
    ])
      await expect(create(url)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  } finally {
    Object.assign(forum.app.services, { mayCallInner: true, webhookHosts: [] });
  }
});

test("only administrators have webhooks, each for some events", async () => {
  await expect(ada.graphql(CREATE, { url: receiver.url, events: ALL })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(admin.graphql(CREATE, { url: receiver.url, events: [] })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
});
