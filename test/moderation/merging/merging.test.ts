import { afterAll, beforeAll, expect, test } from "vitest";
import { wrongCounts } from "../../support/countsBySpec.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, publish, reply, see, seePost, seePosts } from "../../threads/content.ts";

/** Threads that moderators merge and split. */
const MERGE = `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id postCount lastNumber } }`;
const SPLIT = `mutation ($input: SplitThreadInput!) { splitThread(input: $input) {
  id title body postCount lastNumber likeCount author { id } category { id } } }`;
const MOVED = `query ($id: ID!, $n: Int!) { movedPost(threadId: $id, number: $n) { threadId number } }`;
const READ = `mutation ($id: ID!, $n: Int!) { markThreadRead(threadId: $id, number: $n) { id } }`;
const PLACE = `query ($id: ID!) { thread(id: $id) { viewerLastReadNumber viewerUnreadCount } }`;

let forum: Forum;
let ada: Person;
let ben: Person;
let cleo: Person;
let moderator: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [ada, ben, cleo] = [await forum.member(), await forum.member(), await forum.member()];
  moderator = await forum.moderator();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const thread = async (person: Person, title: string): Promise<string> =>
  (await publish(person, { categoryId, title, body: `Text of ${title}` })).id;
const merge = async (threadId: string, intoThreadId: string, reason = "") =>
  (await moderator.graphql(MERGE, { input: { threadId, intoThreadId, reason } })).mergeThreads;
const split = async (input: object) =>
  (await moderator.graphql(SPLIT, { input: { title: "Aside", ...input } })).splitThread;
const moved = async (id: string, n: number, person: Person = ada) =>
  (await person.graphql(MOVED, { id, n })).movedPost;
const read = (person: Person, id: string, n: number) => person.graphql(READ, { id, n });
const placeOf = async (person: Person, id: string) => (await person.graphql(PLACE, { id })).thread;
const floors = async (id: string, person: Person = ada) =>
  (await seePosts(person, id)).nodes.map(({ number, body }: { number: number; body: string }) => [
    number,
    body,
  ]);

test("a merged thread stands behind the other, with hidden floors, likes, counts, marks and old addresses", async () => {
  const target = await thread(ada, "Tea");
  await reply(ben, target, { body: "Green" });
  await reply(ben, target, { body: "Black" });
  const source = await thread(ben, "More tea");
  const first = await reply(ada, source, { body: "White" });
  const gone = await reply(cleo, source, { body: "Rude" });
  const held = await reply(cleo, source, { body: "Waiting" });
  const last = await reply(ada, source, { body: "Oolong" });
  await reply(cleo, source, { body: "A comment", replyToPostId: last.id });
  await act(cleo, "setThreadLiked", { threadId: source, liked: true });
  await act(cleo, "setPostLiked", { postId: first.id, liked: true });
  await act(cleo, "setThreadFavorite", { threadId: source, favorite: true });
  await act(moderator, "deletePost", { postId: gone.id });
  await act(moderator, "setPostApproval", { postId: held.id, approval: "PENDING" });
  await read(ada, target, 2);
  await read(ada, source, 1);
  await read(cleo, target, 1);
  await read(cleo, source, 4);

  expect(await merge(source, target, "The same question")).toEqual({
    id: target,
    postCount: 5,
    lastNumber: 7,
  });

  expect(await floors(target)).toEqual([
    [1, "Green"],
    [2, "Black"],
    [3, "Text of More tea"],
    [4, "White"],
    [5, ""],
    [7, "Oolong"],
  ]);
  expect(await seePost(ada, last.id)).toMatchObject({ threadId: target, number: 7, commentCount: 1 });
  expect(await seePost(cleo, first.id)).toMatchObject({ likeCount: 1, viewerHasLiked: true });
  const opening = (await seePosts(cleo, target)).nodes[2];
  expect(opening).toMatchObject({ likeCount: 1, viewerHasLiked: true, author: { id: String(ben.id) } });
  expect(await see(cleo, target)).toMatchObject({ favoriteCount: 1, viewerHasFavorited: true });
  expect(await wrongCounts(forum)).toEqual([]);

  // Who had read the other to its end is where they were in both; who had not stays.
  expect(await placeOf(ada, target)).toEqual({ viewerLastReadNumber: 4, viewerUnreadCount: 3 });
  expect(await placeOf(cleo, target)).toMatchObject({ viewerLastReadNumber: 1 });

  await expect(see(ada, source)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(see(moderator, source)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await moved(source, 0)).toEqual({ threadId: target, number: 3 });
  expect(await moved(source, 4)).toEqual({ threadId: target, number: 7 });
  expect(await moved(source, 3, ada)).toBeNull();
  expect(await moved(target, 1)).toBeNull();

  // What waits keeps its place and appears there.
  await act(moderator, "setPostApproval", { postId: held.id, approval: "APPROVED" });
  expect(await floors(target)).toContainEqual([6, "Waiting"]);
  expect((await reply(ben, target, { body: "Next" })).number).toBe(8);
  expect(await wrongCounts(forum)).toEqual([]);
});

test("replies from a place on become a thread, and their numbers are not given again", async () => {
  const source = await thread(ada, "Bikes");
  await reply(ben, source, { body: "Brakes" });
  const off = await reply(cleo, source, { body: "By the way, cars" });
  const comment = await reply(ben, source, { body: "Cars are loud", replyToPostId: off.id });
  const deleted = await reply(ben, source, { body: "Spam" });
  const later = await reply(ada, source, { body: "Electric ones are not" });
  await act(ada, "setPostLiked", { postId: off.id, liked: true });
  await act(moderator, "deletePost", { postId: deleted.id });
  await read(ben, source, 4);
  await read(cleo, source, 1);

  const made = await split({ threadId: source, title: "Cars", fromNumber: 2, reason: "Another matter" });
  expect(made).toMatchObject({
    title: "Cars",
    body: "By the way, cars",
    postCount: 2,
    lastNumber: 3,
    likeCount: 1,
    author: { id: String(cleo.id) },
    category: { id: categoryId },
  });
  expect(await floors(made.id)).toEqual([
    [1, "Cars are loud"],
    [2, ""],
    [3, "Electric ones are not"],
  ]);
  expect(await floors(source)).toEqual([[1, "Brakes"]]);
  expect(await see(ada, source)).toMatchObject({ postCount: 1, lastNumber: 1 });
  expect(await moved(source, 2)).toEqual({ threadId: made.id, number: 0 });
  expect(await moved(source, 4)).toEqual({ threadId: made.id, number: 3 });
  expect(await seePost(ada, comment.id)).toMatchObject({ threadId: made.id, number: 1, parentId: null });
  await expect(seePost(moderator, off.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await placeOf(ben, made.id)).toEqual({ viewerLastReadNumber: 3, viewerUnreadCount: 0 });
  expect((await placeOf(cleo, made.id)).viewerLastReadNumber).toBeNull();

  // The next reply is the only one that readers of both have not seen.
  expect((await reply(ada, source, { body: "Saddles" })).number).toBe(5);
  expect((await placeOf(cleo, source)).viewerUnreadCount).toBe(1);
  expect((await placeOf(ben, source)).viewerUnreadCount).toBe(1);
  expect(await wrongCounts(forum)).toEqual([]);

  // Where the new thread goes elsewhere, old addresses of its text and replies still lead there.
  const end = await thread(ben, "Traffic");
  await merge(made.id, end);
  expect(await moved(source, 2)).toEqual({ threadId: end, number: 1 });
  expect(await moved(source, 4)).toEqual({ threadId: end, number: 4 });
  expect((await seePost(ada, later.id)).threadId).toBe(end);
  expect(await wrongCounts(forum)).toEqual([]);
});

test("chosen floors go alone and the others keep their numbers", async () => {
  const source = await thread(ada, "Plants");
  for (const body of ["Fern", "Cat", "Moss", "Dog", "Ivy"]) await reply(ben, source, { body });
  const pets = await split({ threadId: source, title: "Pets", numbers: [4, 2] });
  expect(pets).toMatchObject({ body: "Cat", postCount: 1 });
  expect(await floors(pets.id)).toEqual([[1, "Dog"]]);
  expect(await floors(source)).toEqual([
    [1, "Fern"],
    [3, "Moss"],
    [5, "Ivy"],
  ]);
  await read(cleo, source, 1);
  expect((await placeOf(cleo, source)).viewerUnreadCount).toBe(2);
});

test("authors are told that what they wrote was moved, and why", async () => {
  const source = await thread(ada, "Ships");
  const target = await thread(ada, "Boats");
  await reply(ben, source, { body: "Sails" });
  await merge(source, target, "Boats float too");
  await forum.delivered();
  const { nodes } = (
    await ben.graphql(`{ notifications(entry: ACCOUNT, first: 1) { nodes { kind text thread { id } } } }`)
  ).notifications;
  expect(nodes[0]).toMatchObject({ kind: "post.moved", thread: { id: target } });
  expect(nodes[0].text).toContain("Boats float too");
});

test("files, drafts, reports and watches go along", async () => {
  const source = await thread(ben, "Old home");
  const target = await thread(ada, "New home");
  const { saveDraft } = await cleo.graphql(
    `mutation ($id: ID!) { saveDraft(input: {threadId: $id, body: "Half a thought"}) { id } }`,
    { id: source },
  );
  await cleo.graphql(
    `mutation ($id: ID!) { setWatchLevel(target: THREAD, targetId: $id, level: WATCHING) { level } }`,
    { id: source },
  );
  await cleo.graphql(`mutation ($id: ID!) { reportContent(input: {threadId: $id, reason: SPAM}) { id } }`, {
    id: source,
  });
  await merge(source, target);
  const watched = `query ($id: ID!) { thread(id: $id) { viewerWatchLevel } }`;
  expect((await cleo.graphql(watched, { id: target })).thread.viewerWatchLevel).toBe("WATCHING");
  expect((await ben.graphql(watched, { id: target })).thread.viewerWatchLevel).toBe("WATCHING");
  expect(await forum.rows(`SELECT d.threadId FROM drafts d WHERE d.id = ${saveDraft.id}`)).toEqual([
    { threadId: Number(target) },
  ]);
  const opening = (await seePosts(ada, target)).nodes.at(-1);
  expect(
    await forum.rows(
      `SELECT r.threadId, r.postId, r.targetKey FROM reports r WHERE r.reporterId = ${cleo.id}`,
    ),
  ).toEqual([{ threadId: Number(target), postId: Number(opening.id), targetKey: `p${opening.id}` }]);
});

test("a thread is not merged with itself, nor split without a reply that can be read", async () => {
  const id = await thread(ada, "Alone");
  const only = await reply(ben, id, { body: "x" });
  await act(moderator, "deletePost", { postId: only.id });
  await expect(merge(id, id)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await expect(split({ threadId: id, fromNumber: 1 })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await expect(split({ threadId: id })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await expect(
    ada.graphql(SPLIT, { input: { threadId: id, title: "Mine", fromNumber: 1 } }),
  ).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
