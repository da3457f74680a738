import { buildSchema, getIntrospectionQuery } from "graphql";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { Plugin, PluginFault } from "../../server/features/plugins/plugin.entity.ts";
import { endParts } from "../../server/features/plugins/server-part/partHost.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Types of plugins in the public schema: tools see them, one document asks the forum and plugins, nothing clashes. */
const GRAPHQL = `
  "Kind of a vote."
  enum Kind { FIRM LOOSE }
  type Option { id: ID! text: String! votes: Int! kind: Kind next: Option }
  input OptionInput { text: String! kind: Kind = FIRM }
  type Query { options(ids: [ID!]): [Option!]! broken: Option hole: [Option!] }
  type Mutation { vote(input: OptionInput!): Option! start: Boolean! count: Int! }`;
const CODE = `export default ({ data, refusal }) => {
  const option = (id) => ({ id, text: "Option " + id, votes: 0, kind: "LOOSE", next: { id: id + "1", text: "n", votes: 1 } });
  let running = 0;
  return {
    query: {
      options: ({ ids }) => (ids ?? ["1", "2"]).map(option),
      broken: () => ({ id: "1", text: ["no text"], votes: 0 }),
      hole: () => [null],
    },
    mutation: {
      vote: ({ input }) => {
        if (input.text === "bad") throw refusal("No such option");
        return { id: "7", votes: 1, ...input };
      },
      start: async () => {
        if (running++ > 0) throw new Error("together");
        await data.insert("votes", { choice: "x" });
        running--;
        return true;
      },
      count: async () => (await data.count("votes"))[0].n,
    },
  };
};`;
const TABLES = [{ name: "votes", columns: [{ name: "choice", kind: "text" }] }];

let forum: Forum;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
});
afterEach(async () => {
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
});
afterAll(async () => {
  endParts(forum.app.services);
  await forum.close();
});

async function run(pluginName: string, change: object = {}, code = CODE): Promise<void> {
  const server = { graphql: GRAPHQL, tables: TABLES, ...change };
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName, appid: pluginName, capabilities: [], settings: [], server });
  const files = filesOf(manifest, "export default () => ({});");
  await installTrusted(ctx, files.set("server.js", Buffer.from(code)));
  await switchPluginNamed(ctx, pluginName, true);
}
const typeNames = async () => {
  const { __schema } = await forum.visitor().graphql(getIntrospectionQuery());
  return (__schema.types as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => /plugin_/i.test(name));
};
const faults = async () =>
  (await forum.app.context().db.find(PluginFault, { order: { id: "ASC" } })).map(({ message }) => message);

test("tools see the types while the plugin is on, and the text of the schema has them", async () => {
  expect(await typeNames()).toEqual([]);
  await run("fine-poll");
  expect((await typeNames()).toSorted()).toEqual(
    ["Kind", "Mutation", "Option", "OptionInput", "Query"].map((name) => `Plugin_fine_poll__${name}`),
  );
  const { text } = await forum.visitor().request("GET", "/schema.graphql");
  const schema = buildSchema(text);
  expect(schema.getType("Plugin_fine_poll__Kind")?.description).toBe("Kind of a vote.");
  expect(schema.getQueryType()!.getFields()).toHaveProperty("plugin_fine_poll");
  await switchPluginNamed(forum.app.context(), "fine-poll", false);
  expect(await typeNames()).toEqual([]);
  await expect(ada.graphql(`{ plugin_fine_poll { options { id } } }`)).rejects.toMatchObject({
    code: "GRAPHQL_VALIDATION_FAILED",
  });
});

test("one document asks the forum and two plugins whose types have the same names", async () => {
  await run("poll");
  await run(
    "poll-b",
    { graphql: "type Option { name: String! } type Query { options: [Option!]! }" },
    `
    export default () => ({ query: { options: () => [{ name: "b" }] } });`,
  );
  const document = `query ($ids: [ID!]) {
    site { name }
    plugin_poll { first: options(ids: $ids) { ...O next { ...O __typename } } options { id } }
    plugin_poll_b { options { name } }
  } fragment O on Plugin_poll__Option { id kind }`;
  for (let count = 0; count < 3; count++) {
    const answer = await forum.visitor().graphql(document, { ids: ["5"] });
    expect(answer).toEqual({
      site: { name: expect.any(String) },
      plugin_poll: {
        first: [
          { id: "5", kind: "LOOSE", next: { id: "51", kind: null, __typename: "Plugin_poll__Option" } },
        ],
        options: [{ id: "1" }, { id: "2" }],
      },
      plugin_poll_b: { options: [{ name: "b" }] },
    });
  }
  await switchPluginNamed(forum.app.context(), "poll-b", false);
  await expect(forum.visitor().graphql(document)).rejects.toMatchObject({
    code: "GRAPHQL_VALIDATION_FAILED",
  });
});

test("members change, one after the other, with the permission that a mutation needs, and hear what is refused", async () => {
  await run("poll", { canInsert: ["start"] });
  const vote = `mutation ($text: String!) { plugin_poll { vote(input: { text: $text }) { text kind votes } } }`;
  expect(await ada.graphql(vote, { text: "moon" })).toEqual({
    plugin_poll: { vote: { text: "moon", kind: "FIRM", votes: 1 } },
  });
  await expect(ada.graphql(vote, { text: "bad" })).rejects.toMatchObject({ message: "No such option" });
  await expect(forum.visitor().graphql(vote, { text: "moon" })).rejects.toMatchObject({
    code: "LOGIN_REQUIRED",
  });
  await expect(ada.graphql(vote)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });

  const start = `mutation { plugin_poll { before: count start again: start count } }`;
  await expect(ada.graphql(start)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await admin.graphql(start)).toEqual({
    plugin_poll: { before: 0, start: true, again: true, count: 2 },
  });
  expect(await faults()).toEqual([]);
});

test("an answer that does not fit is a fault of the plugin alone, and the rest of the document is answered", async () => {
  await run("poll");
  const ask = (field: string) =>
    ada.post("/graphql", { query: `{ site { name } plugin_poll { ${field} { id text } options { id } } }` });
  for (const field of ["broken", "hole"]) {
    const { data, errors } = (await ask(field)).json();
    expect(data).toEqual({
      site: { name: expect.any(String) },
      plugin_poll: { [field]: null, options: [{ id: "1" }, { id: "2" }] },
    });
    expect(errors).toEqual([
      expect.objectContaining({
        message: "The plugin poll does not answer.",
        extensions: expect.objectContaining({ code: "OVERLOADED" }),
      }),
    ]);
  }
  expect(await faults()).toEqual([
    "The answer does not fit its types: String!.",
    "The answer does not fit its types: [Plugin_poll__Option!].",
  ]);
});

test("documents on plugins have the limits of all documents", async () => {
  await run("poll");
  const nested = (levels: number): string => (levels === 0 ? "id" : `next { ${nested(levels - 1)} }`);
  const ask = (fields: string) => ada.graphql(`{ plugin_poll { ${fields} } }`);
  await expect(ask(`options { ${nested(11)} }`)).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `o${at}: options { id }`).join(" ");
  await expect(ask(many(31))).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
  await expect(ask(many(11))).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(Object.keys((await ask(many(10))).plugin_poll)).toHaveLength(10);
});

test("a closed site answers them to nobody but administrators", async () => {
  await run("poll");
  const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
  const ask = (person: Person) => person.graphql(`{ plugin_poll { options { id } } }`);
  await admin.graphql(SAVE, { entries: [{ key: "site_close", value: "1" }] });
  try {
    await expect(ask(ada)).rejects.toMatchObject({ code: "SITE_CLOSED" });
    expect((await ask(admin)).plugin_poll.options).toHaveLength(2);
  } finally {
    await admin.graphql(SAVE, { entries: [{ key: "site_close", value: "0" }] });
  }
});

test("requests that come while plugins come and go are all answered", async () => {
  await run("poll");
  const answers: unknown[] = [];
  let isDone = false;
  const ask = async (document: string, what: string): Promise<void> => {
    while (!isDone) answers.push((await ada.graphql(document))[what]);
  };
  const asking = [
    ask(`{ site { name pluginPlaces } }`, "site"),
    ask(`{ activePlugins { name version } }`, "activePlugins"),
    ask(`query Asked { site { name } threads(first: 5) { nodes { id } } }`, "threads"),
  ];
  const ctx = () => forum.app.context();
  for (let turn = 0; turn < 2; turn++) {
    await run("other");
    await run("other", { graphql: GRAPHQL.replace("votes: Int!", "votes: Int! more: Int") });
    await switchPluginNamed(ctx(), "other", false);
    const other = await ctx().db.findOneByOrFail(Plugin, { name: "other" });
    await removePlugin(ctx(), other);
  }
  isDone = true;
  await Promise.all(asking);
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter((answer) => !answer)).toEqual([]);
});
