import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { chooseCategory, composer, editor, register, signIn, visit, written } from "./steps.ts";

/** Nothing that somebody has written is lost: not by a reload, not by a session that ends meanwhile. */
let forum: Forum;
let browser: Browser;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const ada = await forum.member();
  const categoryId = await forum.categoryId();
  threadId = (await publish(ada, { categoryId, title: "夜里的雨", body: "下了一整夜。" })).id;
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const isOperation = (request: Request, name: string) => request.postData()?.includes(`${name}(`) ?? false;

test("a thread that was begun is there again after a reload", async () => {
  const page = await browser.openPage();
  await register(page, "wen");
  await visit(page, "/thread/post");
  await page.getByRole("textbox", { name: "标题" }).fill("还没想好的标题");
  // The title may have been saved before.
  const saved = page.waitForResponse(
    (answer) =>
      isOperation(answer.request(), "SaveDraft") && answer.request().postData()!.includes("写到一半的一段话"),
  );
  await (await editor(page)).fill("写到一半的一段话");
  await saved;
  await page.getByText(/^已保存/).waitFor();

  await page.reload();

  await page.getByText("写到一半的一段话").waitFor();
  expect(await page.getByRole("textbox", { name: "标题" }).inputValue()).toBe("还没想好的标题");
  await browser.expectNoComplaints();
});

test("a draft whose save is on its way while its thread is published does not come back", async () => {
  const page = await browser.openPage();
  await register(page, "lan");
  const published = page.waitForResponse((answer) => isOperation(answer.request(), "PublishThread"));
  await page.route("**/graphql", async (route) => {
    if (isOperation(route.request(), "SaveDraft")) await published;
    await route.continue();
  });
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("一气呵成");
  const saving = page.waitForRequest((request) => isOperation(request, "SaveDraft"));
  await (await editor(page)).fill("写完就发");
  await saving;

  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);

  expect(await forum.rows("SELECT title FROM drafts WHERE title = '一气呵成'")).toEqual([]);
  await visit(page, "/thread/post");
  await editor(page);
  expect(await page.getByRole("textbox", { name: "标题" }).inputValue()).toBe("");
  await browser.expectNoComplaints();
});

test("a reply outlives the session it was begun in, and is sent after signing in again", async () => {
  const page = await browser.openPage({ expectedErrors: [/401|403/] });
  await register(page, "qiu");
  await visit(page, `/thread/${threadId}`);
  await (await composer(page)).fill("听着雨声睡得最好");
  await page.context().clearCookies();

  await page.getByRole("textbox", { name: "你的回复" }).press("Control+Enter");
  await page.waitForURL(/\/user\/username-login/);
  await signIn(page, "qiu");

  expect(new URL(page.url()).pathname).toBe(`/thread/${threadId}`);
  const field = await composer(page);
  await expect.poll(() => written(field)).toBe("听着雨声睡得最好");
  await field.press("Control+Enter");
  await page.locator("#p1").getByText("听着雨声睡得最好").waitFor();
  await browser.expectNoComplaints();
});

/** Lets requests of an operation through and cuts their answers off, until told otherwise. */
async function cutAnswers(page: Page, name: string): Promise<{ stop(): void }> {
  let isCut = true;
  await page.route("**/graphql", async (route) => {
    if (!isCut || !isOperation(route.request(), name)) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return { stop: () => void (isCut = false) };
}

const LOST = [/ERR_FAILED/];
const bodiesOf = (text: string) =>
  forum.rows<{ body: string }>("SELECT body FROM posts WHERE body LIKE ? AND number > 0", [`%${text}%`]);

test("a reply whose answer is lost is published once, also after a reload, and shown", async () => {
  const page = await browser.openPage({ person: await forum.member(), expectedErrors: LOST });
  const line = await cutAnswers(page, "ReplyComposerSend");
  await visit(page, `/thread/${threadId}`);
  await (await composer(page)).fill("雨声很好听");
  await page.keyboard.press("Control+Enter");
  await page.getByText("写下的内容还在这里").waitFor();
  const lost = page.waitForEvent("requestfailed");
  await page.keyboard.press("Control+Enter");
  await lost;
  await page.getByText("写下的内容还在这里").waitFor();

  await page.reload();
  line.stop();
  expect(await written(await composer(page))).toContain("雨声很好听");
  await (await composer(page)).press("Control+Enter");

  await page.getByText("这条已经发布过了").waitFor();
  await page.locator("[data-page]").getByText("雨声很好听").waitFor();
  expect(await bodiesOf("雨声很好听")).toHaveLength(1);

  // The next reply is another one, even with the same words.
  await (await composer(page)).fill("雨声很好听");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await bodiesOf("雨声很好听")).length).toBe(2);
  await browser.expectNoComplaints();
});

test("another text after a lost answer is told that the first one did arrive", async () => {
  const page = await browser.openPage({ person: await forum.member(), expectedErrors: [...LOST, /422/] });
  const line = await cutAnswers(page, "ReplyComposerSend");
  await visit(page, `/thread/${threadId}`);
  const field = await composer(page);
  await field.fill("屋檐在滴水");
  await page.keyboard.press("Control+Enter");
  await page.getByText("写下的内容还在这里").waitFor();
  line.stop();

  await field.fill("屋檐在滴水，滴了一夜");
  await page.keyboard.press("Control+Enter");
  await page.getByText("上一次发送其实成功了").waitFor();
  expect(await bodiesOf("屋檐")).toHaveLength(1);

  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await bodiesOf("屋檐")).length).toBe(2);
  await browser.expectNoComplaints();
});

test("a thread whose answer is lost is published once, also from another tab", async () => {
  const page = await browser.openPage({ person: await forum.member(), expectedErrors: LOST });
  const line = await cutAnswers(page, "PublishThread");
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("收不到的回信");
  await (await editor(page)).fill("寄出去就没有消息了。");
  await page.getByText(/^已保存/).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator("form").getByRole("alert").waitFor();
  line.stop();
  const other = await page.context().newPage();

  await visit(other, "/thread/post");
  await other.getByText("寄出去就没有消息了").waitFor();
  await other.getByRole("button", { name: "发布", exact: true }).click();

  await other.waitForURL(/\/thread\/\d+$/);
  await other.getByText("这篇已经发布过了").waitFor();
  await other.getByRole("article", { name: "收不到的回信" }).waitFor();
  expect(await forum.rows("SELECT id FROM threads WHERE title = '收不到的回信'")).toHaveLength(1);
  await browser.expectNoComplaints();
});
