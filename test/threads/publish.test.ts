import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { act, countsOf, createCategory, list, publish, see } from "./content.ts";

const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) {
  title body revisionCount editedAt category { id } revisions { title body editor { id } } } }`;

let forum: Forum;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

test("a published thread is its author's and counts on their profile and in its category", async () => {
  const ada = await forum.member();
  const before = (await publish(ada, { categoryId })).category.threadCount;

  const thread = await publish(ada, { categoryId, title: "  Tea \n time ", body: "**Hot** tea" });

  expect(thread).toMatchObject({
    title: "Tea   time",
    body: "**Hot** tea",
    excerpt: "Hot tea",
    types: ["TEXT"],
    author: { id: String(ada.id) },
    category: { id: categoryId, threadCount: before + 1 },
    viewerCanEdit: true,
    viewerCanDelete: true,
    viewerCanApprove: false,
  });
  expect(thread.bodyHtml).toContain("<strong>Hot</strong>");
  expect(await countsOf(ada, ada.id)).toMatchObject({ threadCount: 2 });
});

test.each([
  ["a visitor", {}, "LOGIN_REQUIRED", undefined],
  ["a limited member", {}, "FORBIDDEN", "createThread"],
  ["a nameless member", { isAnonymous: true }, "FORBIDDEN", "thread.allowAnonymous"],
  ["a member", { title: "" }, "INVALID_PARAMETER", undefined],
  ["a member", { title: " \n " }, "INVALID_PARAMETER", undefined],
  ["a member", { title: "x".repeat(101) }, "INVALID_PARAMETER", undefined],
  ["a member", { title: "\u0000\u001f" }, "INVALID_PARAMETER", undefined],
  ["a member", { body: "" }, "INVALID_PARAMETER", undefined],
  ["a member", { body: "x".repeat(50_000) }, "INVALID_PARAMETER", undefined],
  ["a member", { body: "\u0000\u000b" }, "INVALID_PARAMETER", undefined],
  ["a member", { categoryId: "999999" }, "NOT_FOUND", undefined],
  ["a member", { categoryId: "1abc" }, "INVALID_PARAMETER", undefined],
  [
    "a member",
    { position: { longitude: 181, latitude: 0, address: "", location: "" } },
    "INVALID_PARAMETER",
    undefined,
  ],
])("publishing is refused to %s with %o: %s", async (who, change, code, permission) => {
  const people: Record<string, () => Promise<Parameters<typeof publish>[0]>> = {
    "a visitor": () => Promise.resolve(forum.visitor()),
    "a limited member": () => forum.limitedMember("createThread"),
    "a nameless member": () => forum.limitedMember("thread.allowAnonymous"),
    "a member": () => forum.member(),
  };
  const person = await people[who]!();
  const [before] = await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM threads");

  const refused = await publish(person, { categoryId, ...change }).then(
    () => null,
    (error: { code: string; extensions: { permission?: string } }) => error,
  );

  expect(refused).toMatchObject({ code });
  expect(refused?.extensions.permission).toBe(permission);
  expect(await forum.rows("SELECT COUNT(*) AS n FROM threads")).toEqual([before]);
});

test("100 characters of four bytes fit a title, and a body may have 49,999", async () => {
  const ada = await forum.member();

  const thread = await publish(ada, { categoryId, title: "😀".repeat(100), body: "字".repeat(49_999) });

  expect(thread.title).toBe("😀".repeat(100));
  expect(thread.body).toHaveLength(49_999);
  expect([...thread.excerpt].length).toBeLessThanOrEqual(200);
});

test("an edit keeps what the thread said before, for those who may edit it", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const moderator = await forum.moderator();
  const { id } = await publish(ada, { categoryId, title: "Old", body: "old" });

  const { editThread } = await ada.graphql(EDIT, { input: { threadId: id, title: "New", body: "new" } });

  expect(editThread).toMatchObject({ title: "New", body: "new", revisionCount: 1 });
  expect(editThread.revisions).toEqual([{ title: "Old", body: "old", editor: { id: String(ada.id) } }]);
  const REVISIONS = `query ($id: ID!) { thread(id: $id) { revisionCount revisions { body } } }`;
  expect((await bo.graphql(REVISIONS, { id })).thread).toEqual({ revisionCount: 1, revisions: [] });
  expect((await moderator.graphql(REVISIONS, { id })).thread.revisions).toHaveLength(1);

  const same = await ada.graphql(EDIT, { input: { threadId: id, title: "New" } });
  expect(same.editThread.revisionCount).toBe(1);
  await expect(bo.graphql(EDIT, { input: { threadId: id, title: "Mine" } })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a thread moves between categories with its count", async () => {
  const admin = await forum.admin();
  const ada = await forum.member();
  const target = await createCategory(admin, "Elsewhere");
  const { id } = await publish(ada, { categoryId });
  const countOf = async (category: string) =>
    (await forum.rows<{ n: number }>("SELECT threadCount AS n FROM categories WHERE id = ?", [category]))[0]!
      .n;
  const before = await countOf(categoryId);

  const { editThread } = await ada.graphql(EDIT, { input: { threadId: id, categoryId: target } });

  expect(editThread).toMatchObject({ category: { id: target }, revisionCount: 0 });
  expect([await countOf(categoryId), await countOf(target)]).toEqual([before - 1, 1]);
});

test("likes and favourites are counted once however often they are wished", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const { id } = await publish(ada, { categoryId });

  await Promise.all(
    Array.from({ length: 6 }, () => act(bo, "setThreadLiked", { threadId: id, liked: true })),
  );
  await Promise.all(
    Array.from({ length: 6 }, () => act(bo, "setThreadFavorite", { threadId: id, favorite: true })),
  );

  expect(await see(bo, id)).toMatchObject({
    likeCount: 1,
    favoriteCount: 1,
    viewerHasLiked: true,
    viewerHasFavorited: true,
  });
  expect(await see(ada, id)).toMatchObject({ viewerHasLiked: false, viewerHasFavorited: false });
  expect((await list(bo, { filter: { favorite: true } })).nodes).toMatchObject([{ id }]);
  expect((await list(bo, { filter: { liked: true } })).nodes).toMatchObject([{ id }]);
  expect(await countsOf(bo, ada.id)).toMatchObject({ likedCount: 1 });
  await act(ada, "setThreadLiked", { threadId: id, liked: true });
  expect(await countsOf(bo, ada.id)).toMatchObject({ likedCount: 1 });

  expect(await act(bo, "setThreadLiked", { threadId: id, liked: false })).toMatchObject({
    likeCount: 1,
    viewerHasLiked: false,
  });
  expect(await countsOf(bo, ada.id)).toMatchObject({ likedCount: 0 });
});

test("views are counted in memory and written together", async () => {
  const ada = await forum.member();
  const { id } = await publish(ada, { categoryId });
  for (let view = 0; view < 3; view++) await see(forum.visitor(), id);

  const writes = (await forum.statementsOf(() => see(forum.visitor(), id))).filter((sql) =>
    /^\s*UPDATE/i.test(sql),
  );
  await forum.app.clock.runAll(["flushViewCounts"]);

  expect(writes).toEqual([]);
  expect((await see(ada, id)).viewCount).toBe(4);
});

test("a mention links to the member, whatever its case, and names nobody else", async () => {
  const ada = await forum.member();
  const bo = await forum.member();

  const { bodyHtml } = await publish(ada, {
    categoryId,
    body: `Hello @${bo.nickname.toUpperCase()}, hello @nobody-here!`,
  });

  expect(bodyHtml).toContain(`/user/${bo.id}`);
  expect(bodyHtml.match(/\/user\//g)).toHaveLength(1);
});

test("an edit leaves the position, moves it, or takes it away", async () => {
  const ada = await forum.member("thread.editOwnThreadOrPost", "thread.insertPosition");
  const beijing = { longitude: 116.4, latitude: 39.9, address: "Road 1", location: "Beijing" };
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), position: beijing });
  const edit = async (input: object) => {
    const document = `mutation ($input: EditThreadInput!) { editThread(input: $input) { position { location } } }`;
    return (await ada.graphql(document, { input: { threadId: id, ...input } })).editThread.position;
  };

  expect(await edit({ title: "Other" })).toEqual({ location: "Beijing" });
  expect(await edit({ position: { ...beijing, location: "Shanghai" } })).toEqual({ location: "Shanghai" });
  expect(await edit({ position: null })).toBeNull();
});
