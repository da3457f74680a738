import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { lockList } from "../../server/features/stop-words/list.service.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

const PUBLISH = `mutation ($c: ID!, $t: String!, $b: String!) {
  publishThread(input: {categoryId: $c, title: $t, body: $b}) { id title body bodyHtml approval }
}`;
const REPLY = `mutation ($t: ID!, $b: String!) { replyToThread(input: {threadId: $t, body: $b}) { id body approval } }`;
const EDIT = `mutation ($id: ID!, $b: String!) { editThread(input: {threadId: $id, body: $b}) { id body approval } }`;
const DELETE = `mutation ($ids: [ID!]!) { deleteStopWords(ids: $ids) { id } }`;
const UPDATE = `mutation ($id: ID!, $i: StopWordInput!) { updateStopWord(id: $id, input: $i) { id } }`;
const TRY = `query ($text: String!) { stopWordTest(field: BODY, text: $text) { words } }`;
const IMPORT = `mutation ($l: [String!]!, $o: Boolean! = false) { importStopWords(lines: $l, overwrite: $o) { created updated unique } }`;

let forum: Forum;
let admin: Person;
let old: OldClient;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  old = await OldClient.of(forum, admin);
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
beforeEach(() =>
  forum.write(async (ctx) => {
    await lockList(ctx);
    await run(ctx, "DELETE FROM stop_words");
  }),
);

const words = async (...lines: string[]) => (await admin.graphql(IMPORT, { l: lines })).importStopWords;
const stored = () =>
  forum.rows<{ find: string; ugc: string }>("SELECT find, ugc FROM stop_words ORDER BY id");
const publish = async (person: Person, title: string, body: string) =>
  (await person.graphql(PUBLISH, { c: categoryId, t: title, b: body })).publishThread;

test("a replaced word is stored and shown as its replacement, in titles and bodies", async () => {
  await words("darn=d**n", "badword");
  const thread = await publish(await forum.member(), "Ｄａｒｎ title", "A bad\u200Bword and DARN.");

  expect(thread).toMatchObject({ title: "d**n title", approval: "APPROVED" });
  expect(thread.bodyHtml).toBe("<p>A ** and d**n.</p>");
  expect(thread.body).toBe(String.raw`A \*\* and d\*\*n.`);
});

test("stars that stand for words make no letters bold", async () => {
  await words("badword", "darn=*");
  const thread = await publish(await forum.member(), "T", "A badword and a badword, darn it, and **this**.");
  expect(thread.bodyHtml).toBe("<p>A ** and a **, * it, and <strong>this</strong>.</p>");
});

test.each([
  [
    "a bare address",
    "See https://example.com/assets/ass and ass.",
    "See https://example.com/assets/ass and **.",
  ],
  ["an address beside Chinese", "https://example.com的ass", "https://example.com的**"],
  ["an address by its www, and a mail address", "www.ass.com, ass@ass.org", "www.ass.com, ass@ass.org"],
  ["a picture, and its words", "![ass](/ass/x.png)", "![**](/ass/x.png)"],
  ["a link, and its words", "[my ass](</a ass>) [b](x(ass)y)", "[my **](</a ass>) [b](x(ass)y)"],
  ["a definition", "[a]\n\n[a]: /ass", "[a]\n\n[a]: /ass"],
  ["code", "`ass` ``x ` ass`` and ass", "`ass` ``x ` ass`` and **"],
  ["backticks that are no code", "\\`ass` and `ass", "\\`**` and `**"],
  ["code that ends in another paragraph", "`a\n\nass`", "`a\n\n**`"],
  ["a fenced block", "```js\nass\n\nass\n```\nass", "```js\nass\n\nass\n```\n**"],
  ["a block in a list, with tildes", "- x\n  ~~~\n  ass\n  ~~~\n- ass", "- x\n  ~~~\n  ass\n  ~~~\n- **"],
  ["a block without an end", "~~~\nass", "~~~\nass"],
  ["an indented block", "x\n\n    ass\n\nass", "x\n\n    ass\n\n**"],
  ["an indented paragraph of a list", "- x\n\n    ass", "- x\n\n    **"],
  ["the inside of words", "class bass asses ass_ass ass2 éass", "class bass asses **_** **2 éass"],
  ["Han words anywhere", "大坏词语 x坏词y https://a.cn/坏词", "大**语 x**y https://a.cn/坏词"],
  ["words beside Han", "你ass的", "你**的"],
])("a replacement leaves what would not work any more: %s", async (_what, body, expected) => {
  await words("ass", "坏词");
  const thread = await publish(await forum.member(), "T", body);
  expect(thread.body.replaceAll("\\*", "*")).toBe(expected.trim());
});

test.each([
  ["{BANNED}", "xxxassxxx"],
  ["{BANNED}", "a bass"],
  ["{BANNED}", "éassé"],
  ["{BANNED}", "https://ass.example/"],
  ["{BANNED}", "`xass`"],
])("letters glued to a refused word do not let it pass: %s in %s", async (action, text) => {
  await words(`ass=${Array<string>(5).fill(action).join("|")}`);
  const member = await forum.member();
  await expect(publish(member, "T", text)).rejects.toMatchObject({ code: "STOP_WORD" });
  await expect(publish(member, text, "x")).rejects.toMatchObject({ code: "STOP_WORD" });
});

test("letters glued to a word for review do not let it pass, while a word that is replaced stays inside of others", async () => {
  await words("politics={MOD}", "ass");
  const author = await forum.member();
  const held = await publish(author, "T", "xxxpoliticsxxx in class");
  const open = await publish(author, "T", "class");

  const readable = `query ($id: ID!) { thread(id: $id) { id } }`;
  const reader = await forum.member();
  await expect(reader.graphql(readable, { id: held.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await reader.graphql(readable, { id: open.id })).thread).toEqual({ id: open.id });
  expect(held.body).toBe("xxxpoliticsxxx in class");
});

test("a banned word refuses the thread, and nothing is stored", async () => {
  await words("casino={BANNED}");
  const member = await forum.member();
  const count = async () => (await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM threads"))[0]!.n;
  const before = await count();

  await expect(publish(member, "CASINO", "x")).rejects.toMatchObject({
    code: "STOP_WORD",
    legacyCode: -4001,
  });
  await expect(publish(member, "x", "The Ca\u00ADsino")).rejects.toMatchObject({ code: "STOP_WORD" });
  expect(await count()).toBe(before);
});

test("a word for review holds thread and reply back until a moderator lets them appear", async () => {
  await words("politics={MOD}");
  const author = await forum.member();
  const reader = await forum.member();
  const counted = async () => (await author.graphql(`{ viewer { threadCount postCount } }`)).viewer;
  const before = await counted();

  const thread = await publish(author, "About politics", "x");
  expect(thread.approval).toBe("PENDING");
  await expect(
    reader.graphql(`query ($id: ID!) { thread(id: $id) { id } }`, { id: thread.id }),
  ).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await counted()).toEqual(before);
  expect(
    await forum.rows("SELECT words FROM stop_word_hits WHERE threadId = ?", [Number(thread.id)]),
  ).toEqual([{ words: "politics" }]);
  await admin.graphql(`mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: APPROVED) { id } }`, {
    id: thread.id,
  });
  await reader.graphql(`query ($id: ID!) { thread(id: $id) { id } }`, { id: thread.id });
  expect((await counted()).threadCount).toBe(before.threadCount + 1);

  const reply = (await author.graphql(REPLY, { t: thread.id, b: "more Politics" })).replyToThread;
  const seen = `query ($id: ID!) { thread(id: $id) { postCount posts { nodes { id } } } }`;
  expect(reply.approval).toBe("PENDING");
  expect((await reader.graphql(seen, { id: thread.id })).thread).toEqual({
    postCount: 0,
    posts: { nodes: [] },
  });
  await admin.graphql(`mutation ($id: ID!) { setPostApproval(postId: $id, approval: APPROVED) { id } }`, {
    id: reply.id,
  });
  expect((await reader.graphql(seen, { id: thread.id })).thread.postCount).toBe(1);
});

test("an edit cannot slip past: it is held back like a new text; who approves is not held back", async () => {
  await words("politics={MOD}");
  const author = await forum.member();
  const thread = await publish(author, "Harmless", "x");

  const edited = (await author.graphql(EDIT, { id: thread.id, b: "politics after all" })).editThread;

  expect(edited.approval).toBe("PENDING");
  expect((await publish(admin, "Politics", "by staff")).approval).toBe("APPROVED");
});

test("names and signatures have rules of their own", async () => {
  await words("boss=chief|{BANNED}|{BANNED}|{IGNORE}|{BANNED}");
  const member = await forum.member();
  const profile = (change: string) =>
    member.graphql(`mutation { updateProfile(input: {${change}}) { nickname } }`);

  await expect(profile(`nickname: "BigBoss"`)).rejects.toMatchObject({
    code: "NICKNAME_NOT_ALLOWED",
    legacyCode: -7057,
  });
  await expect(profile(`signature: "I am the boss"`)).rejects.toMatchObject({ code: "STOP_WORD" });
  const register = forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "theboss", password: "secret-12", nickname: "nice"}) { expiresAt } }`,
    );
  await expect(register).rejects.toMatchObject({ code: "NICKNAME_NOT_ALLOWED" });
  expect((await publish(member, "The boss", "x")).title).toBe("The chief");
});

test("the test box says what would happen; lists are searched literally; exports are imports", async () => {
  await words("100%=all", "a_b", "casino={BANNED}");
  const verdict = (await admin.graphql(`{ stopWordTest(text: "100% Casino") { action text words } }`))
    .stopWordTest;
  const find = async (query: string) =>
    (
      await admin.graphql(`query ($q: String) { stopWords(query: $q) { nodes { find } } }`, { q: query })
    ).stopWords.nodes.map((word: { find: string }) => word.find);

  expect(verdict).toEqual({ action: "BAN", text: "all Casino", words: ["100%", "casino"] });
  expect([await find("%"), await find("_"), await find("")]).toEqual([
    ["100%"],
    ["a_b"],
    ["100%", "a_b", "casino"],
  ]);
  const { stopWordExport } = await admin.graphql(`{ stopWordExport }`);
  const lines = stopWordExport.trim().split("\r\n");
  expect((await admin.graphql(IMPORT, { l: lines, o: true })).importStopWords).toEqual({
    created: 0,
    updated: 0,
    unique: 3,
  });
});

test("switched off, the filter lets everything through", async () => {
  await words("casino={BANNED}");
  const save = `mutation ($v: String!) { saveSettings(entries: [{key: "censor", value: $v}]) { id } }`;
  await admin.graphql(save, { v: "0" });

  expect((await publish(await forum.member(), "casino", "x")).title).toBe("casino");
  await admin.graphql(save, { v: "1" });
});

describe("the old calls", () => {
  const batch = (lines: unknown, overwrite?: boolean) =>
    old.post("/api/stop-words/batch.v2", { data: { type: "stop-words", words: lines, overwrite } });

  test("importing counts as the predecessor does", async () => {
    expect(await batch(["one", "two={MOD}", "", "one=x", 7])).toMatchObject({
      Code: 0,
      Data: { type: "stop-words", created: 2, updated: 0, unique: 3 },
    });
    expect(await batch(["one={BANNED}", "three"])).toMatchObject({
      Data: { created: 1, updated: 0, unique: 1 },
    });
    expect(await batch(["one={BANNED}", "two={MOD}", "four"], true)).toMatchObject({
      Data: { created: 1, updated: 1, unique: 1 },
    });
    expect((await stored()).sort((a, b) => a.find.localeCompare(b.find))).toEqual([
      { find: "four", ugc: "{REPLACE}" },
      { find: "one", ugc: "{BANNED}" },
      { find: "three", ugc: "{REPLACE}" },
      { find: "two", ugc: "{MOD}" },
    ]);
  });

  test("ten thousand lines are taken at once, one more is refused whole", async () => {
    const lines = Array.from({ length: 10_001 }, (_, index) => `word${index}`);

    expect(await batch(lines)).toMatchObject({ Code: -4001, Message: "最多导入10000条" });
    expect(await stored()).toEqual([]);
    expect(await batch(lines.slice(1))).toMatchObject({ Code: 0, Data: { created: 10_000 } });
  });

  test.each([
    ["no words", { data: { type: "stop-words" } }],
    ["no type", { data: { words: ["x"] } }],
    ["words that are no list", { data: { type: "stop-words", words: "x" } }],
    ["overwrite that is no flag", { data: { type: "stop-words", words: ["x"], overwrite: "perhaps" } }],
  ])("%s: -4001, and nothing is stored", async (_what, body) => {
    expect(await old.post("/api/stop-words/batch.v2", body)).toMatchObject({ Code: -4001, Data: [] });
    expect(await stored()).toEqual([]);
  });

  test("the list has pages with addresses, and three ways to filter", async () => {
    await words("apple", "pear", "pineapple={MOD}|{BANNED}");

    const page = await old.get("/api/stop-words.v2", { page: 1, perPage: 2, filter: "" });
    expect(page.Data).toMatchObject({
      currentPage: 1,
      perPage: 2,
      pageLength: 2,
      totalCount: 3,
      totalPage: 2,
    });
    expect(page.Data.nextPageUrl).toContain(`${forum.url}/api/stop-words.v2?page=2`);
    for (const filter of ["pine", { keyword: "pine" }, { q: "pine" }]) {
      const { Data } = await old.get("/api/stop-words.v2", { page: 1, perPage: 20, filter });
      expect(Data.pageData).toMatchObject([
        { find: "pineapple", ugc: "{MOD}", username: "{BANNED}", replacement: "**" },
      ]);
    }
    expect(await old.get("/api/stop-words.v2", { page: "x" })).toMatchObject({ Code: -4001 });
    expect((await old.get("/api/stop-words.v2", { page: 0, perPage: 999 })).Data).toMatchObject({
      currentPage: 1,
      perPage: 50,
    });
  });

  test("deleting stops at the first id that means nothing", async () => {
    await words("one", "two", "three");
    const [one, two, three] = await forum.rows<{ id: number }>("SELECT id FROM stop_words ORDER BY id");

    expect(await old.delete("/api/stop-words.v2", { id: `${one!.id},99999,${two!.id}` })).toMatchObject({
      Code: 0,
      Data: [],
    });
    expect((await stored()).map(({ find }) => find)).toEqual(["two", "three"]);
    expect(await old.call("DELETE", "/api/stop-words.v2", { body: { ids: `${three!.id}` } })).toMatchObject({
      Code: 0,
    });
    expect((await stored()).map(({ find }) => find)).toEqual(["two"]);
    expect(await old.delete("/api/stop-words.v2")).toMatchObject({ Code: -4001 });
  });
});

test.each([
  [
    "new words alone are made",
    false,
    ["old={MOD}", "old=x", "new", "", "new"],
    { created: 1, updated: 0, unique: 4 },
  ],
  [
    "known words are changed",
    true,
    ["old={BANNED}", "new", "", "new"],
    { created: 1, updated: 1, unique: 0 },
  ],
  [
    "what says the same is counted as such",
    true,
    ["old={REPLACE}", "new"],
    { created: 1, updated: 0, unique: 1 },
  ],
  [
    "lines that say nothing count only where all lines do",
    true,
    ["=bar", "  "],
    { created: 0, updated: 0, unique: 0 },
  ],
])("counting an import: %s", async (_what, o, l, counted) => {
  await words("old");

  expect((await admin.graphql(IMPORT, { l, o })).importStopWords).toEqual(counted);
});

test("a word that is overwritten keeps its id, and the log tells what it said before and says now", async () => {
  await words("old=mild");
  const [before] = await forum.rows("SELECT id, createdAt FROM stop_words");

  await admin.graphql(IMPORT, { l: ["old={BANNED}"], o: true });

  expect(await forum.rows("SELECT id, createdAt FROM stop_words")).toEqual([before]);
  const [entry] = (
    await admin.graphql(`{ auditLog(action: "importStopWords", first: 1) { nodes { before after } } }`)
  ).auditLog.nodes;
  expect(entry.before).toContain("old=mild|");
  expect(entry.after).toContain("old={BANNED}|");
});

test("a replacement that no line could say is refused, and an empty one is asterisks", async () => {
  await words("foo");
  const [stored] = await forum.rows<{ id: number }>("SELECT id FROM stop_words");
  const change = (replacement: string) =>
    admin.graphql(
      `mutation ($id: ID!, $r: String!) { updateStopWord(id: $id, input: {replacement: $r}) { replacement } }`,
      { id: String(stored!.id), r: replacement },
    );

  for (const replacement of ["a|b", "a=b", "{MOD}"])
    await expect(change(replacement)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect((await change("")).updateStopWord.replacement).toBe("**");
});

test("what was replaced, held back and refused is counted by word, most frequent first", async () => {
  await words("tallied", "counted={MOD}", "refused={BANNED}");
  const member = await forum.member();
  await publish(member, "tallied", "tallied and tallied");
  await publish(member, "x", "counted");
  await expect(publish(member, "x", "refused")).rejects.toMatchObject({ code: "STOP_WORD" });
  await forum.app.clock.runAll(["stopWords.tally"]);
  await publish(member, "x", "tallied");
  await forum.app.clock.runAll(["stopWords.tally"]);

  const { stopWordUses } = await admin.graphql(
    `{ stopWordUses(days: 1) { word hits replaced heldBack refused lastAt } }`,
  );

  const byWord = new Map(stopWordUses.map((use: { word: string }) => [use.word, use]));
  expect(byWord.get("tallied")).toMatchObject({ hits: 3, replaced: 3, heldBack: 0, refused: 0 });
  expect(byWord.get("counted")).toMatchObject({ hits: 1, replaced: 0, heldBack: 1, refused: 0 });
  expect(byWord.get("refused")).toMatchObject({ hits: 1, replaced: 0, heldBack: 0, refused: 1 });
  const hits = stopWordUses.map((use: { hits: number }) => use.hits);
  expect(hits).toEqual([...hits].sort((a: number, b: number) => b - a));
});

test("who reviews sees which words held a thread and a reply back", async () => {
  await words("politics={MOD}", "elections, and more={MOD}");
  const author = await forum.member();
  const thread = await publish(author, "politics", "on elections, and more");
  const whole = await publish(author, "Harmless", "x");
  const reply = (await author.graphql(REPLY, { t: whole.id, b: "Politics" })).replyToThread;

  const wordsIn = async (kind: string) =>
    (
      await admin.graphql(
        `query ($k: ReviewKind!) { reviewQueue(kind: $k, first: 50) { nodes { key stopWords } } }`,
        {
          k: kind,
        },
      )
    ).reviewQueue.nodes as { key: string; stopWords: string[] }[];

  expect((await wordsIn("THREAD")).find(({ key }) => key === `t${thread.id}`)!.stopWords).toEqual([
    "politics",
    "elections, and more",
  ]);
  expect((await wordsIn("POST")).find(({ key }) => key === `p${reply.id}`)!.stopWords).toEqual(["politics"]);
});

test("a replacement cannot make a text longer than texts may be", async () => {
  await words(`a=${"long".repeat(60)}`);

  const thread = await publish(await forum.member(), "x", "a ".repeat(2_000));

  expect(thread.body.length).toBeLessThanOrEqual(50_000);
});

test("whatever is changed, at once or one after the other, the filter knows the list as it is stored", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `fruit${"abcdefghijkl"[index]}`);
  const text = names.join(" ");
  const change = async (what: string, which: number): Promise<void> => {
    const [known] = await forum.rows<{ id: number }>("SELECT id FROM stop_words WHERE find = ?", [
      names[which]!,
    ]);
    if (what === "add") await words(names[which]!, `${names[(which + 5) % names.length]}={MOD}`);
    else if (!known) return;
    else if (what === "delete") await admin.graphql(DELETE, { ids: [String(known.id)] });
    else await admin.graphql(UPDATE, { id: String(known.id), i: { ugc: "IGNORE" } });
  };
  const step = fc.tuple(fc.constantFrom("add", "add", "delete", "ignore"), fc.nat(names.length - 1));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      async (rounds) => {
        for (const together of rounds)
          await Promise.all(
            together.map(([what, which]) =>
              change(what, which).catch((error: { code?: string }) => expect(error.code).toBe("NOT_FOUND")),
            ),
          );
        const listed = await forum.rows<{ find: string }>(
          "SELECT find FROM stop_words WHERE ugc <> '{IGNORE}' ORDER BY find",
        );
        const { stopWordTest } = await admin.graphql(TRY, { text });
        expect([...stopWordTest.words].sort()).toEqual(listed.map(({ find }) => find));
      },
    ),
    { numRuns: 12 },
  );
});
