import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { Forum } from "../support/forum.ts";
import { Person } from "../support/person.ts";
import { act, createCategory, publish, reply, type Seen } from "./content.ts";

/** Events of threads, for their readers: each change of staff and each that comes by itself. */
const FIELDS = `kind actor { id } createdAt reason fromCategory { id } toCategory { id } until seconds title`;
const READ = `query ($id: ID!) { thread(id: $id) { events { ${FIELDS} } } }`;
const LOCK = `mutation ($id: ID!, $locked: Boolean!, $reason: String) {
  setThreadLocked(threadId: $id, locked: $locked, reason: $reason) { id } }`;
const CLOSE = `mutation ($id: ID!, $at: DateTimeISO, $days: Int) {
  setThreadClosing(threadId: $id, at: $at, afterDays: $days) { id } }`;
const SLOW = `mutation ($id: ID!, $seconds: Int!) { setThreadSlowMode(threadId: $id, seconds: $seconds) { id } }`;
const PIN = `mutation ($id: ID!, $sticky: Boolean!, $until: DateTimeISO) {
  setThreadSticky(threadId: $id, sticky: $sticky, until: $until) { id } }`;
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`;
const BATCH = `mutation ($input: ModerateThreadsInput!) { moderateThreads(input: $input) { id } }`;
const UNDO = `mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`;
const MERGE = `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`;
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let forum: Forum;
let author: Person;
let member: Person;
let moderator: Person;
let here: string;
let there: string;
beforeAll(async () => {
  forum = await Forum.open();
  [author, member, moderator] = [await forum.member(), await forum.member(), await forum.moderator()];
  here = await forum.categoryId();
  there = await createCategory(await forum.admin(), "There");
});
afterAll(() => forum.close());

const thread = async (input: object = {}): Promise<string> =>
  (await publish(author, { categoryId: here, ...input })).id;
const eventsOf = async (id: string, person: Person = member): Promise<Seen[]> =>
  (await person.graphql(READ, { id })).thread.events;
const kindsOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ kind }) => kind);
/** Lets days pass for a thread: its plans and its pin were made so much earlier. */
const pass = (id: string, days: number): Promise<unknown> =>
  forum.write(async (ctx) => {
    for (const column of ["closesAt", "lastPostedAt", "stickyUntil"]) {
      const [row] = await ctx.db.query(`SELECT t.${column} AS time FROM threads t WHERE t.id = ${id}`);
      if (row.time === null) continue;
      const time = new Date(typeof row.time === "string" ? `${row.time}Z` : row.time);
      const earlier = new Date(time.getTime() - days * DAY_MS);
      await run(ctx, `UPDATE threads SET ${column} = ? WHERE id = ?`, [earlier, id]);
    }
  });
const NOTHING = {
  reason: null,
  fromCategory: null,
  toCategory: null,
  until: null,
  seconds: null,
  title: null,
};

test("each thing that staff does is recorded once, in order, with who did it", async () => {
  const id = await thread();
  await moderator.graphql(EDIT, { input: { threadId: id, categoryId: there } });
  await moderator.graphql(LOCK, { id, locked: true, reason: "It was answered" });
  await moderator.graphql(LOCK, { id, locked: false });
  await act(moderator, "setThreadEssence", { threadId: id, essence: true });
  await act(moderator, "setThreadEssence", { threadId: id, essence: false });
  const until = inDays(3);
  await moderator.graphql(PIN, { id, sticky: true, until });
  await moderator.graphql(PIN, { id, sticky: false });
  await moderator.graphql(SLOW, { id, seconds: 600 });
  await moderator.graphql(SLOW, { id, seconds: 0 });

  const events = await eventsOf(id, forum.visitor());
  const actor = { id: String(moderator.id) };
  const at = { createdAt: expect.any(String), actor };
  expect(events).toEqual([
    { ...NOTHING, ...at, kind: "MOVED", fromCategory: { id: here }, toCategory: { id: there } },
    { ...NOTHING, ...at, kind: "LOCKED", reason: "It was answered" },
    { ...NOTHING, ...at, kind: "OPENED" },
    { ...NOTHING, ...at, kind: "FEATURED" },
    { ...NOTHING, ...at, kind: "UNFEATURED" },
    { ...NOTHING, ...at, kind: "PINNED", until },
    { ...NOTHING, ...at, kind: "UNPINNED" },
    { ...NOTHING, ...at, kind: "SLOW_MODE_ON", seconds: 600 },
    { ...NOTHING, ...at, kind: "SLOW_MODE_OFF" },
  ]);
  expect(await forum.rows("SELECT t.eventCount FROM threads t WHERE t.id = ?", [id])).toEqual([
    { eventCount: 9 },
  ]);
});

test("nothing is recorded where nothing changes, and nothing for what is hidden, deleted or edited", async () => {
  const id = await thread();
  await moderator.graphql(EDIT, { input: { threadId: id, categoryId: here, title: "Other" } });
  await moderator.graphql(LOCK, { id, locked: false });
  await act(moderator, "setThreadEssence", { threadId: id, essence: false });
  await moderator.graphql(PIN, { id, sticky: false });
  await moderator.graphql(SLOW, { id, seconds: 0 });
  await moderator.graphql(CLOSE, { id, days: 3 });
  await act(moderator, "setThreadApproval", { threadId: id, approval: "IGNORED" });
  await act(moderator, "setThreadApproval", { threadId: id, approval: "APPROVED" });
  await act(moderator, "deleteThread", { threadId: id });
  await act(moderator, "restoreThread", { threadId: id });
  await expect(member.graphql(LOCK, { id, locked: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await eventsOf(id)).toEqual([]);
});

test("a lock by itself has the time of the lock, nobody's name, and its reason in each language", async () => {
  const [timed, silent] = [await thread(), await thread()];
  const at = inDays(2);
  await moderator.graphql(CLOSE, { id: timed, at });
  await moderator.graphql(CLOSE, { id: silent, days: 7 });
  await pass(timed, 3);
  await pass(silent, 8);
  await Promise.all([1, 2].map(() => forum.app.clock.runAll(["lockDueThreads"])));
  const createdAt = new Date(Date.parse(at) - 3 * DAY_MS).toISOString();
  const reason = "the time set for it has come";
  expect(await eventsOf(timed)).toEqual([
    { ...NOTHING, kind: "LOCKED_BY_ITSELF", actor: null, createdAt, reason },
  ]);
  expect(await eventsOf(silent)).toMatchObject([{ reason: "nobody replied for 7 days", actor: null }]);
  const [chinese] = await eventsOf(silent, new Person(forum.app, null, "zh-CN"));
  expect(chinese.reason).toBe("7 天没有新回复");
});

test("what staff does before the job comes stands behind what had come by itself", async () => {
  const id = await thread();
  await moderator.graphql(CLOSE, { id, days: 1 });
  await moderator.graphql(PIN, { id, sticky: true, until: inDays(1) });
  await pass(id, 2);
  await moderator.graphql(LOCK, { id, locked: false });
  await moderator.graphql(PIN, { id, sticky: true });
  await forum.app.clock.runAll(["lockDueThreads", "endPins"]);
  const events = await eventsOf(id);
  const by = events.map(({ kind, actor }) => [kind, actor !== null]);
  expect(by).toContainEqual(["LOCKED_BY_ITSELF", false]);
  expect(by).toContainEqual(["UNPINNED", false]);
  expect(by.slice(-2)).toEqual([
    ["OPENED", true],
    ["PINNED", true],
  ]);
  expect(events).toHaveLength(5);
});

test("a pin that is over ends once, at its time", async () => {
  const id = await thread();
  const until = inDays(1);
  await moderator.graphql(PIN, { id, sticky: true, until });
  await pass(id, 2);
  await Promise.all([1, 2].map(() => forum.app.clock.runAll(["endPins"])));
  const createdAt = new Date(Date.parse(until) - 2 * DAY_MS).toISOString();
  expect(await eventsOf(id)).toMatchObject([
    { kind: "UNPINNED", actor: null, createdAt },
    { kind: "PINNED" },
  ]);
});

test("actions on several threads and taking them back are recorded like those on one", async () => {
  const threadIds = [await thread(), await thread()];
  const batch = async (action: string, more: object = {}): Promise<string> =>
    (await moderator.graphql(BATCH, { input: { threadIds, action, ...more } })).moderateThreads.id;
  const moved = await batch("MOVE", { categoryId: there });
  await moderator.graphql(UNDO, { id: moved });
  await batch("PIN");
  await batch("FEATURE");
  await batch("FEATURE");
  for (const id of threadIds) {
    expect(await kindsOf(id)).toEqual(["MOVED", "MOVED", "PINNED", "FEATURED"]);
    expect((await eventsOf(id))[1]).toMatchObject({
      fromCategory: { id: there },
      toCategory: { id: here },
    });
  }
});

test("what old clients do is recorded as well", async () => {
  const id = await thread();
  const operate = (values: object) =>
    moderator.rest("POST", "/api/v3/threads/operate", { id: Number(id), ...values });
  expect(await operate({ isSticky: true, isEssence: true })).toMatchObject({ Code: 0 });
  await operate({ isSticky: true });
  await operate({ isSticky: false });
  expect(await kindsOf(id)).toEqual(["PINNED", "FEATURED", "UNPINNED"]);
});

test("merging names the other thread as it was called, and its own events are gone", async () => {
  const [source, target] = [await thread({ title: "More tea" }), await thread({ title: "Tea" })];
  await moderator.graphql(PIN, { id: target, sticky: true });
  await moderator.graphql(LOCK, { id: source, locked: true, reason: "See the other one" });
  await reply(member, target);
  await moderator.graphql(MERGE, { input: { threadId: source, intoThreadId: target } });
  expect(await eventsOf(target)).toMatchObject([
    { kind: "PINNED" },
    { kind: "MERGED", title: "More tea", actor: { id: String(moderator.id) } },
  ]);
  expect(await forum.rows("SELECT e.id FROM thread_events e WHERE e.threadId = ?", [source])).toEqual([]);
});

test("a category that the reader may not see has no name", async () => {
  const closed = await createCategory(await forum.admin(), "Closed");
  const reader = await forum.limitedMember("viewThreads", "thread.viewPosts");
  await forum.write(async (ctx) => {
    for (const key of ["viewThreads", "thread.viewPosts"]) {
      const sql = "INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)";
      const [row] = await ctx.db.query(`SELECT u.groupId FROM users u WHERE u.id = ${reader.id}`);
      await run(ctx, sql, [row.groupId, `category${here}.${key}`]);
    }
  });
  invalidateGroups(forum.app.context());
  const id = (await publish(await forum.admin(), { categoryId: closed })).id;
  await moderator.graphql(EDIT, { input: { threadId: id, categoryId: here } });
  expect(await eventsOf(id, reader)).toMatchObject([
    { kind: "MOVED", fromCategory: null, toCategory: { id: here } },
  ]);
  expect(await eventsOf(id, moderator)).toMatchObject([{ fromCategory: { id: closed } }]);
  await moderator.graphql(EDIT, { input: { threadId: id, categoryId: closed } });
  await expect(eventsOf(id, reader)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an anonymous author who moves their thread is not named", async () => {
  const poster = await forum.member("thread.editOwnThread");
  const id = (await publish(poster, { categoryId: here, isAnonymous: true })).id;
  await poster.graphql(EDIT, { input: { threadId: id, categoryId: there } });
  for (const person of [member, moderator, forum.visitor()])
    expect(await eventsOf(id, person)).toMatchObject([{ kind: "MOVED", actor: null }]);
  expect(await eventsOf(id, poster)).toMatchObject([{ actor: { id: String(poster.id) } }]);
});

test("the newest hundred are shown, the oldest of them first", async () => {
  const id = await thread();
  for (let index = 0; index < 51; index++) {
    await act(moderator, "setThreadEssence", { threadId: id, essence: true });
    await act(moderator, "setThreadEssence", { threadId: id, essence: false });
  }
  await moderator.graphql(LOCK, { id, locked: true });
  const kinds = await kindsOf(id);
  expect(kinds).toHaveLength(100);
  expect(kinds.slice(0, 2)).toEqual(["UNFEATURED", "FEATURED"]);
  expect(kinds.at(-1)).toBe("LOCKED");
});

test("events cost no statement for threads without any, and a fixed number for a page of threads", async () => {
  const categoryId = await createCategory(await forum.admin(), "Counted");
  const ids: string[] = [];
  for (let index = 0; index < 4; index++) ids.push(await thread({ categoryId }));
  const list = (fields: string) => () =>
    member.graphql(`query ($id: ID) { threads(categoryId: $id, first: 5) { nodes { id ${fields} } } }`, {
      id: categoryId,
    });
  const events = `events { kind actor { id } fromCategory { id } }`;
  const without = await forum.countSettled(list(""));
  expect(await forum.countSettled(list(events))).toBe(without);

  await moderator.graphql(LOCK, { id: ids[0], locked: true });
  const withOne = await forum.countSettled(list(events));
  // The events, and who did them.
  expect(withOne).toBe(without + 2);
  const helper = await forum.moderator();
  for (const id of ids) await helper.graphql(SLOW, { id, seconds: 60 });
  expect(await forum.countSettled(list(events))).toBe(withOne);
});
