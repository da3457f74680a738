import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { prepareSearchFile } from "../../server/database/searchFile.ts";
import { BLOCK_SIZE } from "../../server/features/search/index/postings.sql.ts";
import { isOutdated } from "../../server/features/search/index/indexer.service.ts";
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
  ["the beginning of a word", "waln"],
  ["traditional characters", "堅果"],
  ["words and runs together", "Walnuts 坚果 松鼠喜"],
  ["a phrase", '“喜欢坚果” "果，also walnuts"'],
  ["all without what is excluded", "松鼠 -walnut -松鼠坚果"],
  ["all, without any word", "-walnut -欢迎"],
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

test.each(["鼠松", "坚果喜欢", "Walnuts 松鼠坚果", "alnuts", '"also walnut"', "松鼠 -also", "-坚果 -欢迎"])(
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

const onSqlite = test.runIf(ENGINE === "sqlite");

/** Ids of threads that a search finds, in the order that is asked for. */
async function found(query: string, sort = "RELEVANCE"): Promise<number[]> {
  const document = `query ($query: String!, $sort: SearchSort!) {
    search(query: $query, sort: $sort, first: 50) { nodes { thread { id } } }
  }`;
  const { search } = await person.graphql(document, { query, sort });
  return search.nodes.map(({ thread }: { thread: { id: string } }) => Number(thread.id));
}

/** The words of the first version of the index file. */
const FIRST_VERSION = `
  CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL, position INTEGER, identity TEXT);
  CREATE TABLE rebuild (kind TEXT PRIMARY KEY, below INTEGER NOT NULL);
  INSERT INTO state VALUES (1, 1, 7, 'mine');
  ${["threads", "posts", "users", "topics"]
    .map(
      (name) => `CREATE VIRTUAL TABLE search_${name} USING fts5(words, content='', contentless_delete=1,
        tokenize='ascii', prefix='4');`,
    )
    .join("\n")}
  INSERT INTO search_threads (rowid, words) VALUES (5, '677e9f20 9f20');`;

onSqlite("a file of the first version serves until it is written again, and keeps its place", () => {
  const folder = mkdtempSync(join(tmpdir(), "luntan-search-"));
  try {
    const file = join(folder, "search.db");
    new Sqlite(file).exec(FIRST_VERSION).close();
    for (let start = 0; start < 2; start++) {
      prepareSearchFile(file);
      const index = new Sqlite(file, { readonly: true });
      const read = (sql: string): unknown[] => index.prepare(sql).all();
      expect(read("SELECT format, position, identity FROM state")).toEqual([
        { format: 2, position: 7, identity: "mine" },
      ]);
      expect(read("SELECT rowid FROM search_threads_before WHERE words MATCH '\"677e9f20\"'")).toEqual([
        { rowid: 5 },
      ]);
      expect(read("SELECT kind FROM rebuild ORDER BY kind")).toHaveLength(4);
      expect(read("SELECT rowid FROM search_threads WHERE words MATCH '\"677e9f20\"'")).toEqual([]);
      index.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

onSqlite(
  "while the index is written again, a search finds in what is written and in what is not",
  async () => {
    const all = [...IDS].reverse();
    const index = new Sqlite(join(forum.app.config.dataDir, "search.db"));
    // The two oldest are as the first version left them.
    index.exec(`
    INSERT INTO rebuild (kind, below) VALUES ('thread', ${IDS[2]});
    ${IDS.slice(0, 2)
      .map(
        (id) => `DELETE FROM search_threads WHERE rowid = ${id};
          INSERT INTO search_threads_before (rowid, words) VALUES (${id}, '677e9f20 9f2057 wwalnuts');`,
      )
      .join("\n")}`);
    for (const sort of ["RELEVANCE", "NEWEST"]) {
      expect(await found("松鼠", sort)).toEqual(all);
      expect(await found("walnut", sort)).toEqual(all);
    }
    await forum.searchable();
    expect(await found("walnut")).toEqual(all);
    expect(await found("堅果")).toEqual(all);
    expect(
      index.prepare("SELECT rowid FROM search_threads_before WHERE words MATCH 'wwalnuts'").all(),
    ).toEqual([]);
    expect(index.prepare("SELECT * FROM rebuild").all()).toEqual([]);
    index.close();
  },
);

test.runIf(ENGINE !== "sqlite")(
  "tables of the first version are written again where they stand, and only once",
  async () => {
    const all = [...IDS].reverse();
    await forum.write(async (ctx) => {
      await run(ctx, "UPDATE search_state SET format = 1 WHERE id = 1", []);
      await run(ctx, "UPDATE search_threads SET content = ? WHERE id = ?", [" 松鼠 walnuts ", IDS[0]!]);
    });
    isOutdated.invalidate(forum.app.services);
    for (const query of ["松鼠", "walnut"]) expect(await found(query, "NEWEST"), query).toEqual(all);
    await forum.searchable();
    expect(await found("堅果")).toEqual(all);
    expect(await forum.rows("SELECT s.format, s.rebuildKind, s.rebuildBelow FROM search_state s")).toEqual([
      { format: 2, rebuildKind: null, rebuildBelow: null },
    ]);
  },
);

test.runIf(ENGINE !== "sqlite")(
  "tables of several blocks are written again block by block, and become no longer",
  async () => {
    const [first, count] = [20 * BLOCK_SIZE + 7, 2 * BLOCK_SIZE + 50];
    const ids = Array.from({ length: count }, (_, place) => first + place);
    const rebuild = async () => {
      await forum.write((ctx) => run(ctx, "UPDATE search_state SET format = 1 WHERE id = 1", []));
      isOutdated.invalidate(forum.app.services);
      await forum.searchable();
      const sql = "SELECT SUM(LENGTH(k.ids)) AS size FROM search_topics_keys k";
      return Number((await forum.rows<{ size: string }>(sql))[0]!.size);
    };
    const topics = async (query: string): Promise<string[]> => {
      const document = `query ($query: String!) { search(query: $query, kind: TOPIC, first: 50) { nodes { topic { id } } } }`;
      const { search } = await person.graphql(document, { query });
      return search.nodes.map(({ topic }: { topic: { id: string } }) => topic.id);
    };
    await forum.write((ctx) =>
      run(
        ctx,
        `INSERT INTO topics (id, name, nameKey, threadCount, viewCount, hotScore, isRecommended, createdAt)
         VALUES ${ids.map((id) => `(${id}, 'herb${id}', 'herb${id}', 1, 0, 0, 0, NOW())`).join(", ")}`,
        [],
      ),
    );

    const size = await rebuild();

    expect(size).toBeGreaterThan(0);
    expect(await rebuild()).toBe(size);
    for (const id of [first, 21 * BLOCK_SIZE - 1, 21 * BLOCK_SIZE, ids.at(-1)!])
      expect(await topics(`herb${id}`)).toEqual([String(id)]);
  },
);
