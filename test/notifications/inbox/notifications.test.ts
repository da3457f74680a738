import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { deleteOldDeletions } from "../../../server/features/notifications/inbox/notification.deletion.service.ts";
import { UNDO_MS } from "../../../server/features/notifications/inbox/notification.service.ts";
import { wrongUnreadCounts } from "../../support/countsBySpec.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, publish, reply } from "../../threads/content.ts";

const NOTIFICATIONS = `query ($entry: NotificationEntry!) { notifications(entry: $entry, first: 50) { nodes {
  id kind why times isRead text excerpt actors { nickname } thread { id } post { id } } } }`;
const COUNTS = `{ unreadCounts { total dialogMessage account financial thread } }`;

interface Notification {
  id: string;
  kind: string;
  why: string;
  times: number;
  isRead: boolean;
  text: string;
  excerpt: string;
  actors: { nickname: string }[];
  thread: { id: string } | null;
  post: { id: string } | null;
}

let forum: Forum;
let categoryId: string;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(async () => {
  [ada, bo] = [await forum.member(), await forum.member()];
  await forum.delivered();
  for (const person of [ada, bo]) await person.graphql(`mutation { markNotificationsRead { count } }`);
});

async function notificationsOf(person: Person, entry = "THREAD"): Promise<Notification[]> {
  await forum.delivered();
  return (await person.graphql(NOTIFICATIONS, { entry })).notifications.nodes as Notification[];
}

async function countsOf(person: Person): Promise<Record<string, number>> {
  await forum.delivered();
  return (await person.graphql(COUNTS)).unreadCounts as Record<string, number>;
}

const like = (person: Person, postId: string, liked = true) => act(person, "setPostLiked", { postId, liked });

describe("who hears of what", () => {
  test("an author hears of a reply, with who, where and what", async () => {
    const thread = await publish(ada, { categoryId, title: "Tea" });
    const answer = await reply(bo, thread.id, { body: "I like **green** tea" });

    expect(await notificationsOf(ada)).toMatchObject([
      {
        kind: "post.replied",
        why: "AUTHOR",
        isRead: false,
        text: `${bo.nickname} replied to your thread “Tea”`,
        excerpt: "I like green tea",
        actors: [{ nickname: bo.nickname }],
        thread: { id: thread.id },
        post: { id: answer.id },
      },
    ]);
    expect(await countsOf(ada)).toEqual({ total: 1, dialogMessage: 0, account: 0, financial: 0, thread: 1 });
    expect(await notificationsOf(bo)).toEqual([]);
  });

  test("the message centre comes with the list that has news, and nothing takes its place later", async () => {
    const thread = await publish(ada, { categoryId, title: "Camping" });
    const start = await ada.get("/message");
    await reply(bo, thread.id, { body: "Bring a raincoat" });
    await forum.delivered();
    const withNews = await ada.get("/message");

    expect(start.text).toContain("No private messages yet");
    expect(withNews.text).toContain("Bring a raincoat");
    for (const { text } of [start, withNews]) expect(text).not.toContain("data-skeleton");
  });

  test("nobody hears of their own doing", async () => {
    const thread = await publish(ada, { categoryId });
    const own = await reply(ada, thread.id, { body: `to myself @${ada.nickname}` });
    await like(ada, own.id);

    expect(await notificationsOf(ada)).toEqual([]);
  });

  test("who is answered hears of the comment, and so does the author of the thread", async () => {
    const cy = await forum.member();
    const thread = await publish(ada, { categoryId });
    const answer = await reply(bo, thread.id);
    await notificationsOf(ada);
    await ada.graphql(`mutation { markNotificationsRead { count } }`);
    await reply(cy, thread.id, { replyToPostId: answer.id });

    expect((await notificationsOf(bo)).map(({ why }) => why)).toEqual(["ANSWERED"]);
    expect((await notificationsOf(ada)).map(({ why, isRead }) => [why, isRead])).toEqual([
      ["AUTHOR", false],
      ["AUTHOR", true],
    ]);
  });

  test("who is mentioned hears of it, but not twice of one reply", async () => {
    const cy = await forum.member();
    const thread = await publish(ada, { categoryId });
    await reply(bo, thread.id, { body: `Hello @${ada.nickname} and @${cy.nickname}` });

    expect((await notificationsOf(cy)).map(({ kind, why }) => [kind, why])).toEqual([
      ["post.reminded", "MENTIONED"],
    ]);
    // A mention says more than that the thread is one's own.
    expect((await notificationsOf(ada)).map(({ why }) => why)).toEqual(["MENTIONED"]);
  });

  test("who writes without a name is named nowhere", async () => {
    const thread = await publish(ada, { categoryId, isAnonymous: true, body: `Whisper to @${bo.nickname}` });
    const [notification] = await notificationsOf(bo);

    expect(notification).toMatchObject({ kind: "post.reminded", actors: [], thread: { id: thread.id } });
    expect(notification!.text).toMatch(/^Somebody /);
    expect(
      await forum.rows("SELECT actorId, data FROM notifications WHERE id = ?", [notification!.id]),
    ).toEqual([{ actorId: null, data: "{}" }]);
  });

  test("nobody hears from whom they block", async () => {
    await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: bo.id });
    const thread = await publish(ada, { categoryId });
    await act(bo, "setThreadLiked", { threadId: thread.id, liked: true });

    expect(await notificationsOf(ada)).toEqual([]);
  });

  test("nobody hears of what they may not see when it is delivered", async () => {
    const thread = await publish(ada, { categoryId });
    const answer = await reply(bo, thread.id);
    await act(bo, "deletePost", { postId: answer.id });

    expect(await notificationsOf(ada)).toEqual([]);
    expect(await countsOf(ada)).toMatchObject({ total: 0 });
  });

  test("authors hear what staff does to their thread, without a name", async () => {
    const moderator = await forum.moderator();
    const thread = await publish(ada, { categoryId, title: "Mine" });
    await act(moderator, "setThreadEssence", { threadId: thread.id, essence: true });
    await act(moderator, "deleteThread", { threadId: thread.id });

    const [deleted, featured] = await notificationsOf(ada, "ACCOUNT");
    expect(featured).toMatchObject({ kind: "post.essence", actors: [] });
    expect(deleted).toMatchObject({
      kind: "post.deleted",
      text: "Your thread “Mine” was deleted.",
      thread: null,
    });
    expect(await countsOf(ada)).toMatchObject({ account: 2, total: 2 });
  });

  test("members are welcomed, and hear of a new group", async () => {
    const admin = await forum.admin();
    const cy = await forum.member();
    await admin.graphql(`mutation ($id: ID!) { setUserGroup(userId: $id, groupId: "10") { id } }`, {
      id: cy.id,
    });

    const [group, welcome] = await notificationsOf(cy, "ACCOUNT");
    expect(welcome).toMatchObject({ kind: "registered.passed" });
    expect(group!.text).toMatch(/^Your group changed from “Group \d+” to “普通会员”\.$/);
  });
});

describe("bursts", () => {
  test("three likes of one thing become one notification that names the last and counts all", async () => {
    const thread = await publish(ada, { categoryId });
    const fans = [bo, await forum.member(), await forum.member(), await forum.member()];
    for (const fan of fans) {
      await act(fan, "setThreadLiked", { threadId: thread.id, liked: true });
      await forum.delivered();
    }

    const notifications = (await notificationsOf(ada)).filter(({ kind }) => kind === "post.liked");
    expect(notifications).toMatchObject([
      {
        times: 4,
        actors: fans
          .slice(1)
          .reverse()
          .map(({ nickname }) => ({ nickname })),
      },
    ]);
    expect(await countsOf(ada)).toMatchObject({ thread: 1 });
  });

  test("a burst that is delivered at once is one notification, too", async () => {
    const thread = await publish(ada, { categoryId });
    for (let n = 0; n < 5; n++) await reply(bo, thread.id);

    expect(await notificationsOf(ada)).toMatchObject([{ times: 5 }]);
  });

  test("a like that is taken back takes its unread notification along", async () => {
    const thread = await publish(ada, { categoryId });
    const answer = await reply(ada, thread.id);
    await like(bo, answer.id);
    expect(await countsOf(ada)).toMatchObject({ thread: 1 });
    await like(bo, answer.id, false);
    expect(await notificationsOf(ada)).toEqual([]);
    expect(await countsOf(ada)).toMatchObject({ thread: 0 });

    // Both before anything is delivered: their order is kept.
    await like(bo, answer.id);
    await like(bo, answer.id, false);
    expect(await notificationsOf(ada)).toEqual([]);
  });
});

describe("reading", () => {
  const MARK = `mutation ($ids: [ID!], $entry: NotificationEntry) { markNotificationsRead(ids: $ids, entry: $entry) {
    count markedAt unreadCounts { total thread } } }`;

  test("one, all of a list, and all can be marked; marking all can be undone", async () => {
    const thread = await publish(ada, { categoryId });
    await reply(bo, thread.id);
    await act(bo, "setThreadLiked", { threadId: thread.id, liked: true });
    const [newest] = await notificationsOf(ada);

    expect((await ada.graphql(MARK, { ids: [newest!.id] })).markNotificationsRead).toMatchObject({
      count: 1,
      unreadCounts: { thread: 1 },
    });
    const all = (await ada.graphql(MARK, { entry: "THREAD" })).markNotificationsRead;
    expect(all).toMatchObject({ count: 1, unreadCounts: { total: 0 } });
    const undone = await ada.graphql(
      `mutation ($at: DateTimeISO!) { markNotificationsUnread(markedAt: $at) { count unreadCounts { thread } } }`,
      { at: all.markedAt },
    );
    expect(undone.markNotificationsUnread).toEqual({ count: 1, unreadCounts: { thread: 1 } });
  });

  test("notifications of others are neither marked nor deleted, as if there were none", async () => {
    const thread = await publish(ada, { categoryId });
    await reply(bo, thread.id);
    const [notification] = await notificationsOf(ada);

    expect((await bo.graphql(MARK, { ids: [notification!.id] })).markNotificationsRead.count).toBe(0);
    const remove = `mutation ($ids: [ID!]!) { deleteNotifications(ids: $ids) { count } }`;
    expect((await bo.graphql(remove, { ids: [notification!.id] })).deleteNotifications.count).toBe(0);
    expect((await ada.graphql(remove, { ids: [notification!.id] })).deleteNotifications.count).toBe(1);
    expect(await countsOf(ada)).toMatchObject({ total: 0 });
  });

  const REMOVE = `mutation ($ids: [ID!]!) { deleteNotifications(ids: $ids) { count unreadCounts { thread } } }`;
  const RESTORE = `mutation ($ids: [ID!]!) { restoreNotifications(ids: $ids) { count unreadCounts { thread } } }`;

  test("deleting is undone: the same notifications stand where they stood, read or unread, and count as before", async () => {
    for (const title of ["Tea", "Milk"]) await reply(bo, (await publish(ada, { categoryId, title })).id);
    const before = await notificationsOf(ada);
    const [newest] = before;
    await ada.graphql(MARK, { ids: [newest!.id] });
    const marked = await notificationsOf(ada);
    const ids = before.map(({ id }) => id);

    expect((await ada.graphql(REMOVE, { ids })).deleteNotifications).toEqual({
      count: 2,
      unreadCounts: { thread: 0 },
    });
    expect(await notificationsOf(ada)).toEqual([]);
    // Somebody else brings back nothing.
    expect((await bo.graphql(RESTORE, { ids })).restoreNotifications.count).toBe(0);
    expect((await ada.graphql(RESTORE, { ids })).restoreNotifications).toEqual({
      count: 2,
      unreadCounts: { thread: 1 },
    });
    expect(await notificationsOf(ada)).toEqual(marked);
    // Twice is once.
    expect((await ada.graphql(RESTORE, { ids })).restoreNotifications).toEqual({
      count: 0,
      unreadCounts: { thread: 1 },
    });
    expect(await wrongUnreadCounts(forum)).toEqual([]);
  });

  test("a program learns which of the named ones changed: not those of others, nor what was so already", async () => {
    for (const title of ["Pot", "Cup"]) await reply(bo, (await publish(ada, { categoryId, title })).id);
    const ids = (await notificationsOf(ada)).slice(0, 2).map(({ id }) => id);
    const [newest, other] = ids;
    const change = async (
      person: Person,
      name: string,
      given: readonly unknown[] | null,
    ): Promise<unknown> => {
      const document = `mutation ($ids: [ID!]) { answer: markNotificationsRead(ids: $ids) { changedIds count } }`;
      const named = document
        .replace("markNotificationsRead", name)
        .replace("[ID!])", given ? "[ID!]!)" : "[ID!])");
      return (await person.graphql(named, { ids: given })).answer;
    };
    const sorted = [...ids].sort((a, b) => Number(a) - Number(b));

    expect(await change(ada, "markNotificationsRead", [newest])).toEqual({ changedIds: [newest], count: 1 });
    expect(await change(ada, "markNotificationsRead", ids)).toEqual({ changedIds: [other], count: 1 });
    expect(await change(ada, "markNotificationsUnread", ids)).toEqual({ changedIds: sorted, count: 2 });
    expect(await change(bo, "deleteNotifications", ids)).toEqual({ changedIds: [], count: 0 });
    expect(await change(ada, "deleteNotifications", [newest, "999999"])).toEqual({
      changedIds: [newest],
      count: 1,
    });
    expect(await change(ada, "restoreNotifications", ids)).toEqual({ changedIds: [newest], count: 1 });
    expect(await change(ada, "markNotificationsRead", null)).toMatchObject({ changedIds: null });
  });

  test("a like that was taken back meanwhile is not brought back, and of many only those that hold", async () => {
    const thread = await publish(ada, { categoryId });
    const setLiked = (fan: Person, liked: boolean) =>
      act(fan, "setThreadLiked", { threadId: thread.id, liked });
    await setLiked(bo, true);
    const ids = (await notificationsOf(ada)).map(({ id }) => id);
    await ada.graphql(REMOVE, { ids });
    await setLiked(bo, false);
    await forum.delivered();

    expect((await ada.graphql(RESTORE, { ids })).restoreNotifications).toEqual({
      count: 0,
      unreadCounts: { thread: 0 },
    });

    const fans = await Promise.all(Array.from({ length: 4 }, () => forum.member()));
    for (const fan of fans) await setLiked(fan, true);
    const before = await notificationsOf(ada);
    expect(before.map(({ times }) => times)).toEqual([4]);
    await ada.graphql(REMOVE, { ids: [before[0]!.id] });
    await setLiked(fans[3]!, false);
    await forum.delivered();
    await ada.graphql(RESTORE, { ids: [before[0]!.id] });
    const [left] = await notificationsOf(ada);
    expect(left).toMatchObject({ id: before[0]!.id, times: 3 });
    expect(left!.actors.map(({ nickname }) => nickname)).not.toContain(fans[3]!.nickname);
    expect(await wrongUnreadCounts(forum)).toEqual([]);
  });

  test("what was deleted is gone for good after ten minutes", async () => {
    await reply(bo, (await publish(ada, { categoryId })).id);
    const ids = (await notificationsOf(ada)).map(({ id }) => id);
    await ada.graphql(REMOVE, { ids });
    const kept = async () =>
      (await forum.rows("SELECT d.id FROM deleted_notices d WHERE d.userId = ?", [ada.id])).length;
    const later = (ms: number) => ({ ...forum.app.context(), now: new Date(Date.now() + ms) });

    await deleteOldDeletions(later(UNDO_MS - 60_000));
    expect(await kept()).toBe(1);
    await forum.write((ctx) =>
      run(ctx, "UPDATE deleted_notices SET deletedAt = ? WHERE userId = ?", [
        new Date(Date.now() - UNDO_MS - 1),
        ada.id,
      ]),
    );
    expect((await ada.graphql(RESTORE, { ids })).restoreNotifications.count).toBe(0);
    await deleteOldDeletions(later(0));
    expect(await kept()).toBe(0);
    expect(await notificationsOf(ada)).toEqual([]);
  });

  test("a list costs the same number of statements, however long", async () => {
    const thread = await publish(ada, { categoryId });
    const ask = () => ada.graphql(NOTIFICATIONS, { entry: "THREAD" });
    await reply(bo, thread.id);
    await notificationsOf(ada);
    const one = await forum.countSettled(ask);
    for (let n = 0; n < 4; n++) {
      const other = await publish(ada, { categoryId });
      await reply(bo, other.id);
      await reply(await forum.member(), other.id);
    }
    expect((await notificationsOf(ada)).length).toBeGreaterThan(5);

    expect(await forum.countSettled(ask)).toBe(one);
  });

  test("the poll is one statement that finds the session too, and old clients are answered in their shape", async () => {
    const thread = await publish(ada, { categoryId });
    await reply(bo, thread.id);
    await forum.delivered();

    const statements = await forum.statementsOf(() => ada.graphql(COUNTS));
    const own = statements.filter((sql) => /sessions|unread_counts|notifications|messages/.test(sql));
    expect(own).toEqual([expect.stringMatching(/FROM sessions[^]*unread_counts/)]);
    expect((await ada.rest("GET", "/api/v3/unreadnotification")).Data).toEqual({
      dialogNotifications: 0,
      unreadNotifications: 1,
      typeUnreadNotifications: { replied: 1 },
    });
    expect((await bo.rest("GET", "/api/unreadnotification.v2")).Data.typeUnreadNotifications).toEqual([]);
  });
});

describe("all lists together", () => {
  const ALL = `query ($filter: NotificationFilter, $after: String) { notifications(filter: $filter, first: 2, after: $after) {
    nodes { id why isRead text entry } pageInfo { hasNextPage endCursor } } }`;
  type Page = { nodes: Notification[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  const pageOf = async (person: Person, variables: object = {}): Promise<Page> =>
    (await person.graphql(ALL, variables)).notifications as Page;

  test("everything comes newest first, page by page, whichever list it is in", async () => {
    const thread = await publish(ada, { categoryId, title: "Soup" });
    await reply(bo, thread.id);
    await forum.delivered();
    await publish(bo, { categoryId, title: "Bread", body: `@${ada.nickname} look` });
    await forum.delivered();

    const first = await pageOf(ada);
    const second = await pageOf(ada, { after: first.pageInfo.endCursor });

    expect(first.nodes.map(({ why }) => why)).toEqual(["MENTIONED", "AUTHOR"]);
    expect(second.nodes).toMatchObject([{ entry: "ACCOUNT", isRead: true }]);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  });

  test("unread ones and mentions can be read alone", async () => {
    const thread = await publish(ada, { categoryId, title: "Soup" });
    await reply(bo, thread.id);
    await forum.delivered();
    await publish(bo, { categoryId, title: "Bread", body: `@${ada.nickname} look` });
    await forum.delivered();

    const mentions = await pageOf(ada, { filter: "MENTIONS" });
    expect(mentions.nodes.map(({ why }) => why)).toEqual(["MENTIONED"]);
    await ada.graphql(`mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { count } }`, {
      ids: [mentions.nodes[0]!.id],
    });
    expect((await pageOf(ada, { filter: "UNREAD" })).nodes.map(({ why }) => why)).toEqual(["AUTHOR"]);
    expect((await pageOf(bo, { filter: "MENTIONS" })).nodes).toEqual([]);
    await expect(forum.visitor().graphql(ALL)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  });
});
