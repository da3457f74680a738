import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

const MARK = `mutation ($id: ID!, $number: Int!) {
  markThreadRead(threadId: $id, number: $number) { viewerLastReadNumber viewerUnreadCount } }`;
const READ = `query ($id: ID!) { thread(id: $id) { viewerLastReadNumber viewerUnreadCount } }`;

let forum: Forum;
let categoryId: string;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member();
});
afterAll(() => forum.close());

async function threadWith(replies: number): Promise<string> {
  const { id } = await publish(ada, { categoryId });
  for (let count = 0; count < replies; count++) await reply(ada, id);
  return id as string;
}
const mark = async (person: Person, id: string, number: number) =>
  (await person.graphql(MARK, { id, number })).markThreadRead;
const read = async (person: Person, id: string) => (await person.graphql(READ, { id })).thread;

test("a thread that was never opened has no place, and nothing unread", async () => {
  const id = await threadWith(3);

  const nothing = { viewerLastReadNumber: null, viewerUnreadCount: 0 };
  expect(await read(await forum.member(), id)).toEqual(nothing);
  expect(await read(forum.visitor(), id)).toEqual(nothing);
});

test("the place moves forward, and what comes after it is unread", async () => {
  const id = await threadWith(3);
  const bo = await forum.member();

  expect(await mark(bo, id, 0)).toEqual({ viewerLastReadNumber: 0, viewerUnreadCount: 3 });
  expect(await mark(bo, id, 2)).toEqual({ viewerLastReadNumber: 2, viewerUnreadCount: 1 });
  await reply(ada, id);
  expect(await read(bo, id)).toEqual({ viewerLastReadNumber: 2, viewerUnreadCount: 2 });
});

test("a device that tells late does not take the place back, and costs no write", async () => {
  const id = await threadWith(3);
  const bo = await forum.member();
  await mark(bo, id, 3);

  const statements = await forum.statementsOf(async () => {
    expect(await mark(bo, id, 1)).toEqual({ viewerLastReadNumber: 3, viewerUnreadCount: 0 });
  });

  expect(statements.filter((sql) => /^\s*(INSERT|UPDATE)/i.test(sql))).toEqual([]);
});

test("devices that tell at the same moment leave the furthest place", async () => {
  const id = await threadWith(6);
  const bo = await forum.member();

  await Promise.all([4, 1, 6, 2, 5].map((number) => mark(bo, id, number)));

  expect(await read(bo, id)).toEqual({ viewerLastReadNumber: 6, viewerUnreadCount: 0 });
});

test("a number beyond the last reply means the last reply", async () => {
  const id = await threadWith(2);
  const bo = await forum.member();

  await mark(bo, id, 2_000_000_000);
  await reply(ada, id);

  expect(await read(bo, id)).toEqual({ viewerLastReadNumber: 2, viewerUnreadCount: 1 });
});

test.each([
  ["a visitor", 1, "LOGIN_REQUIRED"],
  ["a member", -1, "INVALID_PARAMETER"],
  ["a member who may not read", 1, "FORBIDDEN"],
])("%s who says %i is refused with %s", async (who, number, code) => {
  const id = await threadWith(1);
  const person = who.includes("visitor")
    ? forum.visitor()
    : who.includes("may not")
      ? await forum.limitedMember("thread.viewPosts")
      : await forum.member();

  await expect(mark(person, id, number)).rejects.toMatchObject({ code });
  expect(await forum.rows("SELECT m.number FROM read_marks m WHERE m.threadId = ?", [Number(id)])).toEqual(
    [],
  );
});

test("places of a whole list are one statement, and none for visitors", async () => {
  const bo = await forum.member();
  const list = (person: Person, first: number, fields: string) =>
    forum.countSettled(() =>
      person.graphql(`query ($first: Int!) { threads(first: $first) { nodes { id ${fields} } } }`, { first }),
    );
  const marks = "viewerLastReadNumber viewerUnreadCount";
  for (const person of [bo, forum.visitor()]) await list(person, 2, marks);

  expect((await list(bo, 6, marks)) - (await list(bo, 6, ""))).toBe(1);
  expect(await list(bo, 2, marks)).toBe(await list(bo, 6, marks));
  expect((await list(forum.visitor(), 6, marks)) - (await list(forum.visitor(), 6, ""))).toBe(0);
});

test("asking for replies or counters alone counts no view", async () => {
  const id = await threadWith(1);
  const ask = (fields: string) => ada.graphql(`query ($id: ID!) { thread(id: $id) { ${fields} } }`, { id });

  await ask("lastNumber posts { nodes { bodyHtml body } }");
  await ask("bodyHtml");
  await forum.app.clock.runAll(["flushViewCounts"]);

  const [row] = await forum.rows<{ viewCount: number }>("SELECT t.viewCount FROM threads t WHERE t.id = ?", [
    Number(id),
  ]);
  expect(row!.viewCount).toBe(1);
});
