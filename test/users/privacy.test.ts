import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const SAVE = `mutation ($input: PrivacyInput!) { savePrivacy(input: $input) { messagesFrom followsFrom } }`;
const WRITE = `mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Hello"}) { id } }`;
const FOLLOW = `mutation ($id: ID!) { followUser(userId: $id) { id } }`;
const LISTS = `query ($id: ID!) { user(id: $id) { viewerCanViewFollows relations(kind: FOLLOWS) { nodes { id } } } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

/** Somebody with a choice, whom they follow, and a stranger. */
async function scene(input: object): Promise<{ ada: Person; friend: Person; stranger: Person }> {
  const [ada, friend, stranger] = [await forum.member(), await forum.member(), await forum.member()];
  await ada.graphql(FOLLOW, { id: friend.id });
  await ada.graphql(SAVE, { input });
  return { ada, friend, stranger };
}

describe("private messages", () => {
  test("from those one follows reach nobody else's words", async () => {
    const { ada, friend, stranger } = await scene({ messagesFrom: "FOLLOWED" });
    await friend.graphql(WRITE, { id: ada.id });
    const refused = stranger.graphql(WRITE, { id: ada.id });
    await expect(refused).rejects.toMatchObject({ code: "MESSAGES_REFUSED" });
    const old = await stranger.rest("POST", "/api/v3/dialog.create", {
      recipientUsername: ada.nickname,
      messageText: "Hello",
    });
    expect(old.Code).not.toBe(0);
    expect(await forum.rows("SELECT id FROM messages WHERE authorId = ?", [stranger.id])).toEqual([]);
  });

  test("from nobody are refused to friends as well, administrators excepted", async () => {
    const { ada, friend } = await scene({ messagesFrom: "NOBODY" });
    await expect(friend.graphql(WRITE, { id: ada.id })).rejects.toMatchObject({ code: "MESSAGES_REFUSED" });
    const admin = await forum.admin();
    expect((await admin.graphql(WRITE, { id: ada.id })).sendMessage.id).toBeDefined();
    await ada.graphql(SAVE, { input: { messagesFrom: "EVERYONE" } });
    expect((await friend.graphql(WRITE, { id: ada.id })).sendMessage.id).toBeDefined();
  });
});

describe("whom one follows", () => {
  test("is seen by those one follows alone, on every door", async () => {
    const { ada, friend, stranger } = await scene({ followsFrom: "FOLLOWED" });
    expect((await friend.graphql(LISTS, { id: ada.id })).user.relations.nodes).toEqual([
      { id: String(friend.id) },
    ]);
    for (const person of [stranger, forum.visitor()])
      await expect(person.graphql(LISTS, { id: ada.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const old = await stranger.rest("GET", `/api/v3/follow.list?filter[userId]=${ada.id}&filter[type]=1`);
    expect(old.Code).toBe(-4002);
  });

  test("is seen by oneself and by administrators whatever one chose", async () => {
    const { ada, friend } = await scene({ followsFrom: "NOBODY" });
    for (const person of [ada, await forum.admin()])
      expect((await person.graphql(LISTS, { id: ada.id })).user.relations.nodes).toHaveLength(1);
    await expect(friend.graphql(LISTS, { id: ada.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

test("nobody reads the choices of others", async () => {
  const { ada, friend } = await scene({ messagesFrom: "NOBODY", followsFrom: "FOLLOWED" });
  const asked = `query ($id: ID!) { user(id: $id) { messagesFrom followsFrom } }`;
  expect((await friend.graphql(asked, { id: ada.id })).user).toEqual({
    messagesFrom: null,
    followsFrom: null,
  });
  expect((await ada.graphql(asked, { id: ada.id })).user).toEqual({
    messagesFrom: "NOBODY",
    followsFrom: "FOLLOWED",
  });
});
