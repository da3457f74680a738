import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertAll } from "../../../server/core/write.ts";
import { HIDING_PER_STEP } from "../../../server/features/notifications/inbox/hiding.service.ts";
import { Notification } from "../../../server/features/notifications/inbox/notification.entity.ts";
import { wrongUnreadCounts } from "../../support/countsBySpec.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, publish, reply } from "../../threads/content.ts";

const ENTRIES = `{ notifications(first: 50) { nodes {
  id kind times isRead text actors { nickname } thread { id } post { id } } } }`;
const COUNTS = `{ unreadCounts { total account thread } }`;

interface Entry {
  id: string;
  kind: string;
  times: number;
  isRead: boolean;
  text: string;
  actors: { nickname: string }[];
  thread: { id: string } | null;
  post: { id: string } | null;
}

let forum: Forum;
let categoryId: string;
let staff: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  staff = await forum.moderator();
});
afterAll(() => forum.close());
beforeEach(async () => {
  const may = ["thread.hideOwnThreadOrPost"] as const;
  [ada, bo] = [await forum.member(...may), await forum.member(...may)];
  await forum.delivered();
  for (const person of [ada, bo]) await person.graphql(`mutation { markNotificationsRead { count } }`);
});

/** Reads what a member sees about texts: entries without the welcome and words of the staff, and the badge. */
async function inboxOf(person: Person): Promise<{ entries: Entry[]; unread: number }> {
  await forum.delivered();
  const { nodes } = (await person.graphql(ENTRIES)).notifications as { nodes: Entry[] };
  const { unreadCounts } = await person.graphql(COUNTS);
  const { Data } = JSON.parse((await person.get("/api/unreadnotification.v2")).text) as {
    Data: { typeUnreadNotifications: Record<string, number> };
  };
  const { system: _, ...ofTexts } = Data.typeUnreadNotifications;
  const legacy = Object.values(ofTexts).reduce((sum, n) => sum + n, 0);
  expect(legacy).toBe(unreadCounts.thread);
  expect(await wrongUnreadCounts(forum)).toEqual([]);
  const entries = nodes.filter(({ kind }) => !/^(registered|post\.(deleted|unapproved|approved))/.test(kind));
  return { entries, unread: unreadCounts.thread };
}

const GONE = { entries: [], unread: 0 };

async function mention(): Promise<{ threadId: string; postId: string }> {
  const thread = await publish(bo, { categoryId, title: "Tea" });
  const post = await reply(bo, thread.id, { body: `Look, @${ada.nickname}` });
  return { threadId: thread.id, postId: post.id };
}

const moderate = async (threadId: string, action: string): Promise<string> => {
  const document = `mutation ($input: ModerateThreadsInput!) { moderateThreads(input: $input) { id } }`;
  return (await staff.graphql(document, { input: { threadIds: [threadId], action, reason: "Spam" } }))
    .moderateThreads.id as string;
};

test.each([
  ["its author deletes the reply", (at) => act(bo, "deletePost", { postId: at.postId }), "restorePost"],
  ["a moderator deletes the reply", (at) => act(staff, "deletePost", { postId: at.postId }), "restorePost"],
  [
    "a moderator takes the reply back",
    (at) => act(staff, "setPostApproval", { postId: at.postId, approval: "IGNORED" }),
    "setPostApproval",
  ],
  [
    "its author deletes the thread",
    (at) => act(bo, "deleteThread", { threadId: at.threadId }),
    "restoreThread",
  ],
  [
    "a moderator deletes the thread",
    (at) => act(staff, "deleteThread", { threadId: at.threadId }),
    "restoreThread",
  ],
  [
    "a moderator takes the thread back",
    (at) => act(staff, "setThreadApproval", { threadId: at.threadId, approval: "IGNORED" }),
    "setThreadApproval",
  ],
] as [string, (at: { threadId: string; postId: string }) => Promise<unknown>, string][])(
  "a mention leaves the list and the badge when %s, and comes back unread with it",
  async (_, remove, back) => {
    const at = await mention();
    const before = await inboxOf(ada);

    await remove(at);
    const without = await inboxOf(ada);
    const id =
      back.endsWith("Post") || back === "setPostApproval" ? { postId: at.postId } : { threadId: at.threadId };
    await act(staff, back, back.startsWith("set") ? { ...id, approval: "APPROVED" } : id);

    expect(before).toMatchObject({ unread: 1, entries: [{ isRead: false, post: { id: at.postId } }] });
    expect(without).toEqual(GONE);
    expect(await inboxOf(ada)).toEqual(before);
  },
);

test.each(["DELETE", "HIDE"])("undoing a batch that does %s brings the entries back", async (action) => {
  const { threadId } = await mention();
  const before = await inboxOf(ada);

  const batchId = await moderate(threadId, action);
  const without = await inboxOf(ada);
  await staff.graphql(`mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`, { id: batchId });

  expect(before.unread).toBe(1);
  expect(without).toEqual(GONE);
  expect(await inboxOf(ada)).toEqual(before);
});

test("an entry that was read comes back read, and its author still hears that the reply was deleted", async () => {
  const { postId } = await mention();
  await inboxOf(ada);
  await ada.graphql(`mutation { markNotificationsRead { count } }`);

  await act(staff, "deletePost", { postId });
  const without = await inboxOf(ada);
  const kinds = (await bo.graphql(ENTRIES)).notifications.nodes.map(({ kind }: Entry) => kind) as string[];
  await act(staff, "restorePost", { postId });

  expect(without).toEqual(GONE);
  expect(kinds).toContain("post.deleted");
  expect(await inboxOf(ada)).toMatchObject({ unread: 0, entries: [{ isRead: true, post: { id: postId } }] });
});

test("a burst leads to the newest reply that is left, names only those who are left, and goes with the last one", async () => {
  const thread = await publish(ada, { categoryId, title: "Tea" });
  const [cy, dee] = [await forum.member(), await forum.member()];
  const ids: string[] = [];
  for (const person of [bo, cy, dee]) {
    ids.push((await reply(person, thread.id)).id as string);
    await forum.delivered();
  }
  const before = await inboxOf(ada);

  await act(staff, "deletePost", { postId: ids[2] });
  const withoutLast = await inboxOf(ada);
  await act(staff, "deletePost", { postId: ids[0] });
  await act(staff, "deletePost", { postId: ids[1] });
  const without = await inboxOf(ada);
  await act(staff, "restorePost", { postId: ids[0] });
  const withFirst = await inboxOf(ada);
  for (const postId of ids.slice(1)) await act(staff, "restorePost", { postId });

  const names = ({ entries }: { entries: Entry[] }) => entries[0]!.actors.map(({ nickname }) => nickname);
  expect(before).toMatchObject({ unread: 1, entries: [{ times: 3, post: { id: ids[2] } }] });
  expect(withoutLast).toMatchObject({ unread: 1, entries: [{ times: 2, post: { id: ids[1] } }] });
  expect(names(withoutLast)).toEqual([cy.nickname, bo.nickname]);
  expect(without).toEqual(GONE);
  expect(withFirst).toMatchObject({ unread: 1, entries: [{ times: 1, post: { id: ids[0] } }] });
  expect(names(withFirst)).toEqual([bo.nickname]);
  expect(await inboxOf(ada)).toEqual(before);
});

test("an entry that its recipient deleted comes back with its text, not before", async () => {
  const { postId } = await mention();
  const before = await inboxOf(ada);
  const ids = before.entries.map(({ id }) => id);
  await ada.graphql(`mutation ($ids: [ID!]!) { deleteNotifications(ids: $ids) { count } }`, { ids });
  await act(bo, "deletePost", { postId });
  await forum.delivered();

  await ada.graphql(`mutation ($ids: [ID!]!) { restoreNotifications(ids: $ids) { count } }`, { ids });
  const without = await inboxOf(ada);
  await act(staff, "restorePost", { postId });

  expect(without).toEqual(GONE);
  expect(await inboxOf(ada)).toEqual(before);
});

test("a deleted reply that a merge moves brings its entry back from its new thread", async () => {
  const { threadId, postId } = await mention();
  const other = await publish(bo, { categoryId, title: "More tea" });
  await inboxOf(ada);
  await act(bo, "deletePost", { postId });
  await inboxOf(ada);
  const merge = `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`;

  await staff.graphql(merge, { input: { threadId, intoThreadId: other.id } });
  const without = await inboxOf(ada);
  await act(staff, "restorePost", { postId });

  expect(without).toEqual(GONE);
  expect(await inboxOf(ada)).toMatchObject({
    unread: 1,
    entries: [{ thread: { id: other.id }, post: { id: postId } }],
  });
});

test("a thread with more notifications than one step moves loses and regains all of them", async () => {
  const { threadId, postId } = await mention();
  await inboxOf(ada);
  await ada.graphql(`mutation { markNotificationsRead { count } }`);
  const rows = Array.from({ length: 2 * HIDING_PER_STEP + 1 }, (_, n) => ({
    userId: Number(ada.id),
    type: "related" as const,
    kind: "post.reminded" as const,
    entry: 3,
    actorId: null,
    threadId: Number(threadId),
    postId: n % 2 ? Number(postId) : null,
    why: "MENTIONED" as never,
    groupKey: "",
    times: 1,
    data: "{}",
    readAt: new Date(),
    createdAt: new Date(),
  }));
  await forum.write((ctx) => insertAll(ctx, Notification, rows));
  const count = async (table: string): Promise<number> => {
    await forum.delivered();
    const [row] = await forum.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${table} n WHERE n.threadId = ?`,
      [threadId],
    );
    return Number(row!.n);
  };
  const all = await count("notifications");

  await act(staff, "deleteThread", { threadId });
  const [shown, hidden] = [await count("notifications"), await count("hidden_notifications")];
  await act(staff, "restoreThread", { threadId });

  // Its author hears of the deletion.
  expect([shown, hidden]).toEqual([1, all]);
  expect(await count("hidden_notifications")).toBe(0);
});
