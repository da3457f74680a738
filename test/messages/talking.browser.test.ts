import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "../threads/content.ts";
import { ready, visit } from "../journeys/steps.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let browser: Browser;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("a chat with nobody shows the messages and says so in the console", async () => {
  const page = await browser.openPage({
    person: await forum.member(),
    expectedErrors: [/The chat needs the id of a member/],
  });
  const line = page.waitForEvent("console", (message) => message.text().includes("needs the id"));
  await page.goto("/message?page=chat");
  expect((await line).type()).toBe("error");
  await ready(page);
});

test("two people talk in two browsers: messages arrive by themselves, and each sees what was read", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const desk = await browser.openPage({ person: ada });
  const phone = await browser.openPage({ person: bo, ...PHONE });
  // The name in the address is only what a link says; what is shown comes from the server.
  await desk.goto(`/message?page=chat&userId=${bo.id}&nickname=Impostor`);
  await phone.goto("/message?page=index");
  await Promise.all([ready(desk), ready(phone)]);
  expect(await desk.getByRole("heading", { level: 1 }).textContent()).toBe(bo.nickname);
  expect(await desk.content()).not.toContain("Impostor</");

  await desk.getByRole("textbox", { name: "写点什么…" }).fill("<b>你好</b> javascript:alert(1)");
  await desk.keyboard.press("Enter");
  const row = phone.getByRole("link", { name: new RegExp(ada.nickname) });
  await row.waitFor();
  await expect.poll(() => phone.title()).toMatch(/^\(\d+\) /);
  await desk.getByText("未读", { exact: true }).waitFor();
  await row.click();
  await phone.getByText("<b>你好</b> javascript:alert(1)").waitFor();
  await desk.getByText("已读", { exact: true }).waitFor();

  await phone.getByRole("textbox", { name: "写点什么…" }).fill("你好！");
  await phone.getByRole("button", { name: "发送", exact: true }).click();
  await desk.getByText("你好！", { exact: true }).waitFor();
  await browser.expectNoComplaints();
});

test("badge, title and entries agree, and marking all can be undone", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const page = await browser.openPage({ person: ada });
  await page.goto("/message?page=thread");
  await ready(page);
  const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "徒步" });
  await reply(bo, thread.id, { body: "推荐西山" });
  await forum.app.clock.runAll(["awardDeeds"]);
  await forum.delivered();

  // The welcome, the badge for a first thread and the reply; all came without a reload.
  const entries = page.getByRole("navigation", { name: "消息分类" });
  await page.getByText(`${bo.nickname} 回复了你的帖子《徒步》`).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(3\) /);
  expect(await entries.getByRole("link", { name: /帖子通知/ }).textContent()).toContain("1");
  expect(await page.getByRole("banner").getByRole("button", { name: "通知" }).textContent()).toContain("3");

  await page.getByRole("button", { name: "全部已读" }).click();
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => page.title()).toMatch(/^\(3\) /);
  await browser.expectNoComplaints();
});

test("two tabs of a browser keep one stream and show the same; when its tab is closed the other takes over", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  await forum.delivered();
  const send = (body: string) =>
    bo.graphql(
      `mutation ($id: ID!, $body: String!) { sendMessage(input: { userId: $id, body: $body }) { id } }`,
      {
        id: ada.id,
        body,
      },
    );
  const first = await browser.openPage({ person: ada });
  const streamsOf = new Map<unknown, number>();
  first.context().on("request", (request) => {
    if (new URL(request.url()).pathname !== "/events") return;
    const page = request.frame().page();
    streamsOf.set(page, (streamsOf.get(page) ?? 0) + 1);
  });
  await first.goto("/message?page=account");
  await ready(first);
  await expect.poll(() => streamsOf.get(first)).toBe(1);
  const second = await first.context().newPage();
  await second.goto("/message?page=account");
  await ready(second);

  // The welcome, and then a message.
  for (const tab of [first, second]) await expect.poll(() => tab.title()).toMatch(/^\(1\) /);
  await send("一");
  for (const tab of [first, second]) {
    await expect.poll(() => tab.title()).toMatch(/^\(2\) /);
    const entries = tab.getByRole("navigation", { name: "消息分类" });
    await expect.poll(() => entries.getByRole("link", { name: /私信/ }).textContent()).toContain("1");
    await expect
      .poll(() => tab.getByRole("banner").getByRole("link", { name: "私信" }).textContent())
      .toContain("1");
  }
  expect([streamsOf.get(first), streamsOf.get(second)]).toEqual([1, undefined]);

  await first.close();
  await expect.poll(() => streamsOf.get(second)).toBe(1);
  await send("二");
  await expect.poll(() => second.title()).toMatch(/^\(3\) /);
  await browser.expectNoComplaints();
});

test("who reads further up stays there, hears of what comes, and sees at once what they send", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const send = (from: Person, to: Person, body: string) =>
    from.graphql(
      `mutation ($id: ID!, $body: String!) { sendMessage(input: { userId: $id, body: $body }) { id } }`,
      { id: to.id, body },
    );
  for (let number = 1; number <= 40; number++) await send(bo, ada, `第 ${number} 条`);
  const page = await browser.openPage({ person: ada, ...PHONE });
  await visit(page, `/message?page=chat&userId=${bo.id}`);
  const list = page.getByRole("log", { name: "聊天记录" });
  const unread = async () =>
    (await ada.graphql(`{ unreadCounts { dialogMessage } }`)).unreadCounts.dialogMessage as number;
  const isAtEnd = () =>
    list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2);
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(unread).toBe(0);

  // Earlier messages come above what is being read, and the keyboard stays in the list when their button goes.
  await list.evaluate((box) => box.scrollTo(0, 0));
  const eleventh = page.getByText("第 11 条", { exact: true });
  const place = async () => Math.round((await eleventh.boundingBox())!.y);
  await page.getByRole("button", { name: "回到最新消息" }).waitFor();
  const button = page.getByRole("button", { name: "查看更早的消息" });
  const height = (await button.boundingBox())!.height;
  const before = await place();
  await button.press("Enter");
  await page.getByText("第 1 条", { exact: true }).waitFor({ state: "attached" });
  await button.waitFor({ state: "detached" });
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(height + 60);
  await expect.poll(() => list.evaluate((box) => box === document.activeElement)).toBe(true);

  // What comes meanwhile is told of, and has not been read.
  await send(bo, ada, "还在吗？");
  const news = page.getByRole("button", { name: "1 条新消息" });
  await news.waitFor();
  expect(await unread()).toBe(1);
  await news.click();
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(unread).toBe(0);

  await list.evaluate((box) => box.scrollTo(0, 0));
  await page.getByRole("button", { name: "回到最新消息" }).waitFor();
  await page.getByRole("button", { name: "表情", exact: true }).click();
  await page.getByRole("dialog", { name: "表情" }).locator("[data-emoji]").first().click();
  await page.getByRole("textbox", { name: "写点什么…" }).press("Enter");
  await page.getByText("未读", { exact: true }).waitFor();
  await expect.poll(isAtEnd).toBe(true);
  await browser.expectNoComplaints();
});

test("a message is reported, read by an administrator, and gone for both without a reload", async () => {
  const [ada, bo, admin] = [await forum.member(), await forum.member(), await forum.admin()];
  await bo.graphql(`mutation ($id: ID!) { sendMessage(input: { userId: $id, body: "小心点！" }) { id } }`, {
    id: ada.id,
  });
  const phone = await browser.openPage({ person: ada, ...PHONE });
  const author = await browser.openPage({ person: bo });
  await visit(phone, `/message?page=chat&userId=${bo.id}`);
  await visit(author, `/message?page=chat&userId=${ada.id}`);
  await phone.getByRole("button", { name: "举报这条消息" }).click();
  await phone.getByText("违规内容").click();
  await expectNoViolations(phone);
  await phone.getByRole("button", { name: "提交举报" }).click();
  await phone.getByText("已收到举报，谢谢你").waitFor();

  const desk = await browser.openPage({ person: admin });
  await visit(desk, "/admin/review?kind=REPORT");
  const queue = desk.getByRole("region", { name: "举报" });
  await desk.getByRole("button", { name: "查看私信" }).waitFor();
  expect(await queue.textContent()).not.toContain("小心点！");
  await desk.getByRole("button", { name: "查看私信" }).click();
  await queue.getByText("小心点！").waitFor();
  await expectNoViolations(desk);
  await desk.getByRole("button", { name: /删除/ }).click();

  for (const page of [phone, author]) {
    await page.getByText("这条消息已被管理员移除").waitFor();
    expect(await page.getByText("小心点！").count()).toBe(0);
  }
  await desk.getByRole("button", { name: /撤销/ }).click();
  for (const page of [phone, author]) await page.getByText("小心点！").waitFor();
  await browser.expectNoComplaints();
});

test("what is typed in a chat waits there, is sent by a real Enter alone, and once", async () => {
  const [ada, bo, cy] = [await forum.member(), await forum.member(), await forum.member()];
  for (const other of [bo, cy])
    await other.graphql(`mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`, {
      input: { userId: ada.id, body: "在吗？" },
    });
  const page = await browser.openPage({ person: ada, expectedErrors: [/ERR_FAILED/] });
  const field = page.getByRole("textbox", { name: "写点什么…" });
  const chatWith = (person: Person) => visit(page, `/message?page=chat&userId=${person.id}`);
  await chatWith(bo);
  await field.fill("晚上一起吃饭");
  await chatWith(cy);
  expect(await field.inputValue()).toBe("");
  await field.fill("明天见");
  await page.goBack();
  await page.getByRole("heading", { name: bo.nickname }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("晚上一起吃饭");

  // Safari reports the Enter that confirms a word after the word has ended.
  await field.evaluate((control) => {
    control.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "饭" }));
    const init = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
    control.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  expect(await field.inputValue()).toBe("晚上一起吃饭");

  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes("SendChatMessage(")) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await field.press("Enter");
  await page.getByRole("alert").getByText("发送失败").waitFor();
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "重新发送" }).click();
  await page.getByRole("alert").getByText("发送失败").waitFor({ state: "detached" });
  const sent = await forum.rows("SELECT id FROM messages WHERE body = '晚上一起吃饭'");
  expect(sent).toHaveLength(1);
  await page.reload();
  await ready(page);
  expect(await field.inputValue()).toBe("");

  await chatWith(cy);
  await expect.poll(() => field.inputValue()).toBe("明天见");
  await page.getByRole("button", { name: "账号菜单" }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.waitForURL(`${forum.url}/`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("明天见");
});
