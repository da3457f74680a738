import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { lockList } from "../../server/features/stop-words/list.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Changes of several stop words are saved whole or not at all, and never over those of somebody else. */
const CHANGE = `mutation ($c: [StopWordChange!]!) {
  changeStopWords(changes: $c) { batchId words { id find ugc dialog replacement } }
}`;
const UNDO = `mutation ($id: ID!) { undoStopWords(batchId: $id) { id undoneAt } }`;

let forum: Forum;
let admin: Person;
let other: Person;
let ids: string[];
beforeAll(async () => {
  forum = await Forum.open();
  [admin, other] = [await forum.admin(), await forum.admin()];
});
afterAll(() => forum.close());
beforeEach(async () => {
  await forum.write(async (ctx) => {
    await lockList(ctx);
    await run(ctx, "DELETE FROM stop_words");
  });
  const lines = ["casino={BANNED}", "tea=leaf", "maybe={MOD}"];
  await admin.graphql(`mutation ($l: [String!]!) { importStopWords(lines: $l) { created } }`, { l: lines });
  ids = (await all()).map(({ id }) => String(id));
});

const all = () => forum.rows("SELECT * FROM stop_words ORDER BY id");
const change = async (changes: object[], by = admin) =>
  (await by.graphql(CHANGE, { c: changes })).changeStopWords;
const verdict = async (text: string) =>
  (await admin.graphql(`query ($t: String!) { stopWordTest(text: $t) { action } }`, { t: text })).stopWordTest
    .action;
const soften = (id: string | undefined) => ({ id, before: { ugc: "BAN" }, after: { ugc: "REVIEW" } });

test("a bar of changes is saved as one, works at once, and is taken back as one", async () => {
  const before = await all();
  const { batchId, words } = await change([
    soften(ids[0]),
    {
      id: ids[1],
      before: { replacement: "leaf", dialog: "IGNORE" },
      after: { replacement: "herb", dialog: "BAN" },
    },
  ]);
  expect(words).toMatchObject([{ ugc: "REVIEW" }, { replacement: "herb", dialog: "BAN" }]);
  expect(await verdict("the casino")).toBe("REVIEW");

  await admin.graphql(UNDO, { id: batchId });
  expect(await all()).toEqual(before);
  expect(await verdict("the casino")).toBe("BAN");
});

test.each([
  ["a word that is gone", () => soften("999999"), "CONFLICT"],
  [
    "an action that is not possible",
    () => ({ id: ids[1], before: {}, after: { dialog: "REVIEW" } }),
    "INVALID_PARAMETER",
  ],
  [
    "a replacement that no line can say",
    () => ({ id: ids[1], before: {}, after: { replacement: "a|b" } }),
    "INVALID_PARAMETER",
  ],
])("%s refuses all changes, also those before it", async (_what, bad, code) => {
  const before = await all();
  await expect(change([soften(ids[0]), bad()])).rejects.toMatchObject({ code });
  expect(await all()).toEqual(before);
  expect(await verdict("the casino")).toBe("BAN");
});

test("what another administrator changed meanwhile is named, and nothing is saved over it", async () => {
  await change([{ id: ids[2], before: { ugc: "REVIEW" }, after: { ugc: "BAN" } }], other);
  const before = await all();
  await expect(
    change([soften(ids[0]), { id: ids[2], before: { ugc: "REVIEW" }, after: { ugc: "REPLACE" } }]),
  ).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("maybe") });
  expect(await all()).toEqual(before);
});

test("two administrators who save at the same time do not mix: one is saved whole, the other refused", async () => {
  const bars = [
    [soften(ids[0]), { id: ids[1], before: { dialog: "IGNORE" }, after: { dialog: "BAN" } }],
    [
      { id: ids[0], before: { ugc: "BAN" }, after: { ugc: "REPLACE" } },
      { id: ids[2], before: { ugc: "REVIEW" }, after: { ugc: "BAN" } },
    ],
  ];
  const results = await Promise.allSettled([change(bars[0]!, admin), change(bars[1]!, other)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const now = (await all()).map(({ ugc, dialog }) => [ugc, dialog]);
  expect([
    [
      ["{MOD}", "{IGNORE}"],
      ["{REPLACE}", "{BANNED}"],
      ["{MOD}", "{IGNORE}"],
    ],
    [
      ["{REPLACE}", "{IGNORE}"],
      ["{REPLACE}", "{IGNORE}"],
      ["{BANNED}", "{IGNORE}"],
    ],
  ]).toContainEqual(now);
});

test("sending the same again, as after a lost answer, is no conflict and leaves nothing to undo", async () => {
  expect((await change([soften(ids[0])])).batchId).not.toBeNull();
  expect(await change([soften(ids[0])])).toMatchObject({ batchId: null, words: [{ ugc: "REVIEW" }] });
});

test("none, the same word twice and too many are refused", async () => {
  const many = Array.from({ length: 501 }, (_, index) => soften(String(index + 1)));
  for (const changes of [[], [soften(ids[0]), soften(ids[0])], many])
    await expect(change(changes)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});
