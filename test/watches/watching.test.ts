import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WATCHERS_PER_STEP } from "../../server/features/notifications/inbox/recipients/watchers.service.ts";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, listIds, publish, reply } from "../threads/content.ts";

const NOTIFICATIONS = `{ notifications(entry: THREAD, first: 100) { nodes { kind why times text
  thread { id } watched { target targetId level thread { title } category { name } user { nickname } } } } }`;
const SET = `mutation ($target: WatchTarget!, $id: ID!, $level: WatchLevel!) {
  setWatchLevel(target: $target, targetId: $id, level: $level) { id target targetId level } }`;
const LIST = `query ($target: WatchTarget!, $first: Int = 20, $after: String) { viewer {
  watches(target: $target, first: $first, after: $after) {
    nodes { id targetId level thread { title } category { name } user { nickname } }
    pageInfo { hasNextPage endCursor } } } }`;

interface Notification {
  kind: string;
  why: string;
  times: number;
  text: string;
  watched: { target: string; targetId: string; level: string } | null;
}

interface WithLevel {
  viewerWatchLevel: string | null;
}

let forum: Forum;
let admin: Person;
let categoryId: string;
let ada: Person;
let bo: Person;
let wu: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(async () => {
  [ada, bo, wu] = [await forum.member(), await forum.member(), await forum.member()];
});

const set = (person: Person, target: string, id: string | number, level = "WATCHING") =>
  person.graphql(SET, { target, id: String(id), level });
const watched = async (person: Person, target: string, variables: object = {}) =>
  (await person.graphql(LIST, { target, ...variables })).viewer.watches;
async function notificationsOf(person: Person): Promise<Notification[]> {
  await forum.delivered();
  return (await person.graphql(NOTIFICATIONS)).notifications.nodes as Notification[];
}
const whys = async (person: Person) => (await notificationsOf(person)).map(({ why }) => why);

describe("levels", () => {
  test("a level shows where it was chosen, in the list of what is watched, and goes with NORMAL", async () => {
    const thread = await publish(ada, { categoryId, title: "Tea" });
    const LEVELS = `query ($t: ID!, $c: ID!, $u: ID!) { thread(id: $t) { viewerWatchLevel }
      category(id: $c) { viewerWatchLevel } user(id: $u) { viewerWatchLevel } }`;
    const ids = { t: thread.id, c: categoryId, u: String(ada.id) };
    const levels = async () =>
      Object.values(await wu.graphql(LEVELS, ids)).map((each) => (each as WithLevel).viewerWatchLevel);
    expect(await levels()).toEqual(["NORMAL", "NORMAL", "NORMAL"]);

    await set(wu, "THREAD", thread.id);
    await set(wu, "CATEGORY", categoryId, "MUTED");
    await set(wu, "MEMBER", ada.id);
    expect(await levels()).toEqual(["WATCHING", "MUTED", "WATCHING"]);
    expect((await watched(wu, "THREAD")).nodes).toMatchObject([
      { id: `THREAD ${thread.id}`, targetId: thread.id, level: "WATCHING", thread: { title: "Tea" } },
    ]);
    expect((await watched(wu, "MEMBER")).nodes).toMatchObject([{ user: { nickname: ada.nickname } }]);

    for (const [target, id] of [
      ["THREAD", thread.id],
      ["CATEGORY", categoryId],
      ["MEMBER", ada.id],
    ] as const) {
      await set(wu, target, id, "NORMAL");
      expect((await watched(wu, target)).nodes).toEqual([]);
    }
    expect(await levels()).toEqual(["NORMAL", "NORMAL", "NORMAL"]);
  });

  test("authors watch their own threads; visitors have no level, and nobody one for themselves", async () => {
    const thread = await publish(ada, { categoryId });
    const ask = `{ thread(id: "${thread.id}") { viewerWatchLevel } user(id: "${ada.id}") { viewerWatchLevel watchesReplied } }`;

    expect(await ada.graphql(ask)).toMatchObject({
      thread: { viewerWatchLevel: "WATCHING" },
      user: { viewerWatchLevel: null, watchesReplied: false },
    });
    expect(await forum.visitor().graphql(ask)).toMatchObject({
      thread: { viewerWatchLevel: null },
      user: { viewerWatchLevel: null, watchesReplied: null },
    });
  });

  test("what one may not see is as unknown as what never was, and others' lists are nobody's business", async () => {
    const hidden = await publish(ada, { categoryId });
    await act(ada, "deleteThread", { threadId: hidden.id });

    await expect(set(wu, "THREAD", hidden.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const target of ["THREAD", "CATEGORY", "MEMBER"])
      for (const level of ["WATCHING", "NORMAL", "MUTED"])
        await expect(set(wu, target, 999_999, level)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(set(wu, "MEMBER", wu.id)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const others = `{ user(id: "${ada.id}") { watches(target: THREAD) { nodes { id } } } }`;
    expect((await wu.graphql(others)).user.watches).toBeNull();
    expect(await forum.rows("SELECT * FROM watches WHERE userId = ?", [wu.id])).toEqual([]);
  });

  test("what disappears keeps its place in the list without its name, and can be let go", async () => {
    const thread = await publish(ada, { categoryId, title: "Soon gone" });
    await set(wu, "THREAD", thread.id);
    await act(ada, "deleteThread", { threadId: thread.id });

    expect((await watched(wu, "THREAD")).nodes).toMatchObject([{ targetId: thread.id, thread: null }]);
    await set(wu, "THREAD", thread.id, "NORMAL");
    expect((await watched(wu, "THREAD")).nodes).toEqual([]);
  });

  test("nobody watches whom they block or who blocks them, muting stays possible, and blocking ends watching", async () => {
    await set(wu, "MEMBER", ada.id);
    await ada.graphql(`mutation { blockUser(userId: "${wu.id}") { id } }`);
    await forum.delivered();
    expect((await watched(wu, "MEMBER")).nodes).toEqual([]);

    await expect(set(wu, "MEMBER", ada.id)).rejects.toMatchObject({ code: "BLOCKED_YOU" });
    await expect(set(ada, "MEMBER", wu.id)).rejects.toMatchObject({ code: "BLOCKED_BY_YOU" });
    await set(wu, "MEMBER", ada.id, "MUTED");
    expect((await watched(wu, "MEMBER")).nodes).toMatchObject([{ level: "MUTED" }]);
  });

  test("the list comes by pages", async () => {
    for (let n = 0; n < 3; n++)
      await set(wu, "THREAD", (await publish(ada, { categoryId, title: `T${n}` })).id);
    const first = await watched(wu, "THREAD", { first: 2 });
    const second = await watched(wu, "THREAD", { first: 2, after: first.pageInfo.endCursor });

    const titles = [...first.nodes, ...second.nodes].map(
      (node: { thread: { title: string } }) => node.thread.title,
    );
    expect(titles.sort()).toEqual(["T0", "T1", "T2"]);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });
});

describe("what watchers hear", () => {
  test("of new replies in a thread, with what is watched by name", async () => {
    const thread = await publish(ada, { categoryId, title: "Tea" });
    await set(wu, "THREAD", thread.id);
    await reply(bo, thread.id);

    expect(await notificationsOf(wu)).toMatchObject([
      {
        kind: "post.replied",
        why: "WATCHED_THREAD",
        text: `${bo.nickname} replied to the thread “Tea”`,
        watched: { target: "THREAD", targetId: thread.id, level: "WATCHING", thread: { title: "Tea" } },
      },
    ]);
  });

  test("of new threads in a category, those below it too, and of a member; of each thread once", async () => {
    const parent = await createCategory(admin, `Parent ${wu.id}`);
    const child = await createCategory(admin, `Child ${wu.id}`, parent);
    await set(wu, "CATEGORY", parent);
    await publish(ada, { categoryId: child, title: "Below" });
    expect(await notificationsOf(wu)).toMatchObject([
      {
        kind: "post.published",
        why: "WATCHED_CATEGORY",
        text: `${ada.nickname} published the thread “Below”`,
        watched: { target: "CATEGORY", targetId: parent, category: { name: `Parent ${wu.id}` } },
      },
    ]);

    await set(wu, "MEMBER", ada.id);
    await set(wu, "CATEGORY", child);
    await publish(ada, { categoryId: child, title: "Thrice watched" });
    expect(await whys(wu)).toEqual(["WATCHED_MEMBER", "WATCHED_CATEGORY"]);
  });

  test("threads without a name reach no watcher of their author", async () => {
    await set(wu, "MEMBER", ada.id);
    await publish(ada, { categoryId, isAnonymous: true });
    expect(await notificationsOf(wu)).toEqual([]);
  });

  test("who is answered, named and watches hears once, for the strongest reason", async () => {
    const thread = await publish(ada, { categoryId });
    const first = await reply(wu, thread.id);
    for (const person of [ada, wu]) await set(person, "THREAD", thread.id);
    await reply(bo, thread.id, { replyToPostId: first.id, body: `@${wu.nickname} @${ada.nickname} yes` });

    expect(await whys(wu)).toEqual(["ANSWERED"]);
    // This one, and the first reply.
    expect(await whys(ada)).toEqual(["MENTIONED", "AUTHOR"]);
    await reply(bo, thread.id, { body: `@${wu.nickname} again` });
    expect(await whys(wu)).toEqual(["MENTIONED", "ANSWERED"]);
  });

  test("authors who do not want every reply still hear when they are named", async () => {
    const thread = await publish(ada, { categoryId });
    await set(ada, "THREAD", thread.id, "NORMAL");
    await reply(bo, thread.id);
    expect(await notificationsOf(ada)).toEqual([]);
    await reply(bo, thread.id, { body: `@${ada.nickname} ?` });
    expect(await whys(ada)).toEqual(["MENTIONED"]);
  });

  test("several become one that tells how many", async () => {
    await set(wu, "MEMBER", ada.id);
    for (const title of ["One", "Two", "Three"]) await publish(ada, { categoryId, title });
    expect(await notificationsOf(wu)).toMatchObject([
      { times: 3, text: `${ada.nickname} published 3 threads, the last one “Three”` },
    ]);
  });

  test("muting silences a thread, a category or a member, except for what staff has to say", async () => {
    const thread = await publish(ada, { categoryId, title: "Loud" });
    const moderator = await forum.moderator();
    await set(ada, "THREAD", thread.id, "MUTED");
    await reply(bo, thread.id, { body: `@${ada.nickname}!` });
    await act(bo, "setThreadLiked", { threadId: thread.id, liked: true });
    await act(moderator, "setThreadEssence", { threadId: thread.id, essence: true });

    expect(await notificationsOf(ada)).toEqual([]);
    const account = await ada.graphql(`{ notifications(entry: ACCOUNT, first: 1) { nodes { kind } } }`);
    expect(account.notifications.nodes).toEqual([{ kind: "post.essence" }]);

    await set(wu, "MEMBER", bo.id, "MUTED");
    const other = await publish(wu, { categoryId });
    await reply(bo, other.id);
    await set(wu, "CATEGORY", categoryId, "MUTED");
    await reply(ada, other.id);
    expect(await notificationsOf(wu)).toEqual([]);
    // A level for the thread itself is nearer than that of its category.
    await set(wu, "THREAD", other.id);
    await reply(ada, other.id);
    expect(await whys(wu)).toEqual(["AUTHOR"]);
  });

  test("lists of the whole forum leave out what is muted, its own pages do not", async () => {
    const [muted, kept] = [await publish(ada, { categoryId }), await publish(bo, { categoryId })];
    await set(wu, "MEMBER", ada.id, "MUTED");
    const home = await listIds(wu);
    expect(home).toContain(kept.id);
    expect(home).not.toContain(muted.id);
    expect(await listIds(wu, { categoryId })).toContain(muted.id);

    await set(wu, "CATEGORY", categoryId, "MUTED");
    expect(await listIds(wu)).not.toContain(kept.id);
    expect(await listIds(wu, { categoryId })).toContain(kept.id);
    expect(await listIds(bo)).toContain(muted.id);
  });

  test("nobody hears of what they may not see, nor from whom they have parted with", async () => {
    const secret = await createCategory(admin, `Secret ${wu.id}`);
    await set(wu, "CATEGORY", secret);
    const limited = await forum.limitedMember("viewThreads", "thread.viewPosts");
    await forum.write((ctx) =>
      run(ctx, "INSERT INTO watches (userId, target, targetId, level, changedAt) VALUES (?, ?, ?, ?, ?)", [
        limited.id,
        "CATEGORY",
        Number(secret),
        "WATCHING",
        ctx.now,
      ]),
    );
    await ada.graphql(`mutation { blockUser(userId: "${wu.id}") { id } }`);
    await publish(ada, { categoryId: secret });
    expect(await notificationsOf(wu)).toEqual([]);
    const all = await forum.rows(
      "SELECT userId FROM notifications WHERE userId = ? AND kind = 'post.published'",
      [limited.id],
    );
    expect(all).toEqual([]);
  });

  test("who has chosen so watches the threads that they reply to, unless they have let one go", async () => {
    const [one, two] = [await publish(ada, { categoryId }), await publish(ada, { categoryId })];
    await wu.graphql(`mutation { setWatchReplied(watch: true) { watchesReplied } }`);
    await set(wu, "THREAD", two.id, "NORMAL");
    for (const { id } of [one, two]) await reply(wu, id);
    await forum.delivered();
    for (const { id } of [one, two]) await reply(bo, id);

    expect(await notificationsOf(wu)).toMatchObject([{ why: "WATCHED_THREAD", thread: { id: one.id } }]);
  });

  test("what waits for approval is told when it appears, once", async () => {
    await admin.graphql(`mutation { importStopWords(lines: ["held${wu.id}={MOD}"]) { created } }`);
    await set(wu, "MEMBER", ada.id);
    const thread = await publish(ada, { categoryId, title: "Waits", body: `held${wu.id} @${bo.nickname}` });
    expect(thread.approval).toBe("PENDING");
    expect([await notificationsOf(wu), await notificationsOf(bo)]).toEqual([[], []]);

    for (const approval of ["APPROVED", "IGNORED", "APPROVED"])
      await act(admin, "setThreadApproval", { threadId: thread.id, approval });
    expect(await whys(wu)).toEqual(["WATCHED_MEMBER"]);
    expect(await whys(bo)).toEqual(["MENTIONED"]);
  });
});

describe("many watchers", () => {
  /** Watchers who are rows and no more. */
  async function crowd(threadId: string, count: number): Promise<void> {
    const [like] = await forum.rows<{ groupId: number }>("SELECT groupId FROM users WHERE id = ?", [wu.id]);
    await forum.write(async (ctx) => {
      const values = Array.from({ length: count }, (_, n) => `crowd${threadId}x${n}`);
      const row = "(?, ?, ?, ?, 'x', '', ?, NULL, 0, '', 0, 0, 0, 0, 0, ?)";
      for (let start = 0; start < count; start += 100) {
        const part = values.slice(start, start + 100);
        await run(
          ctx,
          `INSERT INTO users (username, usernameKey, nickname, nicknameKey, passwordHash, signature, groupId, groupExpiresAt,
             status, statusReason, threadCount, postCount, likedCount, followCount, fansCount, createdAt)
           VALUES ${part.map(() => row).join(", ")}`,
          part.flatMap((name) => [name, name, name, name, like!.groupId, ctx.now]),
        );
      }
      await run(
        ctx,
        `INSERT INTO watches (userId, target, targetId, level, changedAt)
         SELECT u.id, 'THREAD', ?, 'WATCHING', ? FROM users u WHERE u.username LIKE ?`,
        [Number(threadId), ctx.now, `crowd${threadId}x%`],
      );
    });
  }
  const toldOf = (threadId: string) =>
    forum.rows<{ userId: number; n: number }>(
      "SELECT userId, SUM(times) AS n FROM notifications WHERE threadId = ? AND why = 'WATCHED_THREAD' GROUP BY userId",
      [Number(threadId)],
    );

  test("are told in steps, each exactly once although a step fails and the process stops in between", async () => {
    const thread = await publish(ada, { categoryId });
    const count = WATCHERS_PER_STEP * 2 + 7;
    await crowd(thread.id, count);
    await forum.delivered();
    await reply(bo, thread.id);

    // The outbox is stopped after one step and goes on from its mark, as after a kill.
    const { outbox } = forum.app;
    const later = outbox.laterEach.bind(outbox);
    let steps = 0;
    const broken = vi.spyOn(outbox, "laterEach").mockImplementation(async (...values) => {
      if (++steps >= 2) throw new Error("killed");
      return later(...values);
    });
    await forum.delivered();
    broken.mockRestore();
    const before = await toldOf(thread.id);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(count);

    await forum.write((ctx) => run(ctx, "UPDATE outbox SET dueAt = ? WHERE dead = 0", [new Date(0)]));
    await forum.delivered();
    const told = await toldOf(thread.id);
    expect(told).toHaveLength(count);
    expect(told.every(({ n }) => Number(n) === 1)).toBe(true);
    const [unread] = await forum.rows<{ n: number }>(
      "SELECT SUM(c.replied) AS n FROM unread_counts c JOIN users u ON u.id = c.userId WHERE u.username LIKE ?",
      [`crowd${thread.id}x%`],
    );
    expect(Number(unread!.n)).toBe(count);
  });

  test("hold up nobody: between two steps others are served, and a program that ends leaves the rest for later", async () => {
    const thread = await publish(ada, { categoryId });
    const count = WATCHERS_PER_STEP * 10;
    await crowd(thread.id, count);
    await forum.delivered();
    await reply(bo, thread.id);

    const { outbox } = forum.app;
    const later = vi.spyOn(outbox, "laterEach");
    const told = forum.delivered();
    await vi.waitFor(() => expect(later.mock.calls.length).toBeGreaterThanOrEqual(2), {
      interval: 1,
      timeout: 15_000,
    });
    await outbox.stop();
    later.mockRestore();
    await told;
    const before = await toldOf(thread.id);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(count);

    outbox.start();
    await vi.waitFor(async () => expect(await toldOf(thread.id)).toHaveLength(count), { timeout: 15_000 });
    await outbox.stop();
  });

  test("a step costs the same number of statements for a few as for many, for new notifications and for bursts", async () => {
    const counts: number[] = [];
    for (const count of [10, WATCHERS_PER_STEP - 1]) {
      const thread = await publish(ada, { categoryId });
      await crowd(thread.id, count);
      await forum.delivered();
      for (let n = 0; n < 3; n++) {
        await reply(bo, thread.id);
        const statements = await forum.statementsOf(() => forum.delivered());
        counts.push(statements.length);
      }
      const told = await toldOf(thread.id);
      expect(told).toHaveLength(count);
      expect(told.every(({ n: times }) => Number(times) === 3)).toBe(true);
    }
    // Reading what is unread and locking take one more statement for each hundred or more of them.
    const [few, many] = [Math.max(...counts.slice(0, 3)), Math.max(...counts.slice(3))];
    expect(many).toBeLessThanOrEqual(few + 4);
  });
});
