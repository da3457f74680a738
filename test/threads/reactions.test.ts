import { afterAll, beforeAll, expect, test } from "vitest";
import { wrongCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, countsOf, publish, reply } from "./content.ts";

/** Reactions to threads and replies, each of which counts as a like. */
const FIELDS = "likeCount viewerHasLiked viewerReaction reactions { emoji count }";
const ON_THREAD = `mutation ($id: ID!, $emoji: String) { setThreadReaction(threadId: $id, emoji: $emoji) { ${FIELDS} } }`;
const ON_POST = `mutation ($id: ID!, $emoji: String) { setPostReaction(postId: $id, emoji: $emoji) { ${FIELDS} } }`;
const THREAD = `query ($id: ID!) { thread(id: $id) { ${FIELDS} reactors { emoji user { id } } } }`;
const SAVE = `mutation ($value: String!) {
  saveSettings(entries: [{ key: "site_reactions", value: $value }]) { id } }`;

let forum: Forum;
let author: Person;
let ada: Person;
let ben: Person;
let id: string;
beforeAll(async () => {
  forum = await Forum.open();
  [author, ada, ben] = [await forum.member(), await forum.member(), await forum.member()];
  ({ id } = await publish(author, { categoryId: await forum.categoryId() }));
});
afterAll(() => forum.close());

const onThread = async (person: Person, emoji: string | null) =>
  (await person.graphql(ON_THREAD, { id, emoji })).setThreadReaction;

test("a member has one reaction to a thread, which counts as a like for everybody", async () => {
  expect(await onThread(ada, "🎉")).toEqual({
    likeCount: 1,
    viewerHasLiked: true,
    viewerReaction: "🎉",
    reactions: [{ emoji: "🎉", count: 1 }],
  });
  await onThread(ben, "😄");
  expect(await onThread(ada, "😄")).toMatchObject({ likeCount: 2, reactions: [{ emoji: "😄", count: 2 }] });
  expect(await countsOf(ada, author.id)).toMatchObject({ likedCount: 2 });
  const { thread } = await forum.visitor().graphql(THREAD, { id });
  expect(thread).toMatchObject({ viewerReaction: null, likeCount: 2 });
  expect(thread.reactors.map(({ emoji }: { emoji: string }) => emoji)).toEqual(["😄", "😄"]);

  // The like in its place, and nothing in its place.
  expect(await onThread(ada, "")).toMatchObject({
    likeCount: 2,
    viewerReaction: "",
    reactions: [{ emoji: "😄", count: 1 }],
  });
  expect(await onThread(ada, null)).toMatchObject({ likeCount: 1, viewerReaction: null });
  expect(await wrongCounts(forum)).toEqual([]);
});

test("old clients see reactions as likes, and take them back as such", async () => {
  const post = await reply(author, id);
  const { setPostReaction } = await ada.graphql(ON_POST, { id: post.id, emoji: "👏" });
  expect(setPostReaction).toMatchObject({ likeCount: 1, reactions: [{ emoji: "👏", count: 1 }] });
  const update = (isLiked: boolean) =>
    ada.rest("POST", "/api/v3/posts.update", { pid: Number(post.id), isLiked: isLiked ? 1 : 0 });
  // Liking what has a reaction already changes nothing.
  expect((await update(true)).Code).toBe(0);
  const read = `query ($id: ID!) { post(id: $id) { ${FIELDS} } }`;
  expect((await ada.graphql(read, { id: post.id })).post).toMatchObject({
    viewerReaction: "👏",
    likeCount: 1,
  });
  expect((await update(false)).Code).toBe(0);
  expect((await ada.graphql(read, { id: post.id })).post).toMatchObject({
    viewerReaction: null,
    viewerHasLiked: false,
    likeCount: 0,
    reactions: [],
  });
  await act(ben, "setPostLiked", { postId: post.id, liked: true });
  expect((await ben.graphql(read, { id: post.id })).post).toMatchObject({ viewerReaction: "", likeCount: 1 });
  expect(await wrongCounts(forum)).toEqual([]);
});

test("owners choose the set, and what is not in it is refused", async () => {
  const admin = await forum.admin();
  await expect(onThread(ada, "🐸")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await admin.graphql(SAVE, { value: "🐸 🦆" });
  expect((await ada.graphql("{ site { reactions } }")).site.reactions).toEqual(["🐸", "🦆"]);
  expect(await onThread(ada, "🐸")).toMatchObject({ viewerReaction: "🐸" });
  await expect(onThread(ben, "🎉")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  for (const value of ["hello", "1", "🐸 🦆 🐢 🦎 🐍 🐊 🦖 🦕 🐳"])
    await expect(admin.graphql(SAVE, { value })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("many react at the same moment, and the counts are what was chosen", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => forum.member()));
  const { id: own } = await publish(author, { categoryId: await forum.categoryId() });
  const react = (person: Person, emoji: string) => person.graphql(ON_THREAD, { id: own, emoji });
  await Promise.all(
    people.flatMap((person) => [react(person, "🐸"), react(person, "🦆"), react(person, "🐸")]),
  );
  const stored = await forum.rows<{ reaction: string; n: number }>(
    `SELECT l.reaction, COUNT(*) AS n FROM thread_likes l WHERE l.threadId = ${own} GROUP BY l.reaction`,
  );
  const { thread } = await ada.graphql(THREAD, { id: own });
  expect(thread.likeCount).toBe(6);
  expect(
    new Map(thread.reactions.map((each: { emoji: string; count: number }) => [each.emoji, each.count])),
  ).toEqual(new Map(stored.map(({ reaction, n }) => [reaction, Number(n)])));
});
