import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isDisposable, looksRandom } from "../../server/features/spam/signs.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish, reply, seePost } from "../threads/content.ts";
import { decide, isSeen, oldMember, rule, waiting } from "./rules.ts";

/** Texts of new members are scored once the owner says so, and first texts wait by rule. */

let forum: Forum;
let admin: Person;
let reader: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  reader = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(() =>
  rule(admin, { first_texts_held: "0", spam_signs: "1", spam_hold_score: "60", spam_new_texts: "10" }),
);

/** Three links in a text that says the same as no other. */
const links = (word: string): string => `${word} https://a.io/ https://b.io/ https://${word}.io/`;
const post = (person: Person, body: string) => publish(person, { categoryId, title: "T", body });
const assessments = async (person: Person) =>
  forum.rows<{ score: number; signs: string }>(
    `SELECT score, signs FROM text_assessments WHERE authorId = ${person.id} ORDER BY id`,
  );

test("nothing is scored or held before the owner switches it on", async () => {
  await rule(admin, { spam_signs: "0" });
  const member = await forum.member();
  expect(await post(member, links("apricots"))).toMatchObject({ approval: "APPROVED" });
  expect(await assessments(member)).toEqual([]);
});

test("old members are never scored, whatever they write", async () => {
  const member = await oldMember(forum);
  expect(await post(member, links("bicycles"))).toMatchObject({ approval: "APPROVED" });
  expect(await assessments(member)).toEqual([]);
});

test("links of a new member make a score, links to the forum itself do not", async () => {
  const member = await forum.member();
  await post(member, "See https://a.example/ and [here](/thread/1).");
  await post(member, links("chestnuts"));
  expect(await assessments(member)).toEqual([
    { score: 20, signs: "LINKS:20:1" },
    { score: 50, signs: "LINKS:50:3" },
  ]);
});

test("the same text by two new accounts and a link hold it, and the moderator sees why", async () => {
  await rule(admin, { spam_hold_score: "80" });
  const advert = "Buy the very best teapots of the whole town at https://teapots.example/";
  const first = await post(await forum.member(), advert);
  expect(first).toMatchObject({ approval: "APPROVED" });

  const copier = await forum.member();
  const { id } = await post(copier, `${advert} !! 42`);

  expect(await isSeen(reader, id)).toBe(false);
  expect(await waiting(await forum.moderator(), `t${id}`)).toMatchObject({
    heldBecause: "SIGNS",
    spamScore: 80,
    spamSigns: [
      { kind: "LINKS", points: 20, count: 1 },
      { kind: "COPIED", points: 60, count: 1 },
    ],
  });
  const own = await copier.graphql(`query ($id: ID!) { thread(id: $id) { heldBecause } }`, { id });
  expect(own.thread).toEqual({ heldBecause: "SIGNS" });
  await decide(admin, `t${id}`, "APPROVE");
  expect(await isSeen(reader, id)).toBe(true);
});

test("who writes the same in several places, and more than anybody can type, is noticed", async () => {
  const member = await forum.member();
  const text = "A long story that nobody could have typed within the moment since they came here. ".repeat(3);
  const { id } = await post(member, text);
  await reply(member, id, { body: `T ${text}` });
  const [first, second] = await assessments(member);
  expect(first).toEqual({ score: 30, signs: "HURRIED:30:0" });
  expect(second).toEqual({ score: 70, signs: "HURRIED:30:0 REPEATED:40:1" });
});

test("the sixth text within ten minutes is one too many", async () => {
  const member = await forum.member();
  const { id } = await post(member, "One");
  for (const body of ["Two", "Three", "Four", "Five", "Six"]) await reply(member, id, { body });
  expect((await assessments(member)).map(({ score }) => score)).toEqual([0, 0, 0, 0, 0, 30]);
});

test("a reply of a new member waits by its score, and one that is edited into spam is hidden", async () => {
  await rule(admin, { spam_hold_score: "50" });
  const { id: threadId } = await post(admin, "Welcome");
  const member = await forum.member();
  const held = await reply(member, threadId, { body: links("dragonflies") });
  expect(held.approval).toBe("PENDING");
  const harmless = await reply(member, threadId, { body: "Thanks" });
  expect(harmless.approval).toBe("APPROVED");

  await member.graphql(`mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`, {
    input: { postId: harmless.id, body: links("elephants") },
  });

  await expect(seePost(reader, harmless.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await waiting(admin, `p${harmless.id}`)).toMatchObject({
    heldBecause: "SIGNS",
    spamSigns: [{ kind: "LINKS", points: 50, count: 3 }],
  });
});

test("a thread that is edited into spam is hidden", async () => {
  await rule(admin, { spam_hold_score: "50" });
  const member = await forum.member();
  const { id } = await post(member, "Hello everybody");
  await member.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
    input: { threadId: id, body: links("fireplaces") },
  });
  expect(await isSeen(reader, id)).toBe(false);
});

test("the score alone holds nothing where the owner wants to see scores only", async () => {
  await rule(admin, { spam_hold_score: "0" });
  const member = await forum.member();
  expect(await post(member, links("gooseberries"))).toMatchObject({ approval: "APPROVED" });
  expect(await assessments(member)).toMatchObject([{ score: 50 }]);
});

test("the first two texts of a member wait, the third appears; moderators write at once", async () => {
  await rule(admin, { spam_signs: "0", first_texts_held: "2" });
  const member = await forum.member();
  for (const body of ["One", "Two"]) {
    const { id, approval } = await post(member, body);
    expect(approval).toBe("PENDING");
    expect(await waiting(admin, `t${id}`)).toMatchObject({ heldBecause: "FIRST_TEXTS", spamScore: 0 });
    const own = await member.graphql(`query ($id: ID!) { thread(id: $id) { heldBecause } }`, { id });
    expect(own.thread).toEqual({ heldBecause: "FIRST_TEXTS" });
    await decide(admin, `t${id}`, "APPROVE");
  }
  expect(await post(member, "Three")).toMatchObject({ approval: "APPROVED" });
  expect(await post(await forum.member("thread.edit"), "Rules")).toMatchObject({
    approval: "APPROVED",
  });
});

test("many first texts at once all wait", async () => {
  await rule(admin, { spam_signs: "0", first_texts_held: "1" });
  const member = await forum.member();
  const threads = await Promise.all(["One", "Two", "Three", "Four"].map((body) => post(member, body)));
  expect(threads.map(({ approval }) => approval)).toEqual(["PENDING", "PENDING", "PENDING", "PENDING"]);
});

test("first texts of old clients wait, too", async () => {
  await rule(admin, { spam_signs: "0", first_texts_held: "1" });
  const member = await forum.member();
  const client = await OldClient.of(forum, member);
  const content = { text: "From an old client" };
  const answer = await client.post("/api/v3/thread.create", {
    title: "T",
    categoryId: Number(categoryId),
    content,
  });
  expect(answer.Code).toBe(0);
  expect(await isSeen(reader, String(answer.Data.threadId))).toBe(false);
});

test.each(["-1", "101", "x"])("a score of %s is refused with its code", async (value) => {
  await expect(rule(admin, { spam_hold_score: value })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test.each([
  ["x7k2q9zf", true],
  ["qwrtpsdfg", true],
  ["alexander", false],
  ["robin1984", false],
  ["member204817", false],
  ["小林2024abc", false],
  ["strengths", false],
])("the name %s looks random: %s", (name, expected) => {
  expect(looksRandom(name)).toBe(expected);
});

test.each([
  ["bo@mailinator.com", true],
  ["bo@inbox.mailinator.com", true],
  ["bo@qq.com", false],
  ["bo@example.com", false],
])("the address %s is disposable: %s", (mail, expected) => {
  expect(isDisposable(mail)).toBe(expected);
});
