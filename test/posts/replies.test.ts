import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, countsOf, publish, reply, see, seePost, seePosts } from "../threads/content.ts";

const EDIT = `mutation ($input: EditPostInput!) { editPost(input: $input) { body bodyHtml editedAt } }`;

let forum: Forum;
let categoryId: string;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member();
});
afterAll(() => forum.close());

type Row = Record<string, unknown>;
const numbers = (page: { nodes: Row[] }): unknown[] => page.nodes.map(({ number }) => number);
const thread = async (input: object = {}): Promise<string> =>
  (await publish(ada, { categoryId, ...input })).id;

test("replies are numbered without gaps, also when many arrive at the same moment", async () => {
  const id = await thread();
  const people = await Promise.all(Array.from({ length: 6 }, () => forum.member()));

  await Promise.all(people.flatMap((person) => [reply(person, id), reply(person, id), reply(person, id)]));

  const page = await seePosts(ada, id);
  expect(numbers(page)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
  expect(await see(ada, id)).toMatchObject({
    postCount: 18,
    lastNumber: 18,
    lastPostedBy: { id: page.nodes.at(-1).author.id },
  });
  for (const person of people) expect(await countsOf(ada, person.id)).toMatchObject({ postCount: 3 });
});

test("a refused reply takes no number", async () => {
  const id = await thread();
  await expect(reply(ada, id, { body: "\u0000" })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(await reply(ada, id)).toMatchObject({ number: 1, isThreadAuthor: true });
});

test("any page of a thread is opened by number, forwards and backwards", async () => {
  const id = await thread();
  for (let index = 0; index < 7; index++) await reply(ada, id, { body: `Reply ${index + 1}` });

  const middle = await seePosts(ada, id, "first: 3, fromNumber: 4");
  expect(numbers(middle)).toEqual([4, 5, 6]);
  expect(middle.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  expect(numbers(await seePosts(ada, id, `first: 3, after: "${middle.pageInfo.endCursor}"`))).toEqual([7]);
  expect(numbers(await seePosts(ada, id, "first: 3, fromNumber: 7"))).toEqual([7]);
  expect(numbers(await seePosts(ada, id, "first: 3, fromNumber: 99"))).toEqual([]);
  const newest = await seePosts(ada, id, "first: 3, sort: NEWEST");
  expect(numbers(newest)).toEqual([7, 6, 5]);
  expect(
    numbers(await seePosts(ada, id, `first: 9, sort: NEWEST, after: "${newest.pageInfo.endCursor}"`)),
  ).toEqual([4, 3, 2, 1]);
  expect(numbers(await seePosts(ada, id, "first: 3, sort: NEWEST, fromNumber: 4"))).toEqual([4, 3, 2]);
});

test.each([
  "fromNumber: 0",
  "first: 0",
  "first: 101",
  'after: "x"',
  "fromNumber: 2, sort: MOST_LIKED",
  "fromNumber: 2, sort: AUTHOR",
])("a page with %s is refused", async (args) => {
  const id = await thread();
  await expect(seePosts(ada, id, args)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("the most liked replies come first, in pages that do not overlap", async () => {
  const id = await thread();
  const fans = await Promise.all([forum.member(), forum.member()]);
  const posts: Row[] = [];
  for (let index = 0; index < 5; index++) posts.push(await reply(ada, id));
  for (const fan of fans) await act(fan, "setPostLiked", { postId: posts[3]!["id"], liked: true });
  await act(fans[0]!, "setPostLiked", { postId: posts[1]!["id"], liked: true });
  await reply(ada, id, { replyToPostId: posts[0]!["id"] });

  const first = await seePosts(ada, id, "first: 2, sort: MOST_LIKED");
  const rest = await seePosts(ada, id, `first: 9, sort: MOST_LIKED, after: "${first.pageInfo.endCursor}"`);

  expect(numbers(first)).toEqual([4, 2]);
  expect(numbers(rest)).toEqual([5, 3, 1]);
  expect(await countsOf(ada, ada.id)).toMatchObject({ likedCount: 3 });
});

test("the author alone is read in pages, without what was deleted and without anybody else", async () => {
  const id = await thread();
  const bo = await forum.member();
  const posts: Row[] = [];
  for (const person of [ada, bo, ada, ada, bo, ada]) posts.push(await reply(person, id));
  await act(await forum.admin(), "deletePost", { postId: posts[2]!["id"] });

  const first = await seePosts(bo, id, "first: 2, sort: AUTHOR");
  const rest = await seePosts(bo, id, `first: 2, sort: AUTHOR, after: "${first.pageInfo.endCursor}"`);

  expect(numbers(first)).toEqual([1, 4]);
  expect(numbers(rest)).toEqual([6]);
  expect(rest.pageInfo.hasNextPage).toBe(false);
});

test("comments hang on replies in one level, name whom they answer, and have no number", async () => {
  const id = await thread();
  const bo = await forum.member();
  const post = await reply(ada, id);

  const comment = await reply(bo, id, { replyToPostId: post.id, body: "c1" });
  const answer = await reply(ada, id, { replyToPostId: comment.id, body: "c2" });
  for (const body of ["c3", "c4"]) await reply(bo, id, { replyToPostId: post.id, body });

  expect(comment).toMatchObject({ number: null, parentId: post.id, replyTo: null });
  expect(answer).toMatchObject({ number: null, parentId: post.id, replyTo: { id: String(bo.id) } });
  const page = await seePosts(bo, id);
  expect(page.nodes).toMatchObject([
    { number: 1, commentCount: 4, firstComments: [{ body: "c1" }, { body: "c2" }, { body: "c3" }] },
  ]);
  const COMMENTS = `query ($id: ID!, $after: String) { post(id: $id) { comments(first: 3, after: $after) {
    nodes { body thread { id } } pageInfo { hasNextPage endCursor } } } }`;
  const { comments } = (await bo.graphql(COMMENTS, { id: post.id })).post;
  expect(comments.nodes).toHaveLength(3);
  const next = (await bo.graphql(COMMENTS, { id: post.id, after: comments.pageInfo.endCursor })).post
    .comments;
  expect(next).toMatchObject({ nodes: [{ body: "c4", thread: { id } }], pageInfo: { hasNextPage: false } });
  expect(await see(bo, id)).toMatchObject({ postCount: 1, lastNumber: 1 });
  const other = await thread();
  await expect(reply(bo, other, { replyToPostId: post.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a deleted reply keeps its place without its text, and everything is counted right after", async () => {
  const id = await thread();
  const bo = await forum.member();
  const first = await reply(bo, id, { body: "first" });
  const second = await reply(bo, id, { body: "second" });
  await reply(ada, id, { replyToPostId: second.id, body: "comment" });

  await act(bo, "deletePost", { postId: second.id });

  const page = await seePosts(ada, id);
  expect(page.nodes).toMatchObject([
    { number: 1, isDeleted: false },
    {
      number: 2,
      isDeleted: true,
      body: "",
      bodyHtml: "",
      author: null,
      viewerCanRestore: false,
      commentCount: 1,
    },
  ]);
  expect(await see(ada, id)).toMatchObject({
    postCount: 1,
    lastNumber: 2,
    lastPostedBy: { id: String(bo.id) },
  });
  expect((await see(ada, id)).lastPostedAt).toBe(
    (await forum.rows<{ createdAt: string }>("SELECT createdAt FROM posts WHERE id = ?", [first.id])).map(
      ({ createdAt }) =>
        new Date(typeof createdAt === "string" ? `${createdAt.replace(" ", "T")}Z` : createdAt).toISOString(),
    )[0],
  );
  expect(await countsOf(ada, bo.id)).toMatchObject({ postCount: 1 });
  await expect(seePost(ada, second.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(reply(ada, id, { replyToPostId: second.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(act(ada, "restorePost", { postId: second.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await seePost(bo, second.id)).toMatchObject({ body: "second", viewerCanRestore: true });

  await act(bo, "restorePost", { postId: second.id });
  expect(await see(ada, id)).toMatchObject({ postCount: 2 });
  expect((await reply(ada, id)).number).toBe(3);
});

test("a reply that waits is seen by its author and moderators, and leaves no place for others", async () => {
  const id = await thread();
  const bo = await forum.member();
  const moderator = await forum.moderator();
  const post = await reply(bo, id);
  await reply(ada, id);

  await act(moderator, "setPostApproval", { postId: post.id, approval: "PENDING" });

  expect(numbers(await seePosts(ada, id))).toEqual([2]);
  expect(numbers(await seePosts(forum.visitor(), id, "first: 1, fromNumber: 1"))).toEqual([]);
  expect((await seePosts(forum.visitor(), id, "first: 1, fromNumber: 1")).pageInfo.hasNextPage).toBe(true);
  expect(numbers(await seePosts(bo, id))).toEqual([1, 2]);
  expect(numbers(await seePosts(moderator, id))).toEqual([1, 2]);
  await expect(act(ada, "setPostLiked", { postId: post.id, liked: true })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await see(ada, id)).toMatchObject({ postCount: 1 });

  await act(moderator, "setPostApproval", { postId: post.id, approval: "APPROVED" });
  expect(numbers(await seePosts(ada, id))).toEqual([1, 2]);
});

test("an edit keeps what was said; moderators edit what others wrote, others do not", async () => {
  const id = await thread();
  const bo = await forum.member();
  const moderator = await forum.moderator();
  const post = await reply(bo, id, { body: "old" });

  expect((await bo.graphql(EDIT, { input: { postId: post.id, body: "new" } })).editPost).toMatchObject({
    body: "new",
  });
  expect((await moderator.graphql(EDIT, { input: { postId: post.id, body: "newer" } })).editPost.body).toBe(
    "newer",
  );
  await expect(ada.graphql(EDIT, { input: { postId: post.id, body: "x" } })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const kept = await forum.rows("SELECT body, editorId FROM revisions WHERE postId = ? ORDER BY id", [
    post.id,
  ]);
  expect(kept).toEqual([
    { body: "old", editorId: bo.id },
    { body: "new", editorId: moderator.id },
  ]);
});

test.each([
  ["a visitor", "LOGIN_REQUIRED", undefined],
  ["a member without thread.reply", "FORBIDDEN", "thread.reply"],
  ["a member whom the author blocks", "BLOCKED_YOU", undefined],
])("%s does not reply: %s", async (who, code, permission) => {
  const id = await thread();
  const person =
    who === "a visitor"
      ? forum.visitor()
      : who.includes("without")
        ? await forum.limitedMember("thread.reply")
        : await forum.member();
  if (who.includes("blocks"))
    await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: person.id });

  const refusal = await reply(person, id).catch(
    (error: { code: string; extensions: { permission?: string } }) => error,
  );

  expect(refusal.code).toBe(code);
  expect(refusal.extensions.permission).toBe(permission);
  expect((await see(ada, id)).lastNumber).toBe(0);
});

test("a longer page of replies with comments costs no more statements", async () => {
  const id = await thread();
  const bo = await forum.member();
  for (let index = 0; index < 12; index++) {
    const post = await reply(ada, id);
    const comment = await reply(bo, id, { replyToPostId: post.id });
    await reply(ada, id, { replyToPostId: comment.id });
  }
  const QUERY = `query ($id: ID!, $first: Int!) { thread(id: $id) { id title bodyHtml author { id nickname } category { name }
    viewerHasLiked viewerHasFavorited images { id } posts(first: $first) { nodes { id number bodyHtml author { nickname }
    likeCount viewerHasLiked viewerCanEdit isThreadAuthor attachments { id } firstComments { bodyHtml author { nickname }
    replyTo { nickname } viewerHasLiked } } } } }`;
  const cost = (first: number) => forum.countSettled(() => bo.graphql(QUERY, { id, first }));
  await cost(2);

  expect(await cost(12)).toBe(await cost(2));
  expect(await cost(12)).toBeLessThanOrEqual(10);

  const ALL = `query ($id: ID!, $first: Int!) { thread(id: $id) { posts(first: $first) { nodes { comments { nodes { body author { id } } } } } } }`;
  const costOfAll = (first: number) => forum.countSettled(() => bo.graphql(ALL, { id, first }));
  expect(await costOfAll(12)).toBe(await costOfAll(2));
});
