import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deleteOldFruitless,
  flushFruitless,
} from "../../server/features/search/fruitless/fruitless.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Searches that found nothing, as the owner reads of them. */

let forum: Forum;
let admin: Person;
let people: Person[];
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  people = [await forum.member(), await forum.member(), await forum.member(), await forum.member()];
  const categoryId = await forum.categoryId();
  await publish(people[0]!, { categoryId, title: "Quetzal", body: "A bird" });
  await forum.searchable();
});
afterAll(() => forum.close());

async function searchAll(query: string, count: number, filter: object | null = {}): Promise<void> {
  const document = `query ($query: String!, $filter: SearchFilter) { searchCounts(query: $query, filter: $filter) { threads } }`;
  for (const person of people.slice(0, count)) await person.graphql(document, { query, filter });
}

const stored = () =>
  forum.rows<{ words: string; askerCount: number }>(
    "SELECT f.words, f.askerCount FROM fruitless_searches f ORDER BY f.words",
  );
const flush = () => flushFruitless(forum.app.context());
const list = async (): Promise<object[]> =>
  (await admin.graphql("{ fruitlessSearches { words askerCount lastDay } }")).fruitlessSearches;

test("a text that three people searched for in vain is listed, however they wrote it, each person once", async () => {
  await searchAll("Ｄｏｄｏ  bird", 2);
  await searchAll("DODO bird", 2);
  await flush();
  expect([await stored(), await list()]).toEqual([[], []]);

  await searchAll("dodo bird", 3);
  await flush();
  await searchAll("dodo bird", 4);
  await searchAll('"dodo bird"', 4);
  await flush();
  await flush();

  const today = new Date().toISOString().slice(0, 10);
  expect(await list()).toEqual([{ words: "dodo bird", askerCount: 4, lastDay: today }]);
});

test("what finds something, narrows or excludes is not counted, nor by whom anything was searched", async () => {
  await searchAll("quetzal", 4);
  await searchAll("moa", 4, { hasPoll: true });
  await searchAll("moa in:nowhere", 4);
  await searchAll("moa -kiwi", 4);
  await flush();
  expect((await stored()).map(({ words }) => words)).toEqual(["dodo bird"]);
  const columns = Object.keys((await forum.rows<object>("SELECT * FROM fruitless_searches"))[0]!);
  expect(columns.sort()).toEqual(["askerCount", "day", "words"]);
});

test("who may not search threads is not counted", async () => {
  const limited = await forum.limitedMember("viewThreads");
  const others = [
    limited,
    await forum.limitedMember("viewThreads"),
    await forum.limitedMember("viewThreads"),
  ];
  for (const person of others) await person.graphql(`{ searchCounts(query: "quagga") { threads } }`);
  await flush();
  expect((await stored()).map(({ words }) => words)).toEqual(["dodo bird"]);
});

test("only administrators read the list", async () => {
  await expect(people[0]!.graphql("{ fruitlessSearches { words } }")).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("old days go, and the oldest of too many rows", async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await forum.write((ctx) =>
    ctx.db.query(
      "INSERT INTO fruitless_searches (day, words, askerCount) VALUES (?, 'old', 9), (?, 'recent', 3)",
      [day(91), day(2)],
    ),
  );
  await deleteOldFruitless(forum.app.context());
  expect((await stored()).map(({ words }) => words)).toEqual(["dodo bird", "recent"]);

  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => `('${day(1)}', 'w${from + index}', 3)`);
    await forum.write((ctx) =>
      ctx.db.query(`INSERT INTO fruitless_searches (day, words, askerCount) VALUES ${rows.join(", ")}`),
    );
  }
  await deleteOldFruitless(forum.app.context());
  expect((await stored()).map(({ words }) => words)).toEqual(["dodo bird"]);
});
