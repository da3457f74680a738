import { afterAll, beforeAll, expect, test } from "vitest";
import { readLevelMembers } from "../../server/features/levels/level.sql.ts";
import { HOST_NAME } from "../../server/features/users/user.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { level, levelGroupOf, paidGroup, save, trial } from "./rules.ts";

/** Owners try the rules of levels on the members before they save them. */
let forum: Forum;
let admin: Person;
let ada: Person;
let categoryId: string;
let [lowId, highId]: [number, number] = [0, 0];
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member();
  categoryId = await forum.categoryId();
  lowId = await forum.group(["thread.essence"]);
  highId = await forum.group(["thread.sticky"]);
  const { id } = await publish(ada, { categoryId, title: "Levels", body: "Here" });
  await reply(ada, id);
  await reply(ada, id);
});
afterAll(() => forum.close());

const applied = () => forum.app.clock.runAll(["applyLevels"]);

test("a trial names who would gain a level, and that nobody or everybody meets one; nothing changes", async () => {
  const answer = await trial(admin, [
    level(lowId, { repliesWritten: 2 }),
    level(highId, { likesGiven: 900 }),
  ]);
  expect(answer.levels).toEqual([
    {
      group: { id: String(lowId) },
      memberCount: 1,
      gainCount: 1,
      loseCount: 0,
      qualifyingCount: 1,
      gaining: [{ nickname: ada.nickname }],
      losing: [],
    },
    expect.objectContaining({ group: { id: String(highId) }, memberCount: 0, qualifyingCount: 0 }),
  ]);
  const all = await trial(admin, [level(lowId)]);
  expect(all.levels[0].qualifyingCount).toBe(all.memberCount);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(null);
  expect(await forum.rows("SELECT l.id FROM levels l")).toEqual([]);
});

test("the forum's own account counts in no trial and reaches no level", async () => {
  const [host] = await forum.rows<{ id: number }>("SELECT u.id FROM users u WHERE u.username = ?", [
    HOST_NAME,
  ]);
  const { memberCount, levels } = await trial(admin, [level(lowId)]);
  const [people] = await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM users u WHERE u.status = 0");
  expect(memberCount).toBe(Number(people!.n) - 1);
  expect(levels[0]).toMatchObject({ memberCount, qualifyingCount: memberCount });

  const awarded = await forum.write((ctx) => readLevelMembers(ctx, 0, 500));
  expect(awarded).not.toContain(Number(host!.id));
  expect(awarded).toContain(Number(ada.id));
});

test("rules are saved with the token of a trial of exactly these rules by the same administrator", async () => {
  const rules = [level(lowId, { repliesWritten: 2 })];
  const { token } = await trial(admin, rules);
  const other = await forum.admin();
  const needed = { code: "LEVEL_TRIAL_NEEDED" };
  await expect(save(admin, [level(lowId, { repliesWritten: 3 })], token)).rejects.toMatchObject(needed);
  await expect(save(admin, [...rules, level(highId)], token)).rejects.toMatchObject(needed);
  await expect(save(admin, [level(lowId, { repliesWritten: 2, graceDays: 1 })], token)).rejects.toMatchObject(
    needed,
  );
  await expect(save(other, rules, token)).rejects.toMatchObject(needed);
  for (const wrong of ["", "x", `${token}0`, token.replace(/^\d/, "9")])
    await expect(save(admin, rules, wrong)).rejects.toMatchObject(needed);
  expect(await save(admin, rules, token)).toEqual([
    { id: expect.any(String), position: 1, isEnabled: true, group: { id: String(lowId) } },
  ]);
});

test("a trial says whom a level would lose, and the order of levels can change", async () => {
  await save(admin, [level(lowId, { repliesWritten: 2 })]);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(lowId);
  const stricter = await trial(admin, [level(lowId, { repliesWritten: 900, graceDays: 30 })]);
  expect(stricter.levels[0]).toMatchObject({
    memberCount: 0,
    loseCount: 1,
    losing: [{ nickname: ada.nickname }],
  });

  await save(admin, [level(lowId, { repliesWritten: 2 }), level(highId, { repliesWritten: 2 })]);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(highId);
  await save(admin, [level(highId, { repliesWritten: 2 }), level(lowId, { repliesWritten: 2 })]);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(lowId);
});

test("a level that members have is switched off before it is removed, and its group stays until then", async () => {
  const both = [level(highId, { repliesWritten: 2 }), level(lowId, { repliesWritten: 2 })];
  await save(admin, both);
  await applied();
  const remove = `mutation ($ids: [ID!]!) { deleteGroups(ids: $ids) { id } }`;
  await expect(save(admin, both.slice(0, 1))).rejects.toMatchObject({ code: "IN_USE" });
  const ids = { ids: [String(lowId)] };
  await expect(admin.graphql(remove, ids)).rejects.toMatchObject({ code: "IN_USE" });
  await save(admin, [both[0]!, { ...both[1]!, isEnabled: false }]);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(highId);
  await save(admin, both.slice(0, 1));
  await admin.graphql(remove, ids);
  lowId = await forum.group(["thread.essence"]);
});

test.each([
  ["administrators", 1],
  ["visitors", 7],
  ["members who are not admitted", 8],
  ["all new members", 10],
])("the preset group of %s is no level", async (_, groupId) => {
  await expect(trial(admin, [level(groupId)])).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("groups that are bought, unknown or named twice, and numbers out of range are refused", async () => {
  const paidId = await paidGroup(admin);
  const refused = { code: "INVALID_PARAMETER" };
  for (const levels of [
    [level(paidId)],
    [level(999_999)],
    [level(lowId), level(lowId)],
    [level(lowId, { postsRead: -1 })],
    [level(lowId, { postsRead: 1_000_001 })],
    [level(lowId, { graceDays: 366 })],
    Array.from({ length: 11 }, () => level(lowId)),
  ])
    await expect(trial(admin, levels)).rejects.toMatchObject(refused);
});

test("a group that becomes the default one gives nobody anything through the level any more", async () => {
  await save(admin, [level(highId, { repliesWritten: 2 })]);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(highId);
  const setDefault = (id: number) =>
    admin.graphql(
      `mutation ($changes: [GroupChangeInput!]!) { updateGroups(changes: $changes) { id isDefault } }`,
      { changes: [{ id: String(id), isDefault: true }] },
    );
  await setDefault(highId);
  await applied();
  expect(await levelGroupOf(forum, ada)).toBe(null);
  await setDefault(10);
});

test.each(["member", "moderator"] as const)("a %s neither sees, tries nor saves rules", async (kind) => {
  const person = await forum[kind]();
  const forbidden = { code: "FORBIDDEN" };
  await expect(person.graphql("{ levels { id } }")).rejects.toMatchObject(forbidden);
  await expect(trial(person, [])).rejects.toMatchObject(forbidden);
  await expect(save(person, [], "x")).rejects.toMatchObject(forbidden);
});
