import { auditServer } from "graphql-http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(() => forum.close());

const post = (payload: object | string, headers: Record<string, string> = {}) =>
  forum.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "content-type": "application/json", ...headers },
    payload,
  });

test("the door follows the GraphQL-over-HTTP specification", async () => {
  const results = await auditServer({ url: `${forum.url}/graphql` });

  expect(results.length).toBeGreaterThan(50);
  const faults = results.filter(({ status }) => status === "error" || status === "warn");
  expect(faults.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});

test("a refused document is 200 for who asks for plain JSON by name, and 400 where a cache would keep it", async () => {
  const query = "{ nothingOfThisName }";
  const plain = await post({ query }, { accept: "application/json" });
  expect(plain.statusCode).toBe(200);
  expect(plain.json()).not.toHaveProperty("data");
  expect(plain.json().errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  for (const accept of ["*/*", "application/graphql-response+json, application/json;q=0.9"])
    expect((await post({ query }, { accept })).statusCode, accept).toBe(400);
  const read = await forum.app.inject({
    url: `/graphql?query=${encodeURIComponent(query)}`,
    headers: { "apollo-require-preflight": "1", accept: "application/json" },
  });
  expect(read.statusCode).toBe(400);
});

test("GET reads, and never changes anything", async () => {
  const read = await forum.app.inject({
    url: `/graphql?query=${encodeURIComponent("{ site { name } }")}`,
    headers: { "apollo-require-preflight": "1" },
  });
  expect(read.json().data.site.name).not.toBe("");

  const change = await forum.app.inject({
    url: `/graphql?query=${encodeURIComponent("mutation { logout }")}`,
    headers: { "apollo-require-preflight": "1" },
  });
  expect(change.statusCode).toBe(405);
});

const alias = (count: number) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: site { name }`).join(" ")} }`;
const nested = (depth: number) => `{ viewer ${"{ group ".repeat(depth)}{ id }${" }".repeat(depth)} }`;
const fans = "relations(kind: FANS, first: 100) { nodes ";
const fanOut = `{ viewer { ${fans}{ ${fans}{ ${fans}{ id } } } } } } } }`;

test.each([
  ["1,000 aliases", alias(1000)],
  ["31 aliases", alias(31)],
  ["selections thirty deep", nested(30)],
  ["a list of lists of lists", fanOut],
  ["a fragment that contains itself", "{ viewer { ...A } } fragment A on User { id ...A }"],
  ["a field that does not exist", "{ viewer { passwordHash } }"],
  ["half a document", "{ viewer { id "],
  ["directives without end", `{ viewer { id ${"@include(if: true) ".repeat(3000)} } }`],
])("%s are refused as a bad request, and nobody else waits", async (_what, query) => {
  const answer = await post({ query });

  expect(answer.statusCode).toBe(400);
  const [error] = answer.json().errors;
  expect(error.extensions).toMatchObject({ legacyCode: -4001 });
  expect(answer.body).not.toMatch(/stack|node_modules|passwordHash.*Did you mean/);
  expect((await post({ query: "{ site { name } }" })).statusCode).toBe(200);
});

test("a query of two megabytes is cut off before it is read whole", async () => {
  const answer = await post({ query: `{ site { name } } # ${"x".repeat(2_000_000)}` });

  expect(answer.statusCode).toBe(413);
  expect(answer.json().errors[0].extensions.code).toBe("INVALID_PARAMETER");
});

test.each([
  ["not JSON", "{", 400],
  ["a list of queries", [{ query: "{ site { name } }" }], 400],
  ["no query", {}, 400],
  ["a number for a query", { query: 5 }, 400],
])("a body that is %s is a bad request", async (_what, body, status) => {
  const answer = await post(body as object);

  expect(answer.statusCode).toBe(status);
});

test.each([
  ["a text", { id: "1abc" }],
  ["a fraction", { id: "1.5" }],
  ["an exponent", { id: "1e0" }],
  ["beyond 2^53", { id: "9007199254740993" }],
  ["a negative number", { id: "-1" }],
  ["zero", { id: "0" }],
  ["SQL", { id: "1 OR 1=1" }],
])("an id that is %s is refused by name", async (_what, variables) => {
  const answer = await post({ query: "query ($id: ID!) { user(id: $id) { id } }", variables });

  expect(answer.json().errors[0].extensions).toMatchObject({ code: "INVALID_PARAMETER", field: "id" });
});

test.each([[{ id: { a: 1 } }], [{ id: [1, 2] }], [{ id: true }], [{}]])(
  "variables %j of the wrong type are refused",
  async (variables) => {
    const answer = await post({ query: "query ($id: ID!) { user(id: $id) { id } }", variables });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].extensions.code).toBe("INVALID_PARAMETER");
  },
);

test("what does not exist is NOT_FOUND in the language of the caller, with a request id", async () => {
  const ask = (language: string) =>
    post({ query: `{ user(id: "999999") { id } }` }, { "accept-language": language });

  const chinese = (await ask("zh-CN")).json();
  const english = (await ask("en-US")).json();

  expect(chinese.errors[0]).toMatchObject({
    message: "资源不存在",
    extensions: { code: "NOT_FOUND", legacyCode: -4004 },
  });
  expect(english.errors[0].message).toBe("This does not exist.");
  expect(chinese.errors[0].extensions.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(chinese.data).toEqual({ user: null });
});

test("the schema is served as text", async () => {
  const answer = await forum.app.inject("/schema.graphql");

  expect(answer.headers["content-type"]).toContain("text/plain");
  expect(answer.body).toContain("type Query");
});

test.each([["__proto__"], ["\\u005f_proto__"]])(
  "a body with the key %s changes no prototype",
  async (key) => {
    const answer = await post(
      `{"query":"{ site { name } }","${key}":{"polluted":true},"variables":{"${key}":{"polluted":true}}}`,
    );

    expect(answer.statusCode).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);
