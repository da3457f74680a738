import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { wrongUnreadCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Rows of a forum that has run for years (docs/retention.md). */
let forum: Forum;
let ada: Person;
let bo: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [ada, bo] = [await forum.member(), await forum.member()];
  threadId = (await publish(ada, { categoryId: await forum.categoryId(), title: "Tea" })).id;
});
afterAll(() => forum.close());

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

async function textsOf(person: Person): Promise<string[]> {
  const document = `{ notifications(entry: THREAD, first: 50) { nodes { excerpt } } }`;
  const { nodes } = (await person.graphql(document)).notifications as { nodes: { excerpt: string }[] };
  return nodes.map(({ excerpt }) => excerpt);
}

async function countOf(table: string): Promise<number> {
  const [counted] = await forum.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
  return Number(counted!.n);
}

test("notifications go a year after they were read, and unread ones stay", async () => {
  const readDaysAgo: [body: string, days: number | null][] = [
    ["Read five years ago", 1_826],
    ["Read a year and a day ago", 366],
    ["Read eleven months ago", 335],
    ["Never read", null],
  ];
  for (const [body, days] of readDaysAgo) {
    const { id } = await reply(bo, threadId, { body });
    await forum.delivered();
    if (days === null) continue;
    await ada.graphql(`mutation { markNotificationsRead { count } }`);
    await forum.write((ctx) =>
      run(ctx, "UPDATE notifications SET readAt = ? WHERE postId = ?", [daysAgo(days), Number(id)]),
    );
  }

  await forum.app.clock.runAll(["deleteOldNotifications"]);

  expect(await textsOf(ada)).toEqual(["Never read", "Read eleven months ago"]);
  expect(await wrongUnreadCounts(forum)).toEqual([]);
});

test("thousands of old notifications go in one run, and nobody loses another", async () => {
  const before = await textsOf(ada);
  const copy = `INSERT INTO notifications (userId, type, kind, entry, why, groupKey, times, data, readAt, createdAt)
    SELECT n.userId, n.type, n.kind, n.entry, n.why, n.groupKey, n.times, n.data, ?, n.createdAt FROM notifications n
    WHERE n.userId = ?`;
  // Two, doubled ten times.
  for (let times = 0; times < 10; times++) await forum.write((ctx) => run(ctx, copy, [daysAgo(400), ada.id]));
  expect(await countOf("notifications")).toBeGreaterThan(2_000);

  await forum.app.clock.runAll(["deleteOldNotifications"]);
  expect(await textsOf(ada)).toEqual(before);
  expect(await countOf("notifications")).toBeLessThan(20);
});

test("tallies of stop words go when the statistics cannot show them any more", async () => {
  const tally = (word: string, days: number): [string, string, Date] => [
    word,
    daysAgo(days).toISOString().slice(0, 10),
    daysAgo(days),
  ];
  await forum.write(async (ctx) => {
    for (const values of [tally("old", 1_826), tally("gone", 367), tally("kept", 364), tally("new", 0)])
      await run(
        ctx,
        "INSERT INTO stop_word_tallies (word, day, lastAt, action, hits) VALUES (?, ?, ?, '{BANNED}', 3)",
        values,
      );
  });
  await forum.app.clock.runAll(["deleteOldTallies"]);
  const { stopWordUses } = await (await forum.admin()).graphql(`{ stopWordUses(days: 366) { word hits } }`);
  expect(stopWordUses).toEqual([
    { word: "kept", hits: 3 },
    { word: "new", hits: 3 },
  ]);
  expect(await countOf("stop_word_tallies")).toBe(2);
});
