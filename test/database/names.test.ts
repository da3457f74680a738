import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Names that differ by an accent, an emoji or case are two on both engines, whatever the server's defaults are. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { nickname } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname } } }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id body } }`;
const IMPORT = `mutation ($l: [String!]!) { importStopWords(lines: $l, overwrite: false) { created } }`;
const PASSWORD = "secret-12";

let forum: Forum;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
});
afterAll(() => forum.close());

const register = async (username: string, nickname: string) =>
  (await forum.visitor().graphql(REGISTER, { input: { username, nickname, password: PASSWORD } })).register
    .viewer;
const login = async (username: string) =>
  (await forum.visitor().graphql(LOGIN, { input: { username, password: PASSWORD } })).login.viewer.nickname;

test("a name with other accents is another name: it signs nobody in, and may be registered", async () => {
  await register("demo_member", "Demo");
  expect(await login("DEMO_member")).toBe("Demo");
  await expect(login("dèmo_mémber")).rejects.toMatchObject({ code: "LOGIN_FAILED" });

  await register("dèmo_mémber", "Démo");
  expect(await login("dèmo_mémber")).toBe("Démo");
  expect(await login("demo_member")).toBe("Demo");
});

test.each([
  ["one emoji and another", "😀", "😂"],
  ["a letter and the same with an accent", "Zoe", "Zoë"],
  ["ß and ss", "Strasse", "Straße"],
])("nicknames of %s are two", async (_what, one, other) => {
  const number = (await forum.rows("SELECT u.id FROM users u")).length;
  expect((await register(`first${number}`, one)).nickname).toBe(one);
  expect((await register(`second${number}`, other)).nickname).toBe(other);
});

test("topics that differ by an accent or an emoji are all kept", async () => {
  const body = "About #cafe# and #café#, #😀# and #😂#.";
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), body });
  const { thread } = await ada.graphql(
    `query ($id: ID!) { thread(id: $id) { topics { name threadCount } } }`,
    { id },
  );
  expect(thread.topics.map(({ name }: { name: string }) => name).sort()).toEqual(
    ["cafe", "café", "😀", "😂"].sort(),
  );
});

test("a message whose key differs in case alone is another message", async () => {
  const bo = await forum.member();
  for (const clientKey of ["abc", "ABC", "äbc"])
    await ada.graphql(SEND, { input: { userId: String(bo.id), body: `Key ${clientKey}`, clientKey } });
  const stored = await forum.rows<{ body: string }>("SELECT m.body FROM messages m ORDER BY m.id");
  expect(stored.map(({ body }) => body)).toEqual(["Key abc", "Key ABC", "Key äbc"]);
});

test("stop words that differ by an accent or an emoji are all listed", async () => {
  const admin = await forum.admin();
  const lines = ["resume", "résumé", "😀", "😂", "naive=x", "naïve=y"];
  expect((await admin.graphql(IMPORT, { l: lines })).importStopWords.created).toBe(lines.length);
  const stored = await forum.rows<{ find: string }>("SELECT w.find FROM stop_words w ORDER BY w.id");
  expect(stored.map(({ find }) => find)).toEqual(["resume", "résumé", "😀", "😂", "naive", "naïve"]);
});
