import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Luntan, LuntanError } from "../../sdk/luntan.mjs";
import type { Thread } from "../../sdk/schema.mjs";
import { WebhookError, verifyWebhook } from "../../sdk/webhooks.mjs";
import { printSdkTypes } from "../../server/cli/printSdk.ts";
import { signatureOf } from "../../server/core/callSignature.ts";
import { run as statement } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { sell } from "../money/shop.ts";
import { makeToken } from "../tokens/program.ts";

/** The SDK as programs use it: the archive bot from the packed package, and calls against forums that are busy. */
const ROOT = resolve(import.meta.dirname, "../..");
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id images { id } } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const THREADS = `query ($first: Int!, $after: String) {
  threads(first: $first, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } }
}`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const run = promisify(execFile);
/** It packs, installs and starts five programs, each of which waits on a busy machine. */
const NPM_TIMEOUT_MS = 60_000;

let forum: Forum;
let ada: Person;
let token: string;
let categoryId: string;
let folder: string;
let sdk: Luntan;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member("thread.hideOwnThreadOrPost");
  token = (await makeToken(forum, ada, { mayWrite: true, areas: ["FORUM"] })).secret;
  categoryId = await forum.categoryId();
  folder = mkdtempSync(join(tmpdir(), "luntan-sdk-"));
  sdk = new Luntan({ url: forum.url, token });
});
afterAll(async () => {
  await forum.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = async (title: string): Promise<string> => {
  const { publishThread } = await sdk.request<{ publishThread: Thread }>(PUBLISH, {
    input: { categoryId, title, body: `About ${title}.` },
  });
  return publishThread.id;
};

test("its types are those of the schema", () => {
  const stored = readFileSync(join(ROOT, "sdk/schema.d.mts"), "utf8");
  expect(stored === printSdkTypes(), "run `npm run codegen` and commit sdk/schema.d.mts").toBe(true);
});

test(
  "the bot, installed from the package, archives the forum and brings the archive up to date",
  { timeout: NPM_TIMEOUT_MS },
  async () => {
    const [tea, water] = [await publish("Tea"), await publish("Water")];
    const { replyToThread } = await sdk.request<{ replyToThread: { id: string } }>(REPLY, {
      input: { threadId: tea, body: "With milk." },
    });
    const { replyToThread: comment } = await sdk.request<{ replyToThread: { id: string } }>(REPLY, {
      input: { threadId: tea, body: "A drop.", replyToPostId: replyToThread.id },
    });
    await forum.delivered();
    // As of rows that were written in bulk: they are in no feed.
    await forum.write((ctx) => statement(ctx, "DELETE FROM changes"));

    const npm = (...args: string[]) => run("npm", args, { cwd: folder });
    await npm("pack", join(ROOT, "sdk"), "--silent");
    const [archive = ""] = readdirSync(folder);
    expect(archive).toMatch(/^luntan-sdk-.*\.tgz$/);
    writeFileSync(join(folder, "package.json"), `{ "name": "my-bot", "private": true, "type": "module" }`);
    await npm("install", "--offline", "--no-audit", "--no-fund", `./${archive}`);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@luntan",
    ]);
    const example = join(folder, "node_modules/@luntan/sdk/examples/archive.mjs");
    expect(readFileSync(example, "utf8").trim().split("\n").length).toBeLessThanOrEqual(30);

    const bot = async (): Promise<string> => {
      const env = { ...process.env, FORUM_URL: forum.url, LUNTAN_TOKEN: token, NODE_OPTIONS: "" };
      return (await run(process.execPath, [example, "archive"], { cwd: folder, env })).stdout;
    };
    const read = (name: string) => JSON.parse(readFileSync(join(folder, "archive", name), "utf8"));
    await bot();
    expect(read(`thread-${tea}.json`)).toMatchObject({ title: "Tea", author: { nickname: ada.nickname } });
    const reply = `thread-${tea}-reply-${replyToThread.id}.json`;
    expect(read(reply)).toMatchObject({ threadId: tea, body: "With milk." });
    expect(read(`thread-${tea}-reply-${comment.id}.json`)).toMatchObject({
      body: "A drop.",
      parentId: replyToThread.id,
    });
    expect(await bot()).toBe("0 changes\n");

    expect(read(`thread-${water}.json`)).toMatchObject({ title: "Water" });
    const coffee = await publish("Coffee");
    await ada.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: water });
    await ada.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { isDeleted } }`, {
      id: replyToThread.id,
    });
    await (
      await forum.admin()
    ).graphql(`mutation ($i: EditPostInput!) { editPost(input: $i) { id } }`, {
      i: { postId: comment.id, body: "Two drops." },
    });
    await forum.delivered();
    await bot();
    const archived = readdirSync(join(folder, "archive"));
    expect(archived).toEqual(
      expect.arrayContaining(["cursor", `thread-${coffee}.json`, `thread-${tea}.json`]),
    );
    expect(archived).not.toContain(reply);
    expect(read(`thread-${tea}-reply-${comment.id}.json`)).toMatchObject({ body: "Two drops." });
    expect(archived).not.toContain(`thread-${water}.json`);
  },
);

test("a copy of everything begins with what is there, misses nothing that happens meanwhile, and goes on", async () => {
  const admin = await forum.admin();
  const made = await admin.graphql(
    `mutation { createCategory(input: { name: "Cellar", description: "", sort: 9 }) { id } }`,
  );
  const input = (title: string, more = {}) => ({
    input: { categoryId, title, body: `About ${title}.`, ...more },
  });
  const write = async (title: string, more = {}): Promise<string> =>
    (await admin.graphql(PUBLISH, input(title, more))).publishThread.id;
  const reply = async (threadId: string, body: string, replyToPostId?: string): Promise<string> =>
    (await admin.graphql(REPLY, { input: { threadId, body, replyToPostId } })).replyToThread.id;
  const remove = (id: string) =>
    admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id });
  const cellar = made.createCategory.id as string;
  const hidden = await write("Cask", { categoryId: cellar });
  const hiddenReply = await reply(hidden, "A cask below.");
  const back = await write("Back");
  const backReply = await reply(back, "Of back.");
  const backComment = await reply(back, "On back.", backReply);
  const gone = await write("Gone");
  await reply(gone, "Of gone.");
  const early = await write("Early");
  const paid = await sell(forum, await forum.member("thread.insertPay"));
  const muted = await forum.member();
  const silent = (await muted.graphql(PUBLISH, input("Silent"))).publishThread.id as string;
  await remove(back);
  await forum.delivered();
  await forum.write((ctx) => statement(ctx, "DELETE FROM changes"));
  const guests = `mutation ($p: [String!]!) { setGroupPermissions(groupId: "7", permissions: $p) }`;
  await admin.graphql(guests, {
    p: [`category${categoryId}.viewThreads`, `category${categoryId}.thread.viewPosts`],
  });
  await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: muted.id });

  const meanwhile = async (): Promise<void> => {
    await admin.graphql(`mutation ($id: ID!) { restoreThread(threadId: $id) { id } }`, { id: back });
    await remove(gone);
    await reply(early, "While it was read.");
    await write("Meanwhile");
    await forum.delivered();
  };
  const copyOf = async (
    client: Luntan,
    { from, stopAt, first }: { from?: string | null; stopAt?: number; first?: () => Promise<void> } = {},
  ) => {
    const items = client.everything({ from, first: 2, thread: "title body", post: "body" });
    const copy = new Map<string, string>();
    let count = 0;
    for await (const { threadId, postId, thread, post } of items) {
      const text = (postId ? post : thread) as { body: string } | null;
      if (text) copy.set(postId ? `reply ${postId}` : `thread ${threadId}`, text.body);
      else copy.delete(postId ? `reply ${postId}` : `thread ${threadId}`);
      if (++count === 1) await first?.();
      if (count === stopAt) break;
    }
    return { copy, cursor: items.cursor };
  };
  const visitor = new Luntan({ url: forum.url });
  const { copy } = await copyOf(visitor, { first: meanwhile });
  const texts = [...copy.values()];
  expect(texts).toEqual(
    expect.arrayContaining([
      "Of back.",
      "On back.",
      "While it was read.",
      "About Meanwhile.",
      "About Early.",
    ]),
  );
  expect([copy.get(`reply ${backReply}`), copy.get(`reply ${backComment}`)]).toEqual([
    "Of back.",
    "On back.",
  ]);
  expect(copy.has(`thread ${gone}`)).toBe(false);
  expect(copy.has(`thread ${hidden}`) || copy.has(`reply ${hiddenReply}`)).toBe(false);
  expect(texts.join()).not.toMatch(/cask|secret/);
  expect(copy.has(`thread ${paid}`)).toBe(true);
  const { threads } = await visitor.request<{ threads: { totalCount: number } }>(
    "{ threads { totalCount } }",
  );
  expect([...copy.keys()].filter((key) => key.startsWith("thread"))).toHaveLength(threads.totalCount);

  const whole = await copyOf(sdk);
  expect(whole.copy.get(`thread ${silent}`)).toBe("About Silent.");
  for (const stopAt of [3, whole.copy.size - 1]) {
    const part = await copyOf(sdk, { stopAt });
    const rest = await copyOf(sdk, { from: part.cursor });
    expect(new Set([...part.copy.keys(), ...rest.copy.keys()])).toEqual(new Set(whole.copy.keys()));
  }
  const since = await copyOf(sdk, { from: whole.cursor });
  expect(since.copy.size).toBe(0);
});

test("lists are read page by page, and not further than asked", async () => {
  for (const title of ["One", "Two", "Three"]) await publish(title);
  const titles: string[] = [];
  for await (const { title } of sdk.pages<Thread>(THREADS, {}, { first: 2 })) titles.push(title);
  expect(titles.slice(0, 3)).toEqual(["Three", "Two", "One"]);
  expect(new Set(titles).size).toBe(titles.length);
  await expect(sdk.pages("{ site { name } }").next()).rejects.toThrow("no list");
});

test("an upload goes into a thread", async () => {
  const picture = await sdk.upload(new Blob([PNG], { type: "image/png" }), { name: "tea.png" });
  expect(picture).toMatchObject({ isImage: true, width: 1, height: 1 });
  const input = { categoryId, title: "Picture", body: "See.", attachmentIds: [picture.id] };
  const { publishThread } = await sdk.request<{ publishThread: Thread }>(PUBLISH, { input });
  expect(publishThread.images).toEqual([{ id: picture.id }]);
});

test("a refusal names its code, and the same key runs once", async () => {
  const refused = await sdk
    .request(PUBLISH, { input: { categoryId: "999999", title: "Lost", body: "?" } })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LuntanError);
  expect(refused).toMatchObject({ code: "NOT_FOUND", requestId: expect.any(String) });
  const stranger = new Luntan({ url: forum.url, token: "luntan_pat_unknown" });
  await expect(stranger.request("{ viewer { id } }")).rejects.toMatchObject({
    code: "INVALID_TOKEN",
    status: 401,
  });

  const twice = { input: { categoryId, title: "Once", body: "Once." } };
  const first = await sdk.request(PUBLISH, twice, { idempotencyKey: "sdk-once" });
  expect(await sdk.request(PUBLISH, twice, { idempotencyKey: "sdk-once" })).toEqual(first);
});

let busy: Server | undefined;
afterEach(() => void busy?.close());

/** A server that gives prepared answers in turn, and notes the keys that came. */
async function serving(
  ...answers: ((response: ServerResponse) => void)[]
): Promise<{ url: string; keys: unknown[] }> {
  const keys: unknown[] = [];
  busy = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    request.resume().on("end", () => answers.shift()?.(response));
  });
  await new Promise<void>((resolve) => void busy!.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(busy.address() as AddressInfo).port}`, keys };
}
const fine = (response: ServerResponse) => response.end(`{"data":{"ok":true}}`);
const away = (response: ServerResponse) => response.destroy();
const limited = (response: ServerResponse) =>
  response
    .writeHead(429, { "retry-after": "0" })
    .end(`{"errors":[{"message":"Too much.","extensions":{"code":"RATE_LIMITED"}}]}`);

test("what is busy or gives no answer is asked again with the same key", async () => {
  const { url, keys } = await serving(limited, away, fine);
  const client = new Luntan({ url, firstWaitMs: 1 });
  expect(await client.request("mutation { likeIt }")).toEqual({ ok: true });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a mutation without a key is not sent again when nobody knows whether it ran", async () => {
  const { url, keys } = await serving(away, fine);
  const client = new Luntan({ url, firstWaitMs: 1 });
  const options = { idempotencyKey: null };
  await expect(client.request("mutation { login }", {}, options)).rejects.toMatchObject({
    code: "NO_ANSWER",
    status: undefined,
  });
  expect(keys).toEqual([undefined]);
});

test("it gives up at last, and at once when the caller ends it", async () => {
  const { url, keys } = await serving(limited, limited, limited);
  await expect(new Luntan({ url, retries: 2 }).request("{ site }")).rejects.toMatchObject({
    code: "RATE_LIMITED",
    status: 429,
  });
  expect(keys).toHaveLength(3);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(new Luntan({ url }).request("{ site }", {}, { signal })).rejects.toThrow("enough");
});

test("a webhook is believed with its signature, its time and its body", async () => {
  const body = JSON.stringify({ version: 1, id: "7", event: "thread.created", at: "2026-01-01", data: {} });
  const sent = new Date("2026-01-01T00:00:00Z");
  const call = {
    secret: "s3cret",
    signature: signatureOf(["s3cret"], body, sent),
    body,
    now: sent.getTime(),
  };
  expect(await verifyWebhook(call)).toMatchObject({ id: "7", event: "thread.created" });
  for (const secrets of [
    ["new", "s3cret"],
    ["s3cret", "old"],
  ])
    await verifyWebhook({ ...call, signature: signatureOf(secrets, body, sent) });
  for (const wrong of [
    { secret: "other" },
    { body: `${body} ` },
    { signature: undefined },
    { signature: call.signature.replace("v1=", "v2=") },
    { now: call.now + 301_000 },
    { now: call.now - 301_000 },
  ])
    await expect(verifyWebhook({ ...call, ...wrong }), JSON.stringify(wrong)).rejects.toThrow(WebhookError);
});

test("`luntan api` asks from the command line", async () => {
  const cli = join(ROOT, "server/cli/luntan.mjs");
  const variables = join(folder, "variables.json");
  writeFileSync(variables, JSON.stringify({ id: String(ada.id) }));
  const env = { ...process.env, LUNTAN_URL: forum.url, LUNTAN_TOKEN: token, NODE_OPTIONS: "" };
  const ask = (...args: string[]) => run(process.execPath, [cli, "api", ...args], { cwd: folder, env });
  const { stdout } = await ask("query ($id: ID!) { user(id: $id) { nickname } }", "--variables", variables);
  expect(JSON.parse(stdout)).toEqual({ user: { nickname: ada.nickname } });
  await expect(ask("{ user(id: 999999) { id } }")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^NOT_FOUND: /),
  });
});
