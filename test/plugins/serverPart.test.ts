import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { exportRows, removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin, PluginEvent, PluginFault } from "../../server/features/plugins/plugin.entity.ts";
import { storePluginCosts } from "../../server/features/plugins/server-part/costs.service.ts";
import {
  deliverPluginEvents,
  runPluginJobs,
} from "../../server/features/plugins/server-part/partEvents.service.ts";
import { endParts } from "../../server/features/plugins/server-part/partHost.service.ts";
import { dropTables, insertRow, tableNamed } from "../../server/features/plugins/server-part/tables.sql.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
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

test("several queries are answered in one request, each by itself", async () => {
  await run();
  const document = `query ($inputs: [PluginCallInput!]!) { pluginQueries(inputs: $inputs) }`;
  const title = call("query ($id: ID!) { title(threadId: $id) }", { id: threadId }).input;
  const inputs = [title, { ...title, plugin: "nobody" }, title];
  const answer = await ada.post("/graphql", { query: document, variables: { inputs } });
  const { data, errors } = answer.json() as { data: { pluginQueries: (string | null)[] }; errors: object[] };
  expect(data.pluginQueries.map((each) => each && JSON.parse(each))).toEqual([
    { title: "月亮" },
    null,
    { title: "月亮" },
  ]);
  expect(errors).toMatchObject([{ path: ["pluginQueries", 1], extensions: { code: "NOT_FOUND" } }]);
  await expect(
    ada.graphql(document, { inputs: Array.from({ length: 51 }, () => title) }),
  ).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
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

test("indexes whose long names begin alike are all there, and so is a table with the longest name", async () => {
  await run();
  const named = (end: string) => `moonPhaseOfTheNightBefore${end}`.padEnd(30, end);
  const [first, second] = [named("A"), named("B")];
  const columns = ["start".padEnd(30, "x"), first, second].map((name) => ({ name, kind: "integer" }));
  const uniques = [first, second].map((name) => [columns[0]!.name, name]);
  const table = { name: "nightsOfTheYearInAllTheirPlace", columns, uniques };
  await run(CODE, { tables: [...TABLES, table] });
  await run(CODE, { tables: [...TABLES, table] });
  const ctx = forum.app.context();
  const stored = tableNamed("welcome", table.name);
  const add = (...values: number[]) =>
    inTransaction(ctx, (ctx) =>
      insertRow(
        ctx,
        stored,
        columns.map(({ name }, index) => [name, values[index]!]),
      ),
    );
  expect(await add(1, 1, 1)).not.toBeNull();
  expect([await add(1, 1, 2), await add(1, 2, 1)]).toEqual([null, null]);
  const longest = "p".repeat(40);
  expect(tableNamed(longest, table.name)).toHaveLength(64);
  expect(tableNamed(longest, table.name)).not.toBe(tableNamed(longest, `${table.name.slice(0, -1)}s`));
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
  const file = await downloadExport(bo);
  expect(file.other.plugins).toEqual([
    expect.objectContaining({ plugin: "welcome", table: "votes", voter: String(bo.id), choice: "full" }),
  ]);
  const ctx = forum.app.context();
  for (const hook of ctx.services.hooks.erasures) await hook.erase(ctx, bo.id!);
  expect(await forum.rows("SELECT v.id FROM plugin_welcome_votes v")).toEqual([]);
});

test("exports hold every row, however many there are", async () => {
  await run();
  const bo = await forum.member();
  const last = 2_100;
  const rows = Array.from(
    { length: last },
    (_, n) => `(${n + 1001}, ${bo.id}, 'full', '2026-01-01 00:00:00.000')`,
  );
  const insert = "INSERT INTO plugin_welcome_votes (threadId, voter, choice, votedAt) VALUES ";
  await forum.write((ctx) => ctx.db.query(insert + rows.join(", ")));
  await vote(ada, "new");
  const { plugins } = (await downloadExport(bo)).other;
  const ids = plugins.map(({ threadId }: { threadId: string }) => Number(threadId));
  expect(ids.toSorted((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: last }, (_, index) => index + 1001),
  );
  const plugin = await forum.app.context().db.findOneByOrFail(Plugin, { name: "welcome" });
  const exported = JSON.parse(await exportRows(forum.app.context(), plugin));
  expect(exported.rows).toHaveLength(last + 1);
});

test("five failures switch it off", async () => {
  await run(`export default () => ({ query: { broken() { throw new Error("It broke"); } } });`);
  for (let count = 0; count < 5; count++) await ask(ada, "{ broken }").catch(() => null);
  expect(await isOn()).toBe(false);
  await expect(ask(ada, "{ broken }")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("who is slow to answer before a reply holds nobody up, and is named", async () => {
  await run();
  const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { body } }`;
  // Its handler never answers.
  const { replyToThread } = await ada.graphql(REPLY, { input: { threadId, body: "slow" } });
  expect(replyToThread).toEqual({ body: "slow" });
  expect(await faults()).toEqual(["server.before.reply: The server part does not answer within 1000 ms."]);
});

describe("a plugin that may change texts", () => {
  const changing = { before: ["publishThread", "reply"], capabilities: ["change"] };
  const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { body bodyHtml } }`;
  const reply = async (body: string) =>
    (await ada.graphql(REPLY, { input: { threadId, body } })).replyToThread;
  const before = (publishThread: string, reply = "undefined") =>
    `export default ({ refusal }) => ({ before: { publishThread: ${publishThread}, reply: ${reply} } });`;

  test("gives what is published, and that is checked and rendered like what members write", async () => {
    const code = before(
      `({ title, body }) => ({ title: title.replace("colour", "color"), body: body + "\\n\\n**Signed**" })`,
      `({ body }) => body === "plain" ? null : { body: body.toUpperCase() + " <script>" }`,
    );
    await run(code, changing);
    const draft = { categoryId: await forum.categoryId(), title: "One colour", body: "Red." };
    const { id } = await publish(ada, draft);
    const { thread } = await ada.graphql(`query ($id: ID!) { thread(id: $id) { title bodyHtml } }`, { id });
    expect(thread.title).toBe("One color");
    expect(thread.bodyHtml).toContain("<strong>Signed</strong>");
    const { bodyHtml } = await reply("stars");
    expect(bodyHtml).toContain("STARS");
    expect(bodyHtml).not.toContain("<script");
    expect((await reply("plain")).body).toBe("plain");
    expect(await faults()).toEqual([]);
  });

  test("holds nobody up when it hangs: the text stays as it is, and the plugin is named", async () => {
    await run(before("undefined", "() => new Promise(() => {})"), changing);
    expect((await reply("slow")).body).toBe("slow");
    expect(await faults()).toEqual(["server.before.reply: The server part does not answer within 1000 ms."]);
  });

  test.each([
    ["answers no text", `() => ({ body: 7 })`],
    ["answers nothing where a text was", `() => ({ body: " " })`],
    ["answers a title for a reply", `() => ({ title: "New", body: "b" })`],
    ["answers more than it may", `() => ({ body: "b", authorId: "1" })`],
  ])("is named and changes nothing when it %s", async (_what, code) => {
    await run(before("undefined", code), changing);
    expect((await reply("stars")).body).toBe("stars");
    expect(await faults()).toEqual(["server.before.reply: The answer is no text that can be published."]);
  });

  test("changes nothing unless its manifest says so", async () => {
    await run(before("undefined", `() => ({ body: "other" })`), { ...changing, capabilities: [] });
    expect((await reply("stars")).body).toBe("stars");
  });
});

describe("before a thread or a reply is changed", () => {
  const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { title body } }`;
  const EDIT_REPLY = `mutation ($input: EditPostInput!) { editPost(input: $input) { body } }`;
  const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
  const edits = { before: ["editThread", "editReply"], capabilities: ["change"] };
  const CHANGES = `export default ({ refusal }) => {
    const checked = (text) => { if (text.includes("spam")) throw refusal("No spam, please"); return text; };
    return { before: {
      editThread: ({ viewerId, threadId, categoryId, title, body }) => {
        if (!viewerId || !threadId || !categoryId) throw new Error("Who, where?");
        return {
          ...(title === undefined ? {} : { title: checked(title).replace("colour", "color") }),
          ...(body === undefined ? {} : { body: checked(body) + "!" }),
        };
      },
      editReply: ({ threadId, postId, body }) => ({ body: checked(body) + " " + (threadId && postId ? "seen" : "lost") }),
    } };
  };`;
  let id: string;
  let postId: string;
  beforeAll(async () => {
    const draft = { categoryId: await forum.categoryId(), title: "Stars", body: "Many." };
    ({ id } = await publish(ada, draft));
    postId = (await ada.graphql(REPLY, { input: { threadId: id, body: "Few." } })).replyToThread.id;
  });
  const edit = async (change: object, person = ada) =>
    (await person.graphql(EDIT, { input: { threadId: id, ...change } })).editThread;
  const editReply = async (body: string, person = ada) =>
    (await person.graphql(EDIT_REPLY, { input: { postId, body } })).editPost.body;

  test("a plugin refuses or changes the texts that the edit changes, those of staff and old clients too", async () => {
    await run(CHANGES, edits);
    expect(await edit({ title: "One colour" })).toEqual({ title: "One color", body: "Many." });
    expect(await edit({ title: "One color", body: "Red" })).toEqual({ title: "One color", body: "Red!" });
    // What stays as it was is not asked about.
    expect(await edit({ title: "One color", body: "Red!" })).toEqual({ title: "One color", body: "Red!" });
    expect(await editReply("Some")).toBe("Some seen");
    expect(await editReply("Some seen")).toBe("Some seen");
    const admin = await forum.admin();
    const refusal = { code: "INVALID_PARAMETER", message: "Welcome: No spam, please" };
    for (const change of [{ title: "spam" }, { body: "spam" }])
      await expect(edit(change, admin)).rejects.toMatchObject(refusal);
    await expect(editReply("spam")).rejects.toMatchObject(refusal);
    const content = { text: "spam" };
    const old = await ada.rest("POST", "/api/v3/thread.update", { threadId: id, title: "Old", content });
    expect(old.Message).toContain("No spam, please");
    expect(await edit({})).toEqual({ title: "One color", body: "Red!" });
    expect(await faults()).toEqual([]);
  });

  test("one that hangs, or answers a text that the edit leaves, changes nothing and is named", async () => {
    await run(
      `export default () => ({ before: {
        editThread: ({ title }) => ({ title, body: "other" }),
        editReply: () => new Promise(() => {}),
      } });`,
      edits,
    );
    expect(await edit({ title: "Two" })).toMatchObject({ title: "Two", body: "Red!" });
    expect(await editReply("slow")).toBe("slow");
    expect(await faults()).toEqual([
      "server.before.editThread: The answer is no text that can be published.",
      "server.before.editReply: The server part does not answer within 1000 ms.",
    ]);
  });
});

test("administrators read the time that a server part took, by what it was asked", async () => {
  await run();
  await vote(ada, "full");
  await vote(ada, "Hello").catch(() => null);
  await ask(ada, "{ broken }").catch(() => null);
  await storePluginCosts(forum.app.context());
  await vote(ada, "full");
  await storePluginCosts(forum.app.context());
  const COSTS = `{ plugins { costs { handler calls errors averageMs slowestMs } } }`;
  const admin = await forum.admin();
  const [{ costs }] = (await admin.graphql(COSTS)).plugins;
  expect(costs).toContainEqual(expect.objectContaining({ handler: "mutation.vote", calls: 3, errors: 0 }));
  expect(costs).toContainEqual(expect.objectContaining({ handler: "query.broken", calls: 1 }));
  for (const { averageMs, slowestMs } of costs) expect(slowestMs).toBeGreaterThanOrEqual(averageMs);
  await expect(ada.graphql(COSTS)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a secret setting is sealed in the database, read by the server part alone, and never given back", async () => {
  const secret = { key: "apiKey", kind: "secret", label: { zh: "密钥", en: "Key" } };
  const code = `export default ({ settings }) => ({ query: { broken: () => settings.apiKey.length } });`;
  const ctx = forum.app.context();
  const manifest = manifestOf({ capabilities: [], settings: [secret], server: SERVER });
  const files = filesOf(manifest, "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(code)));
  await switchPluginNamed(ctx, "welcome", true);
  expect(await ask(ada, "{ broken }")).toEqual({ broken: 0 });

  const admin = await forum.admin();
  const { id } = await ctx.db.findOneByOrFail(Plugin, { name: "welcome" });
  const SAVE = `mutation ($id: ID!, $values: [PluginSettingInput!]!) {
    savePluginSettings(pluginId: $id, values: $values) { settingFields { key kind value isSet } } }`;
  const save = async (value: string) =>
    (await admin.graphql(SAVE, { id, values: [{ key: "apiKey", value }] })).savePluginSettings.settingFields;
  expect(await save("moonlight")).toEqual([{ key: "apiKey", kind: "secret", value: "", isSet: true }]);
  expect(await ask(ada, "{ broken }")).toEqual({ broken: 9 });

  const [stored] = await forum.rows<Record<string, unknown>>("SELECT p.* FROM plugins p");
  expect(stored!.secrets).toMatch(/^sealed:1:/);
  expect(JSON.stringify(stored)).not.toContain("moonlight");
  const log = await forum.rows("SELECT a.* FROM audit_log a WHERE a.action = 'savePluginSettings'");
  expect(JSON.stringify(log)).toContain("apiKey");
  expect(JSON.stringify(log)).not.toContain("moonlight");
  const { activePlugins } = await ada.graphql("{ activePlugins { settings } }");
  expect(activePlugins).toEqual([{ settings: "{}" }]);
  const old = await forum.visitor().request("GET", "/api/v3/plugin/settinginfo");
  expect(old.text).not.toMatch(/moonlight|apiKey/);

  expect(await save("")).toEqual([{ key: "apiKey", kind: "secret", value: "", isSet: false }]);
  expect((await forum.rows<{ secrets: unknown }>("SELECT p.secrets FROM plugins p"))[0]!.secrets).toBeNull();
});

test("a plugin without a server part has no use for secrets", async () => {
  const settings = [{ key: "apiKey", kind: "secret", label: { zh: "密钥", en: "Key" } }];
  const files = filesOf(manifestOf({ capabilities: [], settings }), "export default () => ({});");
  await expect(async () => installTrusted(forum.app.context(), files)).rejects.toMatchObject({
    message: expect.stringContaining("secrets are for server.js alone"),
  });
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
