import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const FOLLOW = `mutation ($id: ID!) { followUser(userId: $id) { id follow fansCount isDeny } }`;
const UNFOLLOW = `mutation ($id: ID!) { unfollowUser(userId: $id) { follow fansCount } }`;
const BLOCK = `mutation ($id: ID!) { blockUser(userId: $id) { follow fansCount isDeny } }`;
const UNBLOCK = `mutation ($id: ID!) { unblockUser(userId: $id) { isDeny } }`;
const USER = `query ($id: ID!) { user(id: $id) { follow followState followCount fansCount isDeny viewerCanFollow } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const see = async (person: Person, other: Person) => (await person.graphql(USER, { id: other.id })).user;

test("following is seen on both sides and becomes mutual when the other follows back", async () => {
  const ada = await forum.member();
  const bo = await forum.member();

  expect((await ada.graphql(FOLLOW, { id: bo.id })).followUser).toMatchObject({ follow: 1, fansCount: 1 });
  expect((await bo.graphql(FOLLOW, { id: ada.id })).followUser).toMatchObject({ follow: 2, fansCount: 1 });
  expect(await see(ada, bo)).toMatchObject({
    follow: 2,
    followState: "MUTUAL",
    followCount: 1,
    fansCount: 1,
  });

  expect((await bo.graphql(UNFOLLOW, { id: ada.id })).unfollowUser).toMatchObject({
    follow: 0,
    fansCount: 0,
  });
  expect(await see(ada, bo)).toMatchObject({
    follow: 1,
    followState: "FOLLOWED",
    followCount: 0,
    fansCount: 1,
  });
});

test("following twice counts once, also at the same moment", async () => {
  const ada = await forum.member();
  const bo = await forum.member();

  await Promise.all(Array.from({ length: 8 }, () => ada.graphql(FOLLOW, { id: bo.id })));

  expect(await see(ada, bo)).toMatchObject({ follow: 1, fansCount: 1 });
});

test("two who follow each other at the same moment are mutual", async () => {
  const ada = await forum.member();
  const bo = await forum.member();

  await Promise.all([ada.graphql(FOLLOW, { id: bo.id }), bo.graphql(FOLLOW, { id: ada.id })]);

  expect(await see(ada, bo)).toMatchObject({ follow: 2, followCount: 1, fansCount: 1 });
  expect(await see(bo, ada)).toMatchObject({ follow: 2, followCount: 1, fansCount: 1 });
});

test("blocking ends the other's follow, not one's own, and keeps both from following again", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  await ada.graphql(FOLLOW, { id: bo.id });
  await bo.graphql(FOLLOW, { id: ada.id });

  expect((await ada.graphql(BLOCK, { id: bo.id })).blockUser).toMatchObject({ isDeny: true, follow: 1 });
  expect(await see(bo, ada)).toMatchObject({ follow: 0, fansCount: 0 });
  await expect(bo.graphql(FOLLOW, { id: ada.id })).rejects.toMatchObject({
    code: "BLOCKED_YOU",
    legacyCode: -7061,
  });
  const cy = await forum.member();
  await cy.graphql(BLOCK, { id: bo.id });
  await expect(cy.graphql(FOLLOW, { id: bo.id })).rejects.toMatchObject({
    code: "BLOCKED_BY_YOU",
    legacyCode: -7068,
  });

  expect((await ada.graphql(UNBLOCK, { id: bo.id })).unblockUser.isDeny).toBe(false);
  expect((await bo.graphql(FOLLOW, { id: ada.id })).followUser.follow).toBe(2);
});

test.each([
  ["a visitor", "LOGIN_REQUIRED"],
  ["a member without the permission", "FORBIDDEN"],
  ["the member themselves", "CANNOT_FOLLOW_SELF"],
])("following is refused to %s: %s", async (who, code) => {
  const bo = await forum.member();
  const people: Record<string, Person> = {
    "a visitor": forum.visitor(),
    "a member without the permission": await forum.limitedMember("userFollow.create"),
    "the member themselves": bo,
  };

  await expect(people[who]!.graphql(FOLLOW, { id: bo.id })).rejects.toMatchObject({ code });
  expect(await forum.rows(`SELECT f.toUserId FROM follows f WHERE f.toUserId = ${bo.id}`)).toEqual([]);
});

test("a refusal names the permission that is missing", async () => {
  const bo = await forum.member();
  const limited = await forum.limitedMember("userFollow.create");

  await expect(limited.graphql(FOLLOW, { id: bo.id })).rejects.toMatchObject({
    extensions: { permission: "userFollow.create" },
    message: expect.stringContaining("userFollow.create"),
  });
});

test("fans are listed newest first, page by page, without gap or repeat", async () => {
  const star = await forum.member();
  const fans: string[] = [];
  for (let index = 0; index < 7; index++) {
    const fan = await forum.member();
    await fan.graphql(FOLLOW, { id: star.id });
    fans.unshift(String(fan.id));
  }
  const LIST = `query ($id: ID!, $after: String) { user(id: $id) {
    relations(kind: FANS, first: 3, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }`;

  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { user } = await star.graphql(LIST, { id: star.id, after });
    seen.push(...user.relations.nodes.map(({ id }: { id: string }) => id));
    after = user.relations.pageInfo.hasNextPage ? user.relations.pageInfo.endCursor : null;
  } while (after);

  expect(seen).toEqual(fans);
});

test.each([
  "x",
  "bm90IGpzb24",
  Buffer.from('["fans",1]').toString("base64url"),
  Buffer.from('["other","2026","1"]').toString("base64url"),
])("a forged cursor (%s) is refused", async (after) => {
  const ada = await forum.member();
  const LIST = `query ($id: ID!, $after: String) { user(id: $id) { relations(kind: FANS, first: 3, after: $after) { nodes { id } } } }`;
  await expect(ada.graphql(LIST, { id: ada.id, after })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});
