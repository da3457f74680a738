import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Private messages and notifications in the form of the predecessor (legacy-facts 3.4). */

let forum: Forum;
let ada: Person;
let bob: Person;
let adas: OldClient;
let bobs: OldClient;
let carls: OldClient;
let visitor: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [ada, bob] = [await forum.member(), await forum.member()];
  [adas, bobs, visitor] = [
    await OldClient.of(forum, ada),
    await OldClient.of(forum, bob),
    await OldClient.of(forum),
  ];
  carls = await OldClient.of(forum, await forum.member());
});
afterAll(() => forum.close());

const unread = async (client: OldClient) => (await client.get("/api/v3/unreadnotification")).Data;
const write = (client: OldClient, recipientUserId: number, messageText: string, more: object = {}) =>
  client.post("/api/v3/dialog.create", { recipientUserId, messageText, isImage: false, ...more });

describe("private messages", () => {
  test("are sent, listed, read, answered and put away", async () => {
    expect((await adas.get("/api/v3/dialog.record", { userId: bob.id })).Data).toEqual({ dialogId: "" });
    const sent = await write(adas, bob.id, "Hello <Bob>\n& all");
    const { dialogId, dialogMessageId } = sent.Data;

    expect(sent).toMatchObject({ Code: 0, Message: "已发送" });
    expect((await adas.get("/api/v3/dialog.record", { userId: bob.id })).Data).toEqual({ dialogId });
    expect(await unread(bobs)).toMatchObject({ dialogNotifications: 1 });
    const { Data: dialogs } = await bobs.get("/api/v3/dialog");
    expect(dialogs).toMatchObject({ perPage: 10, totalCount: 1, pageLength: 1 });
    expect(dialogs.pageData[0]).toMatchObject({
      id: dialogId,
      dialogMessageId,
      senderReadAt: null,
      recipientReadAt: null,
      recipient: { id: ada.id, nickname: ada.nickname },
      dialogMessage: { userId: ada.id, unreadCount: 1, messageTextHtml: "Hello &lt;Bob&gt;<br>&amp; all" },
    });

    const { Data: messages } = await bobs.get("/api/v3/dialog/message", {
      filter: { dialogId },
      perPage: 500,
    });
    expect(messages).toMatchObject({
      perPage: 200,
      totalCount: 1,
      pageData: [
        { id: dialogMessageId, dialogId, user: { id: ada.id, nickname: ada.nickname }, attachmentId: 0 },
      ],
    });
    expect(await unread(bobs)).toMatchObject({ dialogNotifications: 0 });
    const answer = await bobs.post("/api/v3/dialog/message.create", {
      dialogId,
      messageText: "Hi",
      isImage: false,
    });
    expect(answer).toMatchObject({
      Code: 0,
      Message: "已发送",
      Data: { dialogMessageId: dialogMessageId + 1 },
    });
    await adas.post("/api/v3/dialog.update", { dialogId });
    expect(await unread(adas)).toMatchObject({ dialogNotifications: 0 });
    expect((await bobs.get("/api/v3/dialog")).Data.pageData[0].recipientReadAt).not.toBeNull();

    expect(await bobs.post("/api/v3/dialog.delete", { id: dialogId })).toMatchObject({ Code: 0, Data: [] });
    expect((await bobs.get("/api/v3/dialog")).Data.pageData).toEqual([]);
    expect((await bobs.get("/api/v3/dialog/message", { filter: { dialogId } })).Data.pageData).toEqual([]);
    expect((await adas.get("/api/v3/dialog")).Data.pageData).toHaveLength(1);
  });

  test("carry a picture of one's own, and nobody else's", async () => {
    const { id } = await ada.upload("p.png", await plain(9, 9).png().toBuffer());
    const attachmentId = Number(id);

    expect(await write(bobs, ada.id, "", { isImage: true, attachmentId, imageUrl: "/x" })).toMatchObject({
      Code: -4004,
    });
    expect(await write(adas, bob.id, "", { isImage: true })).toMatchObject({ Code: -4001 });
    const { Data } = await write(adas, bob.id, "", { isImage: true, attachmentId, imageUrl: "ignored" });
    const page = await bobs.get("/api/v3/dialog/message", { filter: { dialogId: Data.dialogId } });
    expect(page.Data.pageData[0]).toMatchObject({
      attachmentId,
      imageUrl: expect.stringMatching(/^http:.+\/files\//),
    });
  });

  test("of others are as unknown as those that never were", async () => {
    const { dialogId } = (await write(adas, bob.id, "Between us")).Data;
    const before = await forum.rows("SELECT * FROM dialog_sides ORDER BY userId, peerId");
    const told = async (id: number | string) => {
      const answers = [
        await carls.get("/api/v3/dialog/message", { filter: { dialogId: id } }),
        await carls.post("/api/v3/dialog/message.create", {
          dialogId: id,
          messageText: "me too",
          isImage: false,
        }),
        await carls.post("/api/v3/dialog.update", { dialogId: id }),
        await carls.post("/api/v3/dialog.delete", { id }),
      ];
      return answers.map(({ Code, Message, Data }) => ({ Code, Message, Data }));
    };

    expect(await told(dialogId)).toEqual(await told(99999));
    expect((await told(dialogId)).map(({ Code }) => Code)).toEqual([-4004, -4004, -4004, -4004]);
    expect(await forum.rows("SELECT * FROM dialog_sides ORDER BY userId, peerId")).toEqual(before);
  });

  test.each([
    ["no recipient", { recipientUserId: undefined }, -4001],
    ["a recipient that is no number", { recipientUserId: "bob" }, -4001],
    ["an unknown recipient", { recipientUserId: 99999 }, -4004],
    ["nothing to say", { messageText: " " }, -4001],
    ["too much to say", { messageText: "x".repeat(451) }, -4001],
    ["a wrong kind of text", { messageText: { a: 1 } }, -4001],
    ["a wrong kind of flag", { isImage: "perhaps" }, -4001],
  ])("with %s are refused, and nothing is stored", async (_what, change, code) => {
    const before = await forum.rows("SELECT id FROM messages");
    const body = { recipientUserId: bob.id, messageText: "Hello", isImage: false, ...change };

    expect(await adas.post("/api/v3/dialog.create", body)).toMatchObject({ Code: code, Data: [] });
    expect(await forum.rows("SELECT id FROM messages")).toEqual(before);
  });

  test("are refused to visitors, without permission, to oneself, to whom one is blocked by, and where they are off", async () => {
    const limited = await OldClient.of(forum, await forum.limitedMember("dialog.create"));
    const admin = await OldClient.of(forum, await forum.admin());
    for (const path of ["/api/v3/dialog", "/api/v3/dialog.record"])
      expect(await visitor.get(path, { userId: 1 })).toMatchObject({ Code: -3001 });
    expect(await write(visitor, bob.id, "Hello")).toMatchObject({ Code: -3001 });
    expect(await write(limited, bob.id, "Hello")).toMatchObject({ Code: -4002 });
    expect(await write(adas, ada.id, "Hello")).toMatchObject({ Code: -4001 });
    await bobs.post("/api/v3/users/deny.create", { id: ada.id });
    expect(await write(adas, bob.id, "Hello")).toMatchObject({ Code: -7061 });
    expect(await write(bobs, ada.id, "Hello")).toMatchObject({ Code: -7068 });
    await bobs.post("/api/v3/users/deny.delete", { id: ada.id });
    await admin.post("/api/settings.v2", [{ key: "private_messages", tag: "default", value: 0 }]);
    expect(await write(adas, bob.id, "Hello")).toMatchObject({ Code: -11000 });
    await admin.post("/api/settings.v2", [{ key: "private_messages", tag: "default", value: 1 }]);
  });
});

describe("notifications", () => {
  const list = async (client: OldClient, type?: string) =>
    (await client.get("/api/v3/notification", type === undefined ? {} : { filter: { type } })).Data;

  test("of the types asked for are listed, and thereby read; others stay", async () => {
    const thread = await publish(ada, {
      categoryId: await forum.categoryId(),
      title: "Asked",
      body: "What?",
    });
    const answer = await reply(bob, thread.id, { body: "This!" });
    await bob.graphql(`mutation ($t: ID!) { setThreadLiked(threadId: $t, liked: true) { id } }`, {
      t: thread.id,
    });
    await forum.delivered();

    expect((await unread(adas)).typeUnreadNotifications).toMatchObject({ replied: 1, liked: 1 });
    const replied = await list(adas, "replied");
    expect(replied).toMatchObject({ perPage: 10, pageLength: 1, totalCount: 1 });
    expect(replied.pageData[0]).toMatchObject({
      type: "replied",
      userId: bob.id,
      nickname: bob.nickname,
      readAt: null,
      isAnonymous: false,
      threadId: Number(thread.id),
      threadTitle: "Asked",
      threadUserNickname: ada.nickname,
      postId: Number(answer.id),
      postContent: "This!",
      replyPostId: 0,
      isReply: 0,
    });
    expect((await unread(adas)).typeUnreadNotifications).not.toHaveProperty("replied");
    expect((await unread(adas)).typeUnreadNotifications).toMatchObject({ liked: 1 });
    expect((await list(adas, "replied")).pageData[0].readAt).toMatch(/^\d{4}-/);
    expect((await list(adas, "related, liked")).pageData).toMatchObject([{ type: "liked" }]);
    expect((await list(adas)).pageData.length).toBeGreaterThanOrEqual(2);
    expect(await list(carls, "replied")).toMatchObject({ pageData: [], totalCount: 0 });
  });

  test("are deleted by whose they are; others' are left alone", async () => {
    const { pageData } = await list(adas, "replied,liked");
    const id = pageData.map((row: { id: number }) => row.id).join(",");

    expect(await carls.post("/api/v3/notification.delete", { id })).toMatchObject({ Code: 0, Data: [] });
    expect((await list(adas, "replied,liked")).pageData).toHaveLength(2);
    expect(await adas.post("/api/v3/notification.delete", { id })).toMatchObject({ Code: 0, Data: [] });
    expect((await list(adas, "replied,liked")).pageData).toEqual([]);
  });

  test.each([
    ["GET", "/api/v3/notification", { filter: { type: "gossip" } }],
    ["GET", "/api/v3/notification", { filter: { type: ["system"] } }],
    ["POST", "/api/v3/notification.delete", { id: "" }],
    ["POST", "/api/v3/notification.delete", { id: "one" }],
    ["POST", "/api/v3/notification.delete", { id: { a: 1 } }],
  ])("%s %s with %j is refused", async (method, path, parameters) => {
    const sent = method === "GET" ? { query: parameters } : { body: parameters };

    expect(await adas.call(method, path, sent)).toMatchObject({ Code: -4001, Data: [] });
  });

  test("a page costs as many statements with ten notifications as with one", async () => {
    const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "Busy", body: "Well?" });
    for (let number = 0; number < 8; number++)
      await reply(await forum.member(), thread.id, { body: `No ${number}` });
    await forum.delivered();
    await list(adas);
    const costOf = (perPage: number): Promise<number> =>
      forum.countSettled(async () => void (await adas.get("/api/v3/notification", { perPage })));

    expect(await costOf(8)).toBe(await costOf(1));
  });
});
