import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { REVISIONS_MAX } from "../../server/features/threads/thread.loaders.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Questions of programs that keep up: everything that happened, in one order; all replies; things by their ids. */
const FEED = `query ($after: String, $first: Int! = 50, $categoryId: ID, $since: DateTimeISO) {
  changes(after: $after, first: $first, categoryId: $categoryId, since: $since) {
    nodes { kind threadId postId thread { title } post { body } }
    pageInfo { endCursor hasNextPage }
  }
}`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;

interface Seen {
  kind: string;
  threadId: string;
  postId: string | null;
  thread: { title: string } | null;
  post: { body: string } | null;
}

let forum: Forum;
let admin: Person;
let ada: Person;
let tea: string;
let cellar: string;
let start: string;

beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member("thread.editOwnThreadOrPost", "thread.hideOwnThreadOrPost");
  tea = await forum.categoryId();
  const made = await admin.graphql(
    `mutation { createCategory(input: { name: "Cellar", description: "", sort: 9 }) { id } }`,
  );
  cellar = made.createCategory.id;
  start = (await read(ada)).end;
});
afterAll(() => forum.close());

/** Reads the feed to its end, page by page. */
async function read(
  person: Person,
  after?: string,
  more: object = {},
): Promise<{ seen: Seen[]; end: string }> {
  await forum.delivered();
  const seen: Seen[] = [];
  let cursor = after;
  for (;;) {
    const { changes } = await person.graphql(FEED, { after: cursor, ...more });
    seen.push(...changes.nodes);
    cursor = changes.pageInfo.endCursor as string;
    if (!changes.pageInfo.hasNextPage) return { seen, end: cursor };
  }
}
const told = ({ seen }: { seen: readonly Seen[] }): string[] =>
  seen.map(({ kind, postId }) => `${kind} ${postId ? "reply" : "thread"}`);

async function publish(person: Person, categoryId: string, title: string): Promise<string> {
  const input = { categoryId, title, body: "Hello." };
  return (await person.graphql(PUBLISH, { input })).publishThread.id as string;
}
async function reply(person: Person, threadId: string, body: string): Promise<string> {
  return (await person.graphql(REPLY, { input: { threadId, body } })).replyToThread.id as string;
}

test("the feed tells everything in its order, and goes on from where a program stopped", async () => {
  const threadId = await publish(ada, tea, "First flush");
  const first = await read(ada, start);
  expect(told(first)).toEqual(["CREATED thread"]);
  expect(first.seen[0]).toMatchObject({ threadId, postId: null, thread: { title: "First flush" } });

  const postId = await reply(ada, threadId, "Fresh");
  await forum.delivered();
  await ada.graphql(`mutation ($i: EditPostInput!) { editPost(input: $i) { id } }`, {
    i: { postId, body: "Fresher" },
  });
  await forum.delivered();
  await ada.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { id } }`, { id: postId });
  const second = await read(ada, first.end);
  expect(told(second)).toEqual(["CREATED reply", "EDITED reply", "DELETED reply"]);
  await admin.graphql(`mutation ($id: ID!) { restorePost(postId: $id) { id } }`, { id: postId });
  const third = await read(ada, second.end, { first: 1 });
  expect(told(third)).toEqual(["RESTORED reply"]);
  expect(third.seen[0]!.post).toEqual({ body: "Fresher" });

  const { seen, end } = await read(ada, third.end);
  expect([seen, end]).toEqual([[], third.end]);
  const page = await read(ada, start, { first: 1 });
  expect(told(page)).toHaveLength(5);
});

test("what is hidden, deleted and moved is told to who could see it", async () => {
  const threadId = await publish(ada, tea, "To hide");
  const { end } = await read(ada, start);
  const approve = (approval: string): Promise<unknown> =>
    admin.graphql(`mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: ${approval}) { id } }`, {
      id: threadId,
    });
  await approve("PENDING");
  await forum.delivered();
  await approve("APPROVED");
  await forum.delivered();
  const move = { id: threadId, categoryId: cellar };
  await admin.graphql(
    `mutation ($id: ID!, $categoryId: ID!) { editThread(input: { threadId: $id, categoryId: $categoryId }) { id } }`,
    move,
  );
  await forum.delivered();
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: threadId });
  const told1 = await read(ada, end);
  expect(told(told1)).toEqual(["HIDDEN thread", "RESTORED thread", "MOVED thread", "DELETED thread"]);
  const visitor = forum.visitor();
  expect((await read(visitor, end)).seen.every(({ thread }) => thread === null)).toBe(true);
});

test("who reads some categories hears of those; what moves out is hidden to them, what moves in created", async () => {
  const guest = forum.visitor();
  const teaOnly = [`category${tea}.viewThreads`, `category${tea}.thread.viewPosts`];
  const set = (permissions: readonly string[]): Promise<unknown> =>
    admin.graphql(`mutation ($p: [String!]!) { setGroupPermissions(groupId: "7", permissions: $p) }`, {
      p: permissions,
    });
  const { end } = await read(admin);
  await set(teaOnly);
  const inTea = await publish(ada, tea, "Open");
  const below = await publish(ada, cellar, "Secret");
  await read(admin);
  const edit = `mutation ($id: ID!, $c: ID!) { editThread(input: { threadId: $id, categoryId: $c }) { id } }`;
  await admin.graphql(edit, { id: inTea, c: cellar });
  await admin.graphql(edit, { id: below, c: tea });
  const heard = await read(guest, end);
  expect(heard.seen.map(({ kind, threadId }) => [kind, threadId])).toEqual([
    ["CREATED", inTea],
    ["HIDDEN", inTea],
    ["CREATED", below],
  ]);
  expect(heard.seen.map(({ thread }) => thread?.title ?? null)).toEqual([null, null, "Secret"]);
  expect(told(await read(admin, end, { categoryId: cellar }))).toHaveLength(3);
  await set([]);
  await expect(guest.graphql(FEED)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  await set(["viewThreads", "thread.viewPosts", "user.view"]);
});

test("a cursor of another list is refused, and one that is none", async () => {
  const { threads } = await ada.graphql(`{ threads(first: 1) { pageInfo { endCursor } } }`);
  for (const after of [threads.pageInfo.endCursor, "nonsense"])
    await expect(ada.graphql(FEED, { after })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("twenty who write at the same moment leave a feed without gaps", async () => {
  const threadId = await publish(ada, tea, "Busy");
  const { end } = await read(ada);
  const people = await Promise.all(Array.from({ length: 20 }, () => forum.member()));
  await Promise.all(people.map((person, index) => reply(person, threadId, `Reply ${index}`)));
  const { seen } = await read(ada, end);
  expect(new Set(seen.map(({ postId }) => postId)).size).toBe(20);
  const ids = (await forum.rows<{ id: number }>("SELECT id FROM changes ORDER BY id")).map(({ id }) =>
    Number(id),
  );
  expect(ids).toEqual(ids.map((_, index) => index + 1));
});

test("all replies of the forum are read page by page, by category, since a time and since a change", async () => {
  const list = async (variables: object): Promise<{ body: string }[]> => {
    const { posts } = await ada.graphql(
      `query ($since: DateTimeISO, $updated: DateTimeISO, $c: ID) { posts(first: 100, since: $since, updatedSince: $updated, categoryId: $c) { nodes { id body } } }`,
      variables,
    );
    return posts.nodes;
  };
  const before = await list({});
  const threadId = await publish(ada, cellar, "Deep");
  const moment = new Date().toISOString();
  const id = await reply(ada, threadId, "Down here");
  await reply(ada, threadId, "And here");
  expect((await list({})).length).toBe(before.length + 2);
  expect((await list({ since: moment })).map(({ body }) => body)).toEqual(["Down here", "And here"]);
  expect((await list({ c: cellar })).map(({ body }) => body)).toEqual(["Down here", "And here"]);
  await forum.delivered();
  const later = new Date().toISOString();
  await ada.graphql(`mutation ($i: EditPostInput!) { editPost(input: $i) { id } }`, {
    i: { postId: id, body: "Changed" },
  });
  await forum.delivered();
  expect((await list({ updated: later })).map(({ body }) => body)).toEqual(["Changed"]);
  const { threads } = await ada.graphql(
    `query ($t: DateTimeISO) { threads(filter: { updatedSince: $t }) { nodes { title } } }`,
    { t: later },
  );
  expect(threads.nodes).toEqual([{ title: "Deep" }]);
  const pages = await ada.graphql(`{ posts(first: 1) { nodes { id } pageInfo { endCursor hasNextPage } } }`);
  const next = await ada.graphql(`query ($a: String) { posts(first: 1, after: $a) { nodes { id } } }`, {
    a: pages.posts.pageInfo.endCursor,
  });
  expect(next.posts.nodes[0].id).not.toBe(pages.posts.nodes[0].id);
});

test("things are read by their global ids, as far as they can be seen", async () => {
  const threadId = await publish(ada, tea, "Named");
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: threadId });
  const other = await publish(ada, tea, "Seen");
  const { nodes } = await forum
    .visitor()
    .graphql(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Thread { title } ... on User { nickname } ... on Category { name } } }`,
      { ids: [`Thread:${other}`, `Thread:${threadId}`, `User:${ada.id}`, `Category:${tea}`, "Post:999999"] },
    );
  expect(nodes).toEqual([
    { __typename: "Thread", title: "Seen" },
    null,
    { __typename: "User", nickname: ada.nickname },
    { __typename: "Category", name: expect.any(String) },
    null,
  ]);
  await expect(ada.graphql(`{ node(id: "12") { __typename } }`)).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
});

test("old changes go once later ones have overtaken them, and who stopped before is told to begin again", async () => {
  const editing = `mutation ($i: EditThreadInput!) { editThread(input: $i) { id } }`;
  const edit = async (threadId: string, body: string): Promise<void> => {
    await ada.graphql(editing, { i: { threadId, body } });
    await forum.delivered();
  };
  const things = async (threadId: string): Promise<string[]> =>
    (
      await forum.rows<{ kind: string }>("SELECT kind FROM changes WHERE thing = ? ORDER BY id", [
        `t${threadId}`,
      ])
    ).map(({ kind }) => kind);
  const compact = () => forum.app.clock.runAll(["compactChanges"]);
  /** As if what has happened so far had happened a day before the last 90. */
  const letTimePass = () =>
    forum.write((ctx) => run(ctx, "UPDATE changes SET at = ?", [new Date(Date.now() - 91 * 86_400_000)]));
  const threadId = await publish(ada, tea, "Written long ago");
  const before = (await read(ada)).end;
  await edit(threadId, "Once");
  await edit(threadId, "Twice");
  const { end } = await read(ada);
  await compact();
  expect(await things(threadId)).toEqual(["CREATED", "EDITED", "EDITED"]);

  await letTimePass();
  await edit(threadId, "Today");
  await compact();
  expect(await things(threadId)).toEqual(["EDITED", "EDITED"]);
  await expect(read(ada, before)).rejects.toMatchObject({
    code: "CURSOR_EXPIRED",
    extensions: { field: "after" },
  });
  expect(told(await read(ada, end))).toEqual(["EDITED thread"]);
  // Who begins page by page gets through the old part, and finds each thing in it once.
  const whole = await read(ada, undefined, { first: 2 });
  const old = whole.seen.slice(0, -1).map((change) => `${change.threadId} ${change.postId}`);
  expect(new Set(old).size).toBe(old.length);
  expect(whole.end).toBe((await read(ada)).end);

  const [first] = (await ada.graphql(`{ changes(first: 1) { edges { cursor } } }`)).changes.edges;
  await letTimePass();
  await edit(threadId, "Tomorrow");
  await compact();
  expect(await things(threadId)).toEqual(["EDITED", "EDITED"]);
  await expect(read(ada, first.cursor)).rejects.toMatchObject({ code: "CURSOR_EXPIRED" });
});

test("a text keeps as many of its versions as are shown", async () => {
  const threadId = await publish(ada, tea, "Edited often");
  const editing = `mutation ($i: EditThreadInput!) { editThread(input: $i) { id } }`;
  for (let n = 0; n < REVISIONS_MAX + 2; n++)
    await ada.graphql(editing, { i: { threadId, body: `Version ${n}` } });
  const versions = await forum.rows<{ body: string }>(
    "SELECT body FROM revisions WHERE threadId = ? ORDER BY id",
    [threadId],
  );
  expect(versions).toHaveLength(REVISIONS_MAX);
  expect(versions[0]!.body).toContain("Version 1");
});
