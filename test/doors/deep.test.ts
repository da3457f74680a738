import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";

let forum: Forum;
let member: Person;
beforeAll(async () => {
  forum = await Forum.open();
  member = await forum.member();
});
afterAll(() => forum.close());

const DEPTH = 20_000;
const [open, close] = ["[".repeat(DEPTH), "]".repeat(DEPTH)];
const nested = open + close;
const objects = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;
const jsonType = { "content-type": "application/json" };

/** No part of the program was walked through to the end of its stack, and none says how it is made. */
function expectDocumented(answer: Answer): void {
  expect(answer.text).not.toMatch(/call stack|RangeError|node_modules|Did you mean/i);
  expect(answer.text).toMatch(/嵌套过深|nested too deeply/);
  expect(answer.text).toContain("-4001");
}

test.each([
  ["lists as an argument", `{a(b:${nested})}`],
  ["half of them", `{a(b:${open}`],
  ["objects as an argument", `{a(b:${"{c:".repeat(DEPTH)}1${"}".repeat(DEPTH)})}`],
  ["selections", `${"{a".repeat(DEPTH)}${"}".repeat(DEPTH)}`],
  ["inline fragments", `{${"...{".repeat(DEPTH)}a${"}".repeat(DEPTH)}}`],
  ["the type of a variable", `query($a:${open}Int${close}){a}`],
  ["the default of a variable", `query($a:[Int]=${nested}){a}`],
])("a document that nests %s is refused with the documented error", async (_what, query) => {
  const answer = await member.post("/graphql", { query });

  expect(answer.status).toBe(400);
  expectDocumented(answer);
});

test("so is one in an address, with its variables", async () => {
  const ask = (parameters: Record<string, string>) =>
    member.get(`/graphql?${new URLSearchParams(parameters).toString()}`, { "apollo-require-preflight": "1" });
  const short = "[".repeat(3_000);
  expectDocumented(await ask({ query: `{a(b:${short})}` }));
  expectDocumented(await ask({ query: "{ site { name } }", variables: `{"a":${short}` }));
});

test.each([
  ["GraphQL variables", "/graphql", `{"query":"query($a:[ID!]){a}","variables":{"a":${nested}}}`],
  ["objects in variables", "/graphql", `{"query":"query($a:ID!){a}","variables":${objects}}`],
  ["persisted documents", "/graphql", `{"extensions":{"persistedQuery":${nested}}}`],
  [
    "drafts",
    "/graphql",
    `{"query":"mutation($i:SaveDraftInput!){saveDraft(input:$i){id}}","variables":{"i":${objects}}}`,
  ],
  ["a list as the whole body", "/api/settings.v2", nested],
  ["wrappers of old clients", "/api/settings.v2", `${'{"data":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`],
  ["with a key that needs a second look", "/api/settings.v2", `{"__proto__":${nested}}`],
  ["drafts of old clients", "/api/v3/thread.create", `{"draft":1,"content":${objects}}`],
])("a body that nests deeply is refused with the documented error: %s", async (_what, path, body) => {
  expectDocumented(await member.request("POST", path, body, jsonType));
});

test("brackets within texts nest nothing", async () => {
  const text = `\\"${open}\\\\`;
  const body = `{"query":"{ site { name } }","variables":{"x":"${text}","y":["${text}"]}}`;
  const answer = await member.request("POST", "/graphql", body, jsonType);

  expect(answer.json()).toMatchObject({ data: { site: {} } });
});

test("what an ordinary client nests passes", async () => {
  const levels = 50;
  const body = `{"query":"{ site { name } }","extensions":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
  expect((await member.request("POST", "/graphql", body, jsonType)).status).toBe(200);
  const list = `{ threads(first: 1) ${"{ nodes { author ".repeat(1)}{ id } } } }`;
  expect((await member.post("/graphql", { query: list })).status).toBe(200);
});

test.each([
  ["a query string", "GET", `/api/forum.v2?a${"[b]".repeat(4_000)}=1`, undefined, ""],
  ["a list in a query string", "GET", `/api/forum.v2?${"a[]".repeat(4_000)}=1`, undefined, ""],
  ["a form", "POST", "/api/settings.v2", `a${"[b]".repeat(DEPTH)}=1`, "application/x-www-form-urlencoded"],
  [
    "half brackets in a form",
    "POST",
    "/api/settings.v2",
    `a${"[".repeat(DEPTH)}=1`,
    "application/x-www-form-urlencoded",
  ],
] as const)("%s that nests deeply is answered in an envelope", async (_what, method, path, body, type) => {
  const answer = await member.request(method, path, body, type ? { "content-type": type } : {});

  expect(answer.status).toBe(200);
  expect(answer.text).not.toMatch(/call stack|RangeError/i);
  expect(answer.json()).toHaveProperty("Code");
});

test("names are proposed to nobody: neither for fields nor in what is said of variables", async () => {
  const input = `mutation ($i: LoginInput!) { login(input: $i) { accessToken } }`;
  const wrong = { username: "a", password: "b", clientt: "API" };
  const value = { username: "a", password: "b", client: "APII" };
  for (const [query, variables] of [
    ["{ sitee { name } }", {}],
    ["{ site { nam } }", {}],
    [input, { i: wrong }],
    [input, { i: value }],
    ['mutation { login(input: { username: "a", password: "b", client: APII }) { accessToken } }', {}],
  ] as const) {
    // Asked twice: known documents are answered on a shorter way.
    for (let time = 0; time < 2; time++) {
      const answer = await member.post("/graphql", { query, variables });
      expect(answer.status, query).toBe(400);
      expect(answer.text).not.toContain("Did you mean");
    }
  }
});

test("a document signs in once, and has twelve fields, wherever they stand", async () => {
  const login = (alias: string) => `${alias}: login(input: {username: "a", password: "b"}) { accessToken }`;
  const fragment = (count: number) =>
    Array.from({ length: count }, (_, index) => `... on Query { a${index}: site { name } }`).join(" ");
  for (const query of [
    `mutation { ${login("a")} ... { ${login("b")} } }`,
    `mutation { ...A ...A } fragment A on Mutation { ${login("a")} }`,
    `mutation { ... @include(if: true) { ...A } ${login("b")} } fragment A on Mutation { ${login("a")} }`,
  ])
    expect((await member.post("/graphql", { query })).text, query).toContain("signs in at most once");
  expect((await member.post("/graphql", { query: `{ ${fragment(13)} }` })).text).toContain("12 root fields");
  expect((await member.post("/graphql", { query: `{ ${fragment(12)} }` })).status).toBe(200);
});
