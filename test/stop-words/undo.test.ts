import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BATCHES_KEPT_MS } from "../../server/core/batches.ts";
import { run } from "../../server/core/sql.ts";
import { lockList } from "../../server/features/stop-words/list.service.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

/** Imports and deletions of stop words are undone as one: every word as it was, or none. */
const IMPORT = `mutation ($l: [String!]!, $o: Boolean! = false) {
  importStopWords(lines: $l, overwrite: $o) { created updated unique batchId }
}`;
const DELETE = `mutation ($ids: [ID!]!) { deleteStopWords(ids: $ids) { id action wordCount undoneAt } }`;
const UNDO = `mutation ($id: ID!) { undoStopWords(batchId: $id) { id undoneAt undoneById } }`;

let forum: Forum;
let admin: Person;
let other: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [admin, other] = [await forum.admin(), await forum.admin()];
});
afterAll(() => forum.close());
beforeEach(() =>
  forum.write(async (ctx) => {
    await lockList(ctx);
    await run(ctx, "DELETE FROM stop_words");
  }),
);

const add = async (lines: string[], overwrite = false, by = admin) =>
  (await by.graphql(IMPORT, { l: lines, o: overwrite })).importStopWords;
const all = () => forum.rows("SELECT * FROM stop_words ORDER BY id");
const ids = async () => (await all()).map(({ id }) => String(id));
const undo = (id: string) => admin.graphql(UNDO, { id });
const verdict = async (text: string) =>
  (await admin.graphql(`query ($t: String!) { stopWordTest(text: $t) { action } }`, { t: text })).stopWordTest
    .action;

test("deleted words come back with their actions, their ids, their author and their dates, and work at once", async () => {
  await add(["casino={BANNED}|{BANNED}", "darn=d**n", "maybe={MOD}|{IGNORE}|{BANNED}"], false, other);
  const before = await all();

  const { deleteStopWords: batch } = await admin.graphql(DELETE, { ids: await ids() });
  expect(batch).toMatchObject({ action: "DELETE", wordCount: 3, undoneAt: null });
  expect([await all(), await verdict("the casino")]).toEqual([[], "IGNORE"]);

  const { undoStopWords } = await undo(batch.id);
  expect(undoStopWords.undoneById).toBe(String(admin.id));
  expect(await all()).toEqual(before);
  expect(await verdict("the casino")).toBe("BAN");
});

test("an import that overwrites is taken back whole: old words say what they said, new ones are gone", async () => {
  await add(["casino={BANNED}", "tea=leaf"]);
  const before = await all();

  const { created, updated, unique, batchId } = await add(["casino={MOD}", "tea=leaf", "new", "more"], true);
  expect({ created, updated, unique }).toEqual({ created: 2, updated: 1, unique: 1 });

  await undo(batchId);
  expect(await all()).toEqual(before);
  expect([await verdict("casino"), await verdict("something new")]).toEqual(["BAN", "IGNORE"]);
});

test("what changed nothing leaves nothing to undo", async () => {
  await add(["casino"]);
  expect((await add(["casino"])).batchId).toBeNull();
  expect((await admin.graphql(DELETE, { ids: ["999999"] })).deleteStopWords).toBeNull();
});

test.each([
  [
    "undone already",
    async (batchId: string) => {
      await undo(batchId);
    },
  ],
  [
    "followed by another word of the same spelling",
    async () => {
      await add(["casino={MOD}"]);
    },
  ],
])("a deletion that was %s cannot be undone, and nothing changes", async (_, meanwhile) => {
  await add(["casino={BANNED}", "roulette={BANNED}"]);
  const { deleteStopWords: batch } = await admin.graphql(DELETE, { ids: await ids() });
  await meanwhile(batch.id);
  const before = await all();

  await expect(undo(batch.id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await all()).toEqual(before);
});

test("an import whose word was changed by hand since stays", async () => {
  const { batchId } = await add(["casino", "roulette"]);
  const [first] = await ids();
  await admin.graphql(`mutation ($id: ID!) { updateStopWord(id: $id, input: {dialog: BAN}) { id } }`, {
    id: first,
  });
  const before = await all();

  await expect(undo(batchId)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await all()).toEqual(before);
});

test("what an old client deletes or imports is undone in the same way, and its answer is what it was", async () => {
  const old = await OldClient.of(forum, admin);
  const answer = await old.post("/api/stop-words/batch.v2", {
    type: "user",
    words: ["casino", "tea=leaf"],
    overwrite: true,
  });
  expect(answer.Data).toEqual({ type: "stop-words", created: 2, updated: 0, unique: 0 });
  const before = await all();
  await old.delete("/api/stop-words.v2", { id: (await ids()).join() });

  const { stopWordBatches } = await admin.graphql(
    `{ stopWordBatches(first: 2) { nodes { id action wordCount undoneAt } } }`,
  );
  expect(stopWordBatches.nodes).toMatchObject([
    { action: "DELETE", wordCount: 2, undoneAt: null },
    { action: "IMPORT", wordCount: 2, undoneAt: null },
  ]);
  await undo(stopWordBatches.nodes[0].id);
  expect(await all()).toEqual(before);
});

test("ten thousand words are deleted and brought back as one", async () => {
  await add(Array.from({ length: 10_000 }, (_, index) => `word${index}={BANNED}`));
  const before = await all();
  const { deleteStopWords: batch } = await admin.graphql(DELETE, { ids: await ids() });
  expect([batch.wordCount, (await all()).length]).toEqual([10_000, 0]);
  await undo(batch.id);
  expect(await all()).toEqual(before);
}, 30_000);

test("what was done more than a year ago can be undone no more, and is deleted with its words", async () => {
  const { batchId } = await add(["ancient"]);
  const ago = new Date(Date.now() - BATCHES_KEPT_MS - 1_000);
  await forum.write((ctx) => run(ctx, "UPDATE stop_word_batches SET createdAt = ?", [ago]));
  const { batchId: recent } = await add(["recent"]);
  await forum.app.clock.runAll(["deleteOldStopWordBatches"]);
  await expect(undo(batchId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const items = await forum.rows("SELECT batchId FROM stop_word_batch_items");
  expect(items).toEqual([{ batchId: Number(recent) }]);
});
