import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ALL_PERMISSIONS,
  CATEGORY_PERMISSIONS,
  inCategory,
  type Permission,
} from "../../server/core/permissions.ts";
import { Viewer } from "../../server/core/viewer.ts";
import { Forum } from "../support/forum.ts";
import type { Person, Refusal } from "../support/person.ts";

let forum: Forum;
let author: Person;
let categoryId: string;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open();
  author = await forum.member();
  categoryId = await forum.categoryId();
  const input = { categoryId, title: "T", body: "B" };
  const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  threadId = (await author.graphql(publish, { input })).publishThread.id;
});
afterAll(() => forum.close());

/** Actions with the permissions that they take; all of them are needed. */
const ACTIONS: readonly (readonly [
  name: string,
  needs: readonly Permission[],
  ask: (person: Person) => Promise<unknown>,
])[] = [
  [
    "publish",
    ["createThread"],
    (p) =>
      p.graphql(
        `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "T", body: "B"}) { id } }`,
        { c: categoryId },
      ),
  ],
  [
    "reply",
    ["thread.viewPosts", "thread.reply"],
    (p) =>
      p.graphql(`mutation ($t: ID!) { replyToThread(input: {threadId: $t, body: "B"}) { id } }`, {
        t: threadId,
      }),
  ],
  [
    "like",
    ["thread.viewPosts", "thread.likePosts"],
    (p) =>
      p.graphql(`mutation ($t: ID!) { setThreadLiked(threadId: $t, liked: true) { id } }`, { t: threadId }),
  ],
  [
    "keep",
    ["thread.viewPosts", "thread.favorite"],
    (p) =>
      p.graphql(`mutation ($t: ID!) { setThreadFavorite(threadId: $t, favorite: true) { id } }`, {
        t: threadId,
      }),
  ],
  [
    "follow",
    ["userFollow.create"],
    (p) => p.graphql(`mutation ($u: ID!) { followUser(userId: $u) { id } }`, { u: author.id }),
  ],
];

const USED = [...new Set(ACTIONS.flatMap(([, needs]) => needs))];

test("whatever a group is granted, its members may do exactly what that allows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(USED), async (granted) => {
      const person = await forum.join(await forum.group([...granted, "user.view"]));
      for (const [name, needs, ask] of ACTIONS) {
        const outcome = await ask(person).then(
          () => true,
          (refusal: Refusal) => (["FORBIDDEN", "NOT_FOUND"].includes(refusal.code) ? false : refusal.code),
        );
        expect({ name, granted, outcome }).toEqual({
          name,
          granted,
          outcome: needs.every((key) => granted.includes(key)),
        });
      }
    }),
    { numRuns: 40, seed: 7 },
  );
});

test("a grant for one category holds there and nowhere else, and the whole forum's holds everywhere", () => {
  const grant = fc.record({
    permission: fc.constantFrom(...CATEGORY_PERMISSIONS),
    category: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(grant), grant, (grants, asked) => {
      const stored = new Set(
        grants.map(({ permission, category }) =>
          category === undefined ? permission : inCategory(category, permission),
        ),
      );
      const viewer = new Viewer({ id: 1, groupId: 10, status: 0, grants: stored });
      const holds = grants.some(
        ({ permission, category }) =>
          permission === asked.permission && (category === undefined || category === asked.category),
      );

      expect(viewer.may(asked.permission, asked.category)).toBe(holds);
      const everywhere = viewer.categoriesWith(asked.permission);
      if (asked.category !== undefined) {
        expect(everywhere === "all" || everywhere.includes(asked.category)).toBe(holds);
      }
    }),
    { numRuns: 2000, seed: 7 },
  );
});

test("administrators have every permission, banned ones none of it", () => {
  const admin = new Viewer({ id: 1, groupId: 1, status: 0, grants: new Set() });
  const banned = new Viewer({ id: 1, groupId: 1, status: 1, grants: new Set() });

  expect(ALL_PERMISSIONS.every((permission) => admin.may(permission, 3))).toBe(true);
  expect(ALL_PERMISSIONS.some((permission) => banned.may(permission, 3))).toBe(false);
});
