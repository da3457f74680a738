import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { listIds, publish, reply } from "../threads/content.ts";

const SAVE = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id threadId title body version } }`;
const DRAFTS = `{ drafts { id title } }`;

let forum: Forum;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const save = async (person: Person, input: object) => (await person.graphql(SAVE, { input })).saveDraft;
const draftOf = async (person: Person, args: string) =>
  (await person.graphql(`{ draft(${args}) { id body } }`)).draft;

test("a draft grows by versions, and a window that missed one does not overwrite it", async () => {
  const ada = await forum.member();

  const first = await save(ada, { title: "T", body: "one" });
  const second = await save(ada, { id: first.id, body: "two", version: first.version });

  expect([first.version, second.version]).toEqual([1, 2]);
  await expect(save(ada, { id: first.id, body: "lost", version: 1 })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await draftOf(ada, `id: ${first.id}`)).toEqual({ id: first.id, body: "two" });
});

test("there is one draft for the answer to a thread", async () => {
  const ada = await forum.member();
  const { id: threadId } = await publish(ada, { categoryId });

  const draft = await save(ada, { threadId, body: "hm" });

  await expect(save(ada, { threadId, body: "other window" })).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await save(ada, { threadId, body: "hm, yes", version: 1 })).toMatchObject({
    id: draft.id,
    version: 2,
  });
  expect(await draftOf(ada, `threadId: ${threadId}`)).toEqual({ id: draft.id, body: "hm, yes" });
});

test("publishing and replying take their draft along; a refused reply leaves it", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const draft = await save(ada, { title: "T", body: "B" });
  const { id: threadId } = await publish(ada, { categoryId, draftId: draft.id });
  expect((await ada.graphql(DRAFTS)).drafts).toEqual([]);

  const answer = await save(bo, { threadId, body: "x" });
  await expect(reply(bo, threadId, { body: " ", draftId: answer.id })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  expect((await bo.graphql(DRAFTS)).drafts).toHaveLength(1);
  await reply(bo, threadId, { draftId: answer.id });
  expect((await bo.graphql(DRAFTS)).drafts).toEqual([]);
});

test("a draft that is sent five times at once is published once", async () => {
  const ada = await forum.member();
  const draft = await save(ada, { title: "Once", body: "B" });

  const input = { categoryId, title: "Once", draftId: draft.id };
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => publish(ada, input)));

  const refused = answers.filter((answer) => answer.status === "rejected");
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array(4).fill("DRAFT_GONE"));
  expect(await listIds(ada, { filter: { authorId: ada.id } })).toHaveLength(1);
});

test("drafts are their writer's alone", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const draft = await save(ada, { body: "private" });

  expect(await draftOf(bo, `id: ${draft.id}`)).toBeNull();
  await expect(draftOf(forum.visitor(), `id: ${draft.id}`)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  await expect(save(bo, { id: draft.id, body: "mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const DELETE = `mutation ($id: ID!) { deleteDraft(id: $id) }`;
  await expect(bo.graphql(DELETE, { id: draft.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(publish(bo, { categoryId, draftId: draft.id })).rejects.toMatchObject({ code: "DRAFT_GONE" });
  expect((await ada.graphql(DRAFTS)).drafts).toHaveLength(1);
  expect(await ada.graphql(DELETE, { id: draft.id })).toEqual({ deleteDraft: true });
  await expect(forum.visitor().graphql(DRAFTS)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("there are at most 50", async () => {
  const ada = await forum.member();
  for (let index = 0; index < 50; index++) await save(ada, { title: `D${index}` });

  await expect(save(ada, { title: "one more" })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect((await ada.graphql(DRAFTS)).drafts).toHaveLength(50);
});

test("a draft keeps its files in their order, and they are not cleared away", async () => {
  const ada = await forum.member();
  const [first, second] = [await upload(ada, "a.png"), await upload(ada, "b.png")];

  const draft = await save(ada, { body: "pictures below", attachmentIds: [second, first] });
  await save(ada, { id: draft.id, body: "typed on", version: draft.version });
  await ageUploads();

  expect(await filesOf(ada, draft.id)).toEqual([second, first]);
  const { id: threadId } = await publish(ada, {
    categoryId,
    draftId: draft.id,
    attachmentIds: [second, first],
  });
  const images = (await ada.graphql(`{ thread(id: ${threadId}) { images { id } } }`)).thread.images;
  expect(images.map(({ id }: { id: string }) => id)).toEqual([second, first]);
});

test("a draft takes no files of others, and none that something else holds", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const [free, attached, foreign] = [
    await upload(ada, "a.png"),
    await upload(ada, "b.png"),
    await upload(bo, "c.png"),
  ];
  await publish(ada, { categoryId, attachmentIds: [attached] });

  const draft = await save(ada, { body: "x", attachmentIds: [foreign, attached, free, "99999999", free] });

  expect(await filesOf(ada, draft.id)).toEqual([free]);
  await save(ada, { id: draft.id, body: "x", attachmentIds: [] });
  expect(await filesOf(ada, draft.id)).toEqual([]);
  await ageUploads();
  expect(await forum.rows(`SELECT a.id FROM attachments a WHERE a.id = ${free}`)).toEqual([]);
});

test("a list of drafts with files costs as many statements as one draft with a file", async () => {
  const ada = await forum.member();
  const read = () => ada.graphql(`{ drafts { id attachments { id url } } }`);
  await save(ada, { title: "0", attachmentIds: [await upload(ada, "0.png")] });
  const one = await forum.countSettled(read);
  for (let index = 1; index < 5; index++) {
    await save(ada, { title: `${index}`, attachmentIds: [await upload(ada, `${index}.png`)] });
  }

  expect(await forum.countSettled(read)).toBe(one);
});

const upload = async (person: Person, name: string): Promise<string> =>
  (await person.upload(name, await plain(30, 20).png().toBuffer())).id;
const filesOf = async (person: Person, id: string): Promise<string[]> => {
  const { draft } = await person.graphql(`{ draft(id: ${id}) { attachments { id } } }`);
  return draft.attachments.map((file: { id: string }) => file.id);
};

/** Lets two days pass for all uploads, and what clears up come by. */
async function ageUploads(): Promise<void> {
  await forum.write(async (ctx) => {
    await run(ctx, "UPDATE attachments SET createdAt = ?", [new Date(ctx.now.getTime() - 2 * 86_400_000)]);
  });
  await removeUnusedUploads(forum.app.context());
}

test("a draft keeps a red packet, a bounty and a question as they are typed, and gives them to nobody else", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const GIFTS = `gifts {
    redPacket { rule claimBy amount count likes }
    bounty { amount days rest }
    question { nickname userId amount hasOnlookers }
  }`;
  const read = async (person: Person, id: string) =>
    (await person.graphql(`{ draft(id: ${id}) { ${GIFTS} } }`)).draft?.gifts;
  const redPacket = { rule: "RANDOM", claimBy: "LIKES", amount: "1.", count: "", likes: "三" };
  const bounty = { amount: "10", days: 7, rest: "SHARE" };
  const question = { nickname: bo.nickname, userId: String(bo.id), amount: "5", hasOnlookers: false };

  const { id } = await save(ada, { title: "T", gifts: { redPacket, bounty, question } });
  expect(await read(ada, id)).toEqual({ redPacket, bounty, question });
  expect(await read(bo, id)).toBeUndefined();

  // An old client that knows nothing of them leaves them.
  await save(ada, { id, title: "T2" });
  expect(await read(ada, id)).toEqual({ redPacket, bounty, question });
  await save(ada, { id, gifts: { bounty } });
  expect(await read(ada, id)).toEqual({ redPacket: null, bounty, question: null });
  await save(ada, { id, gifts: {} });
  expect(await read(ada, id)).toEqual({ redPacket: null, bounty: null, question: null });

  const long = { ...redPacket, amount: "1".repeat(21) };
  for (const gifts of [
    { redPacket: long },
    { bounty: { ...bounty, days: 0 } },
    { question: { ...question, nickname: "x".repeat(101) } },
  ])
    await expect(save(ada, { gifts })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  const full = { nickname: "\u{1F600}".repeat(100), amount: '"'.repeat(20), hasOnlookers: true };
  expect(await save(ada, { gifts: { redPacket, bounty, question: full } })).toMatchObject({ version: 1 });
});
