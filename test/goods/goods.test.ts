import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { plain } from "../attachments/material.ts";

/** Goods in shops elsewhere: published, changed and taken away with their thread, through both doors. */

let forum: Forum;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member("thread.insertGoods", "thread.editOwnThreadOrPost");
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const GOODS = "goods { title url priceCents shopName image { id } }";
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id hasGoods ${GOODS} } }`;
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id hasGoods ${GOODS} } }`;
const KETTLE = {
  title: "Kettle",
  url: "https://item.jd.com/1000.html",
  priceCents: 19_900,
  shopName: "京东",
};

const publish = async (goods: object | null, by: Person = ada) =>
  (await by.graphql(PUBLISH, { input: { categoryId, title: "Tea", body: "Hot water", goods } }))
    .publishThread;

test("goods come with their thread, change, and go; its picture is no attachment of the text", async () => {
  const picture = await ada.upload("kettle.png", await plain(20, 20).png().toBuffer(), "goods");
  const thread = await publish({ ...KETTLE, imageId: picture.id });
  expect(thread).toMatchObject({ hasGoods: true, goods: { ...KETTLE, image: { id: picture.id } } });

  const visitor = forum.visitor();
  const seen = await visitor.graphql(
    `query ($id: ID!) { thread(id: $id) { hasGoods images { id } attachments { id } ${GOODS} } }`,
    { id: thread.id },
  );
  expect(seen.thread).toMatchObject({ images: [], attachments: [], goods: { title: "Kettle" } });
  expect((await visitor.request("GET", `/thread/${thread.id}.md`)).text).toContain("Kettle");

  const change = { threadId: thread.id, goods: { ...KETTLE, title: "Pot", imageId: picture.id } };
  expect((await ada.graphql(EDIT, { input: change })).editThread.goods).toMatchObject({
    title: "Pot",
    image: { id: picture.id },
  });
  const kept = await ada.graphql(EDIT, { input: { threadId: thread.id, body: "Very hot" } });
  expect(kept.editThread.goods.title).toBe("Pot");
  const gone = await ada.graphql(EDIT, { input: { threadId: thread.id, goods: null } });
  expect(gone.editThread).toMatchObject({ hasGoods: false, goods: null });
});

test.each([
  ["no title", { title: " " }, expect.stringMatching(/goods need a title/)],
  ["an address of a program", { url: "javascript:alert(1)" }, expect.stringMatching(/link to the goods/)],
  ["an address with a password", { url: "https://a:b@jd.com/" }, expect.stringMatching(/link to the goods/)],
  ["a price below zero", { priceCents: -1 }, expect.stringMatching(/price must be/)],
])("goods with %s are refused, and nothing is published", async (_what, change, message) => {
  const before = await forum.rows("SELECT id FROM threads");
  await expect(publish({ ...KETTLE, ...change })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message,
  });
  expect(await forum.rows("SELECT id FROM threads")).toEqual(before);
});

test("without the permission, and with a picture of somebody else, goods are refused", async () => {
  const bo = await forum.join(await forum.group(["createThread"]));
  await expect(publish(KETTLE, bo)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const picture = await ada.upload("own.png", await plain(20, 20).png().toBuffer(), "goods");
  const cy = await forum.member("thread.insertGoods");
  await expect(publish({ ...KETTLE, imageId: picture.id }, cy)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of several threads at once exactly one gets a picture", async () => {
  const picture = await ada.upload("one.png", await plain(20, 20).png().toBuffer(), "goods");
  const results = await Promise.allSettled([1, 2, 3].map(() => publish({ ...KETTLE, imageId: picture.id })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("goods are found by their title, as it is now", async () => {
  const { id } = await publish({ ...KETTLE, title: "Samovar" });
  const search = async (query: string): Promise<string[]> => {
    await forum.searchable();
    const answer = await ada.graphql(
      `query ($query: String!) { search(query: $query, kind: THREAD) { nodes { thread { id } } } }`,
      { query },
    );
    return answer.search.nodes.map((node: { thread: { id: string } }) => node.thread.id);
  };
  expect(await search("Samovar")).toEqual([id]);
  await ada.graphql(EDIT, { input: { threadId: id, goods: { ...KETTLE, title: "Cauldron" } } });
  expect(await search("Samovar")).toEqual([]);
  expect(await search("Cauldron")).toEqual([id]);
});

test("stop words in title and address of goods are refused, or hold the thread, also at an edit", async () => {
  const admin = await forum.admin();
  const lines = ["poison={BANNED}", "firecracker={MOD}"];
  await admin.graphql(`mutation ($lines: [String!]!) { importStopWords(lines: $lines) { created } }`, {
    lines,
  });
  for (const change of [{ title: "Poison" }, { url: "https://shop.example/poison" }])
    await expect(publish({ ...KETTLE, ...change })).rejects.toMatchObject({ code: "STOP_WORD" });
  const approvalOf = async (id: string): Promise<string> =>
    (await ada.graphql(`query ($id: ID!) { thread(id: $id) { approval } }`, { id })).thread.approval;
  expect(await approvalOf((await publish({ ...KETTLE, title: "Firecracker" })).id)).toBe("PENDING");
  const { id } = await publish(KETTLE);
  expect(await approvalOf(id)).toBe("APPROVED");
  await ada.graphql(EDIT, { input: { threadId: id, goods: { ...KETTLE, title: "Firecracker" } } });
  expect(await approvalOf(id)).toBe("PENDING");
});

test("a draft of an old client has its goods, and becomes a thread with them", async () => {
  const client = await OldClient.of(forum, ada);
  const picture = await ada.upload("jug.png", await plain(20, 20).png().toBuffer(), "goods");
  const body = {
    title: "Jug",
    detailContent: "https://item.jd.com/7.html",
    price: "30",
    typeName: "京东",
    imagePath: `${forum.url}${picture.url}`,
  };
  const writing = {
    title: "Jugs",
    categoryId: Number(categoryId),
    content: { text: "Look", indexes: { 104: { tomId: "104", body } } },
  };
  const draft = (await client.post("/api/v3/thread.create", { ...writing, draft: 1 })).Data;
  const kept = draft.content.indexes["104"].body;
  expect(kept).toMatchObject({ title: "Jug", price: "30.00", type: 2, imagePath: body.imagePath });

  const content = { text: "Look", indexes: { 104: { tomId: "104", body: kept } } };
  const { threadId } = draft;
  const thread = (await client.post("/api/v3/thread.update", { ...writing, content, threadId, draft: 0 }))
    .Data;
  expect(thread.content.indexes["104"].body).toMatchObject({ title: "Jug", imagePath: body.imagePath });
  const later = { ...writing, content: { text: "Look", indexes: {} }, draft: 1 };
  const bare = (await client.post("/api/v3/thread.create", later)).Data;
  expect(bare.content.indexes["104"]).toBeUndefined();
});

test("old clients read shop and item from a link, and publish what they were answered", async () => {
  const client = await OldClient.of(forum, ada);
  const address = "看这个 https://detail.tmall.com/item.htm?id=42 打开";
  const { Code, Data } = await client.post("/api/v3/goods/analysis", { address });
  expect(Code).toBe(0);
  expect(Data).toMatchObject({
    type: 1,
    platformId: "42",
    readyContent: "https://detail.tmall.com/item.htm?id=42",
  });
  const indexes = { 104: { tomId: "104", operation: "create", body: { ...Data, price: "12.50" } } };
  const writing = { title: "Cups", categoryId: Number(categoryId), content: { text: "Look", indexes } };
  const created = await client.post("/api/v3/thread.create", writing);
  expect(created.Code).toBe(0);
  expect(created.Data.content.indexes["104"]).toMatchObject({
    tomId: "104",
    operation: "select",
    body: { type: 1, platformId: "42", price: "12.50", title: Data.title },
  });
  const { threadId } = created.Data;
  const same = await client.post("/api/v3/thread.update", { ...writing, threadId });
  expect(same.Data.content.indexes["104"].body.price).toBe("12.50");
  const without = { 104: { tomId: "104", operation: "delete", body: {} } };
  const gone = await client.post("/api/v3/thread.update", {
    ...writing,
    threadId,
    content: { text: "Look", indexes: without },
  });
  expect(gone.Data.content.indexes["104"]).toBeUndefined();

  const other = await client.post("/api/v3/goods/analysis", { address: "https://shop.example/1" });
  expect(other.Code).toBe(-4001);
});

test("the goods of a merged thread move along with their picture; two threads with goods stay as they are", async () => {
  const admin = await forum.admin();
  const merge = (threadId: string, intoThreadId: string) =>
    admin.graphql(
      `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { hasGoods ${GOODS} } }`,
      {
        input: { threadId, intoThreadId },
      },
    );
  const picture = await ada.upload("urn.png", await plain(20, 20).png().toBuffer(), "goods");
  const source = await publish({ ...KETTLE, title: "Urn", imageId: picture.id });
  const [target, other] = [await publish(null), await publish(KETTLE)];
  await forum.searchable();

  await expect(merge(source.id, other.id)).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: "Both threads have goods, so they cannot be merged.",
  });
  const { mergeThreads: merged } = await merge(source.id, target.id);
  expect(merged).toMatchObject({ hasGoods: true, goods: { title: "Urn", image: { id: picture.id } } });
  await forum.searchable();
  const { search } = await ada.graphql(
    `{ search(query: "Urn", kind: THREAD) { nodes { thread { id } } } }`,
    {},
  );
  expect(search.nodes).toEqual([{ thread: { id: target.id } }]);
});
