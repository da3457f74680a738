import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let ada: Person;
let bob: Person;
let client: OldClient;
let visitor: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [ada, bob] = [await forum.member(), await forum.member()];
  client = await OldClient.of(forum, ada);
  visitor = await OldClient.of(forum);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

test("a client signs in, and forum tells it who it is and what it may do", async () => {
  await forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "oldie", password: "secret-12", nickname: "oldie"}) { expiresAt } }`,
    );

  const { Code, Data } = await visitor.post("/api/v3/users/username.login", {
    username: "oldie",
    password: "secret-12",
  });
  const signedIn = OldClient.with(forum, Data.accessToken);

  expect([Code, Data.tokenType, Data.expiresIn]).toEqual([0, "Bearer", 2_592_000]);
  expect((await signedIn.get("/apiv3/forum")).Data).toMatchObject({
    setSite: { siteClose: false, siteMode: "public" },
    setReg: { registerClose: true },
    isRegister: true,
    other: { canViewThreads: true, canCreateThreadInCategory: true, disabledChat: false },
    user: { userId: Data.uid },
  });
  expect((await visitor.get("/api/v3/forum")).Data.user).toBeUndefined();
  expect(
    await visitor.post("/api/v3/users/username.login", { username: "oldie", password: "wrong" }),
  ).toMatchObject({ Code: -7040 });
});

test("a thread is published, listed, read and answered", async () => {
  const made = await client.post("/api/v3/thread.create", {
    title: "Old style",
    categoryId,
    content: { text: "Hello **old**" },
  });
  const { threadId } = made.Data;

  expect(made).toMatchObject({
    Code: 0,
    Data: { title: "Old style", user: { userId: ada.id }, ability: { canReply: true } },
  });
  const listed = (
    await visitor.get("/api/v3/thread.list", {
      page: 1,
      perPage: 1,
      filter: { sort: 1, categoryids: [categoryId] },
    })
  ).Data;
  expect(listed).toMatchObject({ pageLength: 1, pageData: [{ threadId }] });
  expect(
    (await visitor.get("/api/v3/thread.list", { page: 2, perPage: 1 })).Data.pageData[0].threadId,
  ).not.toBe(threadId);
  expect((await visitor.get("/api/v3/thread.detail", { threadId })).Data.content.text).toContain(
    "<strong>old</strong>",
  );

  const reply = (await client.post("/api/v3/posts.create", { id: threadId, content: "First" })).Data;
  await client.post("/api/v3/posts.create", {
    id: threadId,
    content: "A comment",
    isComment: true,
    replyId: reply.id,
  });
  const posts = (await visitor.get("/api/v3/posts.list", { filter: { thread: threadId } })).Data;
  expect(posts).toMatchObject({
    perPage: 5,
    totalCount: 1,
    pageData: [
      {
        id: reply.id,
        isComment: false,
        user: { nickname: ada.nickname },
        lastThreeComments: [{ isComment: true }],
      },
    ],
  });
});

test.each([
  ["POST", "/api/v3/thread.create", { title: "x", categoryId: 99999, content: { text: "x" } }, -7076],
  ["POST", "/api/v3/thread.create", { title: "x", categoryId: "x", content: { text: "x" } }, -4001],
  ["POST", "/api/v3/thread.create", { title: "", categoryId: 1, content: { text: "" } }, -4001],
  ["POST", "/api/v3/thread.create", { title: "x", categoryId: 1, content: {} }, -4001],
  ["GET", "/api/v3/thread.detail", { threadId: 99999 }, -4004],
  ["GET", "/api/v3/thread.list", { filter: { complex: 6 } }, -4001],
  ["GET", "/api/v3/thread.list", { filter: { sort: 5 } }, -4001],
  ["GET", "/api/v3/posts.list", { filter: { thread: 99999 } }, -4004],
  ["POST", "/api/v3/posts.create", { id: 99999, content: "x" }, -4004],
  ["GET", "/api/v3/user", { userId: 99999 }, -4004],
  ["POST", "/api/v3/follow.create", { toUserId: 99999 }, -7060],
  ["POST", "/api/v3/follow.delete", { id: 99999, type: 1 }, -4001],
  ["POST", "/api/v3/follow.delete", { id: 1, type: 3 }, -4001],
])("%s %s with %j is %i", async (method, path, parameters, code) => {
  const sent = method === "GET" ? { query: parameters } : { body: parameters };

  expect(await client.call(method, path, sent)).toMatchObject({ Code: code, Data: [] });
});

test("following, mutual following, blocking and back, each as old clients read it", async () => {
  const other = await OldClient.of(forum, bob);
  const seen = async () => (await client.get("/api/v3/user", { userId: bob.id })).Data;

  expect(await client.post("/api/v3/follow.create", { toUserId: bob.id })).toMatchObject({
    Code: 0,
    Data: { isMutual: 0 },
  });
  expect(await client.post("/api/v3/follow.create", { toUserId: bob.id })).toMatchObject({ Code: -4003 });
  expect(await other.post("/api/v3/follow.create", { toUserId: ada.id })).toMatchObject({
    Code: 0,
    Data: { isMutual: 1 },
  });
  expect(await seen()).toMatchObject({ follow: 2, isDeny: false });
  expect(await client.post("/api/v3/follow.create", { toUserId: ada.id })).toMatchObject({ Code: -7059 });
  expect(await client.post("/api/v3/follow.delete", { id: bob.id, type: 1 })).toMatchObject({
    Code: 0,
    Data: [null],
  });
  expect(await seen()).toMatchObject({ follow: 0 });
  await client.post("/api/v3/users/deny.create", { id: bob.id });
  expect(await seen()).toMatchObject({ isDeny: true });
  expect(await other.post("/api/v3/follow.create", { toUserId: ada.id })).toMatchObject({ Code: -7061 });
  expect(await client.post("/api/v3/users/deny.create", { id: ada.id })).toMatchObject({ Code: -5001 });
  expect(await client.post("/api/v3/users/deny.delete", { id: bob.id })).toMatchObject({ Code: 0, Data: [] });
  expect(await visitor.post("/api/v3/follow.create", { toUserId: bob.id })).toMatchObject({ Code: -3001 });
});

test("the twenty-seven texts of notifications are listed and read by their names", async () => {
  const admin = await OldClient.of(forum, await forum.admin());

  const { Data } = await admin.get("/api/notification.v2/tpl", { page: 2, name: "", typeStatus: "" });
  expect(Data).toMatchObject({ totalCount: 27, totalPage: 2, pageLength: 7 });
  expect(Data.pageData[0]).toMatchObject({ typeStatus: [{ status: 1, type: "系统", isError: 0 }] });
  const texts = await admin.get("/api/notification.v2/tpl/detail", {
    typeName: "新用户注册通知,内容回复通知",
  });
  expect(texts.Data).toMatchObject([
    { typeName: "新用户注册通知", type: 0, templateVariables: { "{nickname}": "收到通知的人的昵称" } },
    { typeName: "新用户注册通知", type: 1, status: 0 },
    { typeName: "新用户注册通知", type: 2, status: 0 },
    { typeName: "内容回复通知", type: 0, status: 1 },
    { type: 1, templateVariables: { "{$thread_title}": "帖子的标题" } },
    { type: 2 },
  ]);
  const upgrade = await admin.get("/api/notification.v2/tpl/detail", { typeName: "用户组升级通知" });
  expect(upgrade.Data).toMatchObject([{ type: 0 }]);
  const miniProgram = { typeName: "内容回复通知", type: 4 };
  expect((await admin.get("/api/notification.v2/tpl/detail", miniProgram)).Data).toEqual([]);
  expect((await admin.get("/api/notification.v2/tpl/detail", { typeName: "没有" })).Data).toEqual([]);
});

test("a token in the old cookie counts where the request comes from the site itself", async () => {
  const asked = async (headers: Record<string, string>) =>
    (
      await visitor.get(
        "/api/v3/user",
        {},
        { headers: { cookie: `access_token=${client.token}`, ...headers } },
      )
    ).Code;

  expect(await asked({})).toBe(0);
  expect(await asked({ "sec-fetch-site": "same-origin" })).toBe(0);
  expect(await asked({ "sec-fetch-site": "cross-site" })).toBe(-3001);
  expect(await asked({ origin: "https://elsewhere.example" })).toBe(-3001);
});

test("buttons and links of old clients are answered: shares, places of notices, inviters, permissions, files", async () => {
  const file = await ada.upload("plan.pdf", Buffer.from("%PDF-1.4\n%%EOF\n"), "file");
  const { publishThread } = await ada.graphql(
    `mutation ($i: PublishThreadInput!) { publishThread(input: $i) { id } }`,
    { i: { categoryId: String(categoryId), title: "Linked", body: "Read", attachmentIds: [file.id] } },
  );
  const threadId = Number(publishThread.id);
  expect(await client.post("/api/v3/thread.share", { threadId })).toMatchObject({ Code: 0, Data: [] });
  expect(await visitor.post("/api/v3/thread.share", { threadId: 99_999 })).toMatchObject({ Code: -4004 });

  const ids: number[] = [];
  for (const content of ["a", "b", "c", "d"])
    ids.push((await client.post("/api/v3/posts.create", { id: threadId, content })).Data.id);
  const below = { id: threadId, content: "e", isComment: true, replyId: ids[3] };
  ids.push((await client.post("/api/v3/posts.create", below)).Data.id);
  const place = (postId: number, more: object = { pageSize: 3 }) =>
    visitor.get("/api/v3/posts.postion", { filter: { threadId, postId, ...more } });
  expect((await place(ids[3]!)).Data).toEqual({ page: 2, location: 1, pageSize: 3 });
  expect((await place(ids[1]!)).Data).toEqual({ page: 1, location: 2, pageSize: 3 });
  expect((await place(ids[4]!, {})).Data).toMatchObject({ page: 1, location: 1 });
  expect((await place(99_999)).Code).toBe(-4004);

  const shared = { threadId, attachmentsId: Number(file.id) };
  const address = (await client.get("/api/v3/attachment.share", shared)).Data;
  expect(address).toMatchObject({ fileName: "plan.pdf", url: expect.stringMatching(/^http.*\/files\//) });
  expect(await client.get("/api/v3/attachment.share", { ...shared, attachmentsId: 99_999 })).toMatchObject({
    Code: -4004,
  });

  const invite = (by: OldClient, code?: string) => by.get("/api/v3/invite.detail", { code });
  const { nickname } = (await client.get("/api/v3/user")).Data;
  expect((await invite(client, String(ada.id))).Data.user).toMatchObject({ nickname });
  expect(await invite(visitor)).toMatchObject({ Code: 0, Data: [] });
  expect(await invite(visitor, "nonsense")).toMatchObject({ Code: 0, Data: [] });

  const { myGroup, myPermissons } = (await client.get("/api/v3/group.permission.list")).Data;
  expect(myGroup).toMatchObject({ nickname, groupName: expect.any(String), avatar: "" });
  expect(myPermissons).toMatchObject({
    general: { "thread.sticky": false, "user.view": true },
    "thread.viewThreads": { [categoryId]: true },
    "thread.hide": { [categoryId]: false },
  });

  const refused = { Code: -4001, Message: expect.stringContaining("置顶") };
  expect(await client.post("/api/v3/user/thread.stick", { threadId, status: 1 })).toMatchObject(refused);
});
