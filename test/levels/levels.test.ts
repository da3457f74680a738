import { afterAll, beforeAll, expect, test } from "vitest";
import { insert } from "../../server/core/write.ts";
import { Level, LevelOverride, UserLevel } from "../../server/features/levels/level.entity.ts";
import {
  nextState,
  NO_LEVEL,
  type LevelFacts,
  type LevelRule,
} from "../../server/features/levels/levelRules.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

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
const MONDAY = new Date("2026-01-05T00:00:00Z");
const SUNDAY = new Date("2026-01-18T23:59:59Z");
const NEXT_MONDAY = new Date("2026-01-19T00:00:00Z");

let forum: Forum;
let categoryId: string;
let groupId: number;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  groupId = await forum.group(["thread.essence"]);
});
afterAll(() => forum.close());

const applied = () => forum.app.clock.runAll(["applyLevels"]);
const levelGroupOf = async (person: Person): Promise<number | null> => {
  const [user] = await forum.rows<{ levelGroupId: number | null }>(
    "SELECT u.levelGroupId FROM users u WHERE u.id = ?",
    [Number(person.id)],
  );
  return user!.levelGroupId;
};

test("nobody gets a level while none is switched on", async () => {
  const ada = await forum.member();
  await forum.write((ctx) =>
    insert(ctx, Level, {
      ...NOTHING,
      position: 1,
      groupId,
      isEnabled: false,
      repliesWritten: 1,
      graceDays: 0,
    }),
  );
  await reply(ada, (await publish(ada, { categoryId, title: "Levels", body: "Here" })).id);
  await applied();
  expect(await levelGroupOf(ada)).toBe(null);
});

test("a member who wrote a reply gets the group besides the own one, once", async () => {
  const [ada, bob] = [await forum.member(), await forum.member()];
  await reply(ada, (await publish(ada, { categoryId, title: "More levels", body: "Here" })).id);
  await forum.write((ctx) => ctx.db.update(Level, { groupId }, { isEnabled: true }));
  await Promise.all([applied(), applied()]);

  expect(await levelGroupOf(ada)).toBe(groupId);
  expect(await levelGroupOf(bob)).toBe(null);
  const [user] = await forum.rows("SELECT u.groupId FROM users u WHERE u.id = ?", [Number(ada.id)]);
  expect(user).toEqual({ groupId: ada.groupId });
  expect(
    await forum.rows("SELECT l.userId FROM user_levels l WHERE l.userId = ?", [Number(ada.id)]),
  ).toHaveLength(1);
});

test("the level allows what its group may, and nothing once it is taken", async () => {
  const mayFeature = async (person: Person, threadId: string): Promise<boolean> => {
    const { thread } = await person.graphql(`query ($id: ID!) { thread(id: $id) { viewerCanSetEssence } }`, {
      id: threadId,
    });
    return thread.viewerCanSetEssence;
  };
  const ada = await forum.member();
  const { id } = await publish(ada, { categoryId, title: "Permissions", body: "Here" });
  expect(await mayFeature(ada, id)).toBe(false);
  await reply(ada, id);
  await applied();
  expect(await mayFeature(ada, id)).toBe(true);
  await forum.write((ctx) =>
    ctx.db.update(
      UserLevel,
      { userId: Number(ada.id) },
      { override: LevelOverride.FORBIDDEN, overrideLevelId: 1, reason: "Too soon" },
    ),
  );
  await applied();
  expect(await mayFeature(ada, id)).toBe(false);
});

test("a level is lost when its days of grace are over, and not before", () => {
  const start = { ...NO_LEVEL, levelId: 2, reachedAt: MONDAY };
  const failing = nextState(RULES, start, { ...NOTHING, repliesWritten: 4 }, MONDAY);
  expect(failing).toMatchObject({ levelId: 2, failingSince: MONDAY });
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 4 }, SUNDAY).levelId).toBe(2);
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 5 }, SUNDAY).failingSince).toBe(null);
  expect(nextState(RULES, failing, { ...NOTHING, repliesWritten: 4 }, NEXT_MONDAY).levelId).toBe(1);
});

test("a moderator pins a level, or forbids it with those above", () => {
  const pinned = { ...NO_LEVEL, override: LevelOverride.PINNED, overrideLevelId: 2 };
  expect(nextState(RULES, pinned, NOTHING, MONDAY).levelId).toBe(2);
  const forbidden = { ...NO_LEVEL, override: LevelOverride.FORBIDDEN, overrideLevelId: 2 };
  expect(nextState(RULES, forbidden, { ...NOTHING, repliesWritten: 9 }, MONDAY).levelId).toBe(1);
});
