import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply, seePosts } from "../threads/content.ts";

/**
 * Rows that wait for moderators hold on to what they are about: the database refuses to remove it from under them, and
 * refuses rows about nothing. No command removes replies or messages for good, so each of them goes on working.
 */

const IMPORT = `mutation ($l: [String!]!) { importStopWords(lines: $l) { created } }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`;
const REPORT = `mutation ($id: ID!) { reportMessage(input: { messageId: $id, reason: SPAM }) { id messageId } }`;
const DECIDE = `mutation ($key: ID!) { decideReview(input: { key: $key, decision: DELETE, reason: "rude" }) }`;
const UNDO = `mutation ($key: ID!) { undoReview(key: $key, unban: false) }`;
const NOBODY = 999_999;

let forum: Forum;
let admin: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  await admin.graphql(IMPORT, { l: ["politics={MOD}"] });
});
afterAll(() => forum.close());
beforeEach(async () => void ([ada, bo] = [await forum.member(), await forum.member()]));

const change = (sql: string, ...values: (string | number | null)[]): Promise<unknown> =>
  forum.write((ctx) => run(ctx, sql, values));
const count = async (table: string, column: string, id: string): Promise<number> => {
  const [row] = await forum.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${column} = ?`, [
    Number(id),
  ]);
  return Number(row!.n);
};
const refusal = /foreign key constraint/i;

/** A reply with a word for review, in a thread that everybody sees. */
async function waitingReply(): Promise<{ id: string; threadId: string }> {
  const thread = await publish(ada, { categoryId: await forum.categoryId() });
  const post = await reply(bo, thread.id, { body: "more politics" });
  expect(post.approval).toBe("PENDING");
  return { id: post.id, threadId: thread.id };
}

describe.each([
  ["held_news", "stop_word_hits"],
  ["stop_word_hits", "held_news"],
])("%s of a reply that waits for approval", (table, other) => {
  test("keeps the reply from being removed, until the row is gone", async () => {
    const { id } = await waitingReply();
    expect(await count(table, "postId", id)).toBe(1);
    await change(`DELETE FROM ${other} WHERE postId = ?`, Number(id));

    await expect(change("DELETE FROM posts WHERE id = ?", Number(id))).rejects.toThrow(refusal);
    expect(await count("posts", "id", id)).toBe(1);

    await change(`DELETE FROM ${table} WHERE postId = ?`, Number(id));
    await change("DELETE FROM posts WHERE id = ?", Number(id));
    expect(await count("posts", "id", id)).toBe(0);
  });

  test("is refused for a reply that does not exist", async () => {
    const { threadId } = await waitingReply();
    const [columns, values] =
      table === "held_news" ? ["type, payload", ["replied", "{}"]] : ["words", ["politics"]];
    const insert = `INSERT INTO ${table} (threadId, postId, ${columns as string}, createdAt)
      VALUES (?, ?, ${"?, ".repeat(values.length)}?)`;
    const at = "2026-01-01 00:00:00.000";

    await expect(change(insert, Number(threadId), NOBODY, ...values, at)).rejects.toThrow(refusal);
    await change(insert, Number(threadId), null, ...values, at);
  });
});

test("a waiting reply is deleted, restored and approved by its commands all the same", async () => {
  const { id, threadId } = await waitingReply();

  expect((await act(bo, "deletePost", { postId: id })).isDeleted).toBe(true);
  expect((await act(admin, "restorePost", { postId: id })).isDeleted).toBe(false);
  expect((await act(admin, "setPostApproval", { postId: id, approval: "APPROVED" })).approval).toBe(
    "APPROVED",
  );
  expect(await count("held_news", "postId", id)).toBe(0);
  const posts = await seePosts(ada, threadId);
  expect(posts.nodes.map((post: { id: string }) => post.id)).toEqual([id]);
  expect((await act(ada, "deleteThread", { threadId })).isDeleted).toBe(true);
});

describe("a report of a private message", () => {
  const fileReport = async (): Promise<{ messageId: string; reportId: string }> => {
    const { id: messageId } = (await bo.graphql(SEND, { input: { userId: ada.id, body: "nasty" } }))
      .sendMessage as { id: string };
    const report = (await ada.graphql(REPORT, { id: messageId })).reportMessage as { id: string };
    return { messageId, reportId: report.id };
  };

  test("keeps the message from being removed, until the report is gone", async () => {
    const { messageId, reportId } = await fileReport();

    await expect(change("DELETE FROM messages WHERE id = ?", Number(messageId))).rejects.toThrow(refusal);
    expect(await count("messages", "id", messageId)).toBe(1);

    await change("DELETE FROM reports WHERE id = ?", Number(reportId));
    await change("DELETE FROM messages WHERE id = ?", Number(messageId));
    expect(await count("messages", "id", messageId)).toBe(0);
  });

  test("cannot be about a message that does not exist", async () => {
    const { reportId } = await fileReport();

    await expect(
      change("UPDATE reports SET messageId = ? WHERE id = ?", NOBODY, Number(reportId)),
    ).rejects.toThrow(refusal);
  });

  test("lets staff take the message away and give it back, and both sides delete the dialog", async () => {
    const { messageId, reportId } = await fileReport();

    await admin.graphql(DECIDE, { key: `r${reportId}` });
    await admin.graphql(UNDO, { key: `r${reportId}` });
    for (const [person, peer] of [
      [ada, bo],
      [bo, ada],
    ] as const)
      await person.graphql(`mutation ($id: ID!) { deleteDialog(userId: $id) }`, { id: peer.id });
    expect(await count("reports", "messageId", messageId)).toBe(1);
  });
});
