import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Message } from "../../server/features/messages/message.entity.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { READ_KINDS } from "../../server/transfer/export/tables.ts";
import { NeutralFolder, sha256Of } from "../../server/transfer/format/folder.ts";
import { KINDS, keyOf, type Kind, type RecordOf } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { leftOutFields, OWN } from "../../server/transfer/member/own.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { downloadExport, type MemberExport } from "../support/memberExport.ts";
import type { Person } from "../support/person.ts";
import { live, SECRET, type Life } from "./living.ts";

const PATIENCE_MS = 300_000;

let root: string;
let database: { url: string; drop(): Promise<void> } | null = null;
let forum: Forum;
let life: Life;
let whole: NeutralFolder;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-member-"));
  const dataDir = join(root, "data");
  mkdirSync(dataDir);
  if (ENGINE !== "sqlite") database = await createServerDatabase();
  forum = await Forum.open({ env: { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? "" } });
  life = await live(forum);
  await exportForum(forum.app.config, join(root, "whole"), () => undefined);
  whole = await NeutralFolder.open(join(root, "whole"));
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Unpacks the export of a member, as they would to read it. */
async function unpacked(person: Person): Promise<{ data: MemberExport; folder: NeutralFolder }> {
  const data = await downloadExport(person);
  const location = mkdtempSync(join(root, "own-"));
  for (const [name, bytes] of data.files) {
    mkdirSync(dirname(join(location, name)), { recursive: true });
    writeFileSync(join(location, name), bytes);
  }
  return { data, folder: await NeutralFolder.open(location) };
}

async function linesOf(folder: NeutralFolder, kind: Kind): Promise<Map<string, Record<string, unknown>>> {
  const lines = new Map<string, Record<string, unknown>>();
  for await (const { record } of folder.records(kind)) lines.set(keyOf(kind, record), record);
  return lines;
}

/** Members that a record of the whole export belongs to, by the fields that say so. */
const OWNERS: { readonly [K in Kind]?: (record: RecordOf<K>) => readonly (number | null)[] } = {
  members: ({ id }) => [id],
  follows: ({ fromId }) => [fromId],
  threads: ({ authorId }) => [authorId],
  posts: ({ authorId }) => [authorId],
  dialogs: ({ lowMemberId, highMemberId }) => [lowMemberId, highMemberId],
  acceptances: ({ inviterId }) => [inviterId],
  transactions: ({ entries }) => entries.map(({ memberId }) => memberId),
  questions: ({ askerId, answererId }) => [askerId, answererId],
};
/** Kinds whose owners follow from other records, which stories of their own look at. */
const FOLLOWING: readonly Kind[] = ["files", "messages", "goods"];

describe.each(["ada", "bo", "admin"] as const)("the export of %s", (name) => {
  test("has the goods of their threads, and no other ones", async () => {
    const { folder } = await unpacked(life[name]);
    const threads = await linesOf(folder, "threads");
    const goods = [...(await linesOf(whole, "goods"))].filter(([, { threadId }]) =>
      threads.has(String(threadId)),
    );
    expect([...(await linesOf(folder, "goods"))]).toEqual(goods);
  });

  test("has the lines of the whole export that are theirs, and no other ones", async () => {
    const { folder } = await unpacked(life[name]);
    for (const kind of KINDS) {
      const [own, all] = [await linesOf(folder, kind), await linesOf(whole, kind)];
      const fields = kind === "files" ? [] : leftOutFields(kind);
      for (const [key, record] of own) {
        const other = all.get(key)!;
        expect([kind, key, without(record, fields)]).toEqual([kind, key, without(other, fields)]);
      }
      if (FOLLOWING.includes(kind)) continue;
      const ownersOf = (OWNERS[kind] ?? (({ memberId }: { memberId: number }) => [memberId])) as (
        record: Record<string, unknown>,
      ) => number[];
      const theirs = [...all].filter(([, record]) => ownersOf(record).includes(life[name].id));
      const keys = Object.hasOwn(OWN, kind) ? theirs.map(([key]) => key) : [];
      expect([kind, [...own.keys()]]).toEqual([kind, keys]);
    }
  });

  test("names other members by their ids only, and holds no secret", async () => {
    const { data } = await unpacked(life[name]);
    const others = [...(await linesOf(whole, "members")).values()].filter(({ id }) => id !== life[name].id);
    expect(others.length).toBeGreaterThan(5);
    const [bodies, hashes] = [await linesOf(whole, "posts"), await linesOf(whole, "credentials")];
    for (const { authorId, body } of bodies.values())
      if (authorId !== life[name].id && (body as string).length > 30)
        expect(data.text).not.toContain(JSON.stringify(body).slice(1, -1));
    for (const { hash } of hashes.values()) expect(data.text).not.toContain(hash);
    for (const secret of [SECRET, life.token]) expect(data.text).not.toContain(secret);
  });
});

function without(record: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

test("the files of a member are in it, byte by byte", async () => {
  const { data, folder } = await unpacked(life.ada);
  const files = data.records("files");
  const paths = data.records("attachments").flatMap(({ path, thumbPath }) => [path, thumbPath]);
  const { avatar } = data.records("members")[0]!;
  expect(files.length).toBeGreaterThan(3);
  expect(files.map(({ path }) => path)).toEqual(
    [...new Set([...paths, avatar].filter((path) => path !== null))].sort(),
  );
  for (const { path, sha256, bytes } of files) {
    expect(data.files.get(`files/${path}`)).toHaveLength(bytes);
    expect(await sha256Of(folder.location(path))).toBe(sha256);
  }
});

test("lists of other members' parts are cut to one's own", async () => {
  const { data } = await unpacked(life.bo);
  const members = [
    ...data.records("transactions").flatMap(({ entries }) => entries),
    ...data.records("dialogs").flatMap(({ sides }) => sides),
    ...data.records("redPackets").flatMap(({ shares }) => shares),
    ...data.records("bounties").flatMap(({ gifts }) => gifts),
  ].map(({ memberId }) => memberId);
  expect(members.length).toBeGreaterThan(3);
  expect(new Set(members)).toEqual(new Set([life.bo.id]));
  expect(data.records("orders").length).toBeGreaterThan(0);
});

test("a conversation is in it as the member sees it: nothing of the other that was removed, or deleted for oneself", async () => {
  const [di, eve] = [await forum.member(), await forum.member()];
  const send = async (from: Person, to: Person, body: string): Promise<string> => {
    const document = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`;
    return (await from.graphql(document, { input: { userId: to.id, body } })).sendMessage.id;
  };
  await send(eve, di, "an old secret");
  await di.graphql(`mutation ($id: ID!) { deleteDialog(userId: $id) }`, { id: eve.id });
  await send(di, eve, "good morning");
  await send(eve, di, "good day");
  const bad = await send(eve, di, "a bad word");
  await forum.write((ctx) =>
    ctx.db.update(Message, { id: Number(bad) }, { removedAt: ctx.now, removedById: 1 }),
  );

  const bodies = async (person: Person) =>
    (await downloadExport(person)).records("messages").map(({ body }) => body);
  expect(await bodies(di)).toEqual(["good morning", "good day"]);
  expect(await bodies(eve)).toEqual(["an old secret", "good morning", "good day", "a bad word"]);
});

test("the manifest says whose data it is and of which forum, and no forum is made of it", async () => {
  const { folder } = await unpacked(life.ada);
  expect(folder.manifest).toMatchObject({
    format: "luntan-neutral",
    version: 1,
    source: { software: "luntan", address: forum.app.config.publicUrl },
    member: { id: life.ada.id, username: life.ada.credentials!.username },
  });
  await expect(checkFolder(folder, () => undefined)).rejects.toThrow(/is the export of one member/);
  expect(READ_KINDS.filter((kind) => folder.manifest.records[kind].records > 0).length).toBeGreaterThan(15);
});
