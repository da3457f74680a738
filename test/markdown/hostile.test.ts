import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MARKDOWN_VERSION } from "../../server/core/markdown/markdown.ts";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply, see, seePost } from "../threads/content.ts";

let forum: Forum;
let categoryId: string;
let ada: Person;
let mallory: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member();
  mallory = await forum.member();
});
afterAll(() => forum.close());

const NOTIFICATIONS = "{ notifications(entry: THREAD, first: 5) { nodes { excerpt text } } }";

async function newestNotification(person: Person): Promise<{ excerpt: string; text: string }> {
  await forum.delivered();
  return (await person.graphql(NOTIFICATIONS)).notifications.nodes[0];
}

/** Gives the newest notification as old clients are shown it. */
async function newestOldNotification(person: Person): Promise<Record<string, string>> {
  const { Data } = await person.rest("GET", "/api/v3/notification");
  return (Data as { pageData: Record<string, string>[] }).pageData[0]!;
}

describe("variation selectors without end", () => {
  const selectors = (count: number): string => "\uFE0F".repeat(count);

  test("are published like any other text", async () => {
    const body = `x${selectors(40)}a${" filler text".repeat(20)}`;
    const thread = await publish(mallory, { categoryId, body });
    expect(thread.excerpt).toMatch(/^x\uFE0F{40}a filler text filler.*…$/u);
  });

  test("reach the addressee as a notification, on both doors", async () => {
    const { id } = await publish(ada, { categoryId });
    await reply(mallory, id, { body: `x${selectors(40)}a${"b".repeat(70)}` });
    const shown = `x${selectors(40)}a${"b".repeat(57)}…`;
    expect((await newestNotification(ada)).excerpt).toBe(shown);
    expect((await newestOldNotification(ada))["postContent"]).toBe(shown);
  });

  test("are cut where an excerpt ends among them", async () => {
    const thread = await publish(mallory, { categoryId, body: `abc${selectors(49_000)}` });
    expect(thread.excerpt).toBe("ab…");
  });
});

describe("bodies of blocks without end", () => {
  test.each([
    ["quoted paragraphs", "> a\n\n".repeat(9_000)],
    ["items", "- a\n".repeat(12_000)],
    ["headings", "# a\n".repeat(12_000)],
    ["tasks", "- [ ] a\n".repeat(3_000)],
    ["cells", `a|b\n-|-\n${"c|d\n".repeat(3_000)}`],
    ["nested quotes", ">".repeat(1_000)],
    ["open brackets", "[".repeat(49_000)],
  ])("are refused with a clear error: %s", async (_kind, body) => {
    const { id } = await publish(ada, { categoryId });
    const document = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
    const answer = await mallory.post("/graphql", {
      query: document,
      variables: { input: { threadId: id, body } },
    });
    expect(answer.json().errors[0]).toMatchObject({
      extensions: { code: "TEXT_TOO_COMPLEX", legacyCode: -4001, field: "body" },
    });
    const { Code, Message } = await mallory.rest("POST", "/api/v3/posts.create", {
      id: Number(id),
      content: body,
    });
    expect(Code).toBe(-4001);
    expect(Message).toMatch(/拆分|split it/);
  });

  test("that stand already are shown as they are, and their notifications too", async () => {
    const { id } = await publish(ada, { categoryId });
    const post = await reply(mallory, id, { body: "Short." });
    await forum.write((ctx) =>
      run(ctx, "UPDATE posts SET body = ?, markdownVersion = 0, excerpt = NULL WHERE id = ?", [
        "- **a**\n".repeat(6_000),
        Number(post.id),
      ]),
    );
    await forum.app.clock.runAll(["renderOldBodies"]);
    expect((await seePost(ada, post.id)).bodyHtml).toContain("<p>- **a**<br>");
    expect((await newestNotification(ada)).excerpt).toMatch(/^- \*\*a\*\* - \*\*a\*\*/);
  });
});

test("line breaks without end between two signs are no work", async () => {
  const thread = await publish(mallory, { categoryId, body: `a*${"\n".repeat(49_000)}b` });
  expect(thread.bodyHtml).toBe("<p>a*</p>\n<p>b</p>");
});

test("a visitor finds replies with tabs without end", async () => {
  const { id } = await publish(ada, { categoryId });
  for (const end of ["x", "y"]) await reply(mallory, id, { body: `fuchsbau *\n${"\t".repeat(2_500)}${end}` });
  await forum.searchable();
  const search = `{ search(query: "fuchsbau", kind: POST, first: 20) { nodes { snippet } } }`;
  const { nodes } = (await forum.visitor().graphql(search)).search;
  expect(nodes.map(({ snippet }: { snippet: string }) => snippet)).toEqual(["fuchsbau * y", "fuchsbau * x"]);
});

describe("what is made of a text is made once", () => {
  test("notifications show what was stored when the reply was written, whatever the body holds by now", async () => {
    const { id } = await publish(ada, { categoryId });
    const post = await reply(mallory, id, { body: "Some **bold** words." });
    await forum.write((ctx) => run(ctx, "UPDATE posts SET body = 'else' WHERE id = ?", [Number(post.id)]));
    expect((await newestNotification(ada)).excerpt).toBe("Some bold words.");
    expect((await newestOldNotification(ada))["postContent"]).toBe("Some bold words.");
  });

  test("an edit makes it anew", async () => {
    const { id } = await publish(ada, { categoryId });
    const post = await reply(mallory, id, { body: "Before." });
    const edit = `mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`;
    await mallory.graphql(edit, { input: { postId: post.id, body: "*After* rain, wintermoos" } });
    expect((await newestNotification(ada)).excerpt).toBe("After rain, wintermoos");
    await forum.searchable();
    const search = `{ search(query: "wintermoos", kind: POST, first: 1) { nodes { snippet } } }`;
    expect((await ada.graphql(search)).search.nodes[0].snippet).toBe("After rain, wintermoos");
  });

  test("rows from before have it from the job, and read well until then", async () => {
    const thread = await publish(ada, { categoryId, body: "Old **thread** steinpilz" });
    const post = await reply(mallory, thread.id, { body: "Old **reply** steinpilz" });
    const age = "excerpt = %, plainText = NULL, markdownVersion = ?";
    await forum.write(async (ctx) => {
      const values = [MARKDOWN_VERSION - 1];
      await run(ctx, `UPDATE posts SET ${age.replace("%", "NULL")} WHERE id = ?`, [
        ...values,
        Number(post.id),
      ]);
      await run(ctx, `UPDATE threads SET ${age.replace("%", "''")} WHERE id = ?`, [
        ...values,
        Number(thread.id),
      ]);
    });
    expect((await newestNotification(ada)).excerpt).toBe("Old reply steinpilz");

    await forum.app.clock.runAll(["renderOldBodies"]);
    await forum.searchable();

    const snippets = async (kind: string): Promise<string> =>
      (await ada.graphql(`{ search(query: "steinpilz", kind: ${kind}, first: 1) { nodes { snippet } } }`))
        .search.nodes[0].snippet;
    expect([await snippets("THREAD"), await snippets("POST")]).toEqual([
      "Old thread steinpilz",
      "Old reply steinpilz",
    ]);
    expect((await see(ada, thread.id)).excerpt).toBe("Old thread steinpilz");
    expect((await newestNotification(ada)).excerpt).toBe("Old reply steinpilz");
  });
});
