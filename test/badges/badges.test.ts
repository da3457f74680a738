import { afterAll, beforeAll, expect, test } from "vitest";
import { User } from "../../server/features/users/user.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Members earn badges by what they do; owners say for how much, and what was earned stays. */
const BADGES = `query ($id: ID!) { user(id: $id) { badges { awardedAt badge { nameEn icon counter } } } }`;
const ALL = `{ badges { id nameZh nameEn icon counter threshold isEnabled holderCount } }`;
const SAVE = `mutation ($input: SaveBadgeInput!) { saveBadge(input: $input) { id nameEn threshold isEnabled } }`;

interface Rule {
  readonly id: string;
  readonly nameZh: string;
  readonly nameEn: string;
  readonly icon: string;
  readonly threshold: number;
  readonly isEnabled: boolean;
  readonly counter: string;
  readonly holderCount: number;
}

let forum: Forum;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const rewarded = () => forum.app.clock.runAll(["awardDeeds"]);
const everybody = () => forum.app.clock.runAll(["awardInTurn"]);
const namesOf = async (person: Person): Promise<string[]> => {
  const { user } = await forum.visitor().graphql(BADGES, { id: person.id });
  return user.badges.map(({ badge }: { badge: Rule }) => badge.nameEn).sort();
};
const rule = async (nameEn: string): Promise<Rule> =>
  (await admin.graphql(ALL)).badges.find((badge: Rule) => badge.nameEn === nameEn);
const save = async (nameEn: string, change: Partial<Rule>): Promise<void> => {
  const { id, nameZh, threshold, isEnabled } = await rule(nameEn);
  await admin.graphql(SAVE, { input: { badgeId: id, nameZh, nameEn, threshold, isEnabled, ...change } });
};
const thread = (person: Person) => publish(person, { categoryId, title: "About badges", body: "And more" });

test("the first thread and the first reply are rewarded within moments, once", async () => {
  const ada = await forum.member();
  const { id } = await thread(ada);
  await reply(ada, id);
  expect(await namesOf(ada)).toEqual([]);
  await rewarded();
  expect(await namesOf(ada)).toEqual(["First reply", "First thread"]);

  await reply(ada, id);
  await Promise.all([rewarded(), rewarded(), everybody()]);
  expect(await namesOf(ada)).toEqual(["First reply", "First thread"]);
});

test("a member hears of the badges that came together, once", async () => {
  const ada = await forum.member();
  await reply(ada, (await thread(ada)).id);
  await rewarded();
  await everybody();
  await forum.delivered();
  const { notifications } = await ada.graphql(
    `{ notifications(entry: ACCOUNT, first: 5) { nodes { kind text } } }`,
  );
  const kind = "badge.awarded";
  expect(notifications.nodes.filter((each: { kind: string }) => each.kind === kind)).toEqual([
    { kind, text: "You earned a badge: 🌱 First thread, 💬 First reply" },
  ]);
});

test("owners choose another emoji for a badge, and nothing else", async () => {
  await save("Author", { icon: "🖋️" });
  expect((await rule("Author")).icon).toBe("🖋️");
  await save("Author", { threshold: 20 });
  expect((await rule("Author")).icon).toBe("🖋️");
  for (const icon of ["", "x", "🖋️ pen", "<b>"])
    await expect(save("Author", { icon })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("a thread without a name earns nothing that would give its author away", async () => {
  const ada = await forum.member("thread.allowAnonymous");
  await publish(ada, { categoryId, title: "Nobody", body: "Nothing", isAnonymous: true });
  await Promise.all([rewarded(), everybody()]);
  expect(await namesOf(ada)).toEqual([]);
});

test("likes, followers, highlights, check-ins and a full profile are rewarded at their thresholds", async () => {
  const ada = await forum.member();
  const fan = await forum.member("userFollow.create");
  await save("Well liked", { threshold: 1 });
  await save("Followed", { threshold: 1 });
  await save("A week in a row", { threshold: 1 });
  const { id } = await thread(ada);
  await rewarded();
  expect(await namesOf(ada)).toEqual(["First thread"]);

  await fan.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, { id });
  await fan.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: ada.id });
  await admin.graphql(`mutation ($id: ID!) { setThreadEssence(threadId: $id, essence: true) { id } }`, {
    id,
  });
  await ada.graphql(`mutation { checkIn { streak } }`);
  await forum.write((ctx) => ctx.db.update(User, { id: ada.id }, { avatarUrl: "/files/a.png" }));
  await ada.graphql(`mutation { updateProfile(input: { signature: "Hello" }) { id } }`);
  await rewarded();
  expect(await namesOf(ada)).toEqual([
    "A week in a row",
    "First thread",
    "Followed",
    "Highlighted",
    "Introduced",
    "Well liked",
  ]);
  expect(await rule("Followed")).toMatchObject({ holderCount: 1, counter: "FOLLOWERS" });
});

test("a year since joining is rewarded without a deed", async () => {
  const ada = await forum.member();
  const createdAt = new Date(Date.now() - 366 * 86_400_000);
  await forum.write((ctx) => ctx.db.update(User, { id: ada.id }, { createdAt }));
  await rewarded();
  expect(await namesOf(ada)).toEqual([]);
  await everybody();
  expect(await namesOf(ada)).toEqual(["One year"]);
});

test("what was earned stays when the threshold rises; a lower one is made up for", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  for (const person of [ada, bo]) await thread(person);
  await thread(ada);
  await save("Author", { threshold: 2 });
  await rewarded();
  expect(await namesOf(ada)).toContain("Author");
  expect(await namesOf(bo)).not.toContain("Author");

  await save("Author", { threshold: 500 });
  await everybody();
  expect(await namesOf(ada)).toContain("Author");
  await save("Author", { threshold: 1 });
  await everybody();
  expect(await namesOf(bo)).toContain("Author");

  await save("Author", { isEnabled: false });
  expect(await namesOf(bo)).not.toContain("Author");
  await save("Author", { isEnabled: true });
  expect(await namesOf(bo)).toContain("Author");
});

test.each([
  ["nameZh", { nameZh: "  " }],
  ["nameEn", { nameEn: "n".repeat(21) }],
  ["threshold", { threshold: 0 }],
])("a badge without a proper %s is refused", async (_, change) => {
  await expect(save("Talkative", change)).rejects.toBeTruthy();
  const { id, nameZh, nameEn, threshold, isEnabled } = await rule("Conversationalist");
  const input = { badgeId: id, nameZh, nameEn, threshold, isEnabled, ...change };
  await expect(admin.graphql(SAVE, { input })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(await rule("Conversationalist")).toMatchObject({ nameZh, threshold });
});

test("the badges of thirty members cost one statement", async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => forum.member()));
  for (const person of people) await thread(person);
  await rewarded();
  const statements = (fields: string) =>
    forum.countSettled(() => admin.graphql(`{ users(first: 40) { nodes { id ${fields} } } }`));
  const more = (await statements("badges { badge { nameEn } }")) - (await statements(""));
  expect(more).toBe(1);
});

test("the days of a year are counted as the site counts days, without what is nameless or gone", async () => {
  const ada = await forum.member("thread.allowAnonymous");
  const { id } = await thread(ada);
  const gone = await thread(ada);
  await publish(ada, { categoryId, title: "Nobody", body: "Nothing", isAnonymous: true });
  await reply(ada, id);
  await reply(ada, id);
  await forum.write(async (ctx) => {
    // Half past midnight of the second of January in Shanghai.
    const at = "2025-01-01 16:30:00.000";
    await ctx.db.query(`UPDATE threads SET createdAt = ? WHERE authorId = ?`, [at, ada.id]);
    await ctx.db.query(`UPDATE posts SET createdAt = ? WHERE authorId = ?`, [at, ada.id]);
  });
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: gone.id });
  const read = `query ($id: ID!, $year: Int) { user(id: $id) { activity(year: $year) { day threads posts } } }`;
  const activity = async (year: number) =>
    (await forum.visitor().graphql(read, { id: ada.id, year })).user.activity;

  expect(await activity(2025)).toEqual([{ day: "2025-01-02", threads: 1, posts: 2 }]);
  expect(await activity(2024)).toEqual([]);
  await expect(activity(20_251)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});
