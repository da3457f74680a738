import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { plain } from "../attachments/material.ts";

/** Extras of old clients that this program does not have: refused by name, never published without them. */

let forum: Forum;
let author: Person;
let client: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  author = await forum.member();
  client = await OldClient.of(forum, author);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const threads = (): Promise<unknown[]> =>
  forum.rows("SELECT id, title FROM threads UNION SELECT id, title FROM drafts");
const secret = (more: object, indexes: object = {}) => ({
  title: "Secret",
  content: { text: "Only for payers", indexes },
  ...more,
});

test.each([
  ["a plugin's content", secret({}, { 77: { tomId: "61540fef8f4de8", body: {} } }), "61540fef8f4de8"],
])(
  "%s is refused by name at thread.create and thread.update, also as a draft",
  async (_what, wanted, named) => {
    const body = { ...wanted, categoryId };
    const own = (await client.post("/api/v3/thread.create", { ...body, ...FREE, title: "Free" })).Data;
    const before = await threads();
    for (const answer of [
      await client.post("/api/v3/thread.create", body),
      await client.post("/api/v3/thread.create", { ...body, draft: 1 }),
      await client.post("/api/v3/thread.update", { ...body, threadId: own.threadId }),
    ]) {
      expect(answer.Code).toBe(-4001);
      expect(answer.Message).toContain("尚未提供");
      expect(answer.Message).toContain(named);
    }
    expect(await threads()).toEqual(before);
  },
);

const FREE = {
  price: 0,
  attachmentPrice: "0",
  freewords: 1,
  freeWords: 0,
  content: { text: "For all", indexes: {} },
};

test("what costs nothing is published with its pictures", async () => {
  const picture = await author.upload("a.png", await plain(20, 20).png().toBuffer());
  const indexes = {
    101: { tomId: 101, body: { imageIds: [Number(picture.id)] } },
    10001: { tomId: 10001, body: {} },
  };
  const answer = await client.post(
    "/api/v3/thread.create",
    secret({ ...FREE, categoryId, content: { text: "For all", indexes } }),
  );
  expect(answer).toMatchObject({ Code: 0, Data: { price: 0 } });
  expect(Object.keys(answer.Data.content.indexes)).toEqual(["101"]);
});

test("the list tells no place and no topic of a thread that may not be read", async () => {
  const reader = await forum.join(await forum.group(["viewThreads"]));
  const { publishThread } = await author.graphql(
    `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "Where", body: "#hideout# B",
       position: {longitude: 12.5, latitude: 41.9, address: "Street", location: "Rome"}}) { id } }`,
    { c: String(categoryId) },
  );
  const rowOf = async (who: Person) =>
    (await (await OldClient.of(forum, who)).get("/api/v3/thread.list")).Data.pageData.find(
      ({ threadId }: { threadId: number }) => threadId === Number(publishThread.id),
    );
  expect(await rowOf(author)).toMatchObject({ position: { location: "Rome" } });
  expect((await rowOf(author)).topicId).toBeGreaterThan(0);
  expect(await rowOf(reader)).toMatchObject({
    topicId: 0,
    position: { longitude: "", latitude: "", address: "", location: "" },
  });
});

test("without user.view nobody is offered behind an @ and no list of follows is told", async () => {
  const blind = await forum.join(await forum.group(["viewThreads", "thread.reply"]));
  await expect(blind.graphql(`{ mentionCandidates(prefix: "a") { id } }`)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const old = await OldClient.of(forum, blind);
  expect(await old.get("/api/v3/follow.list")).toMatchObject({ Code: -4002 });
  expect(await old.get("/api/v3/follow.list", { filter: { userId: author.id } })).toMatchObject({
    Code: -4002,
  });
});

test("one picture in two private messages reaches both, and who is not in either does not get it", async () => {
  const [bo, cy, di] = [await forum.member(), await forum.member(), await forum.member()];
  const picture = await author.upload("two.png", await plain(20, 20).png().toBuffer());
  for (const to of [bo, cy])
    await author.graphql(
      `mutation ($u: ID!, $a: ID!) { sendMessage(input: {userId: $u, body: "", attachmentId: $a}) { id } }`,
      { u: to.id, a: picture.id },
    );
  for (const [who, status] of [
    [author, 200],
    [bo, 200],
    [cy, 200],
    [di, 404],
  ] as const)
    expect((await who.get(picture.url)).status).toBe(status);
});
