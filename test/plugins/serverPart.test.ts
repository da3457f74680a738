import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin, PluginEvent, PluginFault } from "../../server/features/plugins/plugin.entity.ts";
import {
  deliverPluginEvents,
  runPluginJobs,
} from "../../server/features/plugins/server-part/partEvents.service.ts";
import { endParts } from "../../server/features/plugins/server-part/partHost.service.ts";
import { dropTables } from "../../server/features/plugins/server-part/tables.sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Server parts: what they do, and that what they do wrong is contained and named. */
const TABLES = [
  {
    name: "votes",
    columns: [
      { name: "threadId", kind: "thread" },
      { name: "voter", kind: "member" },
      { name: "choice", kind: "text" },
      { name: "isFirm", kind: "flag", optional: true },
      { name: "votedAt", kind: "time" },
    ],
    uniques: [["threadId", "voter"]],
    indexes: [["threadId", "choice"]],
  },
];
const GRAPHQL = `
  type Count { choice: String! n: Int! }
  type Vote { id: ID! choice: String! isFirm: Boolean votedAt: String! }
  type Query { counts(threadId: ID!): [Count!]! mine(threadId: ID!): Vote title(threadId: ID!): String broken: Int! }
  type Mutation { vote(threadId: ID!, choice: String!): Boolean! }`;
const CODE = `export default ({ data, forum, settings, refusal }) => ({
  query: {
    counts: async ({ threadId }) => (await data.count("votes", { where: { threadId }, by: "choice" })).map(({ key, n }) => ({ choice: key, n })),
    mine: async ({ threadId }, { viewerId }) => viewerId && (await data.find("votes", { where: { threadId, voter: viewerId }, limit: 1 }))[0],
    title: async ({ threadId }) => (await forum.query("query ($id: ID!) { thread(id: $id) { title } }", { id: threadId })).thread.title,
    broken: () => "no number",
  },
  mutation: {
    async vote({ threadId, choice }, { viewerId }) {
      if (choice === settings.greeting) throw refusal("This is no choice");
      const id = await data.insert("votes", { threadId, voter: viewerId, choice, votedAt: new Date().toISOString() });
      return id !== null;
    },
  },
  before: {
    publishThread({ title }) { if (title.includes("spam")) throw refusal("No spam, please"); },
    reply: ({ body }) => new Promise((done) => body === "slow" ? undefined : done()),
  },
  events: {
    async threadPublished({ threadId, authorId }) {
      await data.insert("votes", { threadId, voter: authorId, choice: "author", votedAt: new Date().toISOString() });
    },
  },
  jobs: { async tidy() { await data.delete("votes", { choice: "old" }); } },
});`;

let forum: Forum;
let ada: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
  threadId = (await publish(ada, { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" }))
    .id;
});
afterEach(async () => {
  const ctx = forum.app.context();
  endParts(forum.app.services);
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
  await dropTables(ctx, "welcome", TABLES as never);
});
afterAll(() => forum.close());

const SERVER = {
  graphql: GRAPHQL,
  events: ["threadPublished"],
  before: ["publishThread", "reply"],
  tables: TABLES,
  jobs: [{ name: "tidy", everyMinutes: 60 }],
  capabilities: ["read"],
};

async function run(code = CODE, change: object = {}, isOn = true): Promise<void> {
  const ctx = forum.app.context();
  const manifest = manifestOf({ capabilities: [], server: { ...SERVER, ...change } });
  const files = filesOf(manifest, "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(code)));
  if (isOn) await switchPluginNamed(ctx, "welcome", true);
}

const QUERY = `query ($input: PluginCallInput!) { pluginQuery(input: $input) }`;
const MUTATION = `mutation ($input: PluginCallInput!) { mutatePlugin(input: $input) }`;
const call = (document: string, variables?: object) => ({
  input: { plugin: "welcome", document, variables: variables && JSON.stringify(variables) },
});
const ask = async (person: Person, document: string, variables?: object) =>
  JSON.parse((await person.graphql(QUERY, call(document, variables))).pluginQuery);
const change = async (person: Person, document: string, variables?: object) =>
  JSON.parse((await person.graphql(MUTATION, call(document, variables))).mutatePlugin);
const VOTE = `mutation ($id: ID!, $choice: String!) { vote(threadId: $id, choice: $choice) }`;
const vote = (person: Person, choice: string) => change(person, VOTE, { id: threadId, choice });
const faults = async (): Promise<string[]> =>
  (await forum.app.context().db.find(PluginFault, { order: { id: "ASC" } })).map(
    ({ place, message }) => `${place}: ${message}`,
  );
const isOn = async () =>
  (await forum.app.context().db.findOneByOrFail(Plugin, { name: "welcome" })).isEnabled;

test("members vote once however often they click, each reads the counts and their own vote", async () => {
  await run();
  const bo = await forum.member();
  const answers = await Promise.all(Array.from({ length: 5 }, () => vote(ada, "full")));
  expect(answers.filter((answer) => answer.vote)).toHaveLength(1);
  expect(await vote(bo, "new")).toEqual({ vote: true });

  const counts = `query ($id: ID!) { counts(threadId: $id) { choice n } mine(threadId: $id) { choice isFirm } }`;
  const choices = [
    { choice: "full", n: 1 },
    { choice: "new", n: 1 },
  ];
  const found = await ask(bo, counts, { id: threadId });
  expect(
    found.counts.toSorted((a: { choice: string }, b: { choice: string }) => a.choice.localeCompare(b.choice)),
  ).toEqual(choices);
  expect(found.mine).toEqual({ choice: "new", isFirm: null });
  expect((await ask(forum.visitor(), counts, { id: threadId })).mine).toBeNull();
  await expect(vote(forum.visitor(), "new")).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("what a plugin refuses is said to who asked, and is no fault of it", async () => {
  await run();
  await expect(vote(ada, "Hello")).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: "This is no choice",
  });
  const spam = { categoryId: await forum.categoryId(), title: "Free spam", body: "Buy." };
  await expect(publish(ada, spam)).rejects.toMatchObject({ message: "Welcome: No spam, please" });
  expect(await faults()).toEqual([]);
});

test("events come once they have happened, again after a failure, and jobs at their time", async () => {
  await forum.delivered();
  await run();
  const ctx = forum.app.context();
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "Stars", body: "Many." });
  await forum.delivered();
  expect(await ctx.db.count(PluginEvent)).toBe(1);
  await deliverPluginEvents(forum.app.context());
  expect(await ctx.db.count(PluginEvent)).toBe(0);
  const stored = () =>
    forum.rows<{ choice: string }>("SELECT v.choice FROM plugin_welcome_votes v WHERE v.threadId = ?", [
      Number(id),
    ]);
  expect(await stored()).toEqual([{ choice: "author" }]);
  await change(ada, VOTE, { id: threadId, choice: "old" });
  await runPluginJobs(forum.app.context());
  expect(await forum.rows("SELECT v.id FROM plugin_welcome_votes v WHERE v.choice = 'old'")).toEqual([]);
});

test("an event whose plugin fails waits for its next attempt", async () => {
  await run(`export default () => ({ events: { threadPublished() { throw new Error("Not today"); } } });`, {
    before: [],
  });
  await publish(ada, { categoryId: await forum.categoryId(), title: "Stars", body: "Many." });
  await forum.delivered();
  await deliverPluginEvents(forum.app.context());
  const [event] = await forum.app.context().db.find(PluginEvent);
  expect(event).toMatchObject({ attempts: 1, name: "threadPublished" });
  expect(event!.dueAt.getTime()).toBeGreaterThan(Date.now() - 5_000);
  expect(await faults()).toEqual(["server.events.threadPublished: Not today"]);
});

test("it reads what visitors read, if its manifest says so", async () => {
  await run();
  const title = `query ($id: ID!) { title(threadId: $id) }`;
  expect(await ask(ada, title, { id: threadId })).toEqual({ title: "月亮" });
  await run(CODE, { capabilities: [] });
  await expect(ask(ada, title, { id: threadId })).rejects.toMatchObject({ code: "OVERLOADED" });
});

test("a later version adds columns, and the rows stay", async () => {
  await run();
  await vote(ada, "full");
  const [table] = TABLES;
  const columns = [...table!.columns, { name: "note", kind: "text", optional: true }];
  await run(CODE, { tables: [{ ...table, columns }] });
  expect(await ask(ada, `query ($id: ID!) { mine(threadId: $id) { choice } }`, { id: threadId })).toEqual({
    mine: { choice: "full" },
  });
  expect(await forum.rows("SELECT v.note FROM plugin_welcome_votes v")).toEqual([{ note: null }]);
});

test("what it holds of a member is in their export and goes with their account", async () => {
  await run();
  const bo = await forum.member();
  await vote(bo, "full");
  const file = (await bo.request("GET", "/account/export.json")).text;
  expect(JSON.parse(file).plugins).toEqual([
    expect.objectContaining({ plugin: "welcome", table: "votes", voter: String(bo.id), choice: "full" }),
  ]);
  const ctx = forum.app.context();
  for (const hook of ctx.services.hooks.erasures) await hook.erase(ctx, bo.id!);
  expect(await forum.rows("SELECT v.id FROM plugin_welcome_votes v")).toEqual([]);
});

describe("is contained and named: a server part that", () => {
  const broken = (body: string) =>
    `export default ({ data }) => ({ query: { broken: async () => { ${body} } } });`;
  test.each([
    ["throws", broken(`throw new Error("It broke")`), "It broke"],
    [
      "crashes",
      broken(`setTimeout(() => { throw new Error("later") }); await new Promise(() => {})`),
      "ended",
    ],
    ["ends itself", broken(`process.exit(3)`), "ended (code 3)"],
    ["hangs", broken(`for (;;);`), "does not answer within 3000 ms"],
    ["allocates without end", broken(`const all = []; for (;;) all.push(new Array(1e6).fill(1))`), "ended"],
    [
      "floods",
      broken(`for (let i = 0; i < 2000; i++) data.count("votes"); await new Promise(() => {})`),
      "more than 500 messages",
    ],
    ["answers what does not fit its types", CODE, "does not fit its types"],
    ["writes to another's table", broken(`await data.delete("users", {})`), "no table users of this plugin"],
    [
      "names a column of its own making",
      broken(`await data.find("votes", { where: { "1=1 --": 1 } })`),
      "no column",
    ],
    ["opens a port", broken(`(await import("node:http")).createServer().listen(0)`), "may not open a port"],
    ["reaches a host", broken(`await fetch("http://127.0.0.1:9/")`), "fetch failed"],
    ["reads files", broken(`(await import("node:fs")).readFileSync("/etc/passwd")`), "restricted"],
    ["starts a program", broken(`(await import("node:child_process")).execSync("id")`), "restricted"],
    [
      "reads the environment",
      broken(`if (!process.env.PATH) throw new Error("nothing there")`),
      "nothing there",
    ],
    ["does not load", "nonsense(", "Unexpected"],
    ["lacks what it declares", "export default () => ({});", "server.js has no query.broken"],
  ])("%s", async (_what, code, message) => {
    await run(code);
    await expect(ask(ada, "{ broken }")).rejects.toMatchObject({ code: "OVERLOADED" });
    expect((await faults()).join()).toContain(message);
    // The forum goes on, and who has not broken it is not named.
    expect(
      (await ada.graphql(`query ($id: ID!) { thread(id: $id) { title } }`, { id: threadId })).thread.title,
    ).toBe("月亮");
  });
});

test("five failures switch it off", async () => {
  await run(`export default () => ({ query: { broken() { throw new Error("It broke"); } } });`);
  for (let count = 0; count < 5; count++) await ask(ada, "{ broken }").catch(() => null);
  expect(await isOn()).toBe(false);
  await expect(ask(ada, "{ broken }")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("who is slow to answer before a reply holds nobody up, and is named", async () => {
  await run();
  const began = performance.now();
  const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
  await ada.graphql(REPLY, { input: { threadId, body: "slow" } });
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(await faults()).toEqual(["server.before.reply: The server part does not answer within 1000 ms."]);
});

describe("a package is refused whose server part", () => {
  const [table] = TABLES;
  test.each([
    [
      "holds a member's id undeclared",
      { tables: [{ name: "a", columns: [{ name: "userId", kind: "integer" }] }] },
      "must be of the kind member",
    ],
    [
      "names a column twice",
      { tables: [{ ...table, columns: [...table!.columns, table!.columns[0]] }] },
      "twice",
    ],
    ["indexes what is not there", { tables: [{ ...table, indexes: [["moon"]] }] }, "moon"],
    ["has bad types", { graphql: "type Query { a: Moon }" }, "Moon"],
    ["subscribes", { graphql: "type Query { a: Int } type Subscription { b: Int }" }, "subscriptions"],
    ["hears of what is no event", { events: ["moonrise"] }, "events"],
    ["may do what there is not", { capabilities: ["write"] }, "capabilities"],
  ])("%s", async (_what, change, reason) => {
    await expect(run(CODE, change)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringContaining(reason),
    });
  });
});
