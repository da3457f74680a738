import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildFilter } from "../../server/features/stop-words/filter/filter.service.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Stop words as an old client lists, imports and deletes them (legacy-facts 2.16–2.18). */

let forum: Forum;
let keeper: Person;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  admin = await OldClient.of(forum, keeper);
});
afterAll(() => forum.close());

const batch = (words: unknown, more: object = {}) =>
  admin.post("/api/stop-words/batch.v2", { data: { type: "stop-words", words, ...more } });
const list = async (query: object = {}) => (await admin.get("/api/stop-words.v2", query)).Data;
const found = async (find: string) =>
  (await list({ filter: { keyword: find } })).pageData.find((row: { find: string }) => row.find === find);
const all = (): Promise<unknown[]> => forum.rows("SELECT * FROM stop_words ORDER BY id");
const R = "{REPLACE}";
const [I, B, M] = ["{IGNORE}", "{BANNED}", "{MOD}"];

describe("POST /api/stop-words/batch.v2", () => {
  test.each([
    ["foo", { find: "foo", ugc: R, replacement: "**" }],
    ["foo2=", { find: "foo2", ugc: R, replacement: "**" }],
    ["foo3=bar", { find: "foo3", ugc: R, replacement: "bar" }],
    ["foo4={MOD}", { find: "foo4", ugc: M, replacement: "**" }],
    ["foo5={BANNED}", { find: "foo5", ugc: B }],
    ["foo6={IGNORE}", { find: "foo6", ugc: I }],
    ["foo7={MOD}|{BANNED}", { find: "foo7", ugc: M, username: B, signature: I, dialog: I, nickname: I }],
    [
      "foo8=bar|{BANNED}|{IGNORE}|{BANNED}|{BANNED}",
      { find: "foo8", ugc: R, replacement: "bar", username: B, signature: I, dialog: B, nickname: B },
    ],
    ["foo9=**|{MOD}|{BANNED}", { find: "foo9", ugc: M, replacement: "**", username: B }],
    ["foo10=x|{MOD}", { find: "foo10", ugc: R, replacement: "x", username: I }],
    ["foo11=b=c", { find: "foo11", ugc: R, replacement: "b" }],
    ["  foo12 =  bar  ", { find: "foo12", ugc: R, replacement: "bar" }],
  ])("reads the line %j", async (line, expected) => {
    expect(await batch([line])).toMatchObject({
      Code: 0,
      Data: { type: "stop-words", created: 1, updated: 0, unique: 0 },
    });

    const row = await found(expected.find);
    expect(row).toMatchObject({ signature: I, ...expected });
    expect(Object.keys(row).sort()).toEqual(
      ["createdAt", "dialog", "find", "id", "nickname", "replacement", "signature", "ugc"]
        .concat("updatedAt", "userId", "username")
        .sort(),
    );
    expect(row.userId).toBe(keeper.id);
  });

  test("counts as the predecessor does, whether it overwrites or not", async () => {
    await batch(["once={MOD}", "twice={MOD}"]);

    expect(
      (
        await batch(["once={BANNED}", "twice={MOD}", "thrice", "thrice=x", "", "=bar", 7], {
          overwrite: true,
        })
      ).Data,
    ).toEqual({
      type: "stop-words",
      created: 1,
      updated: 1,
      unique: 1,
    });
    expect((await found("once")).ugc).toBe(B);
    expect((await found("thrice")).replacement).toBe("**");
    expect((await batch(["once={MOD}", "fresh", "fresh", "", "=bar"])).Data).toEqual({
      type: "stop-words",
      created: 1,
      updated: 0,
      unique: 4,
    });
    expect((await found("once")).ugc).toBe(B);
  });

  test.each([
    ["no words", {}],
    ["words that are a text", { words: "foo" }],
    ["words that are a number", { words: 5 }],
    ["words that are an object", { words: { a: "foo" } }],
    ["a flag that is none", { words: ["never"], overwrite: "perhaps" }],
    ["10,001 lines", { words: Array.from({ length: 10_001 }, (_, index) => `much${index}`) }],
  ])("refuses %s with -4001, and stores nothing", async (_what, data) => {
    const before = await all();

    const answer = await admin.post("/api/stop-words/batch.v2", { data: { type: "stop-words", ...data } });

    expect(answer).toMatchObject({ Code: -4001, Data: [] });
    if ("words" in data && Array.isArray(data.words) && data.words.length > 1)
      expect(answer.Message).toBe("最多导入10000条");
    expect(await all()).toEqual(before);
  });

  test("a regular expression is taken literally; only {n} means something", async () => {
    await batch(["v.i[ac]*gra+(x)?=caught", "a{2}b=gap"]);
    await buildFilter(forum.app.context());
    const categoryId = await forum.categoryId();
    const said = async (body: string): Promise<string> =>
      (await publish(await forum.member(), { categoryId, title: "Words", body })).body;

    expect(await said("viagra vxiagra")).toBe("viagra vxiagra");
    expect(await said("so v.i[ac]*gra+(x)? it is")).toBe("so caught it is");
    expect(await said("axxb axxxb")).toBe("gap axxxb");
  });
});

describe("GET /api/stop-words.v2", () => {
  test("finds by a part of the word, in the filter of three generations", async () => {
    await batch(["needle=1", "haystack=2"]);

    for (const filter of [{ keyword: "eedl" }, { q: "eedl" }, "eedl"])
      expect((await list({ filter, page: 1, perPage: 5 })).pageData).toMatchObject([{ find: "needle" }]);
    expect((await list({ filter: "%" })).pageData).toEqual([]);
    expect((await list({ perPage: 3, page: 2 })).pageData).toHaveLength(3);
  });

  test.each([
    [{ filter: { keyword: { a: 1 } } }],
    [{ filter: ["x"], page: "x" }],
    [{ page: "two" }],
    [{ perPage: 1.5 }],
  ])("%j is refused with -4001", async (query) => {
    expect(await admin.get("/api/stop-words.v2", query)).toMatchObject({ Code: -4001, Data: [] });
  });
});

describe("DELETE /api/stop-words.v2", () => {
  const ids = async (...finds: string[]): Promise<number[]> => {
    await batch(finds);
    return Promise.all(finds.map(async (find) => (await found(find)).id));
  };
  const left = async (...wanted: number[]): Promise<number[]> => {
    const rows = (await all()) as { id: number }[];
    return wanted.filter((id) => rows.some((row) => row.id === id));
  };

  test("deletes one or several, named in query or body", async () => {
    const [one, two, three] = (await ids("d1", "d2", "d3")) as [number, number, number];

    expect(await admin.delete("/api/stop-words.v2", { id: String(one) })).toMatchObject({
      Code: 0,
      Data: [],
    });
    await admin.call("DELETE", "/api/stop-words.v2", { body: { ids: `${two},${three}` } });

    expect(await left(one, two, three)).toEqual([]);
  });

  test("stops at the first that means nothing, and says nothing about it", async () => {
    const [one, two] = (await ids("s1", "s2")) as [number, number];

    expect(await admin.delete("/api/stop-words.v2", { id: `${one},99999,${two}` })).toMatchObject({
      Code: 0,
      Data: [],
    });

    expect(await left(one, two)).toEqual([two]);
    for (const id of ["nonsense", "0", "-1", "1 OR 1=1"])
      expect(await admin.delete("/api/stop-words.v2", { id })).toMatchObject({ Code: 0, Data: [] });
    expect(await left(two)).toEqual([two]);
  });

  test.each([[{}], [{ id: "" }], [{ id: "," }], [{ id: { a: 1 } }]])(
    "%j is refused with -4001",
    async (query) => {
      const before = await all();

      expect(await admin.delete("/api/stop-words.v2", query)).toMatchObject({ Code: -4001, Data: [] });
      expect(await all()).toEqual(before);
    },
  );
});
