import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { act, publish, reply } from "../threads/content.ts";
import type { Person } from "../support/person.ts";

const IMPORT = `mutation ($l: [String!]!) { importStopWords(lines: $l) { created } }`;
const VERIFY = `{ auditVerification { intact entries brokenAt head } }`;
let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const verify = async () => (await admin.graphql(VERIFY)).auditVerification;
/** Runs work on the log and takes it back. */
const damaged = async (damage: string, values: (string | number)[] = []) => {
  const kept = await forum.rows<Record<string, string | number | null>>(
    "SELECT * FROM audit_log ORDER BY id",
  );
  await forum.write((ctx) => run(ctx, damage, values));
  const verdict = await verify();
  await forum.write(async (ctx) => {
    await run(ctx, "DELETE FROM audit_log");
    for (const row of kept) {
      const columns = Object.keys(row);
      await run(
        ctx,
        `INSERT INTO audit_log (${columns.map((column) => `\`${column}\``).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        columns.map((column) => row[column]!),
      );
    }
  });
  return verdict;
};

test("what staff does at the same moment is one chain", async () => {
  const before = (await verify()).entries;

  await Promise.all(
    Array.from({ length: 24 }, (_, index) => admin.graphql(IMPORT, { l: [`together${index}`] })),
  );

  expect(await verify()).toMatchObject({ intact: true, entries: before + 24, brokenAt: null });
  const links = await forum.rows<{ previousHash: string }>("SELECT previousHash FROM audit_log");
  expect(new Set(links.map(({ previousHash }) => previousHash)).size).toBe(links.length);
});

test("an entry that is changed, taken out, cut off at the end or at the beginning shows", async () => {
  const [first, second] = await forum.rows<{ id: number }>("SELECT id FROM audit_log ORDER BY id");
  const [last] = await forum.rows<{ id: number }>("SELECT id FROM audit_log ORDER BY id DESC LIMIT 1");
  const intact = await verify();

  expect(await damaged("UPDATE audit_log SET reason = 'x' WHERE id = ?", [second!.id])).toMatchObject({
    intact: false,
    brokenAt: String(second!.id),
  });
  expect((await damaged("DELETE FROM audit_log WHERE id = ?", [second!.id])).intact).toBe(false);
  expect((await damaged("DELETE FROM audit_log WHERE id = ?", [first!.id])).intact).toBe(false);
  expect(await damaged("DELETE FROM audit_log WHERE id = ?", [last!.id])).toMatchObject({
    intact: false,
    entries: intact.entries - 1,
    brokenAt: null,
  });
  expect((await damaged("DELETE FROM audit_log")).intact).toBe(false);
  expect(await verify()).toEqual(intact);
});

test("entries that are cut off show even after others were added", async () => {
  const rows = await forum.rows<{ id: number }>("SELECT id FROM audit_log ORDER BY id DESC LIMIT 2");
  await forum.write((ctx) =>
    run(ctx, "DELETE FROM audit_log WHERE id IN (?, ?)", [rows[0]!.id, rows[1]!.id]),
  );
  for (const word of ["later1", "later2", "later3"]) await admin.graphql(IMPORT, { l: [word] });

  expect((await verify()).intact).toBe(false);
});

test("long reasons and values are cut between characters, never within one", async () => {
  const fish = await Forum.open();
  try {
    const keeper = await fish.admin();
    const member = await fish.member();
    await keeper.graphql(
      `mutation ($id: ID!, $r: String) { setUserGroup(userId: $id, groupId: "10", reason: $r) { id } }`,
      { id: member.id, r: "🐟".repeat(200) },
    );
    await keeper.graphql(
      `mutation ($v: String!) { saveSettings(entries: [{ tag: "agreement", key: "privacy_content", value: $v }]) { id } }`,
      { v: `a${"🐟".repeat(11_000)}` },
    );

    expect((await keeper.graphql(VERIFY)).auditVerification).toMatchObject({ intact: true, entries: 2 });
  } finally {
    await fish.close();
  }
});

test("nobody learns from the log who wrote something anonymous, whatever its author does with it", async () => {
  const [author, mod] = [await forum.member(), await forum.moderator()];
  const categoryId = await forum.categoryId();
  const { id } = await publish(author, { categoryId, isAnonymous: true });
  const { id: postId } = await reply(author, id);
  await act(author, "deletePost", { postId });
  await act(author, "restorePost", { postId });
  for (const name of ["deleteThread", "deleteThread", "restoreThread", "deleteThread"])
    await act(author, name, { threadId: id });
  const [post] = await forum.rows("SELECT isAnonymous FROM posts WHERE id = ?", [postId]);
  expect(post).toEqual({ isAnonymous: 1 });

  await act(mod, "restoreThread", { threadId: id });
  await act(author, "deleteThread", { threadId: id });
  const { moderateThreads: batch } = await mod.graphql(
    `mutation ($id: ID!) { moderateThreads(input: { threadIds: [$id], action: RESTORE, reason: "" }) { id } }`,
    { id },
  );
  await mod.graphql(`mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`, { id: batch.id });

  const entries = await forum.rows<{ actorId: number; target: string; before: string; after: string }>(
    "SELECT a.actorId, a.target, a.`before`, a.`after` FROM audit_log a ORDER BY a.id DESC LIMIT 10",
  );
  const about = entries.filter(({ target }) => [`thread:${id}`, `post:${postId}`, ""].includes(target));
  expect(new Set(about.map(({ actorId }) => Number(actorId)))).toEqual(new Set([mod.id]));
  expect(about).toHaveLength(3);
  for (const { before, after } of about) expect(before + after).not.toContain(`"deletedById":${author.id}`);
});

test("what staff writes into others' texts is told with the revision that has what was there; one's own is not", async () => {
  const [author, mod] = [await forum.member(), await forum.moderator()];
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title: "Teh" });
  const { id: postId } = await reply(author, id);
  const editThread = (person: Person, input: object) =>
    person.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
      input: { threadId: id, ...input },
    });
  const editPost = (person: Person, input: object) =>
    person.graphql(`mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`, {
      input: { postId, ...input },
    });
  const count = async () => (await forum.rows("SELECT id FROM audit_log")).length;
  const before = await count();
  await editThread(author, { body: "Mine, about #something quite new#" });
  await editPost(author, { body: "Mine as well" });
  expect(await count()).toBe(before);

  await editThread(mod, { title: "The", body: "Theirs, about #something newer still#", reason: "Spelling" });
  await editPost(mod, { body: "Theirs", reason: "Tone" });

  const told = await forum.rows<Record<string, string>>(
    `SELECT a.actorId, a.action, a.target, a.reason, a.\`before\`, a.\`after\` FROM audit_log a ORDER BY a.id DESC LIMIT 2`,
  );
  expect(await count()).toBe(before + 2);
  expect(told.reverse()).toMatchObject([
    { actorId: mod.id, action: "editThread", target: `thread:${id}`, reason: "Spelling" },
    { actorId: mod.id, action: "editPost", target: `post:${postId}`, reason: "Tone" },
  ]);
  expect(JSON.parse(told[0]!["before"]!)).toMatchObject({ title: "Teh" });
  const kept = told.map(({ after }) => (JSON.parse(after!) as { revisionId: number }).revisionId);
  const revisions = await forum.rows<{ body: string }>(
    "SELECT r.body FROM revisions r WHERE r.id IN (?, ?) ORDER BY r.id",
    kept,
  );
  expect(revisions.map(({ body }) => body)).toEqual(["Mine, about #something quite new#", "Mine as well"]);
});
