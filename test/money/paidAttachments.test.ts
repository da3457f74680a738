import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { plain } from "../attachments/material.ts";
import { balancesOf, give, wrongInBooks } from "./books.ts";
import { order, pay, sell, setPin, textOf } from "./shop.ts";

/** Stands in names and bytes of the files that are sold, and nowhere else. */
const CANARY = "kanarienakte";
const BODY = "The recipe is free for everybody; the tables are not.";

let forum: Forum;
let author: Person;
let buyer: Person;
let admin: Person;
let friend: Person;
let stranger: Person;
let moderator: Person;
let threadId: string;
let file: { id: string; url: string };
let picture: { id: string; url: string };
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
  file = await author.upload(`${CANARY}.txt`, Buffer.from(CANARY), "file");
  picture = await author.upload("cake.png", await plain(900, 600).png().toBuffer());
  threadId = await sellFiles({ title: "Tables for sale", body: BODY, attachmentIds: [file.id, picture.id] });
  for (const each of [buyer, stranger]) {
    await give(forum, each, 5_000);
    await setPin(each);
  }
  await forum.searchable();
});
afterAll(() => forum.close());

const sellFiles = (more: object): Promise<string> =>
  sell(forum, author, { priceCents: 0, attachmentPriceCents: 700, ...more });
const orderFiles = async (person: Person, id: string, amountCents: unknown = 700) =>
  (
    await person.graphql(
      `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id amountCents state kind } }`,
      { input: { kind: "ATTACHMENT", threadId: id, amountCents } },
    )
  ).createOrder;
const SALE = `body attachmentPriceCents paidAttachmentCount viewerGetsAttachments viewerReadsAll
  attachments { fileName url } images { url }`;
const readSale = async (person: Person, id = threadId) =>
  (await person.graphql(`query ($id: ID!) { thread(id: $id) { ${SALE} } }`, { id })).thread;
const edit = (person: Person, id: string, change: object) =>
  person.graphql(
    `mutation ($input: EditThreadInput!) { editThread(input: $input) { attachmentPriceCents } }`,
    {
      input: { threadId: id, ...change },
    },
  );
const statusOf = async (person: Person, path: string) => (await person.get(path)).status;

describe("files that are sold", () => {
  test("are read about by everybody, with the text and the pictures, and left out themselves", async () => {
    for (const person of [forum.visitor(), stranger, moderator]) {
      const sale = await readSale(person);
      expect(sale).toMatchObject({
        body: BODY,
        attachmentPriceCents: 700,
        paidAttachmentCount: 1,
        viewerReadsAll: true,
        viewerGetsAttachments: false,
        attachments: [],
      });
      expect(sale.images).toEqual([{ url: picture.url }]);
      expect(await statusOf(person, picture.url)).toBe(200);
      expect(await statusOf(person, file.url)).toBe(404);
    }
  });

  test("stand on no page, in no feed, list or answer of any door", async () => {
    const paths = ["/", `/thread/${threadId}`, `/thread/${threadId}?scripts=off`, `/user/${author.id}`];
    const feeds = ["/rss.xml", `/thread/${threadId}/atom.xml`, `/search?keyword=${CANARY.slice(0, 7)}`];
    // The author first: what is rendered for them must not be given to others.
    for (const path of paths) expect((await author.get(path)).status).toBe(200);
    for (const person of [forum.visitor(), stranger, moderator]) {
      for (const path of [...paths, ...feeds]) {
        const { text } = await person.get(path);
        expect(text.includes(CANARY), path).toBe(false);
        expect(text.includes(file.url), path).toBe(false);
      }
      const said = await person.graphql(`{ threads(first: 5) { nodes { ${SALE} posts(first: 2) {
        nodes { thread { ${SALE} } } } } } search(query: "${CANARY}", kind: THREAD) { nodes { __typename } } }`);
      expect(JSON.stringify(said)).not.toContain(file.url);
      const client = await OldClient.of(forum, person === stranger ? stranger : undefined);
      for (const answer of [
        await client.get("/api/v3/thread.detail", { threadId }),
        await client.get("/api/v3/thread.list", { perPage: 20 }),
      ])
        expect(JSON.stringify(answer)).not.toContain(CANARY);
    }
    expect((await downloadExport(stranger)).text).not.toContain(CANARY);
  });

  test("are the author's, and of who need not pay", async () => {
    for (const person of [author, friend, admin]) {
      expect((await readSale(person)).attachments).toEqual([{ fileName: `${CANARY}.txt`, url: file.url }]);
      expect((await person.get(file.url)).text).toBe(CANARY);
    }
  });

  test("are bought at the price that the buyer has seen, once, and split as threads are", async () => {
    await expect(orderFiles(buyer, threadId, 600)).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    await expect(orderFiles(author, threadId)).rejects.toMatchObject({ code: "CANNOT_BUY_OWN" });
    await expect(order(buyer, threadId, 700)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const barred = await forum.limitedMember("thread.downloadAttachment");
    await expect(orderFiles(barred, threadId)).rejects.toMatchObject({ code: "FORBIDDEN" });

    const made = await orderFiles(buyer, threadId);
    expect(made).toMatchObject({ kind: "ATTACHMENT", state: "PENDING", amountCents: 700 });
    const waiting = `query ($id: ID!) { thread(id: $id) { viewerOrder { id } } }`;
    expect((await buyer.graphql(waiting, { id: threadId })).thread.viewerOrder.id).toBe(made.id);
    await admin.graphql(
      `mutation { saveSettings(entries: [{tag: "default", key: "site_master_scale", value: "2"},
        {tag: "default", key: "site_author_scale", value: "8"}]) { __typename } }`,
    );
    const { id } = await orderFiles(buyer, threadId);
    const before = { author: await balancesOf(forum, author), buyer: await balancesOf(forum, buyer) };
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => pay(buyer, id)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

    expect((await balancesOf(forum, buyer)).available).toBe(before.buyer.available - 700);
    expect((await balancesOf(forum, author)).available).toBe(before.author.available + 560);
    expect(await readSale(buyer)).toMatchObject({
      viewerGetsAttachments: true,
      attachments: [{ url: file.url }],
    });
    expect((await buyer.get(file.url)).text).toBe(CANARY);
    expect(await statusOf(stranger, file.url)).toBe(404);
    await expect(orderFiles(buyer, threadId)).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    const { purchases } = await buyer.graphql(`{ purchases { nodes { kind thread { id } } } }`);
    expect(purchases.nodes).toEqual([{ kind: "ATTACHMENT", thread: { id: threadId } }]);
    expect(await wrongInBooks(forum)).toEqual([]);

    const REFUND = `mutation ($i: RefundOrderInput!) { refundOrder(input: $i) { state } }`;
    await admin.graphql(REFUND, { i: { id, reason: "The tables were wrong" } });
    expect(await statusOf(buyer, file.url)).toBe(404);
    expect(await balancesOf(forum, buyer)).toEqual(before.buyer);
    expect(await balancesOf(forum, author)).toEqual(before.author);
    expect(await wrongInBooks(forum)).toEqual([]);
  });

  test("stay bought when the whole thread is sold later, and come with a thread that was bought before", async () => {
    const { id: documentId, url } = await author.upload("more.txt", Buffer.from("more"), "file");
    const id = await sellFiles({
      body: "Seven words that everybody reads for now",
      attachmentIds: [documentId],
    });
    await pay(buyer, (await orderFiles(buyer, id)).id);

    await edit(author, id, { attachmentPriceCents: 0, priceCents: 300 });
    expect(await textOf(buyer, id)).toBe("");
    expect(await statusOf(buyer, url)).toBe(200);
    expect(await statusOf(stranger, url)).toBe(404);
    await pay(stranger, (await order(stranger, id, 300)).id);
    await edit(author, id, { attachmentPriceCents: 300, priceCents: 0 });
    expect(await statusOf(stranger, url)).toBe(200);
    await expect(orderFiles(stranger, id, 300)).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    await edit(author, id, { attachmentPriceCents: 0 });
    expect(await statusOf(moderator, url)).toBe(200);
  });
});

describe("an author", () => {
  test("adds a file to what is sold, which is sold at once, and nobody else loses the files by an edit", async () => {
    const [first, second] = [
      await author.upload("one.txt", Buffer.from("one"), "file"),
      await author.upload("two.txt", Buffer.from("two"), "file"),
    ];
    const id = await sellFiles({ attachmentIds: [first.id] });
    await edit(author, id, { attachmentIds: [first.id, second.id] });
    expect(await statusOf(stranger, second.url)).toBe(404);
    expect(await readSale(stranger, id)).toMatchObject({ paidAttachmentCount: 2, attachments: [] });
    // A moderator who does not see the files would save the thread without them.
    await expect(edit(moderator, id, { title: "Mine now" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await edit(admin, id, { title: "A better title" });
    expect(await statusOf(stranger, first.url)).toBe(404);
    await expect(edit(author, id, { attachmentIds: [] })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });

  test.each([
    ["two prices", { priceCents: 100 }],
    ["a negative price", { attachmentPriceCents: -1 }],
    ["a price that is too high", { attachmentPriceCents: 10_000_001 }],
    ["pictures alone", { attachmentIds: [] }],
  ])("is refused %s", async (_what, change) => {
    const { id } = await author.upload("x.txt", Buffer.from("x"), "file");
    const selling = sellFiles({ attachmentIds: [id], ...change });
    await expect(selling).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("needs the permission to sell", async () => {
    const poor = await forum.limitedMember("thread.insertPay");
    const { id } = await poor.upload("x.txt", Buffer.from("x"), "file");
    const selling = sell(forum, poor, { priceCents: 0, attachmentPriceCents: 1, attachmentIds: [id] });
    await expect(selling).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("merges no thread whose files are sold into another", async () => {
    const intoThreadId = await sell(forum, author, { title: "Free", priceCents: 0 });
    const MERGE = `mutation ($i: MergeThreadsInput!) { mergeThreads(input: $i) { id } }`;
    await expect(admin.graphql(MERGE, { i: { threadId, intoThreadId } })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });
});

test("old clients sell files, keep their price in drafts, and are told who has paid", async () => {
  const client = await OldClient.of(forum, author);
  const upload = async () => Number((await author.upload("old.txt", Buffer.from(CANARY), "file")).id);
  const writing = async (more: object) => ({
    title: "Old and for sale",
    categoryId: Number(await forum.categoryId()),
    content: { text: "Hello", indexes: { 108: { tomId: 108, body: { docIds: [await upload()] } } } },
    price: 0,
    attachmentPrice: "8.2",
    ...more,
  });
  const { Data } = await client.post("/api/v3/thread.create", await writing({}));
  expect(Data).toMatchObject({
    price: 0,
    attachmentPrice: 8.2,
    payType: 2,
    paid: true,
    displayTag: { isPrice: true },
  });
  expect(Data.content.indexes["108"].body).toHaveLength(1);
  const asVisitor = await (
    await OldClient.of(forum)
  ).get("/api/v3/thread.detail", { threadId: Data.threadId });
  expect(asVisitor.Data).toMatchObject({ attachmentPrice: 8.2, payType: 2, paid: false });
  expect(asVisitor.Data.content).toMatchObject({ indexes: {} });
  expect(asVisitor.Data.content.text).toContain("Hello");

  const changed = await client.post("/api/v3/thread.update", { threadId: Data.threadId, attachmentPrice: 1 });
  expect(changed.Data).toMatchObject({ attachmentPrice: 1, payType: 2 });
  for (const attachmentPrice of ["0.001", "-1", "1e3", "1,00", "１", 100_000.01])
    expect((await client.post("/api/v3/thread.create", await writing({ attachmentPrice }))).Code).toBe(-4001);
  expect((await client.post("/api/v3/thread.create", await writing({ price: 1 }))).Code).toBe(-4001);
  const draft = await client.post("/api/v3/thread.create", await writing({ draft: 1 }));
  expect(draft.Data).toMatchObject({ isDraft: true, attachmentPrice: 8.2, payType: 2 });
});
