import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";

const TRY = `mutation ($input: StopWordTrialInput!) { tryStopWords(input: $input) {
  looked lastId words dropped
  findings { word action field count texts examples { before found after threadId postId number userId } }
} }`;
const PUBLISH = `mutation ($c: ID!, $t: String!, $b: String!) {
  publishThread(input: {categoryId: $c, title: $t, body: $b}) { id }
}`;
const LOG = `{ auditLog(action: "tryStopWords") { nodes { after } } }`;

let forum: Forum;
let admin: Person;
let author: Person;
let category: string;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, author] = [await forum.admin(), await forum.member()];
  category = await forum.categoryId();
});
afterAll(() => forum.close());

const publish = async (title: string, body: string): Promise<string> =>
  (await author.graphql(PUBLISH, { c: category, t: title, b: body })).publishThread.id;
const attempt = async (input: object) => (await admin.graphql(TRY, { input })).tryStopWords;
const logged = async (): Promise<number> => (await admin.graphql(LOG)).auditLog.nodes.length;

test("a draft list is tried on what was written, and neither texts nor words change", async () => {
  const id = await publish("Casino night", "Meet at the Casino, the best casino in town");
  const before = [await forum.rows("SELECT * FROM threads"), await forum.rows("SELECT * FROM stop_words")];

  const { looked, words, dropped, findings } = await attempt({
    lines: ["casino={BANNED}", "casino=x", "=nothing", "absent", "town={MOD}", "best={IGNORE}"],
    kind: "THREADS",
  });

  expect({ words, dropped }).toEqual({ words: 4, dropped: 1 });
  expect(looked).toBeGreaterThan(0);
  expect(findings).toEqual([
    {
      word: "casino",
      action: "BAN",
      field: "BODY",
      count: 2,
      texts: 1,
      examples: [
        {
          before: "Meet at the ",
          found: "Casino",
          after: ", the best casino in tow…",
          threadId: id,
          postId: null,
          number: null,
          userId: null,
        },
      ],
    },
    expect.objectContaining({ word: "casino", field: "TITLE", count: 1, texts: 1 }),
    expect.objectContaining({ word: "town", action: "REVIEW", count: 1 }),
  ]);
  expect([await forum.rows("SELECT * FROM threads"), await forum.rows("SELECT * FROM stop_words")]).toEqual(
    before,
  );
});

test("the list in use is tried on replies, names and signatures, each by its own action", async () => {
  await admin.graphql(
    `mutation { importStopWords(lines: ["rude=mild|{BANNED}|{BANNED}|{IGNORE}|{IGNORE}"]) { created } }`,
  );
  const threadId = await publish("Calm", "Calm");
  await forum.write((ctx) =>
    ctx.db.query(`UPDATE users SET signature = 'so rude', nickname = 'rude one' WHERE id = ${author.id}`),
  );
  await author.graphql(
    `mutation ($t: ID!) { replyToThread(input: {threadId: $t, body: "a quiet reply"}) { id } }`,
    {
      t: threadId,
    },
  );
  await forum.write((ctx) => ctx.db.query(`UPDATE posts SET body = 'RUDE' WHERE threadId = ${threadId}`));

  const replies = await attempt({ kind: "REPLIES" });
  const members = await attempt({ kind: "MEMBERS" });

  expect(replies.findings).toMatchObject([
    { word: "rude", action: "REPLACE", field: "BODY", examples: [{ found: "RUDE", threadId, number: 1 }] },
  ]);
  // Nicknames are ignored, signatures are not.
  expect(members.findings).toMatchObject([
    {
      word: "rude",
      action: "BAN",
      field: "SIGNATURE",
      examples: [{ found: "rude", userId: String(author.id) }],
    },
  ]);
});

test("private messages and what lies in the recycle bin are not read", async () => {
  const gone = await publish("Secretword", "x");
  await author
    .graphql(`mutation ($id: ID!) { deleteThread(id: $id) { id } }`, { id: gone })
    .catch(async () => {
      await forum.write((ctx) =>
        ctx.db.query(`UPDATE threads SET deletedAt = createdAt, visible = 0 WHERE id = ${gone}`),
      );
    });
  const other = await forum.member("dialog.create");
  await other.graphql(
    `mutation ($to: ID!) { sendMessage(input: {userId: $to, body: "secretword"}) { id } }`,
    {
      to: author.id,
    },
  );

  for (const kind of ["THREADS", "REPLIES", "MEMBERS"])
    expect((await attempt({ lines: ["secretword"], kind })).findings).toEqual([]);
});

test("goes on step by step, newest first, and the log tells of the trial once", async () => {
  for (const title of ["One step", "Two step", "Three step"]) await publish(title, "x");
  const lines = ["step={MOD}"];
  const before = await logged();
  const found: string[] = [];
  let below: string | null = null;
  do {
    const step: { lastId: string | null; findings: { examples: { before: string }[] }[] } = await attempt({
      lines,
      kind: "THREADS",
      below,
      first: 1,
    });
    found.push(...step.findings.flatMap(({ examples }) => examples.map(({ before }) => before.trim())));
    below = step.lastId;
  } while (below !== null);

  expect(found).toEqual(["Three", "Two", "One"]);
  expect(await logged()).toBe(before + 1);
  await attempt({ lines: ["another"], kind: "THREADS", below: "1" });
  expect(await logged()).toBe(before + 2);
});

test.each([
  ["10,001 lines", { lines: Array.from({ length: 10_001 }, (_, index) => `w${index}`), kind: "THREADS" }],
  ["a step of 501 texts", { lines: ["x"], kind: "THREADS", first: 501 }],
  ["a step of none", { lines: ["x"], kind: "THREADS", first: 0 }],
  ["an id that is none", { lines: ["x"], kind: "THREADS", below: "x" }],
])("%s are refused", async (_what, input) => {
  await expect(attempt(input)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});
