import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Sessions are noted to be in use once this long has passed. */
const EVERY_MS = 5 * 60_000;

let forum: Forum;
let people: Person[];
beforeEach(async () => {
  forum = await Forum.open();
  people = [await forum.member(), await forum.member(), await forum.member()];
});
afterEach(() => forum.close());

const ask = (person: Person) => person.graphql(`{ viewer { id } }`);
const writesOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await forum.statementsOf(work)).filter((sql) => /lastSeenAt["`]? = \?/.test(sql));

async function lastSeen(): Promise<number[]> {
  const found = await forum.rows<{ lastSeenAt: string | Date }>(
    "SELECT s.lastSeenAt FROM sessions s WHERE s.userId >= ? ORDER BY s.userId",
    [people[0]!.id],
  );
  return found.map(({ lastSeenAt: at }) =>
    new Date(typeof at === "string" ? `${at.replace(" ", "T")}Z` : at).getTime(),
  );
}

/** As if these members had not been here for a while. */
function away(...members: Person[]): Promise<unknown> {
  const then = new Date(Date.now() - EVERY_MS - 1_000);
  return forum.write(async (ctx) => {
    for (const { id } of members)
      await run(ctx, "UPDATE sessions SET lastSeenAt = ? WHERE userId = ?", [then, id]);
  });
}

test("who comes back is noted together with others in one statement, and nobody's request waits for it", async () => {
  const [ada, bo, wu] = people as [Person, Person, Person];
  await away(ada, bo);
  const before = await lastSeen();
  const began = Date.now();
  expect(await writesOf(() => Promise.all([ask(ada), ask(bo), ask(wu), ask(ada)]))).toEqual([]);

  expect(await writesOf(() => forum.app.clock.runAll(["flushSeen"]))).toHaveLength(1);
  const after = await lastSeen();
  expect(after[0]).toBeGreaterThanOrEqual(began);
  expect(after[1]).toBeGreaterThanOrEqual(began);
  // Wu was here a moment ago.
  expect(after[2]).toBe(before[2]);

  await ask(ada);
  expect(await writesOf(() => forum.app.clock.runAll(["flushSeen"]))).toEqual([]);
});

test("a program that ends writes who was here", async () => {
  await away(...people);
  for (const person of people) await ask(person);
  expect(await writesOf(() => forum.app.close())).toHaveLength(1);
});
