import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, countsOf, createCategory, list, listIds, publish, reply, see } from "./content.ts";

let forum: Forum;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const refusalOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => "allowed",
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

test("a deleted thread does not exist for others, comes back whole, and is counted right after", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const { id } = await publish(ada, { categoryId });
  const missing = await refusalOf(see(bo, "99999999"));

  const deleted = await act(ada, "deleteThread", { threadId: id });

  expect(deleted).toMatchObject({ isDeleted: true, viewerCanRestore: true, viewerCanDelete: false });
  expect(await refusalOf(see(bo, id))).toEqual(missing);
  expect(await refusalOf(see(forum.visitor(), id))).toEqual(missing);
  expect(await refusalOf(reply(bo, id))).toMatchObject({ code: "NOT_FOUND" });
  expect(await refusalOf(act(bo, "setThreadLiked", { threadId: id, liked: true }))).toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await listIds(bo)).not.toContain(id);
  expect(await countsOf(bo, ada.id)).toMatchObject({ threadCount: 0 });

  await act(ada, "deleteThread", { threadId: id });
  expect(await act(ada, "restoreThread", { threadId: id })).toMatchObject({ isDeleted: false });
  expect(await listIds(bo)).toContain(id);
  expect(await countsOf(bo, ada.id)).toMatchObject({ threadCount: 1 });
});

test("who deleted it decides who restores it: a moderator's deletion is not the author's to undo", async () => {
  const ada = await forum.member();
  const moderator = await forum.moderator();
  const { id } = await publish(ada, { categoryId });

  await act(moderator, "deleteThread", { threadId: id });

  await expect(act(ada, "restoreThread", { threadId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await listIds(moderator, { filter: { deleted: true } })).toContain(id);
  await expect(list(ada, { filter: { deleted: true } })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(list(forum.visitor(), { filter: { deleted: true } })).rejects.toMatchObject({
    code: "LOGIN_REQUIRED",
  });
  expect(await act(moderator, "restoreThread", { threadId: id })).toMatchObject({ isDeleted: false });
});

test("a thread that waits for approval is seen by its author and by moderators alone", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const moderator = await forum.moderator();
  const { id } = await publish(ada, { categoryId });

  await act(moderator, "setThreadApproval", { threadId: id, approval: "PENDING" });

  expect(await see(ada, id)).toMatchObject({ approval: "PENDING", viewerCanReply: false });
  expect(await refusalOf(see(bo, id))).toMatchObject({ code: "NOT_FOUND" });
  expect(await listIds(ada)).not.toContain(id);
  expect(await listIds(ada, { filter: { authorId: ada.id } })).toContain(id);
  expect(await listIds(bo, { filter: { authorId: ada.id } })).not.toContain(id);
  expect(await listIds(moderator, { filter: { pending: true } })).toContain(id);
  expect(await refusalOf(reply(ada, id))).toMatchObject({ code: "NOT_FOUND" });
  await expect(act(ada, "setThreadApproval", { threadId: id, approval: "APPROVED" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await countsOf(bo, ada.id)).toMatchObject({ threadCount: 0 });

  await act(moderator, "setThreadApproval", { threadId: id, approval: "APPROVED" });
  expect(await see(bo, id)).toMatchObject({ approval: "APPROVED" });
  expect(await countsOf(bo, ada.id)).toMatchObject({ threadCount: 1 });
});

test("an anonymous author is named to nobody but themselves, not even to administrators", async () => {
  const ada = await forum.member();
  const fan = await forum.member();
  await fan.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: ada.id });
  const thread = await publish(ada, { categoryId, isAnonymous: true });
  const { id } = thread;
  await reply(ada, id);
  await ada.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
    input: { threadId: id, body: "Changed" },
  });
  await act(fan, "setThreadLiked", { threadId: id, liked: true });

  expect(thread.author).toMatchObject({ id: String(ada.id) });
  const EVERYTHING = `query ($id: ID!) { thread(id: $id) { author { id } lastPostedBy { id } revisions { editor { id } }
    posts { nodes { author { id } isThreadAuthor } } } }`;
  for (const person of [fan, admin, forum.visitor()]) {
    const seen = (await person.graphql(EVERYTHING, { id })).thread;
    expect(seen).toMatchObject({
      author: null,
      lastPostedBy: null,
      posts: { nodes: [{ author: null, isThreadAuthor: true }] },
    });
    expect(JSON.stringify(seen)).not.toContain(`"${ada.id}"`);
    expect(await listIds(person, { filter: { authorId: ada.id } })).not.toContain(id);
    expect(await countsOf(person, ada.id)).toEqual({ threadCount: 0, postCount: 0, likedCount: 0 });
  }
  expect((await ada.graphql(EVERYTHING, { id })).thread.author).toEqual({ id: String(ada.id) });
  expect(await listIds(fan, { filter: { followed: true } })).not.toContain(id);
  expect(await listIds(ada, { filter: { authorId: ada.id } })).toContain(id);

  await fan.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: ada.id });
  expect(await listIds(fan), "that it vanishes would name the author").toContain(id);
});

test("threads of a blocked member are left out of lists, not of direct links", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const { id } = await publish(ada, { categoryId });
  await act(admin, "setThreadSticky", { threadId: id, sticky: true });
  const PINNED = `{ pinnedThreads { id } }`;
  expect((await bo.graphql(PINNED)).pinnedThreads).toContainEqual({ id });

  await bo.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: ada.id });

  expect(await listIds(bo)).not.toContain(id);
  expect((await bo.graphql(PINNED)).pinnedThreads).not.toContainEqual({ id });
  expect(await see(bo, id)).toMatchObject({ id });
});

test("a member of a group without thread.viewPosts sees titles in lists and is told what is missing", async () => {
  const ada = await forum.member();
  const bo = await forum.limitedMember("thread.viewPosts");
  const { id } = await publish(ada, { categoryId, body: "The secret is 42." });

  const listed = (await list(bo)).nodes.find((thread: { id: string }) => thread.id === id);

  expect(listed).toMatchObject({
    title: "Hello",
    body: "",
    bodyHtml: "",
    excerpt: "",
    viewerCanLike: false,
    viewerCanReply: false,
  });
  await expect(see(bo, id)).rejects.toMatchObject({
    code: "FORBIDDEN",
    extensions: { permission: "thread.viewPosts" },
  });
  await expect(bo.graphql(`{ threads { nodes { posts { nodes { body } } } } }`)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(act(bo, "setThreadLiked", { threadId: id, liked: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a category that a group may not view hides itself and everything in it", async () => {
  const hidden = await createCategory(admin, "Staff");
  const { id } = await publish(admin, { categoryId: hidden, title: "Secret" });
  const inOther = (key: string): string => `category${categoryId}.${key}`;
  const group = await forum.group([
    inOther("viewThreads"),
    inOther("thread.viewPosts"),
    "createThread",
    "thread.reply",
    "thread.sticky",
    "thread.hide",
  ]);
  const bo = await forum.join(group);

  const categories = (await bo.graphql(`{ categories { id } }`)).categories;

  expect(categories).toEqual([{ id: categoryId }]);
  await expect(
    bo.graphql(`query ($id: ID!) { category(id: $id) { id } }`, { id: hidden }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(list(bo, { categoryId: hidden })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await listIds(bo)).not.toContain(id);
  const missing = await refusalOf(see(bo, "99999999"));
  expect(await refusalOf(see(bo, id))).toEqual(missing);
  expect(await refusalOf(reply(bo, id))).toEqual(missing);
  expect(await refusalOf(act(bo, "setThreadSticky", { threadId: id, sticky: true }))).toEqual(missing);
  expect(await refusalOf(act(bo, "deleteThread", { threadId: id }))).toEqual(missing);
});

test.each([
  ["setThreadSticky", { sticky: true }, "thread.sticky"],
  ["setThreadEssence", { essence: true }, "thread.essence"],
  ["deleteThread", {}, "thread.hide"],
  ["setThreadApproval", { approval: "IGNORED" }, "thread.hide"],
] as const)(
  "%s with %o is refused to a member, who is told that %s is missing, and works for a moderator",
  async (verb, values, permission) => {
    const ada = await forum.member();
    const bo = await forum.member();
    const moderator = await forum.moderator();
    const { id } = await publish(ada, { categoryId });

    await expect(act(bo, verb, { threadId: id, ...values })).rejects.toMatchObject({
      code: "FORBIDDEN",
      extensions: { permission },
    });
    await expect(act(forum.visitor(), verb, { threadId: id, ...values })).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
    });

    expect(await act(moderator, verb, { threadId: id, ...values })).toMatchObject({ id });
  },
);
