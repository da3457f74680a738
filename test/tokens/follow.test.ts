import { createClient, type Client } from "graphql-sse";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Luntan } from "../../sdk/luntan.mjs";
import { CHECK_MS } from "../../server/http/stream/hub.ts";
import { SUBSCRIPTIONS_PER_READER } from "../../server/http/stream/subscriptions.ts";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { filesOf, manifestOf } from "../plugins/packing.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { makeToken, Program } from "./program.ts";

/** Programs that follow the feed of changes by a subscription, with the public client of the protocol. */
const FOLLOW = `subscription ($after: String, $categoryId: ID) {
  changes(after: $after, categoryId: $categoryId) { cursor change { kind threadId postId post { body } thread { title } } }
}`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const GRANT = `mutation ($p: [String!]!) { setGroupPermissions(groupId: "7", permissions: $p) }`;
const VISITORS = ["viewThreads", "thread.viewPosts", "user.view"];

interface Event {
  cursor: string;
  change: { kind: string; threadId: string; postId: string | null; post: { body: string } | null } | null;
}

let forum: Forum;
let admin: Person;
let ada: Person;
let threadId: string;
const clients: Client[] = [];
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  ada = await forum.member();
  threadId = await publish(forum, ada);
});
// What happened before a follower begins is in the feed a moment later.
beforeEach(() => forum.delivered());
afterEach(() => clients.splice(0).forEach((client) => client.dispose()));
afterAll(() => forum.close());

async function publish(at: Forum, person: Person, categoryId?: string): Promise<string> {
  const input = { categoryId: categoryId ?? (await at.categoryId()), title: "Tea", body: "Hello." };
  return (await person.graphql(PUBLISH, { input })).publishThread.id as string;
}
const reply = async (body: string, to = threadId): Promise<string> =>
  (await ada.graphql(REPLY, { input: { threadId: to, body } })).replyToThread.id as string;

/** Looks often, and for as long as a busy machine may take. */
const PATIENTLY = { interval: 10, timeout: 15_000 };

/** Somebody who follows: all that they were told so far, and why it ended. */
class Follower {
  readonly events: Event[] = [];
  readonly errors: { message: string; extensions: { code: string } }[] = [];
  isOver = false;
  failure: unknown = null;

  constructor(
    secret: string | null,
    variables: Record<string, unknown> = {},
    {
      query = FOLLOW,
      operationName,
      at = forum,
    }: { query?: string; operationName?: string; at?: Forum } = {},
  ) {
    const client = createClient({
      url: `${at.url}/graphql/stream`,
      retryAttempts: 0,
      headers: secret ? { authorization: `Bearer ${secret}` } : {},
    });
    clients.push(client);
    client.subscribe<{ changes: Event }>(
      { query, variables, ...(operationName && { operationName }) },
      {
        next: ({ data, errors }) => {
          if (errors) this.errors.push(...(errors as unknown as Follower["errors"]));
          if (data?.changes) this.events.push(data.changes);
        },
        error: (error) => void (this.failure = error),
        complete: () => void (this.isOver = true),
      },
    );
  }

  /** Kinds and texts of the changes that came. */
  get told(): string[] {
    return this.events.flatMap(({ change }) => (change ? `${change.kind} ${change.post?.body ?? "-"}` : []));
  }

  /** Waits until they stand in the feed. */
  async begun(): Promise<this> {
    await expect.poll(() => this.events.length, PATIENTLY).toBeGreaterThan(0);
    return this;
  }
  async hears(...told: string[]): Promise<void> {
    await expect.poll(() => this.told, PATIENTLY).toEqual(told);
  }
  async ends(code: string, timeout = PATIENTLY.timeout): Promise<void> {
    await expect.poll(() => this.isOver || this.failure, { ...PATIENTLY, timeout }).toBe(true);
    expect(this.errors.map(({ extensions }) => extensions.code)).toEqual([code]);
  }
}

test("changes are told as they happen, from the place where a program stopped, and none is missed", async () => {
  const { secret } = await makeToken(forum, ada);
  const first = await new Follower(secret).begun();
  expect(first.events[0]!.change).toBeNull();
  const id = await reply("One");
  await first.hears("CREATED One");
  await ada.graphql(`mutation ($i: EditPostInput!) { editPost(input: $i) { id } }`, {
    i: { postId: id, body: "One and a half" },
  });
  await first.hears("CREATED One", "EDITED One and a half");
  clients.splice(0).forEach((client) => client.dispose());
  await expect.poll(() => forum.app.subscriptions.size, PATIENTLY).toBe(0);

  const people = await Promise.all(Array.from({ length: 12 }, () => forum.member()));
  const write = (from: number, to: number): Promise<unknown> =>
    Promise.all(
      people
        .slice(from, to)
        .map((person, index) =>
          person.graphql(REPLY, { input: { threadId, body: `Reply ${from + index}` } }),
        ),
    );
  await write(0, 4);
  const second = new Follower(secret, { after: first.events.at(-1)!.cursor });
  await write(4, 12);
  await expect.poll(() => second.told.length, PATIENTLY).toBe(12);
  expect(new Set(second.told).size).toBe(12);
  const cursors = second.events.map(({ cursor }) => cursor);
  expect(new Set(cursors).size).toBe(cursors.length);
});

test("a program is told what it may see at that moment, and nothing after it may not", async () => {
  const made = await admin.graphql(
    `mutation { createCategory(input: { name: "Cellar", description: "", sort: 9 }) { id } }`,
  );
  const cellar = made.createCategory.id as string;
  const visitor = await new Follower(null).begun();
  await reply("For all");
  await visitor.hears("CREATED For all");

  const here = await forum.categoryId();
  await admin.graphql(GRANT, {
    p: [`category${here}.viewThreads`, `category${here}.thread.viewPosts`, "user.view"],
  });
  const below = await publish(forum, ada, cellar);
  await reply("Secret", below);
  await reply("Open");
  await visitor.hears("CREATED For all", "CREATED Open");

  await admin.graphql(GRANT, { p: [] });
  await reply("Not for visitors");
  await visitor.ends("LOGIN_REQUIRED", 20_000);
  expect(visitor.told).toEqual(["CREATED For all", "CREATED Open"]);
  await admin.graphql(GRANT, { p: VISITORS });
});

test("a subscription ends at once with its token, its session and the standing of its member", async () => {
  const bo = await forum.member();
  const token = await makeToken(forum, bo);
  const other = await makeToken(forum, bo);
  const [ending, staying] = [new Follower(token.secret), new Follower(other.secret)];
  await Promise.all([ending.begun(), staying.begun()]);
  await bo.graphql(`mutation ($id: ID!) { revokeAccessToken(tokenId: $id) }`, { id: token.id });
  await ending.ends("INVALID_TOKEN");
  await reply("Still here");
  await staying.hears("CREATED Still here");
  await admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED) { id } }`, {
    id: bo.id,
  });
  await staying.ends("ACCOUNT_BANNED");
});

test("whoever opens too many is refused with the time to wait, and others are served", async () => {
  const cy = await forum.member();
  const { secret } = await makeToken(forum, cy);
  const open = Array.from({ length: SUBSCRIPTIONS_PER_READER }, () => new Follower(secret));
  await Promise.all(open.map((follower) => follower.begun()));
  const program = Program.with(forum, secret);
  const refusals = await Promise.all(
    Array.from({ length: 40 }, () =>
      program.post("/graphql/stream", { query: FOLLOW }, { accept: "text/event-stream" }),
    ),
  );
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refusals[0]!.headers["retry-after"]).toBe("30");
  expect(refusals[0]!.json()).toMatchObject({
    errors: [{ message: expect.stringContaining("10"), extensions: { code: "RATE_LIMITED" } }],
  });
  const { secret: another } = await makeToken(forum, cy);
  await new Follower(another).begun();
});

test("faulty requests are refused in the form of the protocol", async () => {
  const { secret } = await makeToken(forum, ada);
  const faulty = async (query: string, variables: Record<string, unknown> = {}): Promise<string> => {
    const follower = new Follower(secret, variables, { query });
    await expect.poll(() => follower.isOver, PATIENTLY).toBe(true);
    return follower.errors[0]!.extensions.code;
  };
  expect(await faulty("subscription { changes { cursor")).toBe("GRAPHQL_PARSE_FAILED");
  expect(await faulty("subscription { changes { wrong } }")).toBe("GRAPHQL_VALIDATION_FAILED");
  expect(await faulty("{ site { name } }")).toBe("GRAPHQL_VALIDATION_FAILED");
  expect(await faulty("mutation { logout }")).toBe("GRAPHQL_VALIDATION_FAILED");
  expect(await faulty(FOLLOW, { after: "nonsense" })).toBe("INVALID_PARAMETER");
  const nested = `subscription { changes { change ${"{ thread ".repeat(40)}{ id }${" }".repeat(40)} } }`;
  expect(await faulty(nested)).toMatch(/INVALID_PARAMETER|GRAPHQL_VALIDATION_FAILED/);
  const letters = await makeToken(forum, ada, { areas: ["MESSAGES"] });
  const narrow = new Follower(letters.secret);
  await narrow.ends("SCOPE_TOO_SMALL");

  const ask = (headers: Record<string, string>, body: object = { query: FOLLOW }) =>
    forum.visitor().post("/graphql/stream", body, { accept: "text/event-stream", ...headers });
  expect((await ask({ authorization: "Bearer luntan_pat_wrong" })).status).toBe(401);
  expect((await ask({ accept: "application/json" })).status).toBe(406);
  expect((await ask({}, { query: 5 })).json()).toMatchObject({
    errors: [{ extensions: { code: "INVALID_PARAMETER" } }],
  });
  expect((await forum.visitor().request("PUT", "/graphql/stream")).status).toBe(405);
  const { errors } = await forum
    .visitor()
    .post("/graphql", { query: FOLLOW })
    .then((answer) => answer.json() as { errors: unknown[] });
  expect(errors).toHaveLength(1);
});

test("documents have the types of plugins that are on, like those at /graphql", async () => {
  const both = `query Votes { plugin_poll { votes } } ${FOLLOW.replace("subscription", "subscription Follow")}`;
  const asked = { query: both, operationName: "Follow" };
  await new Follower(null, {}, asked).ends("GRAPHQL_VALIDATION_FAILED");

  const server = { graphql: "type Query { votes: Int! }" };
  const manifest = manifestOf({ pluginName: "poll", appid: "poll", capabilities: [], settings: [], server });
  const files = filesOf(manifest, "export default () => ({});");
  files.set("server.js", Buffer.from("export default () => ({ query: { votes: () => 1 } });"));
  const ctx = forum.app.context();
  const plugin = await installTrusted(ctx, files);
  await switchPluginNamed(ctx, "poll", true);
  await new Follower(null, {}, asked).begun();
  await new Follower(null, {}, { ...asked, operationName: "Votes" }).ends("GRAPHQL_VALIDATION_FAILED");
  await removePlugin(ctx, plugin);
});

test("the SDK follows by the subscription, and by the query where there is none", async () => {
  const { secret } = await makeToken(forum, ada);
  const addresses: string[] = [];
  const followed = async (offersStreams: boolean): Promise<string[]> => {
    addresses.length = 0;
    const client = new Luntan({
      url: forum.url,
      token: secret,
      fetch(address, request) {
        addresses.push(new URL(address).pathname);
        const isStream = address.endsWith("/stream");
        return isStream && !offersStreams
          ? Promise.resolve(new Response("", { status: 404 }))
          : fetch(address, request);
      },
    });
    await forum.delivered();
    const { cursor } = (await new Follower(secret).begun()).events[0]!;
    const stop = new AbortController();
    const pollMs = offersStreams ? {} : { pollMs: 20 };
    const feed = client.changes<{ post: { body: string } | null }>({
      after: cursor,
      follow: true,
      fields: "post { body }",
      signal: stop.signal,
      ...pollMs,
    });
    const bodies: string[] = [];
    await reply("Before");
    setTimeout(() => void reply("After"), 100);
    for await (const { post } of feed) {
      bodies.push(post!.body);
      if (bodies.length === 2) break;
    }
    stop.abort();
    return bodies;
  };
  expect(await followed(true)).toEqual(["Before", "After"]);
  expect(addresses).toContain("/graphql/stream");
  expect(await followed(false)).toEqual(["Before", "After"]);
  expect(addresses).not.toContain("/graphql/stream");
});

test.runIf(ENGINE !== "sqlite")(
  "what one process writes another tells, and a token that one ends ends there",
  async () => {
    const database = await createServerDatabase();
    const [one, two] = [
      await Forum.open({ listen: true, env: { DATABASE_URL: database.url } }),
      await Forum.open({ listen: true, env: { DATABASE_URL: database.url } }),
    ];
    try {
      const bo = await one.member();
      const token = await makeToken(one, bo);
      const follower = await new Follower(token.secret, {}, { at: two }).begun();
      const thread = await publish(one, bo);
      await bo.graphql(REPLY, { input: { threadId: thread, body: "Across" } });
      await expect.poll(() => follower.told, PATIENTLY).toEqual(["CREATED -", "CREATED Across"]);
      await bo.graphql(`mutation ($id: ID!) { revokeAccessToken(tokenId: $id) }`, { id: token.id });
      await follower.ends("INVALID_TOKEN", 3 * CHECK_MS);
    } finally {
      clients.splice(0).forEach((client) => client.dispose());
      await one.close();
      await two.close();
      await database.drop();
    }
  },
  60_000,
);
