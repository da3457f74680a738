import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { give } from "./books.ts";
import { order, pay, sell, setPin, textOf } from "./shop.ts";

/** Words that stand in the part that has to be bought, and nowhere else. */
const CANARY = "kanarienvogel";
const TOPIC = "kanarienthema";
const BODY = `The beginning, which everybody reads, is here.\n\n${"Filler for the eye. ".repeat(3)}\n\nAt last: ${CANARY} #${TOPIC}#`;

let forum: Forum;
let author: Person;
let buyer: Person;
let admin: Person;
let friend: Person;
let stranger: Person;
let moderator: Person;
let threadId: string;
let files: string[];
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  [author, buyer, stranger, friend, moderator, admin] = await Promise.all([
    forum.member(),
    forum.member(),
    forum.member(),
    forum.member("thread.freeViewPosts"),
    forum.moderator(),
    forum.admin(),
  ]);
  const picture = await author.upload("secret.png", await plain(900, 600).png().toBuffer());
  files = [picture.url, picture.thumbUrl].filter((url) => url !== null && url !== undefined);
  threadId = await sell(forum, author, {
    title: "A thread for sale",
    body: BODY,
    freePercent: 40,
    attachmentIds: [picture.id],
  });
  await stranger.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, {
    id: threadId,
  });
  await author.graphql(`mutation ($i: ReplyToThreadInput!) { replyToThread(input: $i) { id } }`, {
    i: { threadId, body: "Ask me anything" },
  });
  await give(forum, buyer, 500);
  await setPin(buyer);
  await pay(buyer, (await order(buyer, threadId)).id);
  await forum.delivered();
  await forum.searchable();
});
afterAll(() => forum.close());

const FIELDS = `id body bodyHtml excerpt images { url thumbUrl } attachments { url } revisions { body } topics { name }`;
const QUESTIONS = [
  `{ thread(id: $id) { ${FIELDS} posts(first: 5) { nodes { body thread { ${FIELDS} } } } } }`,
  `{ threads(first: 5) { nodes { ${FIELDS} author { threads(first: 2) { nodes { ${FIELDS} } } } } } }`,
  `{ search(query: "${CANARY}", kind: THREAD, first: 10) { nodes { __typename } } }`,
  `{ topics(first: 20) { nodes { name } } }`,
];
const ask = async (person: Person): Promise<string> => {
  const answers: string[] = [];
  for (const question of QUESTIONS) {
    const document = question.includes("$id") ? `query ($id: ID!) ${question}` : `query ${question}`;
    answers.push(JSON.stringify(await person.graphql(document, { id: threadId })));
  }
  return answers.join("\n");
};
const PAGES = () => [
  `/thread/${threadId}`,
  `/thread/${threadId}?scripts=off`,
  "/",
  `/user/${author.id}`,
  `/search?keyword=sale`,
  `/search?keyword=${CANARY.slice(0, 6)}`,
  `/card?threadId=${threadId}`,
  "/topic",
  "/sitemap.xml",
  "/rss.xml",
  "/atom.xml",
  `/thread/${threadId}/rss.xml`,
  `/thread/${threadId}.md`,
  `/user/${author.id}/atom.xml`,
];

describe("what has to be bought", () => {
  test("is read by its author, who has bought it, who needs not and administrators", async () => {
    for (const person of [author, buyer, friend, admin]) expect(await textOf(person, threadId)).toBe(BODY);
  });

  test("stands in no answer to anybody else, at the query door", async () => {
    for (const person of [forum.visitor(), stranger, moderator]) {
      const said = await ask(person);
      expect(said).toContain("which everybody reads");
      expect(said.replaceAll(`query: "${CANARY}"`, "")).not.toContain(CANARY);
      expect(said).not.toContain(TOPIC);
      for (const path of files) expect(said).not.toContain(path);
    }
    expect((await ask(buyer)).includes(files[0]!)).toBe(true);
  });

  test("stands on no page for anybody else, nor on one that members share", async () => {
    // The buyer first: what is rendered for them must not be given to others.
    for (const path of PAGES()) await buyer.get(path);
    for (const person of [forum.visitor(), stranger, moderator]) {
      for (const path of PAGES()) {
        const { text } = await person.get(path);
        expect(text.replaceAll(CANARY.slice(0, 6), "").includes("vogel"), `${path} ${person.nickname}`).toBe(
          false,
        );
        expect(text.includes(TOPIC), path).toBe(false);
        for (const file of files) expect(text.includes(file), path).toBe(false);
      }
    }
  });

  test("is served as a file to those alone who may read it", async () => {
    const status = async (person: Person) =>
      Promise.all(files.map(async (path) => (await person.get(path)).status));
    expect(files.length).toBeGreaterThan(0);
    for (const person of [author, buyer, friend, admin])
      expect(new Set(await status(person))).toEqual(new Set([200]));
    for (const person of [forum.visitor(), stranger, moderator])
      expect(new Set(await status(person))).toEqual(new Set([404]));
  });

  test("stands in no answer of the old calls, which tell the price and who has paid", async () => {
    const calls = async (client: OldClient) => [
      await client.get("/api/v3/thread.detail", { threadId }),
      await client.get("/api/v3/thread.list", { perPage: 20 }),
      await client.get("/api/v3/posts.list", { filter: { thread: threadId } }),
    ];
    for (const person of [undefined, stranger, moderator]) {
      const answers = await calls(await OldClient.of(forum, person));
      expect(JSON.stringify(answers)).not.toContain(CANARY);
      for (const path of files) expect(JSON.stringify(answers)).not.toContain(path);
      expect(answers[0]!.Data).toMatchObject({ price: 5, payType: 1, paid: false, freewords: 0.4 });
      expect(answers[0]!.Data).toMatchObject({
        displayTag: { isPrice: true },
        ability: { canFreeViewPost: false },
      });
    }
    const [detail, list] = await calls(await OldClient.of(forum, buyer));
    expect(detail!.Data).toMatchObject({ paid: true });
    expect(JSON.stringify(detail)).toContain(CANARY);
    expect(JSON.stringify(list)).toContain(CANARY);
    const free = await (await OldClient.of(forum, friend)).get("/api/v3/thread.detail", { threadId });
    expect(free.Data).toMatchObject({ ability: { canFreeViewPost: true } });
  });

  test("stands in nobody's notifications and drafts", async () => {
    const { notifications } = await stranger.graphql(
      `{ notifications(entry: THREAD) { nodes { text excerpt } } }`,
    );
    expect(JSON.stringify(notifications)).not.toContain(CANARY);
  });
});

test("what has to be bought is merged into no other thread, where nobody could buy it", async () => {
  const MERGE = `mutation ($i: MergeThreadsInput!) { mergeThreads(input: $i) { id } }`;
  const intoThreadId = await sell(forum, author, { title: "Free", priceCents: 0 });
  await expect(admin.graphql(MERGE, { i: { threadId, intoThreadId } })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  expect(await textOf(buyer, threadId)).toContain(CANARY);
  expect(await ask(stranger)).not.toContain(CANARY);
});

describe("an author", () => {
  const edit = (person: Person, id: string, change: object) =>
    person.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { body priceCents } }`, {
      input: { threadId: id, ...change },
    });

  test("edits the whole text; who has not paid goes on reading the beginning", async () => {
    const id = await sell(forum, author, { body: "One two three four five six seven eight nine ten" });
    expect((await edit(author, id, { body: `Changed ${CANARY}` })).editThread.body).toBe(`Changed ${CANARY}`);
    expect(await textOf(stranger, id)).toBe("");
    expect((await edit(author, id, { freePercent: 100 })).editThread.priceCents).toBe(500);
    expect(await textOf(stranger, id)).toBe(`Changed ${CANARY}`);
    await edit(author, id, { freePercent: 50 });
    expect(await textOf(stranger, id)).toBe("Changed ka");
    await edit(author, id, { priceCents: 0 });
    expect(await textOf(stranger, id)).toBe(`Changed ${CANARY}`);
  });

  test("asks a price only with the permission, at both doors", async () => {
    const poor = await forum.limitedMember("thread.insertPay");
    await expect(sell(forum, poor)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const client = await OldClient.of(forum, poor);
    const writing = { title: "t", categoryId: Number(await forum.categoryId()), content: { text: "text" } };
    expect((await client.post("/api/v3/thread.create", { ...writing, price: 1 })).Code).toBe(-4002);
    const { Data } = await client.get("/api/v3/forum");
    expect(Data).toMatchObject({ other: { canInsertThreadPaid: false } });
    const rich = await OldClient.of(forum, author);
    expect((await rich.get("/api/v3/forum")).Data).toMatchObject({ other: { canInsertThreadPaid: true } });
  });

  test("is believed by the old door: price, free share, and drafts that keep both", async () => {
    const client = await OldClient.of(forum, author);
    const writing = {
      title: "Old and for sale",
      categoryId: Number(await forum.categoryId()),
      content: { text: `Hello world, this is it: ${CANARY}` },
      price: 8.2,
      freeWords: 0.2,
    };
    const { Data } = (await client.post("/api/v3/thread.create", writing)) as { Data: { threadId: number } };
    expect(Data).toMatchObject({ price: 8.2, payType: 1, freewords: 0.2 });
    const visitor = await (
      await OldClient.of(forum)
    ).get("/api/v3/thread.detail", { threadId: Data.threadId });
    expect(JSON.stringify(visitor)).not.toContain(CANARY);
    for (const price of ["0.001", "-1", "1e3", "1,00", "١", 100_000.01])
      expect((await client.post("/api/v3/thread.create", { ...writing, price })).Code).toBe(-4001);

    const draft = (await client.post("/api/v3/thread.create", { ...writing, draft: 1 })) as {
      Data: { threadId: number };
    };
    expect(draft.Data).toMatchObject({ isDraft: true, price: 8.2, freewords: 0.2 });
  });

  test("alone and administrators set the price; moderators who do not read all of it do not edit it", async () => {
    await expect(edit(moderator, threadId, { title: "Mine now" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const keeper = await forum.member("thread.edit", "thread.freeViewPosts");
    await expect(edit(keeper, threadId, { priceCents: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await edit(keeper, threadId, { title: "A thread for sale, edited" });
    expect(await textOf(stranger, threadId)).not.toContain(CANARY);
    expect(await textOf(buyer, threadId)).toBe(BODY);
  });

  test.each([
    [-1, 0],
    [10_000_001, 0],
    [100, 101],
    [100, -1],
  ])("refuses the price %i with %i percent", async (priceCents, freePercent) => {
    await expect(sell(forum, author, { priceCents, freePercent })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });
});

test("who has not paid learns how much there is and how many bought it; who has paid finds nothing locked", async () => {
  const document = `query ($id: ID!) { thread(id: $id) { body lockedCharacterCount buyerCount } }`;
  for (const person of [forum.visitor(), stranger]) {
    const { thread } = await person.graphql(document, { id: threadId });
    const locked = BODY.length - thread.body.length;
    expect(thread).toMatchObject({ lockedCharacterCount: locked - (locked % 10), buyerCount: 1 });
    expect(thread.lockedCharacterCount).toBeGreaterThan(0);
  }
  for (const person of [author, buyer, friend, admin]) {
    const { thread } = await person.graphql(document, { id: threadId });
    expect(thread).toMatchObject({ lockedCharacterCount: 0, buyerCount: 1 });
  }
});
