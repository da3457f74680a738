import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "./content.ts";

/** Replies that are accepted as the answer to their thread. */
const ACCEPT = `mutation ($id: ID!, $accepted: Boolean!) {
  setSolution(postId: $id, accepted: $accepted) { id solutionNumber } }`;
const READ = `query ($id: ID!) { thread(id: $id) { solutionNumber viewerCanAcceptAnswer } }`;
const FOUND = `query ($sort: SearchSort!, $kind: SearchKind!, $filter: SearchFilter) {
  search(query: "quokka", kind: $kind, first: 20, sort: $sort, filter: $filter) { nodes { thread { id } } } }`;
const LOG = `{ auditLog(first: 1) { nodes { action target } } }`;

let forum: Forum;
let ada: Person;
let ben: Person;
let cleo: Person;
let moderator: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [ada, ben, cleo] = [
    await forum.member("thread.allowAnonymous"),
    await forum.member(),
    await forum.member(),
  ];
  moderator = await forum.moderator();
});
afterAll(() => forum.close());

const ask = async (input: object = {}): Promise<string> =>
  (await publish(ada, { categoryId: await forum.categoryId(), title: "Which router?", ...input })).id;
const accept = async (person: Person, id: string, accepted = true): Promise<number | null> =>
  (await person.graphql(ACCEPT, { id, accepted })).setSolution.solutionNumber;
const solution = async (id: string, person = forum.visitor()): Promise<number | null> =>
  (await person.graphql(READ, { id })).thread.solutionNumber;

test("who asked accepts a reply, another one instead, and takes it back", async () => {
  const id = await ask();
  const [first, second] = [await reply(ben, id), await reply(cleo, id)];
  expect((await ada.graphql(READ, { id })).thread.viewerCanAcceptAnswer).toBe(true);
  expect((await ben.graphql(READ, { id })).thread.viewerCanAcceptAnswer).toBe(false);
  expect(await accept(ada, first.id)).toBe(1);
  expect(await solution(id)).toBe(1);
  expect(await accept(ada, second.id)).toBe(2);
  expect(await accept(ada, first.id, false)).toBe(2);
  expect(await accept(ada, second.id, false)).toBeNull();
});

test("its author is told, and staff act in the log by name of the thread", async () => {
  const id = await ask();
  const answer = await reply(ben, id);
  await accept(moderator, answer.id);
  await forum.delivered();
  const { nodes } = (await ben.graphql(`{ notifications(entry: ACCOUNT, first: 1) { nodes { kind text } } }`))
    .notifications;
  expect(nodes[0]).toEqual({
    kind: "post.solved",
    text: "Your reply in “Which router?” was accepted as the answer.",
  });
  const admin = await forum.admin();
  const logged = async () => (await admin.graphql(LOG)).auditLog.nodes[0];
  expect(await logged()).toMatchObject({ action: "setSolution", target: `thread:${id}` });

  // The choice of an author who has no name here leaves no trace of who they are.
  const secret = await ask({ isAnonymous: true });
  await accept(ada, (await reply(ben, secret)).id);
  expect((await logged()).target).toBe(`thread:${id}`);
});

test("comments, hidden replies and threads of others are refused", async () => {
  const id = await ask();
  const answer = await reply(ben, id);
  const comment = await reply(cleo, id, { replyToPostId: answer.id });
  await expect(accept(ben, answer.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(accept(forum.visitor(), answer.id)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  await expect(accept(ada, comment.id)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await act(moderator, "deletePost", { postId: answer.id });
  await expect(accept(ada, answer.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(accept(moderator, answer.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an answer that is deleted or refused takes the mark away, and brings it back", async () => {
  const id = await ask();
  const answer = await reply(ben, id);
  await accept(ada, answer.id);
  await act(ben, "deletePost", { postId: answer.id });
  expect(await solution(id)).toBeNull();
  expect(await solution(id, moderator)).toBeNull();
  await act(ben, "restorePost", { postId: answer.id });
  expect(await solution(id)).toBe(1);
  await act(moderator, "setPostApproval", { postId: answer.id, approval: "IGNORED" });
  expect(await solution(id)).toBeNull();
  await act(moderator, "setPostApproval", { postId: answer.id, approval: "APPROVED" });
  expect(await solution(id)).toBe(1);
});

test("an answer that is split off or merged into another thread answers no more", async () => {
  const [id, other] = [await ask(), await ask()];
  await reply(cleo, id);
  const answer = await reply(ben, id);
  await accept(ada, answer.id);
  await moderator.graphql(
    `mutation ($id: ID!) { splitThread(input: {threadId: $id, title: "Aside", fromNumber: 2}) { id } }`,
    { id },
  );
  expect(await solution(id)).toBeNull();
  const kept = await reply(ben, other);
  await accept(ada, kept.id);
  await moderator.graphql(
    `mutation ($id: ID!, $into: ID!) { mergeThreads(input: {threadId: $id, intoThreadId: $into}) { id } }`,
    { id, into: other },
  );
  expect(await solution(other)).toBe(1);
});

test("a search finds what is solved, in both orders, its replies as well", async () => {
  const solved = await ask({ title: "Quokka at night" });
  const mention = await ask({ title: "Animals", body: "a quokka too" });
  await ask({ title: "Quokka by day" });
  await accept(ada, (await reply(ben, solved, { body: "quokka indeed" })).id);
  await accept(ada, (await reply(ben, mention)).id);
  await forum.searchable();
  const found = async (sort: string, kind = "THREAD"): Promise<string[]> =>
    (await cleo.graphql(FOUND, { sort, kind, filter: { solved: true } })).search.nodes.map(
      (hit: { thread: { id: string } }) => hit.thread.id,
    );
  expect(await found("RELEVANCE")).toEqual([solved, mention]);
  expect(await found("NEWEST")).toEqual([mention, solved]);
  expect(await found("NEWEST", "POST")).toEqual([solved]);
});
