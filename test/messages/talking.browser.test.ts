import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "../threads/content.ts";
import { ready } from "../journeys/steps.ts";

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

test("two people talk in two browsers: messages arrive by themselves, and each sees what was read", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const desk = await browser.openPage({ person: ada });
  const phone = await browser.openPage({ person: bo, ...PHONE });
  // The name in the address is only what a link says; what is shown comes from the server.
  await desk.goto(`/message?page=chat&userId=${bo.id}&nickname=Impostor`);
  await phone.goto("/message");
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

  // The welcome and the reply; both came without a reload.
  const entries = page.getByRole("navigation", { name: "消息分类" });
  await page.getByText(`${bo.nickname} 回复了你的主题《徒步》`).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  expect(await entries.getByRole("link", { name: /主题通知/ }).textContent()).toContain("1");
  expect(await page.getByRole("banner").getByText("2 条未读消息").count()).toBe(1);

  await page.getByRole("button", { name: "全部已读" }).click();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
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
    await expect.poll(() => tab.getByRole("banner").getByText("2 条未读消息").count()).toBe(1);
  }
  expect([streamsOf.get(first), streamsOf.get(second)]).toEqual([1, undefined]);

  await first.close();
  await expect.poll(() => streamsOf.get(second)).toBe(1);
  await send("二");
  await expect.poll(() => second.title()).toMatch(/^\(3\) /);
  await browser.expectNoComplaints();
});
