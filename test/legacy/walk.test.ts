import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../attachments/material.ts";
import { openPaidSite, save } from "../memberships/paidSite.ts";
import { give } from "../money/books.ts";
import { PIN, TRADING } from "../money/shop.ts";
import { giverOf } from "../red-packets/packets.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

/** The walk of the published web client, page by page: its calls in its order, and what it reads from the answers. */

let forum: Forum;
let admin: Person;
let author: Person;
let giver: Person;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  author = await forum.member(...TRADING);
  giver = await giverOf(forum);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const ok = (Data: unknown) => ({ Code: 0, Data }) as const;
const some = (type: unknown): unknown => expect.any(type);

describe.each(["pc", "h5"] as const)("the old client as %s", (device) => {
  let visitor: OldClient;
  let client: OldClient;
  let writer: OldClient;
  let userId: number;
  let threadId: number;

  const picture = async () => ({
    name: "a.png",
    type: "image/png",
    bytes: await plain(40, 30).png().toBuffer(),
  });
  const detail = async (id: number, by = client) =>
    (await by.get("/api/v3/thread.detail", { threadId: id })).Data;
  const pay = async (by: OldClient, order: object): Promise<string> => {
    const { Code, Data } = await by.post("/api/v3/order.create", { isAnonymous: 0, ...order });
    expect([Code, Data.status]).toEqual([0, 0]);
    const { orderSn } = Data as { orderSn: string };
    expect((await by.get("/api/v3/wallet/user")).Data).toMatchObject({ availableAmount: some(String) });
    const paid = { orderSn, paymentType: 20, payPassword: PIN };
    expect(await by.post("/api/v3/trade/pay/order", paid)).toMatchObject(
      ok({ walletPayResult: { result: "success" } }),
    );
    expect((await by.get("/api/v3/order.detail", { orderSn })).Data.status).toBe(1);
    return orderSn;
  };

  beforeAll(async () => {
    visitor = await OldClient.of(forum, undefined, device);
    writer = await OldClient.of(forum, author, device);
    const made = { title: "Welcome", categoryId, content: { text: "<p>To all</p>", indexes: {} } };
    threadId = (await writer.post("/api/v3/thread.create", made)).Data.threadId;
  });

  test("home", async () => {
    expect(await visitor.get("/api/v3/forum")).toMatchObject(
      ok({ setSite: { siteMode: "public" }, other: { canViewThreads: true } }),
    );
    expect((await visitor.get("/api/v3/emoji")).Data[0]).toMatchObject({
      url: some(String),
      code: some(String),
    });
    expect(await visitor.get("/api/v3/plugin/list")).toMatchObject(ok(some(Array)));
    expect((await visitor.get("/api/v3/categories")).Data[0]).toMatchObject({
      pid: categoryId,
      children: [],
    });
    expect((await visitor.get("/api/v3/thread.typelist")).Data[0]).toMatchObject({ type: "101" });
    for (const call of ["thread.stick", "thread.recommends"])
      expect(await visitor.get(`/api/v3/${call}`, { categoryIds: [] })).toMatchObject(ok(some(Array)));
    const home = { perPage: 10, page: 1, filter: { sort: 1, attention: 0, essence: 0 }, sequence: 0 };
    expect((await visitor.get("/api/v3/thread.list", home)).Data.pageData[0]).toMatchObject({
      threadId,
      user: { nickname: some(String), userId: author.id },
      content: { text: "<p>To all</p>" },
      ability: { canViewPost: true },
    });
  });

  test("registering and signing in", async () => {
    const names = {
      username: `walker-${device}`,
      password: "a quiet harbour",
      nickname: `Walker ${device}`.replace(" ", ""),
    };
    const form = {
      ...names,
      passwordConfirmation: names.password,
      code: "",
      captchaTicket: "",
      captchaRandStr: "",
    };
    expect(await visitor.post("/api/v3/users/username.check", { username: names.username })).toMatchObject(
      ok([]),
    );
    expect(await visitor.post("/api/v3/users/username.register", form)).toMatchObject(
      ok({ accessToken: some(String), userStatus: 0, isMissNickname: false }),
    );
    const { Data } = await visitor.post("/api/v3/users/username.login", names);
    userId = Data.uid;
    client = OldClient.with(forum, Data.accessToken as string, device);
    await give(forum, { id: userId } as Person, 10_000);
    expect((await client.get("/api/v3/forum")).Data.user).toMatchObject({ userId });
    expect((await client.get("/api/v3/user", { pid: userId })).Data).toMatchObject({
      id: userId,
      canWalletPay: false,
    });
    expect((await client.get("/api/v3/tom.permissions")).Data.createThread).toEqual({
      enable: true,
      desc: "",
    });
    expect((await client.get("/api/v3/unreadnotification")).Data).toMatchObject({ dialogNotifications: 0 });
  });

  test("publishing with a picture in the text and one beside it", async () => {
    const upload = async (): Promise<{ id: number; url: string }> =>
      (await client.call("POST", "/api/v3/attachments", { form: { file: await picture(), type: "1" } })).Data;
    const [inText, beside] = [await upload(), await upload()];
    expect((await client.get("/api/v3/categories.thread")).Data[0]).toMatchObject({ canCreateThread: true });
    const text = `<p>Mine <img src="${inText.url}" alt="attachmentId-${inText.id}"></p>`;
    const indexes = { 101: { tomId: "101", body: { imageIds: [beside.id] } } };
    const draft = {
      title: "Walked",
      categoryId,
      content: { text, indexes },
      position: {},
      draft: 0,
      anonymous: 0,
    };
    const { Data } = await client.post("/api/v3/thread.create", draft);
    const own = await detail(Data.threadId as number, visitor);
    expect(own).toMatchObject({ title: "Walked", user: { userId } });
    expect(own.content.text).toContain(`src="${inText.url}"`);
    expect(own.content.indexes["101"].body).toMatchObject([{ id: beside.id, url: beside.url }]);
    const again = {
      threadId: Data.threadId,
      title: "Walked on",
      categoryId,
      content: { text: own.content.text, indexes },
    };
    expect(await client.post("/api/v3/thread.update", again)).toMatchObject(ok({ title: "Walked on" }));
  });

  test("a thread: reading, replying, liking, keeping, following, sharing", async () => {
    const { postId, ability } = await detail(threadId);
    expect(ability).toMatchObject({ canReply: true, canEdit: false });
    expect((await client.get("/api/v3/view.count", { threadId })).Data).toEqual({ viewCount: some(Number) });
    expect(
      (await client.get("/api/v3/thread.likedusers", { threadId, postId, type: 0, page: 1 })).Data,
    ).toMatchObject({ pageData: { list: [] } });
    const reply = {
      id: threadId,
      content: "<p>Thanks</p>",
      attachments: [],
      captchaTicket: "",
      captchaRandStr: "",
    };
    expect(await client.post("/api/v3/posts.create", reply)).toMatchObject(
      ok({ content: "<p>Thanks</p>", redPacketAmount: 0, user: { id: userId } }),
    );
    const page = { filter: { thread: threadId }, page: 1, perPage: 20, sort: "createdAt" };
    const [row] = (await client.get("/api/v3/posts.list", page)).Data.pageData;
    expect(row).toMatchObject({ lastThreeComments: [], isLiked: false });
    const like = { id: threadId, postId, data: { attributes: { isLiked: true } } };
    expect(await client.post("/api/v3/posts.update", like)).toMatchObject(
      ok({ isFirst: true, likeCount: 1 }),
    );
    expect((await client.post("/api/v3/threads/operate", { id: threadId, isFavorite: true })).Code).toBe(0);
    expect(await client.post("/api/v3/follow.create", { toUserId: author.id })).toMatchObject(
      ok({ isMutual: 0 }),
    );
    expect(await client.post("/api/v3/thread.share", { threadId })).toMatchObject(ok([]));
    const place = { filter: { threadId, postId: row.id, pageSize: 20 } };
    expect((await client.get("/api/v3/posts.postion", place)).Data).toMatchObject({ page: 1, location: 1 });
  });

  test("a red packet is drawn with the reply", async () => {
    const body = { condition: 0, likenum: 0, number: 2, rule: 0, price: "0.50" };
    const packet = { 106: { tomId: 106, operation: "create", body } };
    const giving = {
      title: "Packet",
      categoryId,
      content: { text: "<p>Draw</p>", indexes: packet },
      payPassword: PIN,
    };
    const id = (await (await OldClient.of(forum, giver, device)).post("/api/v3/thread.create", giving)).Data
      .threadId;
    const reply = await client.post("/api/v3/posts.create", { id, content: "<p>Me</p>" });
    expect(reply).toMatchObject(ok({ redPacketAmount: 0.5 }));
    expect((await client.get("/api/v3/check.user.get.redpacket", { threadId: id })).Data).toMatchObject({
      status: true,
      amount: 0.5,
    });
    expect((await detail(id as number)).content.indexes["106"].body).toMatchObject({ remainNumber: 1 });
  });

  test("a thread with a price is bought from the wallet", async () => {
    const sale = {
      title: "Sold",
      categoryId,
      price: 5,
      freewords: 0,
      content: { text: "<p>Secret</p>", indexes: {} },
    };
    const sold = (await writer.post("/api/v3/thread.create", sale)).Data.threadId as number;
    expect(await detail(sold)).toMatchObject({ payType: 1, paid: false, price: 5, content: { text: "" } });
    expect(await client.post("/api/v3/users/update.user", { payPassword: PIN })).toMatchObject(
      ok({ id: userId }),
    );
    expect((await client.get("/api/v3/user")).Data.canWalletPay).toBe(true);
    await pay(client, { amount: 5, type: 3, threadId: sold, payeeId: author.id, title: "Sold" });
    expect(await detail(sold)).toMatchObject({ paid: true, content: { text: "<p>Secret</p>" } });
  });

  test("a paid site is joined from its join page", async () => {
    await openPaidSite(admin);
    try {
      expect((await client.get("/api/v3/thread.list", { filter: {} })).Code).toBe(-3006);
      expect((await client.get("/api/v3/forum")).Data.setSite).toMatchObject({ siteMode: "pay" });
      expect((await client.get("/api/v3/user")).Data).toMatchObject({ paid: false, canWalletPay: true });
      const people = { perPage: device === "pc" ? 5 : 20, filter: { hot: 1 } };
      expect((await client.get("/api/v3/users.list", people)).Data.pageData[0]).toHaveProperty("nickname");
      const shown = (await client.get("/api/v3/thread.list", { scope: 3, perPage: 10, page: 1 })).Data
        .pageData;
      expect(shown[0]).toMatchObject({ title: some(String), content: { text: "" } });
      expect((await client.get("/api/v3/invite.detail", {})).Code).toBe(0);
      await pay(client, { amount: 12.5, type: 1 });
      expect((await client.get("/api/v3/user")).Data.paid).toBe(true);
      expect((await client.get("/api/v3/thread.list", { filter: {} })).Code).toBe(0);
    } finally {
      await save(admin, { site_mode: "public" });
    }
  });

  test("messages and notices", async () => {
    const said = { recipientUserId: author.id, isImage: false, messageText: "Hello" };
    const { dialogId } = (await client.post("/api/v3/dialog.create", said)).Data;
    const page = { filter: { dialogId }, page: 1, perPage: 20 };
    expect((await writer.get("/api/v3/unreadnotification")).Data.dialogNotifications).toBeGreaterThan(0);
    const [{ id, sender, recipient }] = (await writer.get("/api/v3/dialog", { page: 1, perPage: 10 })).Data
      .pageData as [{ id: number; sender: { id: number }; recipient: { id: number } }];
    expect([id, [sender.id, recipient.id]]).toEqual([dialogId, expect.arrayContaining([userId, author.id])]);
    expect((await writer.get("/api/v3/dialog/message", page)).Data.pageData[0]).toMatchObject({
      messageText: "Hello",
    });
    expect((await writer.post("/api/v3/dialog.update", { dialogId })).Code).toBe(0);
    await forum.delivered();
    const notices = async (type: string) =>
      (await writer.get("/api/v3/notification", { filter: { type }, page: 1, perPage: 10 })).Data
        .pageData as object[];
    expect(await notices("related,replied,liked")).toContainEqual(
      expect.objectContaining({ type: "liked", threadId, userId }),
    );
  });

  test("the wallet and the own pages", async () => {
    const { Data } = await client.get("/api/v3/wallet/user");
    expect(Data).toMatchObject({ userId, availableAmount: "83.00", freezeAmount: "0.00", walletStatus: 0 });
    const lines = async (walletLogType: string) =>
      (await client.get("/api/v3/wallet/log", { walletLogType, page: 1, perPage: 10 })).Data.pageData.map(
        ({ amount }: { amount: string }) => amount,
      );
    expect(await lines("income")).toEqual(["0.50", "100.00"]);
    expect(await lines("expend")).toEqual(["-12.50", "-5.00"]);
    const changed = await client.post("/api/v3/users/update.user", { signature: "Walking" });
    expect(changed.Data.signature).toBe("Walking");
    const avatar = { avatar: await picture(), pid: String(userId) };
    expect((await client.call("POST", "/api/v3/users/avatar", { form: avatar })).Data.avatarUrl).toMatch(
      /^http/,
    );
    const titles = async (complex: number) =>
      (
        await client.get("/api/v3/thread.list", { page: 1, filter: { toUserId: 0, complex } })
      ).Data.pageData.map(({ title }: { title: string }) => title);
    expect(await titles(5)).toEqual(["Walked on"]);
    expect(await titles(4)).toEqual(["Sold"]);
    expect(await titles(3)).toEqual(["Welcome"]);
    expect((await client.get("/api/v3/follow.list", { page: 1, filter: { type: 1 } })).Data.totalCount).toBe(
      1,
    );
    expect((await client.get("/api/v3/group.permission.list")).Data.myGroup.nickname).toMatch(/^Walker/);
  });
});
