import { afterAll, beforeAll, expect, test } from "vitest";
import {
  nextState,
  NO_LEVEL,
  type LevelFacts,
  type LevelRule,
} from "../../server/features/levels/levelRules.ts";
import { LevelOverride, UserLevel } from "../../server/features/levels/level.entity.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { level, levelGroupOf, paidGroup, save } from "./rules.ts";

/** Members reach levels by what they do, and have the permissions of a group with them. */
const NOTHING: LevelFacts = {
  daysJoined: 0,
  daysVisited: 0,
  postsRead: 0,
  repliesWritten: 0,
  likesReceived: 0,
  likesGiven: 0,
  daysClean: 0,
};
const RULES: readonly LevelRule[] = [
  { ...NOTHING, id: 1, position: 1, graceDays: 0, repliesWritten: 1 },
  { ...NOTHING, id: 2, position: 2, graceDays: 14, repliesWritten: 5 },
];
const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const MONDAY = new Date("2026-01-05T00:00:00Z");
const SUNDAY = new Date("2026-01-18T23:59:59Z");
const NEXT_MONDAY = new Date("2026-01-19T00:00:00Z");

let forum: Forum;
let admin: Person;
let categoryId: string;
let groupId: number;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
  groupId = await forum.group(["thread.essence"]);
});
afterAll(() => forum.close());

const applied = () => forum.app.clock.runAll(["applyLevels"]);
const levelOf = (person: Person) => levelGroupOf(forum, person);
const thread = (person: Person, title: string) => publish(person, { categoryId, title, body: "Here" });

test("nobody gets a level while none is on", async () => {
  const ada = await forum.member();
  await save(admin, [level(groupId, { repliesWritten: 1, isEnabled: false })]);
  await reply(ada, (await thread(ada, "Levels")).id);
  await applied();
  expect(await levelOf(ada)).toBe(null);
});

test("a member who wrote a reply gets the group besides the own one, once, with fifty jobs at once", async () => {
  const [ada, bob] = [await forum.member(), await forum.member()];
  await reply(ada, (await thread(ada, "More levels")).id);
  await save(admin, [level(groupId, { repliesWritten: 1 })]);
  await Promise.all([...Array.from({ length: 49 }, applied), forum.app.clock.runAll(["applyNewLevels"])]);
  await forum.delivered();

  expect(await levelOf(ada)).toBe(groupId);
  expect(await levelOf(bob)).toBe(null);
  const [user] = await forum.rows("SELECT u.groupId FROM users u WHERE u.id = ?", [Number(ada.id)]);
  expect(user).toEqual({ groupId: ada.groupId });
  const { notifications } = await ada.graphql(
    `{ notifications(entry: ACCOUNT, first: 9) { nodes { kind text } } }`,
  );
  const kind = "level.reached";
  expect(notifications.nodes.filter((each: { kind: string }) => each.kind === kind)).toEqual([
    { kind, text: expect.stringContaining("You reached the level “") },
  ]);
});

test("saved rules are applied within minutes, without the daily job", async () => {
  const ada = await forum.member();
  await reply(ada, (await thread(ada, "Soon")).id);
  await save(admin, [level(groupId, { repliesWritten: 1, likesGiven: 1 })]);
  await forum.app.clock.runAll(["applyNewLevels"]);
  expect(await levelOf(ada)).toBe(null);
  await save(admin, [level(groupId, { repliesWritten: 1 })]);
  await forum.app.clock.runAll(["applyNewLevels"]);
  expect(await levelOf(ada)).toBe(groupId);
});

test("the level allows what its group may, and nothing once the owner switches it off", async () => {
  const ada = await forum.member();
  const { id } = await thread(ada, "Permissions");
  const mayFeature = async (): Promise<boolean> =>
    (await ada.graphql(`query ($id: ID!) { thread(id: $id) { viewerCanSetEssence } }`, { id })).thread
      .viewerCanSetEssence;
  expect(await mayFeature()).toBe(false);
  await reply(ada, id);
  await applied();
  expect(await mayFeature()).toBe(true);

  await save(admin, [level(groupId, { repliesWritten: 1, isEnabled: false })]);
  await applied();
  expect(await levelOf(ada)).toBe(null);
  expect(await mayFeature()).toBe(false);
  await save(admin, [level(groupId, { repliesWritten: 1 })]);
});

test("a member who bought a group, and one whom an administrator moved, keep it beside the level", async () => {
  const paidId = await paidGroup(admin);
  const [buyer, friend] = [await forum.member(), await forum.member()];
  const otherId = await forum.group(["thread.reply", "thread.viewPosts", "viewThreads"]);
  const { id } = await thread(buyer, "Bought");
  await reply(buyer, id);
  await reply(friend, id);
  const move = (person: Person, to: number, expiresAt: string | null) =>
    admin.graphql(
      `mutation ($id: ID!, $to: ID!, $end: DateTimeISO) { setUserGroup(userId: $id, groupId: $to, expiresAt: $end) { id } }`,
      { id: person.id, to: String(to), end: expiresAt },
    );
  await move(buyer, paidId, "2099-01-01T00:00:00.000Z");
  await move(friend, otherId, null);
  await applied();

  const groupsOf = async (person: Person) =>
    (
      await forum.rows("SELECT u.groupId, u.levelGroupId FROM users u WHERE u.id = ?", [Number(person.id)])
    )[0];
  expect(await groupsOf(buyer)).toEqual({ groupId: paidId, levelGroupId: groupId });
  expect(await groupsOf(friend)).toEqual({ groupId: otherId, levelGroupId: groupId });
});

test("who is banned loses the level, and returns after enough days without violation", async () => {
  await save(admin, [level(groupId, { repliesWritten: 1 })]);
  const ada = await forum.member();
  await reply(ada, (await thread(ada, "Banned")).id);
  await applied();
  expect(await levelOf(ada)).toBe(groupId);
  const standing = (status: string) =>
    admin.graphql(
      `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s, reason: "Rude") { id } }`,
      { id: ada.id, s: status },
    );
  await standing("BANNED");
  await forum.delivered();
  await applied();
  expect(await levelOf(ada)).toBe(null);

  await standing("NORMAL");
  await forum.write((ctx) => ctx.db.update(User, { id: Number(ada.id) }, { createdAt: LONG_AGO }));
  await save(admin, [level(groupId, { repliesWritten: 1, daysClean: 7 })]);
  await applied();
  expect(await levelOf(ada)).toBe(null);
  await forum.write((ctx) => ctx.db.update(UserLevel, { userId: Number(ada.id) }, { lastFaultAt: LONG_AGO }));
  await applied();
  expect(await levelOf(ada)).toBe(groupId);
  await save(admin, [level(groupId, { repliesWritten: 1 })]);
});

test("an upheld report counts against its author until the decision is undone", async () => {
  const [ada, bob] = [await forum.member(), await forum.member()];
  const { id } = await thread(ada, "Reported");
  const { reportContent } = await bob.graphql(
    `mutation ($id: ID!) { reportContent(input: { threadId: $id, reason: SPAM }) { id } }`,
    { id },
  );
  const faultOf = async (person: Person) =>
    forum.rows("SELECT v.userId FROM user_levels v WHERE v.userId = ? AND v.lastFaultAt IS NOT NULL", [
      Number(person.id),
    ]);
  await admin.graphql(`mutation ($id: ID!) { handleReport(id: $id, verdict: ACCEPTED) { id } }`, {
    id: reportContent.id,
  });
  await forum.delivered();
  expect(await faultOf(ada)).toHaveLength(1);
  expect(await faultOf(bob)).toEqual([]);
  await admin.graphql(`mutation ($key: ID!) { undoReview(key: $key) }`, { key: `r${reportContent.id}` });
  await forum.delivered();
  expect(await faultOf(ada)).toEqual([]);
});

test("the job asks a fixed number of statements for any number of members", async () => {
  const before = await forum.countSettled(applied);
  for (let count = 0; count < 5; count++) await forum.member();
  expect(await forum.countSettled(applied)).toBe(before);
});

test("a level is lost when its days of grace are over, and not before", () => {
  const start = { ...NO_LEVEL, levelId: 2, reachedAt: MONDAY };
  const failing = nextState(RULES, start, { ...NOTHING, repliesWritten: 4 }, MONDAY);
  expect(failing).toMatchObject({ levelId: 2, failingSince: MONDAY });
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 4 }, SUNDAY).levelId).toBe(2);
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 5 }, SUNDAY).failingSince).toBe(null);
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 4 }, NEXT_MONDAY).levelId).toBe(1);
});

test("a pinned level holds whatever the rules say, and a forbidden one with those above is not reached", () => {
  const pinned = { ...NO_LEVEL, override: LevelOverride.PINNED, overrideLevelId: 2 };
  expect(nextState(RULES, pinned, NOTHING, MONDAY).levelId).toBe(2);
  const forbidden = { ...NO_LEVEL, override: LevelOverride.FORBIDDEN, overrideLevelId: 2 };
  expect(nextState(RULES, forbidden, { ...NOTHING, repliesWritten: 9 }, MONDAY).levelId).toBe(1);
});
