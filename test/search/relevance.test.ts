import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish, reply } from "../threads/content.ts";

/** Order of results, and filters of a search. */
const SEARCH = `
  query ($query: String!, $kind: SearchKind!, $first: Int!, $after: String, $sort: SearchSort!, $filter: SearchFilter) {
    search(query: $query, kind: $kind, first: $first, after: $after, sort: $sort, filter: $filter) {
      nodes { thread { id } post { id } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

let forum: Forum;
let ada: Person;
let bo: Person;
let home: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member("thread.allowAnonymous");
  bo = await forum.member();
  home = await forum.categoryId();
});
afterAll(() => forum.close());

async function page(variables: object) {
  await forum.searchable();
  const all = { kind: "THREAD", first: 20, sort: "RELEVANCE", ...variables };
  return (await bo.graphql(SEARCH, all)).search;
}

const ids = async (variables: object): Promise<string[]> =>
  (await page(variables)).nodes.map((hit: { thread: { id: string }; post: { id: string } | null }) =>
    hit.post ? hit.post.id : hit.thread.id,
  );

test("a title that has the words beats newer threads that mention them, page by page", async () => {
  const make = async (title: string, body: string): Promise<string> =>
    (await publish(ada, { categoryId: home, title, body })).id;
  const old = await make("路由器怎么选", "求推荐");
  const mention = await make("新家装修", "顺便买了路由器");
  const titled = await make("Router 路由器 重启", "没事");
  const latest = await make("周末", "路由器又坏了");

  expect(await ids({ query: "路由器" })).toEqual([titled, old, latest, mention]);
  expect(await ids({ query: "路由器", sort: "NEWEST" })).toEqual([latest, titled, mention, old]);
  expect(await ids({ query: "ROUTER 路由器" })).toEqual([titled]);
  expect(await ids({ query: "路由器", filter: { titleOnly: true } })).toEqual([titled, old]);

  const met: string[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo } = await page({ query: "路由器", first: 1, after });
    met.push(...nodes.map((hit: { thread: { id: string } }) => hit.thread.id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  expect(met).toEqual([titled, old, latest, mention]);
});

test("signs of patterns in a query are letters", async () => {
  const { id } = await publish(ada, { categoryId: home, title: "zebra 100% sure", body: "x" });
  await publish(ada, { categoryId: home, title: "zebra 2100 unsure", body: "100 sure" });
  expect(await ids({ query: "zebra 100% _sure", filter: { titleOnly: true } })).toEqual([id]);
  expect(await ids({ query: "zebra %00", filter: { titleOnly: true } })).toEqual([]);
});

test("whole words beat longer ones, in titles and in texts, page by page", async () => {
  const make = async (title: string, body: string): Promise<string> =>
    (await publish(ada, { categoryId: home, title, body })).id;
  const text = await make("Lamps", "a quokka");
  const title = await make("Quokka", "…");
  const longerTitle = await make("Quokkas", "…");
  const longerText = await make("Chairs", "two quokkas");
  const inOrder = [title, longerTitle, text, longerText];

  expect(await ids({ query: "quokka" })).toEqual(inOrder);
  expect(await ids({ query: "quokka", sort: "NEWEST" })).toEqual([longerText, longerTitle, title, text]);
  expect(await ids({ query: "quokkas" })).toEqual([longerTitle, longerText]);
  expect(await ids({ query: "quokka", filter: { titleOnly: true } })).toEqual([title, longerTitle]);

  const met: string[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo } = await page({ query: "quokka", first: 1, after });
    met.push(...nodes.map((hit: { thread: { id: string } }) => hit.thread.id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  expect(met).toEqual(inOrder);
});

test("titles are found in any form, and hits say what was found in them", async () => {
  const { id } = await publish(ada, {
    categoryId: home,
    title: "Le Café 臺灣",
    body: "ฉันกินข้าวผัดกุ้ง, iPhone15",
  });
  for (const query of ["cafe", "台湾", "CAFÉ 台灣"])
    expect(await ids({ query, filter: { titleOnly: true } }), query).toEqual([id]);
  const document = `query ($query: String!) { search(query: $query) { nodes { snippet titleMarks snippetMarks } } }`;
  const { search } = await bo.graphql(document, { query: "cafe ข้าวผัด iphone" });
  expect(search.nodes).toEqual([
    { snippet: "ฉันกินข้าวผัดกุ้ง, iPhone15", titleMarks: [3, 7], snippetMarks: [6, 13, 19, 25] },
  ]);
});

test("a search is narrowed to category, author, thread, time and pictures", async () => {
  const admin = await forum.admin();
  const parent = await createCategory(admin, "Garden");
  const child = await createCategory(admin, "Roses", parent);
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const { id: attachmentId } = await ada.upload("a.png", bytes);
  const { id: rose } = await publish(ada, {
    categoryId: child,
    title: "Okapi rose",
    attachmentIds: [attachmentId],
  });
  const { id: other } = await publish(bo, { categoryId: home, title: "Okapi tree" });
  const { id: secret } = await publish(ada, { categoryId: home, title: "Okapi secret", isAnonymous: true });
  const answer = await reply(bo, rose, { body: "okapi indeed" });
  const aside = await reply(bo, other, { body: "okapi elsewhere" });
  await forum.write((ctx) =>
    ctx.db.query("UPDATE threads SET createdAt = '2020-01-01 00:00:00.000' WHERE id = ?", [other]),
  );
  const narrowed = (filter: object, kind = "THREAD") => ids({ query: "okapi", filter, kind });

  expect(await narrowed({})).toEqual([secret, other, rose]);
  expect(await narrowed({ categoryId: parent })).toEqual([rose]);
  expect(await narrowed({ authorId: String(ada.id) })).toEqual([rose]);
  expect(await narrowed({ hasPicture: true })).toEqual([rose]);
  expect(await narrowed({ writtenFrom: "2021-01-01T00:00:00Z" })).toEqual([secret, rose]);
  expect(await narrowed({}, "POST")).toEqual([aside.id, answer.id]);
  expect(await narrowed({ threadId: rose }, "POST")).toEqual([answer.id]);
  expect(await narrowed({ categoryId: parent }, "POST")).toEqual([answer.id]);

  const counts = `query ($filter: SearchFilter) { searchCounts(query: "okapi", filter: $filter) { threads replies members topics } }`;
  expect(await bo.graphql(counts)).toEqual({
    searchCounts: { threads: 3, replies: 2, members: 0, topics: 0 },
  });
  expect((await bo.graphql(counts, { filter: { categoryId: parent } })).searchCounts).toMatchObject({
    threads: 1,
    replies: 1,
  });
  await expect(narrowed({ categoryId: "99999" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(narrowed({ authorId: "x" })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});
