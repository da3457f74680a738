import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { level, levelGroupOf, save } from "./rules.ts";

/** A member sees why they have their level and what is missing to the next; moderators pin and forbid levels. */
const LEVEL = `query ($id: ID!) { user(id: $id) { level {
  level { group { id } } next { group { id } } override reason viewerCanSet
  facts { fact actual neededToKeep neededForNext } } } }`;
const SET = `mutation ($input: SetMemberLevelInput!) { setMemberLevel(input: $input) { id } }`;

let forum: Forum;
let admin: Person;
let moderator: Person;
let ada: Person;
let [lowId, highId]: [number, number] = [0, 0];
let [low, high]: [string, string] = ["", ""];
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  moderator = await forum.moderator();
  ada = await forum.member();
  lowId = await forum.group(["thread.reply"]);
  highId = await forum.group(["thread.essence", "report.trusted"]);
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "Levels", body: "Here" });
  await reply(ada, id);
  [low, high] = (
    await save(admin, [
      level(lowId, { repliesWritten: 1 }),
      level(highId, { repliesWritten: 5, likesGiven: 2 }),
    ])
  ).map((each: { id: string }) => each.id);
  await forum.app.clock.runAll(["applyLevels"]);
});
afterAll(() => forum.close());

const seen = async (viewer: Person, person: Person) =>
  (await viewer.graphql(LEVEL, { id: person.id })).user.level;
const set = (viewer: Person, person: Person, input: object) =>
  viewer.graphql(SET, { input: { userId: person.id, ...input } });

test("a member sees the level with its reasons, and the numbers that the next one takes", async () => {
  expect(await seen(ada, ada)).toEqual({
    level: { group: { id: String(lowId) } },
    next: { group: { id: String(highId) } },
    override: "NONE",
    reason: "",
    viewerCanSet: false,
    facts: [
      { fact: "REPLIES_WRITTEN", actual: 1, neededToKeep: 1, neededForNext: 5 },
      { fact: "LIKES_GIVEN", actual: 0, neededToKeep: 0, neededForNext: 2 },
    ],
  });
  expect(await seen(moderator, ada)).toMatchObject({ viewerCanSet: true });
});

test("others do not see it", async () => {
  expect(await seen(await forum.member(), ada)).toBe(null);
  expect(await seen(forum.visitor(), ada)).toBe(null);
});

test("a moderator forbids a level with a reason that the member reads, and lets the rules decide again", async () => {
  await set(moderator, ada, { override: "FORBIDDEN", levelId: low, reason: "Too many quarrels" });
  expect(await levelGroupOf(forum, ada)).toBe(null);
  expect(await seen(ada, ada)).toMatchObject({
    level: null,
    next: null,
    override: "FORBIDDEN",
    reason: "Too many quarrels",
  });
  await set(moderator, ada, { override: "NONE" });
  expect(await levelGroupOf(forum, ada)).toBe(lowId);
  const { auditLog } = await admin.graphql(
    `{ auditLog(action: "setMemberLevel") { nodes { target reason } } }`,
  );
  expect(auditLog.nodes).toEqual([
    { target: `user:${ada.id}`, reason: "" },
    { target: `user:${ada.id}`, reason: "Too many quarrels" },
  ]);
});

test("an administrator pins a level, which the rules do not take", async () => {
  const bob = await forum.member();
  await set(admin, bob, { override: "PINNED", levelId: high, reason: "Writes the manual" });
  expect(await levelGroupOf(forum, bob)).toBe(highId);
  await forum.app.clock.runAll(["applyLevels"]);
  expect(await levelGroupOf(forum, bob)).toBe(highId);
  await set(admin, bob, { override: "NONE" });
  expect(await levelGroupOf(forum, bob)).toBe(null);
});

test("a moderator pins no level that may more than they, and none of their own", async () => {
  const choice = { override: "PINNED", levelId: high, reason: "A friend" };
  await expect(set(moderator, ada, choice)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const own = { ...choice, levelId: low };
  await expect(set(moderator, moderator, own)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await levelGroupOf(forum, ada)).toBe(lowId);
});

test.each([
  ["no reason", { reason: " " }],
  ["a reason that is too long", { reason: "x".repeat(201) }],
  ["no level", { levelId: null }],
  ["an unknown level", { levelId: "999999" }],
])("a choice with %s is refused", async (_, change) => {
  const choice = { override: "FORBIDDEN", levelId: low, reason: "Why", ...change };
  await expect(set(moderator, ada, choice)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("members choose nobody's level", async () => {
  const choice = { override: "PINNED", levelId: low, reason: "Please" };
  await expect(set(ada, moderator, choice)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(set(forum.visitor(), ada, choice)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("twenty choices at once leave one of them, whole", async () => {
  const bob = await forum.member();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      set(admin, bob, { override: "PINNED", levelId: index % 2 ? low : high, reason: `Choice ${index}` }),
    ),
  );
  const [state] = await forum.rows<{ levelId: number; overrideLevelId: number; groupId: number }>(
    `SELECT v.levelId, v.overrideLevelId, l.groupId FROM user_levels v JOIN levels l ON l.id = v.levelId WHERE v.userId = ?`,
    [Number(bob.id)],
  );
  expect(state!.levelId).toBe(state!.overrideLevelId);
  expect(await levelGroupOf(forum, bob)).toBe(state!.groupId);
});
