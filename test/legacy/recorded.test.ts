import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Envelope } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import {
  NOT_OFFERED,
  OPENING,
  READING,
  type Caller,
  type RecordedCall,
  type Things,
} from "./recordedCalls.ts";
import { EDITING, TALKING, WRITING } from "./recordedWrites.ts";

/** The recorded calls of the published clients, in the order of an evening: somebody opens, reads, writes, talks. */

let forum: Forum;
let things: Things;
let clients: Readonly<Record<Caller, OldClient>>;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  const [editor, member] = [await forum.moderator(), await forum.member()];
  clients = {
    visitor: await OldClient.of(forum),
    member: await OldClient.of(forum, member),
    editor: await OldClient.of(forum, editor),
  };
  const categoryId = await forum.categoryId();
  const { id } = await publish(editor, { categoryId, title: "Recorded", body: "About #records#" });
  const first = await reply(editor, id);
  const comment = await reply(editor, id, { replyToPostId: first.id });
  const bytes = await plain(20, 20).png().toBuffer();
  const [picture, another] = [await member.upload("a.png", bytes), await member.upload("c.png", bytes)];
  await reply(member, id, { body: "For a notice" });
  const other = await forum.member();
  await other.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: editor.id });
  const said = { userId: member.id, body: "Hi" };
  await editor.graphql(`mutation ($i: SendMessageInput!) { sendMessage(input: $i) { id } }`, { i: said });
  await forum.delivered();
  const [dialog] = await forum.rows<{ id: number }>("SELECT id FROM dialogs");
  const [notice] = await forum.rows<{ id: number }>("SELECT id FROM notifications WHERE userId = ?", [
    editor.id,
  ]);
  const read = (await clients.member.get("/api/v3/thread.detail", { threadId: id })).Data;
  things = {
    categoryId: Number(categoryId),
    threadId: Number(id),
    firstPostId: read.postId,
    replyId: Number(first.id),
    commentId: Number(comment.id),
    authorId: editor.id,
    dialogId: Number(dialog!.id),
    pictureId: Number(picture.id),
    replyPictureId: Number(another.id),
    noticeId: Number(notice!.id),
  };
});
afterAll(() => forum.close());

const send = (who: Caller, call: string, given: object): Promise<Envelope> => {
  const [method, path] = call.split(" ") as [string, string];
  return method === "GET" ? clients[who].get(path, given) : clients[who].post(path, given);
};

/** The type of what stands at a path such as `pageData.0.user`. */
function kindAt(data: unknown, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], data);
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

/** Sends a call and looks where its client looks. */
async function replay({ who, call, send: given, reads = {}, code = 0 }: RecordedCall): Promise<void> {
  const { Code, Message, Data } = await send(who, call, given(things));
  expect({ Code, Message: Code === code ? "" : Message }).toEqual({ Code: code, Message: "" });
  const expected = Object.entries(reads).map(([path, kind]) => [path, kind]);
  expect(
    expected.map(([path, kind]) => {
      const found = kindAt(Data, path!);
      return [path, kind === "any" && found !== "undefined" ? "any" : found];
    }),
  ).toEqual(expected);
}

describe.each([
  ["somebody opens the forum", OPENING],
  ["a member reads", READING],
  ["a member writes", WRITING],
  ["people talk", TALKING],
  ["an editor edits", EDITING],
])("%s", (_who, calls) => {
  test.each(calls.map((call) => [`${call.what} – ${call.call}`, call] as const))(
    "%s",
    async (_what, call) => {
      await replay(call);
    },
  );
});

test.each(NOT_OFFERED)("%s is not offered and sends nobody away", async (call) => {
  expect(await send("member", call, { threadId: things.threadId })).toMatchObject({ Code: -6001 });
});

test("an address without anything behind it is answered as a call that does not exist", async () => {
  expect(await send("visitor", "GET /api", {})).toMatchObject({ Code: -6001 });
});

test("somebody registers and signs in by the old forms", async () => {
  const form = {
    username: "recorded",
    password: "long enough 7",
    passwordConfirmation: "long enough 7",
    nickname: "Recorded",
    code: "",
    captchaTicket: "",
    captchaRandStr: "",
  };
  const token = { accessToken: expect.any(String), uid: expect.any(Number), userStatus: expect.any(Number) };
  expect(await clients.visitor.post("/api/v3/users/username.register", form)).toMatchObject({
    Code: 0,
    Data: token,
  });
  const { username, password } = form;
  expect(
    await clients.visitor.post("/api/v3/users/username.login", {
      username,
      password,
      type: "username_login",
    }),
  ).toMatchObject({ Code: 0, Data: token });
});

test("pictures are uploaded as forms: for a thread, as a background", async () => {
  const file = { name: "b.png", type: "image/png", bytes: await plain(20, 20).png().toBuffer() };
  const stored = await clients.member.call("POST", "/api/v3/attachments", { form: { file, type: "1" } });
  expect(stored).toMatchObject({ Code: 0, Data: { extension: "png", fileType: "image/png" } });
  const background = { background: file, pid: "1" };
  expect(
    (await clients.member.call("POST", "/api/v3/users/background", { form: background })).Data.backgroundUrl,
  ).toMatch(/\/files\//);
});

test("a notice of a comment leads to the reply below which it stands, under words and not a key", async () => {
  const other = await forum.member();
  const publisher = await forum.member();
  const categoryId = String(things.categoryId);
  const thread = await publish(publisher, { categoryId, title: "Asked", body: "Well?" });
  const mine = await reply(publisher, thread.id as string);
  await reply(other, thread.id as string, { replyToPostId: mine.id });
  await forum.delivered();
  const client = await OldClient.of(forum, publisher);
  const { Data } = await client.get("/api/v3/notification", { filter: { type: "replied" } });
  const notice = (Data.pageData as { isReply: number; replyPostId: number; title: string }[]).find(
    ({ isReply }) => isReply === 1,
  );
  expect(notice).toMatchObject({ isReply: 1, replyPostId: Number(mine.id) });
  expect(notice?.title).toMatch(/\p{Script=Han}/u);
});
