import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { checkCounters } from "../../server/features/counters/check.service.ts";
import { wrongCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, countsOf, publish, reply } from "../threads/content.ts";

let forum: Forum;
let categoryId: string;
let people: Person[];
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  people = [await forum.member(), await forum.member(), await forum.moderator()];
});
afterAll(() => forum.close());

/** Something that somebody tries; whether it is allowed does not matter, only that the counts stay true. */
const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    "publish",
    "anonymous",
    "reply",
    "comment",
    "delete",
    "restore",
    "pend",
    "approve",
    "like",
    "favorite",
    "deletePost",
    "restorePost",
    "pendPost",
    "approvePost",
    "likePost",
  ),
  which: fc.nat(99),
  wanted: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("whatever members do, in any order and at the same moment, every kept number is what it counts", async () => {
  const threads: string[] = [];
  const posts: { id: string; threadId: string }[] = [];

  async function attempt({ who, what, which, wanted }: Step): Promise<void> {
    const person = people[who]!;
    const threadId = threads[which % threads.length];
    const post = posts[which % Math.max(1, posts.length)];
    if (what === "publish" || what === "anonymous" || !threadId) {
      threads.push((await publish(person, { categoryId, isAnonymous: what === "anonymous" })).id);
    } else if (what === "reply" || !post) {
      posts.push({ id: (await reply(person, threadId)).id, threadId });
    } else if (what === "comment") {
      posts.push({
        id: (await reply(person, post.threadId, { replyToPostId: post.id })).id,
        threadId: post.threadId,
      });
    } else if (what === "delete" || what === "restore") {
      await act(person, `${what}Thread`, { threadId });
    } else if (what === "pend" || what === "approve") {
      await act(people[2]!, "setThreadApproval", {
        threadId,
        approval: what === "pend" ? "PENDING" : "APPROVED",
      });
    } else if (what === "like") {
      await act(person, "setThreadLiked", { threadId, liked: wanted });
    } else if (what === "favorite") {
      await act(person, "setThreadFavorite", { threadId, favorite: wanted });
    } else if (what === "deletePost" || what === "restorePost") {
      await act(person, what, { postId: post.id });
    } else if (what === "likePost") {
      await act(person, "setPostLiked", { postId: post.id, liked: wanted });
    } else {
      await act(people[2]!, "setPostApproval", {
        postId: post.id,
        approval: what === "pendPost" ? "PENDING" : "APPROVED",
      });
    }
  }

  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 25 }),
    async (rounds) => {
      for (const together of rounds) {
        await Promise.all(
          together.map((each) =>
            attempt(each).catch((error: { code?: string }) => {
              expect(["NOT_FOUND", "FORBIDDEN"]).toContain(error.code);
            }),
          ),
        );
      }
      expect(await wrongCounts(forum)).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 6 });

  const numbers = await forum.rows<{ threadId: number; n: number; most: number }>(
    "SELECT threadId, COUNT(number) AS n, MAX(number) AS most FROM posts GROUP BY threadId",
  );
  for (const { n, most } of numbers) expect(Number(n)).toBe(most ?? 0);
});

test("a kept number that is wrong is put right with a warning", async () => {
  const ada = await forum.member();
  await publish(ada, { categoryId });
  await forum.write((ctx) => ctx.db.query("UPDATE users SET threadCount = 7 WHERE id = ?", [ada.id]));

  expect(await wrongCounts(forum)).toEqual([
    { counter: "users.threadCount", id: ada.id, stored: 7, counted: 1 },
  ]);
  expect(await checkCounters(forum.app.context())).toEqual([
    { table: "users", id: ada.id, column: "threadCount", kept: 7, counted: 1 },
  ]);

  expect(await countsOf(ada, ada.id)).toMatchObject({ threadCount: 1 });
  expect(forum.logLines.join("")).toContain("kept counter was wrong");
  expect(await wrongCounts(forum)).toEqual([]);
});

test("the timed check looks at numbers of any size, and puts right what is wrong", async () => {
  const small = await Forum.open();
  onTestFinished(() => small.close());
  const categoryId = await small.categoryId();
  const ada = await small.member();
  const [popular, quiet] = [await publish(ada, { categoryId }), await publish(ada, { categoryId })];
  const first = (await reply(ada, popular.id)).id;
  const [replies, comments] = [700, 60];
  await small.write(async (ctx) => {
    const [{ id: _, ...stored }] = (await ctx.db.query("SELECT * FROM posts WHERE id = ?", [first])) as [
      Record<string, unknown>,
    ];
    const columns = Object.keys(stored);
    const add = (change: Record<string, unknown>) =>
      ctx.db.query(
        `INSERT INTO posts (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        columns.map((column) => (column in change ? change[column] : stored[column])),
      );
    for (let number = 2; number <= replies; number++) await add({ number });
    for (let n = 0; n < comments; n++) await add({ number: null, parentId: first });
    await ctx.db.query("UPDATE posts SET commentCount = ? WHERE id = ?", [comments, first]);
    const all = [replies, replies - 1, popular.id];
    await ctx.db.query("UPDATE threads SET lastNumber = ?, postCount = ? WHERE id = ?", all);
    await ctx.db.query("UPDATE threads SET postCount = 5000 WHERE id = ?", [quiet.id]);
    await ctx.db.query("UPDATE users SET postCount = ? WHERE id = ?", [replies + comments, ada.id]);
  });

  await small.app.clock.runAll(["checkCounters"]);

  const kept = await small.rows("SELECT postCount FROM threads WHERE id IN (?, ?) ORDER BY id", [
    popular.id,
    quiet.id,
  ]);
  expect(kept).toEqual([{ postCount: replies }, { postCount: 0 }]);
  const warnings = small.logLines.filter((line) => line.includes("kept counter was wrong"));
  const found = warnings.map((line) => JSON.parse(line) as { kept: number; counted: number });
  expect(found.map(({ kept, counted }) => [kept, counted])).toEqual([
    [replies - 1, replies],
    [5000, 0],
  ]);
});
