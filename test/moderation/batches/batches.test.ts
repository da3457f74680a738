import { afterAll, beforeAll, expect, test } from "vitest";
import { BATCHES_KEPT_MS } from "../../../server/core/batches.ts";
import { run } from "../../../server/core/sql.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";

const PUBLISH = `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "T", body: "Body"}) { id } }`;
const DO = `mutation ($input: ModerateThreadsInput!) { moderateThreads(input: $input) { id action reason undoneAt threadIds } }`;
const UNDO = `mutation ($id: ID!) { undoModeration(batchId: $id) { undoneAt } }`;

let forum: Forum;
let author: Person;
let moderator: Person;
let here: string;
beforeAll(async () => {
  forum = await Forum.open();
  [author, moderator] = [await forum.member(), await forum.moderator()];
  here = await forum.categoryId();
});
afterAll(() => forum.close());

const publish = async (): Promise<string> => (await author.graphql(PUBLISH, { c: here })).publishThread.id;
const state = async (ids: string[]) =>
  forum.rows(
    `SELECT t.id, t.categoryId, t.isSticky, t.isEssence, t.approval, t.visible, t.deletedById FROM threads t
     WHERE t.id IN (${ids.join()}) ORDER BY t.id`,
  );
const counts = async () => ({
  categories: await forum.rows("SELECT id, threadCount FROM categories ORDER BY id"),
  author: await forum.rows("SELECT threadCount FROM users WHERE id = ?", [author.id]),
});
const act = async (threadIds: string[], action: string, more: object = {}) =>
  (await moderator.graphql(DO, { input: { threadIds, action, reason: "Tidying", ...more } })).moderateThreads;

test.each(["PIN", "FEATURE", "HIDE", "DELETE", "MOVE"])(
  "%s does all threads at once, and undoing brings back all that was",
  async (action) => {
    const admin = await forum.admin();
    const { createCategory } = await admin.graphql(
      `mutation { createCategory(input: {name: "There"}) { id } }`,
    );
    const ids = [await publish(), await publish()];
    const before = [await state(ids), await counts()];

    const batch = await act(ids, action, { categoryId: createCategory.id });
    const after = [await state(ids), await counts()];
    const undone = (await moderator.graphql(UNDO, { id: batch.id })).undoModeration;

    expect(after[0]).not.toEqual(before[0]);
    expect(undone.undoneAt).not.toBeNull();
    expect([await state(ids), await counts()]).toEqual(before);
    await expect(moderator.graphql(UNDO, { id: batch.id })).rejects.toMatchObject({ code: "CONFLICT" });
    const log = (
      await admin.graphql(`query ($t: String) { auditLog(target: $t) { nodes { action reason } } }`, {
        t: `thread:${ids[0]}`,
      })
    ).auditLog.nodes;
    expect(log).toContainEqual({ action: "moderateThreads", reason: "Tidying" });
  },
);

test("a batch says which of the named threads it changed", async () => {
  const [first, second, third] = [await publish(), await publish(), await publish()];
  expect((await act([second], "PIN")).threadIds).toEqual([second]);

  expect((await act([third, second, first, first], "PIN")).threadIds).toEqual([first, third]);
  expect((await act([first, second], "PIN")).threadIds).toEqual([]);
  const admin = await forum.admin();
  const { moderationBatches } = await admin.graphql(
    `{ moderationBatches(first: 2) { nodes { threadIds } } }`,
  );
  expect(moderationBatches.nodes).toEqual([{ threadIds: [] }, { threadIds: [first, third] }]);
  await act([first, second, third], "UNPIN");
});

test("one thread that may not be touched stops the whole batch", async () => {
  const ids = [await publish(), await publish()];
  const before = await state(ids);

  await expect(act([...ids, "999999"], "DELETE")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(author.graphql(DO, { input: { threadIds: ids, action: "PIN" } })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(act([], "PIN")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await expect(act(ids, "MOVE")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(await state(ids)).toEqual(before);
});

test("what changed since is not undone, and others' batches are for administrators", async () => {
  const ids = [await publish()];
  const batch = await act(ids, "PIN");
  await expect((await forum.moderator()).graphql(UNDO, { id: batch.id })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await act(ids, "FEATURE");

  await expect(moderator.graphql(UNDO, { id: batch.id })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("who may no longer do a thing may not undo it either", async () => {
  const former = await forum.moderator();
  const ids = [await publish()];
  const { id } = (await former.graphql(DO, { input: { threadIds: ids, action: "DELETE", reason: "" } }))
    .moderateThreads;
  const [member] = await forum.rows<{ groupId: number }>("SELECT groupId FROM users WHERE id = ?", [
    author.id,
  ]);
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET groupId = ? WHERE id = ?", [member!.groupId, Number(former.id)]),
  );

  await expect(former.graphql(UNDO, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await state(ids))[0]).toMatchObject({ visible: 0 });
});

test("a batch whose category is gone cannot be undone, and says so", async () => {
  const admin = await forum.admin();
  const make = async (name: string): Promise<string> =>
    (await admin.graphql(`mutation ($n: String!) { createCategory(input: {name: $n}) { id } }`, { n: name }))
      .createCategory.id;
  const [from, to] = [await make("Old room"), await make("New room")];
  const { id } = (await author.graphql(PUBLISH, { c: from })).publishThread;
  const batch = await act([id], "MOVE", { categoryId: to });
  await admin.graphql(`mutation ($id: ID!) { deleteCategory(id: $id) }`, { id: from });

  await expect(admin.graphql(UNDO, { id: batch.id })).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await state([id])).toMatchObject([{ categoryId: Number(to) }]);
});

test("a batch that is older than a year can be undone no more, and is deleted with what it holds", async () => {
  const [old, recent] = [await act([await publish()], "PIN"), await act([await publish()], "PIN")];
  const ago = new Date(Date.now() - BATCHES_KEPT_MS - 1_000);
  await forum.write((ctx) =>
    run(ctx, "UPDATE moderation_batches SET createdAt = ? WHERE id <= ?", [ago, old.id]),
  );
  await forum.app.clock.runAll(["deleteOldModerationBatches"]);
  await expect(moderator.graphql(UNDO, { id: old.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const items = await forum.rows("SELECT batchId FROM moderation_batch_items");
  expect(items).toEqual([{ batchId: Number(recent.id) }]);
  await moderator.graphql(UNDO, { id: recent.id });
});
