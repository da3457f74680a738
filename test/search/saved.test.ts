import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { timeOf } from "../../server/core/sql.ts";
import { CHECK_EVERY_MS } from "../../server/features/search/saved/check.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish, reply } from "../threads/content.ts";
import { change, check, drop, foundOf, open, save, savedOf } from "./saving.ts";

/** Members save searches and get notifications of new results. */

let forum: Forum;
let author: Person;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [author, admin] = [await forum.member("thread.allowAnonymous"), await forum.admin()];
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const write = async (title: string, more: object = {}, person = author): Promise<string> =>
  (await publish(person, { categoryId, title, body: "…", ...more })).id;
const countsOf = async (person: Person) =>
  (await savedOf(person)).map(({ newThreadCount, newReplyCount }) => [newThreadCount, newReplyCount]);
const textsOf = async (person: Person) => (await foundOf(forum, person)).map(({ text }) => text);

describe("saving", () => {
  test("keeps words, operators and filters, and proposes the words as the name", async () => {
    const ada = await forum.member();
    const filter = { categoryId, titleOnly: true, hasPicture: false, phrases: ["  off site "] };
    const saved = await save(ada, " author:bo SQLite ", { filter, withinDays: 31 });
    expect(saved).toMatchObject({
      name: "author:bo SQLite",
      query: "author:bo SQLite",
      withinDays: 31,
      notifies: true,
      newCount: 0,
      isBroken: false,
      filter: { categoryId, titleOnly: true, hasPicture: null, phrases: ["off site"] },
    });
    expect(await savedOf(ada)).toEqual([saved]);
  });

  test("an equal search is the same one, which takes name and choice", async () => {
    const ada = await forum.member();
    const { id } = await save(ada, "SQLite", { filter: { titleOnly: true, hasPicture: null } });
    const again = { filter: { phrases: [], titleOnly: true }, name: "Backups", notifies: false };
    expect(await save(ada, "sqlite", again)).toMatchObject({ id, name: "Backups", notifies: false });
    expect((await save(ada, "sqlite")).id).not.toBe(id);
    expect(await savedOf(ada)).toHaveLength(2);
  });

  test.each([
    ["an empty text", { query: " " }, "INVALID_PARAMETER", "query"],
    ["a date that is none", { query: "tea after:2026-99" }, "INVALID_PARAMETER", "query"],
    ["an empty name", { query: "tea", name: " " }, "INVALID_PARAMETER", "name"],
    ["too long a name", { query: "tea", name: "x".repeat(101) }, "INVALID_PARAMETER", "name"],
    ["no days", { query: "tea", withinDays: 0 }, "INVALID_PARAMETER", "withinDays"],
    ["an unknown category", { query: "tea", filter: { categoryId: "999999" } }, "NOT_FOUND", undefined],
  ])("refuses %s", async (_, { query, ...more }, code, field) => {
    const ada = await forum.member();
    await expect(save(ada, query, more)).rejects.toMatchObject({
      code,
      ...(field && { extensions: { field } }),
    });
    expect(await savedOf(ada)).toEqual([]);
  });

  test("ends at thirty", async () => {
    const ada = await forum.member();
    for (let number = 1; number <= 30; number++) await save(ada, `tea ${number}`);
    await expect(save(ada, "tea 31")).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      extensions: { field: "query" },
    });
    await save(ada, "tea 30", { name: "The last" });
    expect(await savedOf(ada)).toHaveLength(30);
  });

  test("ends at thirty, also when fifty are saved at the same moment", async () => {
    const ada = await forum.member();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, number) => save(ada, `coffee ${number}`)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(30);
    expect(await savedOf(ada)).toHaveLength(30);
  });

  test("is renamed, switched and deleted, and nobody else knows of it", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    const { id } = await save(ada, "tea");
    expect(await change(ada, id, { name: "Green" })).toMatchObject({ name: "Green", notifies: true });
    expect(await change(ada, id, { notifies: false })).toMatchObject({ name: "Green", notifies: false });
    const NOT_FOUND = { code: "NOT_FOUND" };
    await expect(change(bo, id, { name: "Mine" })).rejects.toMatchObject(NOT_FOUND);
    await expect(open(bo, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(drop(bo, id)).rejects.toMatchObject(NOT_FOUND);
    expect(await savedOf(bo)).toEqual([]);
    await drop(ada, id);
    await expect(drop(ada, id)).rejects.toMatchObject(NOT_FOUND);
    expect(await savedOf(ada)).toEqual([]);
  });
});

describe("what is new", () => {
  test("threads and replies since then are counted, and one notification says so", async () => {
    const ada = await forum.member();
    const before = await write("Ocelot before");
    const { id } = await save(ada, "ocelot", { name: "Cats" });
    await check(forum);
    expect(await countsOf(ada)).toEqual([[0, 0]]);
    expect(await foundOf(forum, ada)).toEqual([]);

    await write("An ocelot");
    await reply(author, before, { body: "The ocelot again" });
    await write("A lynx");
    await check(forum);
    expect(await savedOf(ada)).toMatchObject([{ newThreadCount: 1, newReplyCount: 1, newCount: 2 }]);
    expect(await foundOf(forum, ada)).toMatchObject([
      {
        text: "2 new results for “Cats”",
        isRead: false,
        why: "SAVED_SEARCH",
        topic: "WATCHED",
        savedSearchId: id,
      },
    ]);
    ada.with({ locale: "zh-CN" });
    expect(await textsOf(ada)).toEqual(["“Cats”有 2 条新结果"]);
  });

  test("the notification grows while it is unread, and comes again once it was read or the search opened", async () => {
    const ada = await forum.member();
    const { id } = await save(ada, "puma");
    const publishOne = async () => {
      await write("Puma");
      await check(forum);
    };
    await publishOne();
    await publishOne();
    await publishOne();
    const [first, ...others] = await foundOf(forum, ada);
    expect([first!.text, others]).toEqual(["3 new results for “puma”", []]);
    const { unreadCounts } = await ada.graphql(`{ unreadCounts { thread } }`);
    expect(unreadCounts).toEqual({ thread: 1 });

    await ada.graphql(`mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { count } }`, {
      ids: [first!.id],
    });
    await check(forum);
    expect(await foundOf(forum, ada)).toHaveLength(1);
    await publishOne();
    expect(await textsOf(ada)).toEqual(["4 new results for “puma”", "3 new results for “puma”"]);

    expect(await open(ada, id)).toMatchObject({ newCount: 0 });
    expect((await foundOf(forum, ada)).every(({ isRead }) => isRead)).toBe(true);
    await publishOne();
    expect((await textsOf(ada))[0]).toBe("1 new result for “puma”");
  });

  test("a search without notifications is counted all the same", async () => {
    const ada = await forum.member();
    await save(ada, "jaguar", { notifies: false });
    await write("Jaguar");
    await check(forum);
    expect(await countsOf(ada)).toEqual([[1, 0]]);
    expect(await foundOf(forum, ada)).toEqual([]);
  });

  test("own texts, those of blocked members and hidden ones do not count", async () => {
    const [ada, blocked] = [await forum.member("thread.allowAnonymous"), await forum.member()];
    await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: blocked.id });
    await save(ada, "leopard");
    const own = await write("My leopard", {}, ada);
    await write("My secret leopard", { isAnonymous: true }, ada);
    await reply(ada, own, { body: "leopard, I say" });
    await write("Leopard of the blocked", {}, blocked);
    const deleted = await write("Leopard, deleted");
    await author.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: deleted });
    await check(forum);
    expect(await countsOf(ada)).toEqual([[0, 0]]);
    await reply(author, own, { body: "Your leopard?" });
    await check(forum);
    expect(await countsOf(ada)).toEqual([[0, 1]]);
  });

  test("filters and operators narrow what is new, and titles alone have no replies", async () => {
    const ada = await forum.member();
    const other = await createCategory(admin, "Big cats");
    await save(ada, "caracal", { filter: { categoryId: other } });
    await save(ada, "caracal in:title");
    await save(ada, "caracal -zoo");
    const home = await write("A zoo", { body: "caracal" });
    await write("Caracal there", { categoryId: other });
    await reply(author, home, { body: "caracal" });
    await check(forum);
    expect(await countsOf(ada)).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  test("a hundred and more are “99+”", async () => {
    const ada = await forum.member();
    await save(ada, "serval");
    const threadId = await write("Cats");
    for (let number = 1; number <= 101; number++) await reply(author, threadId, { body: `serval ${number}` });
    await check(forum);
    expect(await savedOf(ada)).toMatchObject([{ newReplyCount: 100, newCount: 100 }]);
    expect(await textsOf(ada)).toEqual(["99+ new results for “serval”"]);
  });
});

describe("the job", () => {
  test("a search that cannot run any more says so, and stops no other", async () => {
    const ada = await forum.member();
    const closed = await createCategory(admin, "Closed soon");
    await save(ada, "margay");
    await save(ada, "margay", { filter: { categoryId: closed } });
    await save(ada, "margay author:nobody-at-all");
    await admin.graphql(`mutation ($id: ID!) { deleteCategory(id: $id) }`, { id: closed });
    await write("Margay");
    await check(forum);
    const states = (await savedOf(ada)).map(({ newCount, isBroken }) => [newCount, isBroken]);
    expect(states).toEqual([
      [0, true],
      [0, true],
      [1, false],
    ]);
    expect(await foundOf(forum, ada)).toHaveLength(1);
  });

  test("who is banned hears of nothing until the ban ends", async () => {
    const ada = await forum.member();
    await save(ada, "ounce");
    await write("Ounce");
    const status = (to: string) =>
      admin.graphql(
        `mutation ($id: ID!, $to: UserStatus!) { setUserStatus(userId: $id, status: $to) { id } }`,
        {
          id: ada.id,
          to,
        },
      );
    await status("BANNED");
    await check(forum);
    await status("NORMAL");
    expect(await countsOf(ada)).toEqual([[0, 0]]);
    await check(forum);
    expect(await countsOf(ada)).toEqual([[1, 0]]);
  });

  test("each search is checked at most every quarter of an hour, and not while nothing is published", async () => {
    const ada = await forum.member();
    await save(ada, "bobcat");
    const run = () => forum.app.clock.runAll(["checkSavedSearches"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      await write("Bobcat");
      await check(forum);
      expect(await countsOf(ada)).toEqual([[1, 0]]);
      await write("Bobcat again");
      await forum.searchable();
      await run();
      expect(await countsOf(ada)).toEqual([[1, 0]]);
      vi.setSystemTime(Date.now() + CHECK_EVERY_MS);
      await run();
      expect(await countsOf(ada)).toEqual([[2, 0]]);
      vi.setSystemTime(Date.now() + CHECK_EVERY_MS);
      expect((await forum.statementsOf(run)).filter((sql) => sql.includes("saved_searches"))).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test("the searches of who was away for long are checked once a day", async () => {
    const ada = await forum.member();
    const { id } = await save(ada, "kodkod");
    await forum.write((ctx) => ctx.db.query("UPDATE users SET lastSeenMinute = 1 WHERE id = ?", [ada.id]));
    await write("Kodkod");
    await check(forum);
    const [row] = await forum.rows<{ nextCheckAt: Date | string }>(
      "SELECT s.nextCheckAt FROM saved_searches s WHERE s.id = ?",
      [id],
    );
    const next = timeOf(row!.nextCheckAt).getTime();
    expect(next - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });
});
