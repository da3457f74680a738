import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Luntan } from "../../sdk/luntan.mjs";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";

/** Queries by GET, which caches may answer for visitors, and documents that are named by their sha256. */
const THREADS = `{ threads(first: 1) { nodes { title } } }`;

let forum: Forum;
let ada: Person;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member();
  admin = await forum.admin();
  const input = { categoryId: await forum.categoryId(), title: "Tea", body: "Hello." };
  await ada.graphql(`mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`, {
    input,
  });
});
afterAll(() => forum.close());

const ask = (
  person: Person,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  person.get(`/graphql?${new URLSearchParams(parameters)}`, { accept: "application/json", ...headers });

test("visitors read by GET, and caches may keep what they read for a moment", async () => {
  const answer = await ask(forum.visitor(), { query: THREADS });
  expect(answer.json()).toEqual({ data: { threads: { nodes: [{ title: "Tea" }] } } });
  expect(answer.headers).toMatchObject({
    "cache-control": expect.stringMatching(/^public, max-age=\d+/),
    vary: expect.stringMatching(/Authorization.*Cookie/),
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  });
  const again = { "if-none-match": `"other", W/${String(answer.headers["etag"])}` };
  const same = await ask(forum.visitor(), { query: THREADS }, again);
  expect([same.status, same.text]).toEqual([304, ""]);
  const variables = JSON.stringify({ id: String(ada.id) });
  const named = await ask(forum.visitor(), {
    query: "query ($id: ID!) { user(id: $id) { nickname } }",
    variables,
  });
  expect(named.json()).toEqual({ data: { user: { nickname: ada.nickname } } });
});

test("what is personal, was refused, or may change with who asks is kept by nobody", async () => {
  const visitor = forum.visitor();
  const keptBy = async (asked: Promise<Answer>) => (await asked).headers["cache-control"];
  const mine = "private, no-store";
  expect(await keptBy(ask(visitor, { query: "{ viewer { id } site { name } }" }))).toBe(mine);
  expect(await keptBy(ask(visitor, { query: `{ user(id: "999999") { id } }` }))).toBe(mine);
  expect(await keptBy(ask(visitor, { query: "{ wrong }" }))).toBe(mine);
  expect(
    await keptBy(ask(visitor, { query: "query { ...A } fragment A on Query { unreadCounts { total } }" })),
  ).toBe(mine);
  expect(await keptBy(visitor.post("/graphql", { query: THREADS }))).toBe(mine);
  expect(await keptBy(ask(ada, { query: THREADS }))).toBe(mine);
  await admin.graphql(`mutation { saveSettings(entries: [{ key: "site_close", value: "1" }]) { id } }`);
  const closed = await ask(visitor, { query: THREADS });
  expect(closed.headers["cache-control"]).toBe(mine);
  expect(closed.json()).toMatchObject({ errors: [{ extensions: { code: "SITE_CLOSED" } }] });
  await admin.graphql(`mutation { saveSettings(entries: [{ key: "site_close", value: "0" }]) { id } }`);
});

test("no other site makes a browser ask in the name of its member, and GET changes nothing", async () => {
  const { cookie } = ada.credentials!;
  const forged = await forum.visitor().get(`/graphql?${new URLSearchParams({ query: THREADS })}`, { cookie });
  expect(forged.status).toBe(400);
  const change = await ask(forum.visitor(), { query: "mutation { logout }" });
  expect([change.status, change.headers["allow"]]).toEqual([405, "POST"]);
  const subscription = await ask(forum.visitor(), { query: "subscription { changes { cursor } }" });
  expect([400, 405]).toContain(subscription.status);
});

test("a document that was registered once is named by its sha256", async () => {
  const query = `query Registered($first: Int) { threads(first: $first) { nodes { title } } }`;
  const sha256Hash = createHash("sha256").update(query).digest("hex");
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });
  const variables = JSON.stringify({ first: 1 });
  const visitor = forum.visitor();
  const unknown = await ask(visitor, { extensions, variables });
  expect(unknown.json()).toMatchObject({
    errors: [{ extensions: { code: "PERSISTED_QUERY_NOT_FOUND" } }],
  });
  expect(unknown.headers["cache-control"]).toBe("private, no-store");
  expect((await ask(visitor, { query, extensions, variables })).status).toBe(200);
  const named = await ask(visitor, { extensions, variables });
  expect(named.json()).toEqual({ data: { threads: { nodes: [{ title: "Tea" }] } } });
  expect(named.headers["cache-control"]).toContain("public");
  const body = { extensions: { persistedQuery: { version: 1, sha256Hash } }, variables: { first: 1 } };
  expect((await ada.post("/graphql", body)).json()).toEqual(named.json());
  const wrong = await ask(visitor, { query: THREADS, extensions });
  expect(wrong.status).toBe(400);
});

test("the SDK reads by GET as a visitor where the address is short enough", async () => {
  const methods: string[] = [];
  const client = new Luntan({
    url: forum.url,
    fetch: (address, request) => {
      methods.push(request.method!);
      return fetch(address, request);
    },
  });
  const { user } = await client.request<{ user: { nickname: string } }>(
    "query ($id: ID!) { user(id: $id) { nickname } }",
    { id: String(ada.id) },
  );
  expect(user.nickname).toBe(ada.nickname);
  await client.request(`{ site { name } } # ${"long ".repeat(500)}`);
  expect(methods).toEqual(["GET", "POST"]);
});
