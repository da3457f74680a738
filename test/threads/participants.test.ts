import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, listIds, publish, reply } from "./content.ts";

/** Rows of lists: who has replied last, and what is unread. */
let forum: Forum;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

async function participantsOf(id: string): Promise<number[]> {
  const document = `query ($id: ID!) { thread(id: $id) { participants { id } } }`;
  const { thread } = await forum.visitor().graphql(document, { id });
  return thread.participants.map((member: { id: string }) => Number(member.id));
}

test("the last three who replied are named, each once, the newest first; anonymous ones never", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => forum.member()));
  const [bo, cy, di, em] = people as [Person, Person, Person, Person];
  const { id } = await publish(ada, { categoryId });
  expect(await participantsOf(id)).toEqual([]);

  for (const person of [bo, cy, bo, di]) await reply(person, id);
  expect(await participantsOf(id)).toEqual([di.id, bo.id, cy.id]);
  const last = await reply(em, id);
  expect(await participantsOf(id)).toEqual([em.id, di.id, bo.id]);

  await act(await forum.admin(), "deletePost", { postId: last.id });
  expect(await participantsOf(id)).toEqual([di.id, bo.id, cy.id]);
  await act(await forum.admin(), "restorePost", { postId: last.id });
  expect(await participantsOf(id)).toEqual([em.id, di.id, bo.id]);

  const secret = await publish(ada, { categoryId, isAnonymous: true });
  await reply(ada, secret.id);
  expect(await participantsOf(secret.id)).toEqual([]);
});

test("unread is what a member has not read to the end; own threads without replies are not", async () => {
  const reader = await forum.member();
  const unread = () => listIds(reader, { sort: "LAST_REPLY", filter: { unread: true } });
  const { id: news } = await publish(ada, { categoryId, title: "News" });
  const { id: mine } = await publish(reader, { categoryId, title: "Mine" });
  expect((await unread()).slice(0, 1)).toEqual([news]);
  expect(await unread()).not.toContain(mine);

  const read = (id: string, number: number) =>
    reader.graphql("mutation ($id: ID!, $n: Int!) { markThreadRead(threadId: $id, number: $n) { id } }", {
      id,
      n: number,
    });
  await read(news, 0);
  expect(await unread()).not.toContain(news);
  await reply(ada, news);
  await reply(ada, mine);
  expect((await unread()).slice(0, 2)).toEqual([mine, news]);
  await read(mine, 1);
  expect((await unread()).slice(0, 1)).toEqual([news]);

  await expect(listIds(forum.visitor(), { filter: { unread: true } })).rejects.toMatchObject({
    code: "LOGIN_REQUIRED",
  });
});

test("a member's choice of looks stays theirs, and nobody else is told", async () => {
  await ada.graphql("mutation { setListDensity(density: COMPACT) { id } }");
  expect(await ada.graphql("{ viewer { listDensity } }")).toEqual({ viewer: { listDensity: "COMPACT" } });
  const document = `query ($id: ID!) { user(id: $id) { listDensity } }`;
  expect(await (await forum.member()).graphql(document, { id: ada.id })).toEqual({
    user: { listDensity: null },
  });
});
