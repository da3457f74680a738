import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Lengths of lists: told where they are kept, and not counted for the sake of telling. */
let forum: Forum;
let admin: Person;
let ada: Person;
let tea: string;
let pots: string;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, ada] = [await forum.admin(), await forum.member()];
  const add = `mutation ($n: String!, $p: ID) { createCategory(input: { name: $n, description: "", sort: 9, parentId: $p }) { id } }`;
  tea = (await admin.graphql(add, { n: "Tea" })).createCategory.id;
  pots = (await admin.graphql(add, { n: "Pots", p: tea })).createCategory.id;
});
afterAll(() => forum.close());

const PUBLISH = `mutation ($c: ID!, $t: String!) { publishThread(input: { categoryId: $c, title: $t, body: "Hello." }) { id } }`;
const publish = async (categoryId: string, title: string): Promise<string> =>
  (await ada.graphql(PUBLISH, { c: categoryId, t: title })).publishThread.id;
const total = async (person: Person, args: string): Promise<number | null> =>
  (await person.graphql(`{ threads(first: 1${args}) { totalCount } }`)).threads.totalCount;

test("threads of a category are counted with those below it, and only what everybody sees", async () => {
  const before = (await total(ada, "")) ?? 0;
  await publish(tea, "Green");
  await publish(tea, "Black");
  const gone = await publish(pots, "Broken");
  await publish(pots, "Clay");
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: gone });

  await expect.poll(() => total(ada, `, categoryId: "${tea}"`)).toBe(3);
  expect(await total(ada, `, categoryId: "${pots}"`)).toBe(1);
  expect(await total(forum.visitor(), "")).toBe(before + 3);
  for (const filter of [`type: TEXT`, `authorId: "${ada.id}"`, `updatedSince: "2020-01-01T00:00:00Z"`])
    expect(await total(ada, `, filter: { ${filter} }`)).toBeNull();
});

test("who reads some categories is told of those alone", async () => {
  const group = await forum.group([`category${pots}.viewThreads`, `category${pots}.thread.viewPosts`]);
  const guest = await forum.join(group);
  expect(await total(guest, "")).toBe(1);
});

test("replies, comments and followers are told with their pages, the replies of one author are not", async () => {
  const [ben, cid] = [await forum.member(), await forum.member()];
  const threadId = await publish(tea, "Oolong");
  const reply = async (person: Person, body: string, more = ""): Promise<string> =>
    (
      await person.graphql(
        `mutation ($t: ID!, $b: String!) { replyToThread(input: { threadId: $t, body: $b${more} }) { id } }`,
        { t: threadId, b: body },
      )
    ).replyToThread.id;
  const first = await reply(ben, "One");
  const second = await reply(cid, "Two");
  await reply(ada, "Three");
  await reply(cid, "A comment", `, replyToPostId: "${first}"`);
  await admin.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { id } }`, { id: second });
  const follow = `mutation ($id: ID!) { followUser(userId: $id) { id } }`;
  for (const person of [ben, cid]) await person.graphql(follow, { id: String(ada.id) });

  const { thread, user } = await ada.graphql(
    `query ($t: ID!, $u: ID!) {
       thread(id: $t) {
         oldest: posts(first: 1) { totalCount nodes { comments(first: 1) { totalCount } } }
         best: posts(first: 1, sort: MOST_LIKED) { totalCount }
         own: posts(first: 1, sort: AUTHOR) { totalCount }
       }
       user(id: $u) { fans: relations(kind: FANS, first: 1) { totalCount } follows: relations(kind: FOLLOWS) { totalCount } }
     }`,
    { t: threadId, u: String(ada.id) },
  );
  expect(thread).toEqual({
    oldest: { totalCount: 2, nodes: [{ comments: { totalCount: 1 } }] },
    best: { totalCount: 2 },
    own: { totalCount: null },
  });
  expect(user).toEqual({ fans: { totalCount: 2 }, follows: { totalCount: 0 } });
});

test("lists of which no counter is kept say so", async () => {
  const answer = await admin.graphql(
    `{ users(first: 1) { totalCount } notifications(first: 1) { totalCount } posts(first: 1) { totalCount } changes(first: 1) { totalCount } }`,
  );
  expect(Object.values(answer)).toEqual(Array(4).fill({ totalCount: null }));
});
