import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, publish, reply } from "../threads/content.ts";

let forum: Forum;
let admin: Person;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
  bob = await forum.member();
});
afterAll(() => forum.close());

const COUNT = `query ($since: DateTimeISO!, $categoryId: ID, $filter: ThreadFilter) {
  newThreadCount(since: $since, categoryId: $categoryId, filter: $filter) }`;
const newFor = async (who: Person, variables: object): Promise<number> =>
  (await who.graphql(COUNT, variables)).newThreadCount;
const LIST = `query ($filter: ThreadFilter, $sort: ThreadSort! = HOT, $categoryId: ID) {
  threads(filter: $filter, sort: $sort, categoryId: $categoryId, first: 100) { nodes { id } } }`;
const idsFor = async (who: Person, variables: object): Promise<string[]> =>
  (await who.graphql(LIST, variables)).threads.nodes.map((thread: { id: string }) => thread.id);

test("new threads of others are counted since a moment, in the list that is open", async () => {
  const categoryId = await createCategory(admin, "Counted");
  // A thread of the same millisecond is not a new one.
  const since = new Date(Date.now() - 1).toISOString();
  await publish(bob, { categoryId, title: "One" });
  const { id } = await publish(bob, { categoryId, title: "Two" });
  await publish(ada, { categoryId, title: "My own" });

  expect(await newFor(ada, { since, categoryId })).toBe(2);
  expect(await newFor(bob, { since, categoryId })).toBe(1);
  expect(await newFor(ada, { since, categoryId: await forum.categoryId() })).toBe(0);
  expect(await newFor(ada, { since, categoryId, filter: { essence: true } })).toBe(0);
  expect(await newFor(ada, { since: new Date().toISOString(), categoryId })).toBe(0);

  await act(bob, "deleteThread", { threadId: id });
  expect(await newFor(ada, { since, categoryId })).toBe(1);
});

test("new threads are counted up to a hundred", async () => {
  const categoryId = await createCategory(admin, "Crowded");
  const { id } = await publish(bob, { categoryId, title: "Copied" });
  const columns = `categoryId, authorId, title, body, bodyHtml, markdownVersion, excerpt, isAnonymous, isSticky, isEssence,
    hasImages, hasAttachments, approval, visible, postCount, lastNumber, viewCount, likeCount, favoriteCount, hotScore,
    address, location, createdAt, lastPostedAt, revisionCount`;
  await forum.write(async (ctx) => {
    for (let copy = 0; copy < 101; copy++)
      await run(ctx, `INSERT INTO threads (${columns}) SELECT ${columns} FROM threads WHERE id = ?`, [
        Number(id),
      ]);
  });

  expect(await newFor(ada, { since: "2020-01-01T00:00:00.000Z", categoryId })).toBe(100);
});

test("recommended are threads of others that somebody answered, liked or featured", async () => {
  const categoryId = await createCategory(admin, "Recommended");
  const [silent, answered, liked, featured] = await Promise.all(
    ["silent", "answered", "liked", "featured"].map((title) => publish(bob, { categoryId, title })),
  );
  const mine = await publish(ada, { categoryId, title: "mine" });
  await reply(ada, answered!.id);
  await reply(bob, mine.id);
  await ada.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, {
    id: liked!.id,
  });
  await admin.graphql(`mutation ($id: ID!) { setThreadEssence(threadId: $id, essence: true) { id } }`, {
    id: featured!.id,
  });

  const found = await idsFor(ada, { categoryId, filter: { recommended: true } });

  expect(found.sort()).toEqual([answered!.id, liked!.id, featured!.id].sort());
  expect(found).not.toContain(silent!.id);
});

test("a profile shows what the member likes and answers, as far as one may read it", async () => {
  const categoryId = await createCategory(admin, "Liked");
  const { id } = await publish(ada, { categoryId, title: "Likeable" });
  const carl = await forum.member();
  await carl.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, { id });
  const answer = await reply(carl, id, { body: "Well said" });
  const outsider = await forum.join(
    await forum.group([`category${await forum.categoryId()}.viewThreads`, "thread.viewPosts", "user.view"]),
  );

  const likes = { filter: { likedById: String(carl.id) } };
  expect([await idsFor(bob, likes), await idsFor(outsider, likes)]).toEqual([[id], []]);
  const POSTS = `query ($id: ID!) { user(id: $id) { posts { nodes { id thread { title } } } } }`;
  const repliesFor = async (who: Person): Promise<unknown> =>
    (await who.graphql(POSTS, { id: String(carl.id) })).user.posts.nodes;
  expect(await repliesFor(bob)).toEqual([{ id: answer.id, thread: { title: "Likeable" } }]);
  expect(await repliesFor(outsider)).toEqual([]);
});

test("active members are those who wrote, without whom the viewer blocks", async () => {
  const active = async (who: Person): Promise<string[]> =>
    (await who.graphql("{ activeUsers { id } }")).activeUsers.map((user: { id: string }) => user.id);
  const before = await active(ada);
  expect(before).toContain(String(bob.id));
  // Whoever welcomes to a new forum is nobody.
  const [host] = await forum.rows<{ id: number }>("SELECT id FROM users ORDER BY id LIMIT 1");
  expect(before).not.toContain(String(host!.id));

  await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: String(bob.id) });

  expect(await active(ada)).not.toContain(String(bob.id));
  await ada.graphql(`mutation ($id: ID!) { unblockUser(userId: $id) { id } }`, { id: String(bob.id) });
});

test("the forum says whose it is, since when, who may read, and what the viewer may do", async () => {
  const SITE = `{ site { mode foundedAt owner { id } viewerGroup { name } viewerPermissions { permission allowed reason } } }`;
  const { site } = await ada.graphql(SITE);

  expect(site).toMatchObject({ mode: "public", owner: { id: String(admin.id) } });
  expect(Date.parse(site.foundedAt)).toBeLessThanOrEqual(Date.now());
  const answer = (key: string): { allowed: boolean; reason: string } =>
    site.viewerPermissions.find(({ permission }: { permission: string }) => permission === key);
  expect(answer("thread.reply")).toMatchObject({ allowed: true });
  expect(answer("thread.sticky")).toMatchObject({ allowed: false });
  const partly = await forum.join(
    await forum.group([
      `category${await forum.categoryId()}.viewThreads`,
      `category${await forum.categoryId()}.thread.reply`,
    ]),
  );
  const own = (await partly.graphql(SITE)).site.viewerPermissions;
  const reply = own.find(({ permission }: { permission: string }) => permission === "thread.reply");
  expect(reply).toMatchObject({ allowed: true, reason: expect.stringContaining("in these categories") });
});
