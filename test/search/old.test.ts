import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { BLOCK_SIZE } from "../../server/features/search/index/postings.sql.ts";
import { queueForSearch } from "../../server/features/search/index/index.service.ts";
import { ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Ids as they are in a forum that has been there for years: in the newest block, in the one below it, and far below. */
const IDS = [3, 4 * BLOCK_SIZE - 1, 4 * BLOCK_SIZE, 5 * BLOCK_SIZE + 100, 5 * BLOCK_SIZE + 5000];
const BODY = "山里的松鼠喜欢坚果，also Walnuts。";

let forum: Forum;
let person: Person;
beforeAll(async () => {
  forum = await Forum.open();
  person = await forum.member();
  const categoryId = await forum.categoryId();
  for (const id of [...IDS].reverse()) {
    const document = "mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }";
    const { publishThread } = await person.graphql(document, {
      input: { categoryId, title: "Old", body: BODY },
    });
    await forum.write(async (ctx) => {
      const threadId = Number(publishThread.id);
      await run(ctx, "UPDATE threads SET id = ? WHERE id = ?", [id, threadId]);
      await queueForSearch(ctx, { threadId });
      await queueForSearch(ctx, { threadId: id });
    });
  }
  await forum.searchable();
});
afterAll(() => forum.close());

const SEARCH = `query ($query: String!, $after: String) {
  search(query: $query, first: 1, after: $after) { nodes { thread { id } } pageInfo { hasNextPage endCursor } }
}`;

test.each([
  ["two characters", "松鼠"],
  ["a longer run", "松鼠喜欢坚果"],
  ["one character", "坚"],
  ["a word", "walnuts"],
  ["words and runs together", "Walnuts 坚果 松鼠喜"],
])("%s are found in documents of any age, newest first", async (_what, query) => {
  const found: number[] = [];
  for (let after: string | null = null; ;) {
    const { search } = await person.graphql(SEARCH, { query, after });
    found.push(...search.nodes.map((node: { thread: { id: string } }) => Number(node.thread.id)));
    if (!search.pageInfo.hasNextPage) break;
    after = search.pageInfo.endCursor;
  }
  expect(found).toEqual([...IDS].reverse());
});

test.each(["鼠松", "坚果喜欢", "Walnuts 松鼠坚果", "walnut"])(
  "%s is not found, old or new",
  async (query) => {
    expect((await person.graphql(SEARCH, { query })).search.nodes).toEqual([]);
  },
);

test.runIf(ENGINE !== "sqlite")(
  "the postings of an old thread stay as long as they are, however often it is edited",
  async () => {
    const threadId = IDS[0]!;
    const edit = async (body: string) => {
      const document = "mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }";
      await person.graphql(document, { input: { threadId, body } });
      await forum.searchable();
    };
    const size = async () => {
      const sql = "SELECT SUM(LENGTH(k.ids)) AS size FROM search_threads_keys k";
      return Number((await forum.rows<{ size: string }>(sql))[0]!.size);
    };
    await edit(`${BODY} 黄昏`);
    const before = await size();

    for (let round = 0; round < 5; round++) {
      await edit(BODY);
      await edit(`${BODY} 黄昏`);
    }

    expect(await size()).toBe(before);
    const { search } = await person.graphql(SEARCH, { query: "黄昏" });
    expect(search.nodes).toEqual([{ thread: { id: String(threadId) } }]);
  },
);
