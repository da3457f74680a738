import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { plain } from "../attachments/material.ts";

/** The published web client of the predecessor, by the requests that it makes: it opens, reads and writes. */

let forum: Forum;
let ada: Person;
let client: OldClient;
let visitor: OldClient;
let categoryId: number;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member();
  client = await OldClient.of(forum, ada);
  visitor = await OldClient.of(forum);
  categoryId = Number(await forum.categoryId());
});
afterAll(() => forum.close());

const publish = async (text: string, more: object = {}) =>
  (await client.post("/api/v3/thread.create", { title: "A thread", categoryId, content: { text }, ...more }))
    .Data;
const textOf = async (threadId: number): Promise<string> =>
  (await client.get("/api/v3/thread.detail", { threadId })).Data.content.text as string;
const bodyOf = async (threadId: number): Promise<string> =>
  String((await forum.rows<{ body: string }>("SELECT body FROM threads WHERE id = ?", [threadId]))[0]!.body);

test("a visitor opens the start page: everything that it asks by itself is answered", async () => {
  const [face] = (await visitor.get("/api/v3/emoji")).Data;
  expect(face).toMatchObject({
    id: 1,
    category: "emoji",
    code: "😀",
    order: 0,
    createdAt: expect.any(String),
  });
  const picture = `<img style="display:inline-block" src="${face.url}" alt="ku" class="qq-emotion">`;
  expect((await publish(`<p>Hi ${picture}!</p>`)).content.text).toBe("<p>Hi 😀!</p>");
  expect((await visitor.get("/api/v3/thread.typelist")).Data[0]).toEqual({ name: "图片", type: "101" });
  const [category] = (await visitor.get("/api/v3/categories")).Data;
  expect(category).toMatchObject({ pid: categoryId, parentid: 0, canCreateThread: false, children: [] });
  expect(category.searchIds).toEqual([categoryId]);
  expect(await visitor.get("/api/v3/categories.thread")).toMatchObject({ Code: -4002 });

  const { threadId } = await publish("<p>Worth reading</p>");
  const admin = await OldClient.of(forum, await forum.admin());
  await admin.post("/api/v3/threads/operate", { id: threadId, isEssence: true });
  expect((await visitor.get("/api/v3/thread.recommends")).Data).toMatchObject([
    { threadId, title: "A thread" },
  ]);
});

test("somebody registers by the old form and is told what they may do", async () => {
  const form = {
    username: "newcomer",
    nickname: "Newcomer",
    password: "long enough 7",
    passwordConfirmation: "long enough 7",
  };
  expect(
    await visitor.post("/api/v3/users/username.register", { ...form, passwordConfirmation: "other" }),
  ).toMatchObject({ Code: -4001 });
  const { Code, Data } = await visitor.post("/api/v3/users/username.register", form);
  expect([Code, Data.tokenType]).toEqual([0, "Bearer"]);

  const mine = OldClient.with(forum, Data.accessToken as string);
  expect((await mine.get("/api/v3/tom.permissions")).Data).toMatchObject({
    createThread: { enable: true, desc: "" },
    insertImage: { enable: true },
    insertVideo: { enable: false },
  });
  expect((await visitor.get("/api/v3/tom.permissions")).Data.createThread.enable).toBe(false);
  expect((await mine.get("/api/v3/categories.thread")).Data).toMatchObject([
    { categoryId, canCreateThread: true },
  ]);
  expect(await visitor.post("/api/v3/users/username.register", form)).toMatchObject({ Code: -7042 });
});

test("what the old editor writes is kept as Markdown and read as it looked", async () => {
  const { threadId } = await publish(
    "<h2>Plan</h2><p>第一段 <strong>bold</strong> 2*3*4</p><ol><li>one</li><li>two</li></ol>" +
      '<blockquote><p>said</p></blockquote><pre><code class="language-js">a &lt; b\n</code></pre>' +
      '<p><a href="https://example.org/x">out</a></p><script>alert(1)</script>',
  );

  expect(await bodyOf(threadId)).toBe(
    "## Plan\n\n第一段 **bold** 2\\*3\\*4\n\n1. one\n2. two\n\n> said\n\n```js\na < b\n```\n\n[out](https://example.org/x)",
  );
  const html = await textOf(threadId);
  for (const part of ["<strong>bold</strong>", "2*3*4", "<li>two</li>", "a &lt; b"])
    expect(html).toContain(part);
  expect(html).not.toContain("script");
});

test("mentions of old editors keep who was chosen, and are read as links with the name of now", async () => {
  const bo = await forum.member();
  const link = `<a href="/user/${bo.id}" class="mention">@${bo.nickname}</a>`;
  const { threadId } = await publish(
    `<p>Hi <span id="member" value="${bo.id}">@Old *name*</span>, <a href="${forum.url}/user/${bo.id}">@x</a></p>`,
  );

  expect(await textOf(threadId)).toBe(`<p>Hi ${link}, ${link}</p>`);
  expect(await bodyOf(threadId)).toBe(`Hi [@Old \\*name\\*](/user/${bo.id}), [@x](/user/${bo.id})`);
  await bo.graphql(`mutation { updateProfile(input: { nickname: "新*名" }) { id } }`);
  const text = await textOf(threadId);
  expect(text).toContain(">@新*名</a>, <a");
  await client.post("/api/v3/thread.update", { threadId, content: { text } });
  expect((await forum.rows("SELECT id FROM revisions WHERE threadId = ?", [threadId])).length).toBe(0);
  await client.post("/api/v3/thread.update", { threadId, content: { text: `${text}<p>More</p>` } });
  expect(await bodyOf(threadId)).toBe(`Hi [@新\\*名](/user/${bo.id}), [@新\\*名](/user/${bo.id})\n\nMore`);
  await forum.delivered();
  const { notifications } = await bo.graphql(`{ notifications(filter: MENTIONS) { nodes { id } } }`);
  expect(notifications.nodes).toHaveLength(1);
});

test("the mini-program's line breaks stay line breaks, and programs may write Markdown", async () => {
  const mini = await publish("第一行<br />第二行");
  expect(await bodyOf(mini.threadId as number)).toBe("第一行\n第二行");
  const bot = await publish("Numbers: **1 < 2**");
  expect(await textOf(bot.threadId as number)).toBe("<p>Numbers: <strong>1 &lt; 2</strong></p>");
});

test.each([
  ["a task list and a table", "- [x] done\n- [ ] open\n\n| a | b |\n| :- | -: |\n| 1 | 2 |"],
  ["names, topics and marks", "@nobody and #topic# with `code`, ~~gone~~ and <https://example.org/>"],
  ["nested lists and a quote", "1. a\n   - b\n     - c\n2. d\n\n> q\n> > r"],
])("who sends back what they read changes nothing: %s", async (_what, body) => {
  const { publishThread } = await ada.graphql(
    `mutation ($c: ID!, $b: String!) { publishThread(input: {categoryId: $c, title: "Kept", body: $b}) { id } }`,
    { c: String(categoryId), b: body },
  );
  const threadId = Number(publishThread.id);
  const read = (await client.get("/api/v3/thread.detail", { threadId })).Data;

  const answer = await client.post("/api/v3/thread.update", {
    threadId,
    title: "Renamed",
    categoryId,
    content: { text: read.content.text },
  });
  expect(answer).toMatchObject({ Code: 0, Data: { title: "Renamed" } });
  expect(await bodyOf(threadId)).toBe(body);

  await client.post("/api/v3/thread.update", {
    threadId,
    content: { text: `${read.content.text}<p>More</p>` },
  });
  expect(await textOf(threadId)).toBe(`${read.content.text}\n<p>More</p>`);
});

test("likes and deletions reach what the client means: the thread by its first post, a reply by its own", async () => {
  const { threadId, postId } = await publish("<p>To be liked</p>");
  const reply = (
    await client.post("/api/v3/posts.create", { id: threadId, content: "<p>A <em>reply</em></p>" })
  ).Data;
  expect(reply.content).toBe("<p>A <em>reply</em></p>");
  const change = (id: number, attributes: object) =>
    client.post("/api/v3/posts.update", { id: threadId, postId: id, data: { attributes } });

  expect((await change(postId as number, { isLiked: true })).Data).toMatchObject({
    threadId,
    postId,
    isFirst: true,
    isLiked: true,
    likeCount: 1,
  });
  expect((await client.get("/api/v3/posts.detail", { postId: reply.id })).Data).toMatchObject({
    likeCount: 0,
  });
  expect((await change(reply.id as number, { isLiked: true })).Data).toMatchObject({
    isFirst: false,
    likeCount: 1,
  });
  expect((await client.get("/api/v3/thread.likedusers", { threadId, type: 1 })).Data).toMatchObject({
    totalCount: 1,
    pageData: { likeCount: 1, list: [{ userId: ada.id, type: 1 }] },
  });

  await change(reply.id as number, { content: "<p>Edited</p>" });
  expect((await client.get("/api/v3/posts.detail", { postId: reply.id })).Data.content).toBe("<p>Edited</p>");
  expect(await change(reply.id as number, { isDeleted: 1 })).toMatchObject({ Code: 0 });
  expect(await change(postId as number, { isDeleted: 1 })).toMatchObject({ Code: 0 });
  expect(await visitor.get("/api/v3/thread.detail", { threadId })).toMatchObject({ Code: -4004 });
});

test("the page of a reply has all its comments", async () => {
  const { threadId } = await publish("<p>Talk</p>");
  const { id } = (await client.post("/api/v3/posts.create", { id: threadId, content: "First" })).Data;
  for (const content of ["a", "b", "c", "d", "e"])
    await client.post("/api/v3/posts.create", { id: threadId, content, isComment: true, replyId: id });

  const read = (await client.get("/api/v3/posts.reply", { postId: id })).Data;
  expect(read.commentPosts.map(({ content }: { content: string }) => content)).toEqual(
    ["a", "b", "c", "d", "e"].map((word) => `<p>${word}</p>`),
  );
  expect(read.lastThreeComments).toHaveLength(3);
});

test("a thread without a title takes the beginning of its text", async () => {
  expect((await publish("<p>第一句话。</p><p>第二段</p>", { title: "" })).title).toBe("第一句话。");
  expect((await publish("x".repeat(80), { title: undefined })).title).toBe(`${"x".repeat(39)}…`);
});

test("a picture is uploaded and shown; an avatar is set; a signature is changed", async () => {
  const png = { name: "a.png", type: "image/png", bytes: await plain(40, 30).png().toBuffer() };
  const stored = (await client.call("POST", "/api/v3/attachments", { form: { file: png, type: "1" } })).Data;
  expect(stored).toMatchObject({
    fileName: "a.png",
    extension: "png",
    fileWidth: 40,
    fileHeight: 30,
    type: 1,
  });
  const made = await publish("<p>With a picture</p>", {
    content: {
      text: "<p>With a picture</p>",
      indexes: { 101: { tomId: 101, body: { imageIds: [stored.id] } } },
    },
  });
  expect(made.content.indexes["101"].body[0].url).toBe(stored.url);

  expect(
    (await client.call("POST", "/api/v3/users/avatar", { form: { avatar: png, pid: String(ada.id) } })).Data
      .avatarUrl,
  ).toMatch(/^http.*\/files\//);
  expect((await client.post("/api/v3/users/update.user", { signature: "Hello" })).Data.signature).toBe(
    "Hello",
  );
  const refused = await client.post("/api/v3/users/update.user", { newPassword: "another one 9" });
  expect(refused).toMatchObject({ Code: -4001 });
  expect(refused.Message).toContain("newPassword");
  expect(await client.call("POST", "/api/v3/attachments", { form: { file: png, type: "9" } })).toMatchObject({
    Code: -4001,
  });
  // Videos take a permission that this member does not have.
  expect(await client.call("POST", "/api/v3/attachments", { form: { file: png, type: "3" } })).toMatchObject({
    Code: -4002,
  });
  expect(await visitor.call("POST", "/api/v3/attachments", { form: { file: png, type: "1" } })).toMatchObject(
    {
      Code: -4002,
    },
  );
});

test("threads and replies of pictures alone are published, read without a text, and stay as they are", async () => {
  const upload = async (name: string): Promise<{ id: number; url: string }> => {
    const file = { name, type: "image/png", bytes: await plain(40, 30).png().toBuffer() };
    return (await client.call("POST", "/api/v3/attachments", { form: { file, type: "1" } })).Data;
  };
  const [first, second] = [await upload("a.png"), await upload("b.png")];
  const pictures = (...ids: number[]) => ({ 101: { tomId: 101, body: { imageIds: ids } } });
  const content = { text: "", indexes: pictures(first.id, second.id) };
  const { threadId, title } = await publish("", { title: "", content });
  expect(title).toBe("图片");
  const read = (await client.get("/api/v3/thread.detail", { threadId })).Data;
  expect(read.content.text).toBe("");
  expect(read.content.indexes["101"].body.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
  const before = await bodyOf(threadId);
  expect(before.match(/!\[图片\]/g)).toHaveLength(2);
  const update = (indexes: object) =>
    client.post("/api/v3/thread.update", { threadId, title, content: { text: "<p><br></p>", indexes } });
  expect(await update(pictures(first.id, second.id))).toMatchObject({ Code: 0 });
  expect(await bodyOf(threadId)).toBe(before);
  expect(await update(pictures(second.id))).toMatchObject({ Code: 0 });
  expect((await bodyOf(threadId)).match(/!\[图片\]/g)).toHaveLength(1);

  const { id } = await upload("c.png");
  const reply = await client.post("/api/v3/posts.create", {
    id: threadId,
    content: "",
    attachments: [{ id }],
  });
  expect(reply).toMatchObject({ Code: 0, Data: { content: "", images: [{ id }] } });
  expect(await client.post("/api/v3/posts.create", { id: threadId, content: "" })).toMatchObject({
    Code: -4001,
  });
  expect(
    await client.post("/api/v3/thread.create", { title: "", categoryId, content: { text: "", indexes: {} } }),
  ).toMatchObject({ Code: -4001 });
  // Pictures of others are refused, and their names are told to nobody.
  const bob = await OldClient.of(forum, await forum.member());
  const { id: mine } = await upload("secret.png");
  const stolen = { text: "", indexes: pictures(mine) };
  const refused = await bob.post("/api/v3/thread.create", { title: "Mine", categoryId, content: stolen });
  expect(refused.Code).toBeLessThan(0);
});

test("pictures of a text have whole addresses, stand once, and stay when the text is sent back", async () => {
  const upload = async (name: string): Promise<{ id: number; url: string }> => {
    const file = { name, type: "image/png", bytes: await plain(40, 30).png().toBuffer() };
    return (await client.call("POST", "/api/v3/attachments", { form: { file, type: "1" } })).Data;
  };
  const [inText, beside] = [await upload("in.png"), await upload("beside.png")];
  const picture = `<p>Look</p><p><img src="${inText.url}" alt="attachmentId-${inText.id}"></p>`;
  const indexes = { 101: { tomId: 101, body: { imageIds: [beside.id] } } };
  const made = await publish("", { content: { text: picture, indexes } });
  const { threadId } = made;
  expect(inText.url).toMatch(/^http/);
  const shows = ({
    content,
  }: {
    content: { text: string; indexes: { 101?: { body: { id: number }[] } } };
  }) => [
    content.text.split(`src="${inText.url}"`).length - 1,
    content.text.includes('src="/'),
    content.text.includes("attachmentId"),
    content.indexes[101]?.body.map(({ id }) => id),
  ];
  const once = [1, false, false, [beside.id]];
  expect(shows(made)).toEqual(once);
  const listed = (await client.get("/api/v3/thread.list")).Data.pageData as { threadId: number }[];
  expect(shows(listed.find((each) => each.threadId === threadId) as never)).toEqual(once);
  const before = await bodyOf(threadId as number);
  const back = { threadId, title: "Again", content: { text: made.content.text, indexes } };
  expect(shows((await client.post("/api/v3/thread.update", back)).Data)).toEqual(once);
  expect(await bodyOf(threadId as number)).toBe(before);
  const longer = { ...back.content, text: `${String(made.content.text)}<p>More</p>` };
  expect(shows((await client.post("/api/v3/thread.update", { threadId, content: longer })).Data)).toEqual(
    once,
  );
  const owned = await forum.rows("SELECT id FROM attachments WHERE threadId = ? ORDER BY id", [threadId]);
  expect(owned).toEqual([{ id: inText.id }, { id: beside.id }]);

  const third = await upload("reply.png");
  const content = `<p>Mine</p><p><img src="${third.url}"></p>`;
  const reply = await client.post("/api/v3/posts.create", { id: threadId, content, attachments: [] });
  expect(reply.Data).toMatchObject({ images: [], content: expect.stringContaining(`src="${third.url}"`) });
  const draft = (await client.post("/api/v3/thread.create", { ...draftOf(third.url), categoryId })).Data;
  expect(draft.content).toMatchObject({ indexes: {}, text: expect.stringContaining(`src="${third.url}"`) });
});

const draftOf = (url: string) => ({ title: "D", draft: 1, content: { text: `<p>a <img src="${url}"></p>` } });

test("topics are listed, threads reported, red packets asked for", async () => {
  const { threadId, postId } = await publish("<p>About #garden#</p>");
  const found = (await visitor.get("/api/v3/topics.list", { filter: { content: "gard" } })).Data;
  expect(found).toMatchObject({ totalCount: 1, pageData: [{ content: "garden", threadCount: 1 }] });
  const bob = await OldClient.of(forum, await forum.member());
  const told = { userId: 1, type: 1, reason: "广告垃圾" };
  expect(await bob.post("/api/v3/reports", { ...told, threadId })).toMatchObject({ Code: 0 });
  expect(await bob.post("/api/v3/reports", { type: 2, postId, reason: "另有原因" })).toMatchObject({
    Code: 0,
  });
  expect(await bob.post("/api/v3/reports", { type: 2, reason: "x" })).toMatchObject({ Code: -4001 });
  expect((await bob.get("/api/v3/check.user.get.redpacket", { threadId })).Data).toMatchObject({
    status: false,
    amount: 0,
  });
  expect(await visitor.get("/api/v3/check.user.get.redpacket", { threadId })).toMatchObject({ Code: -3001 });
});

test("a call that no row answers sends nobody to the page for what does not exist", async () => {
  expect(await client.get("/api/v3/nothing.here")).toMatchObject({ Code: -6001 });
});

test("a client on an address of its own reads and writes with its token, and never with a cookie", async () => {
  const origin = "https://h5.example";
  const ask = (headers: Record<string, string>, method = "POST") =>
    fetch(`${forum.url}/api/v3/follow.create`, {
      method,
      headers: { origin, "content-type": "application/json", ...headers },
      ...(method === "POST" ? { body: JSON.stringify({ toUserId: 99_999 }) } : {}),
    });
  const asked = await ask({ "access-control-request-method": "POST" }, "OPTIONS");
  expect(asked.headers.get("access-control-allow-origin")).toBe("*");
  expect(asked.headers.get("access-control-allow-credentials")).toBe(null);

  const answer = await ask({ authorization: `Bearer ${client.token!}`, "sec-fetch-site": "cross-site" });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(((await answer.json()) as { Code: number }).Code).toBe(-7060);
  const byCookie = await ask({ cookie: `access_token=${client.token!}`, "sec-fetch-site": "cross-site" });
  expect(((await byCookie.json()) as { Code: number }).Code).toBe(-4002);
});

test("the old administration signs in, reads settings by its own names, and nobody else does", async () => {
  await forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "plain", password: "secret-12", nickname: "plain"}) { expiresAt } }`,
    );
  const refused = { username: "plain", password: "secret-12" };
  expect(await visitor.post("/api/backAdmin/login", refused)).toMatchObject({ Code: -4002, Data: [] });
  expect(
    await forum.rows("SELECT id FROM sessions WHERE client = 'API' AND userId = (SELECT max(id) FROM users)"),
  ).toEqual([]);
  const admin = await OldClient.of(forum, await forum.admin());
  expect((await admin.get("/api/backAdmin/settings")).Data).toEqual(
    (await admin.get("/api/settings.v2")).Data,
  );
  expect((await admin.get("/api/backAdmin/groups.list")).Code).toBe(0);
  expect(await client.get("/api/backAdmin/settings")).toMatchObject({ Code: -4002 });
});
