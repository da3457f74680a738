import { ApolloServer } from "@apollo/server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { QUERIES } from "../permissions/matrix.ts";
import { inviteEverybody, ROLES, setScene, type Scene } from "../permissions/scene.ts";

let forum: Forum;
let scene: Scene;
beforeAll(async () => {
  forum = await Forum.open();
  scene = await setScene(forum, await inviteEverybody(forum));
});
afterAll(() => forum.close());
afterEach(() => vi.restoreAllMocks());

const longWay = () => vi.spyOn(ApolloServer.prototype, "executeHTTPGraphQLRequest").mockClear();
let asked = 0;

/** The same document as a text that nobody has sent before: Apollo Server answers it. */
const unheard = (document: string): string => `${document}\n# ${++asked}`;

/** Takes the request's id and second out of an answer: the rest is the same however it was made. */
function shown({ status, headers, text }: Answer): object {
  const { "content-type": type, "cache-control": cache, "set-cookie": cookie } = headers;
  return {
    status,
    type,
    cache,
    cookie,
    text: text.replace(/"requestId":"[^"]+"/g, '"requestId":"…"').replace(/:\d\d\.\d{3}Z"/g, '"'),
  };
}

async function expectSame(person: Person, document: string, variables?: object): Promise<void> {
  const ask = (query: string) => person.post("/graphql", { query, variables });
  await ask(document);
  const spy = longWay();
  const short = await ask(document);
  const wentShort = spy.mock.calls.length === 0;
  const long = await ask(unheard(document));
  expect(spy).toHaveBeenCalled();
  expect(wentShort || long.status !== 200).toBe(true);
  expect(shown(short)).toEqual(shown(long));
}

test.each(Object.entries(QUERIES))(
  "%s is answered alike on the short lane, to everybody",
  async (_name, row) => {
    for (const role of ROLES)
      await expectSame(scene.people[role], row.document, row.variables?.(scene, role));
  },
);

const ALL = `query All($id: ID!, $first: Int = 3, $more: Boolean = false) {
  a: thread(id: $id) { ...T @include(if: $more) id }
  b: thread(id: "999999") { id }
  c: __typename
  threads(first: $first) { nodes { __typename id author { ...U } } }
  unreadCounts { total }
}
fragment T on Thread { id title posts(first: $first) { nodes { id author { ...U } } } }
fragment U on User { id ... on User @skip(if: $more) { nickname } }
mutation Other { logout }`;

test.each([
  ["fragments, aliases, directives", { id: "1", more: true }],
  ["defaults of variables", { id: "1" }],
  ["a variable that is null", { id: "1", first: null }],
  ["a variable of the wrong type", { id: { no: 1 } }],
  ["a variable that is missing", {}],
  ["one that nobody declared", { id: "1", stray: 5 }],
  ["too many at once", { id: "1", first: 1000 }],
])("%s: the same data, the same errors in the same places", async (_what, variables) => {
  for (const person of [scene.people.member, scene.people.guest]) {
    const ask = (query: string) => person.post("/graphql", { query, variables, operationName: "All" });
    await ask(ALL);
    const short = await ask(ALL);
    expect(shown(short)).toEqual(shown(await ask(unheard(ALL))));
  }
});

test("what a document costs is counted for each set of variables", async () => {
  const document = `query ($n: Int!) { viewer { relations(kind: FANS, first: $n) { nodes {
    relations(kind: FANS, first: $n) { nodes { relations(kind: FANS, first: $n) { nodes { id } } } } } } } }`;
  const { member } = scene.people;
  expect((await member.post("/graphql", { query: document, variables: { n: 1 } })).status).toBe(200);
  await expectSame(member, document, { n: 1 });
  const refused = await member.post("/graphql", { query: document, variables: { n: 100 } });

  expect(refused.status).toBe(400);
  expect(refused.text).toContain("This document asks for about");
});

test("what changes something is done once, and says the same to whom it is refused", async () => {
  const like = `mutation ($id: ID!, $on: Boolean!) { setThreadLiked(threadId: $id, liked: $on) { likeCount } }`;
  const { member, guest } = scene.people;
  await expectSame(member, like, { id: scene.threadId, on: true });
  await expectSame(guest, like, { id: scene.threadId, on: true });
  const spy = longWay();
  const count = async (on: boolean) =>
    (await member.graphql(like, { id: scene.threadId, on })).setThreadLiked.likeCount as number;
  expect([await count(false), await count(true)]).toEqual([0, 1]);
  expect(spy).not.toHaveBeenCalled();
});

test("whoever asks in an unusual way is answered by the long one", async () => {
  const query = "{ site { name } }";
  const { guest } = scene.people;
  await expectSame(guest, query);
  const spy = longWay();
  const unusual: [object, Record<string, string>][] = [
    [{ query, extensions: { persistedQuery: { version: 1, sha256Hash: "0" } } }, {}],
    [{ query, operationName: "Nobody" }, {}],
    [{ query, variables: [] }, {}],
    [[{ query }], {}],
    [{ query }, { "content-type": "application/json; charset=utf-16" }],
    [{ query }, { accept: "application/x-nobody-has-sent-this, application/json" }],
  ];
  for (const [body, headers] of unusual) await guest.post("/graphql", body, headers);
  expect(spy).toHaveBeenCalledTimes(unusual.length);
  spy.mockClear();
  const accept = "application/graphql-response+json,application/json;q=0.9";
  const [first, second] = [
    await guest.post("/graphql", { query }, { accept }),
    await guest.post("/graphql", { query }, { accept }),
  ];
  expect(spy).toHaveBeenCalledTimes(1);
  expect(shown(second!)).toEqual(shown(first!));
});

test("the poll is one statement, by both doors, and touches one row of counts", async () => {
  const { member } = scene.people;
  const poll = `query UnreadCounts { unreadCounts { total dialogMessage account financial thread } }`;
  const graphql = () => member.graphql(poll);
  const rest = () => member.rest("GET", "/api/unreadnotification.v2");
  expect(await forum.countSettled(graphql)).toBe(1);
  expect(await forum.countSettled(rest)).toBe(1);
});

test("a session that is revoked, a member who is banned: the next question knows", async () => {
  const bo = await forum.member();
  const poll = () => bo.graphql(`{ viewer { id } unreadCounts { total } }`);
  await poll();
  await forum.write((ctx) => ctx.db.query("UPDATE users SET status = 1 WHERE id = ?", [bo.id]));
  expect((await bo.rest("GET", "/api/unreadnotification.v2")).Code).not.toBe(0);
  await forum.write((ctx) => ctx.db.query("DELETE FROM sessions WHERE userId = ?", [bo.id]));
  await expect(poll()).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("what one request changes, it shows", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  await ada.graphql(`mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Hi"}) { id } }`, {
    id: bo.id,
  });
  await forum.delivered();
  expect((await bo.graphql(`{ unreadCounts { dialogMessage } }`)).unreadCounts.dialogMessage).toBe(1);
  const read = await bo.graphql(`mutation ($id: ID!) { markDialogRead(userId: $id) { unread } }`, {
    id: ada.id,
  });
  expect(read.markDialogRead.unread).toBe(0);
  expect((await bo.graphql(`{ unreadCounts { dialogMessage } }`)).unreadCounts.dialogMessage).toBe(0);
});
