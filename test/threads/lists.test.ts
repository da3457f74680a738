import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, list, listIds, publish, reply } from "./content.ts";

let forum: Forum;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
});
afterAll(() => forum.close());

/** Threads of a new category, oldest first, all with the same time if asked for: the id then decides. */
async function community(size: number, sameTime = false): Promise<{ categoryId: string; ids: string[] }> {
  const categoryId = await createCategory(admin, `Category ${Math.random()}`.slice(0, 30));
  const ids: string[] = [];
  for (let index = 0; index < size; index++)
    ids.push((await publish(ada, { categoryId, title: `T${index}` })).id);
  if (sameTime) {
    await forum.write((ctx) =>
      ctx.db.query(
        "UPDATE threads SET createdAt = '2026-01-01 00:00:00.000', lastPostedAt = '2026-01-01 00:00:00.000' WHERE categoryId = ?",
        [categoryId],
      ),
    );
  }
  return { categoryId, ids };
}

test("paging through any list meets every thread once, while new ones are published", async () => {
  const { categoryId, ids } = await community(9, true);
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 5 }),
    fc.constantFrom("NEWEST", "LAST_REPLY", "HOT"),
    fc.boolean(),
    async (first, sort, disturb) => {
      const met: string[] = [];
      let after: string | null = null;
      do {
        const page: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } =
          await list(ada, {
            categoryId,
            sort,
            first,
            after,
          });
        met.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        if (disturb) await publish(ada, { categoryId, title: "Newcomer" });
      } while (after);
      expect(new Set(met).size).toBe(met.length);
      expect(met).toEqual(expect.arrayContaining(ids));
    },
  );
  await fc.assert(property, { numRuns: 8 });
});

test("a reply lifts a thread to the top of LAST_REPLY, likes and replies lift it in HOT", async () => {
  const { categoryId, ids } = await community(3);
  const bo = await forum.member();

  await reply(bo, ids[0]!);
  await reply(bo, ids[0]!);
  await act(bo, "setThreadLiked", { threadId: ids[1], liked: true });

  expect(await listIds(ada, { categoryId, sort: "LAST_REPLY" })).toEqual([ids[0], ids[2], ids[1]]);
  expect(await listIds(ada, { categoryId, sort: "HOT" })).toEqual([ids[0], ids[1], ids[2]]);
  expect(await listIds(ada, { categoryId, sort: "NEWEST" })).toEqual([ids[2], ids[1], ids[0]]);
});

test("a category shows the threads of its children, in one order", async () => {
  const parent = await createCategory(admin, "Parent");
  const child = await createCategory(admin, "Child", parent);
  const one = (await publish(ada, { categoryId: parent })).id;
  const two = (await publish(ada, { categoryId: child })).id;
  const three = (await publish(ada, { categoryId: parent })).id;

  expect(await listIds(ada, { categoryId: parent })).toEqual([three, two, one]);
  expect(await listIds(ada, { categoryId: child })).toEqual([two]);
  const [first, rest] = [await list(ada, { categoryId: parent, first: 2 }), null as unknown];
  expect(rest).toBeNull();
  expect(await listIds(ada, { categoryId: parent, first: 2, after: first.pageInfo.endCursor })).toEqual([
    one,
  ]);
});

test("highlights, pinned threads, followed members and kinds of content have lists of their own", async () => {
  const { categoryId, ids } = await community(3);
  const bo = await forum.member();
  await bo.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: ada.id });
  const own = (
    await publish(bo, {
      categoryId,
      position: { longitude: 116.4, latitude: 39.9, address: "Road 1", location: "Beijing" },
    })
  ).id;
  await act(admin, "setThreadEssence", { threadId: ids[1], essence: true });
  await act(admin, "setThreadSticky", { threadId: ids[2], sticky: true });

  expect(await listIds(bo, { categoryId, filter: { essence: true } })).toEqual([ids[1]]);
  expect(await listIds(bo, { categoryId, filter: { followed: true } })).toEqual([...ids].reverse());
  expect(await listIds(bo, { categoryId, filter: { type: "POSITION" } })).toEqual([own]);
  expect(await listIds(bo, { categoryId, filter: { type: "TEXT" } })).toEqual([...ids].reverse());
  expect(await listIds(bo, { categoryId, filter: { type: "IMAGE" } })).toEqual([]);
  const { pinnedThreads } = await bo.graphql(
    `query ($id: ID) { pinnedThreads(categoryId: $id) { id isSticky } }`,
    { id: categoryId },
  );
  expect(pinnedThreads).toEqual([{ id: ids[2], isSticky: true }]);
});

test.each([
  [{ first: 0 }],
  [{ first: 101 }],
  [{ first: -1 }],
  [{ after: "forged" }],
  [{ after: Buffer.from('["threads.createdAt","2026",1e400]').toString("base64url") }],
  [{ after: Buffer.from('["users","x",1]').toString("base64url") }],
  [{ filter: { authorId: "0" } }],
])("a list with %o is refused", async (variables) => {
  await expect(list(ada, variables)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test.each([[{ followed: true }], [{ favorite: true }], [{ liked: true }]])(
  "%o is a list of members",
  async (filter) => {
    await expect(list(forum.visitor(), { filter })).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  },
);

test("a longer list costs no more statements", async () => {
  const { categoryId } = await community(30);
  const QUERY = `query ($categoryId: ID, $first: Int!) {
    threads(categoryId: $categoryId, first: $first) { nodes { id title excerpt author { id nickname } lastPostedBy { id }
      category { name } images { id } attachments { id } viewerHasLiked viewerHasFavorited body } } }`;
  const cost = (first: number) => forum.countSettled(() => ada.graphql(QUERY, { categoryId, first }));

  expect(await cost(30)).toBe(await cost(2));
  expect(await cost(30)).toBeLessThanOrEqual(8);
});
