import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Somebody whose browser runs no scripts reads everything, from page to page. */
let forum: Forum;
let browser: Browser;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await seedInto(forum.app, { force: false, threads: 40, tell: () => undefined });
  await forum.searchable();
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("the list leads to older threads, and a thread to its other pages", async () => {
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto("/");
  const first = await page.locator("article h3 a").first().innerText();
  await page.getByRole("link", { name: "加载更多" }).click();
  await page.waitForURL((url) => url.searchParams.has("after"));
  expect(await page.locator("article h3 a").count()).toBeGreaterThan(5);
  expect(await page.locator("article h3 a").first().innerText()).not.toBe(first);

  const [long] = await forum.rows<{ id: number }>(
    "SELECT t.id FROM threads t ORDER BY t.postCount DESC LIMIT 1",
  );
  await page.goto(`/thread/${long!.id}`);
  await page.locator("#p1").waitFor();
  await page.getByRole("navigation", { name: "分页" }).getByRole("link", { name: "第 2 页" }).click();
  await page.locator("#p21").waitFor();
  await page.getByRole("spinbutton", { name: "跳到楼层" }).fill("45");
  await page.getByRole("button", { name: "跳转" }).click();
  await page.locator("#p45").waitFor();
  await browser.expectNoComplaints();
});

test("a profile, its followers and a search are read on a phone", async () => {
  const page = await browser.openPage({ ...PHONE, javaScriptEnabled: false });
  await page.goto("/");
  const author = page.locator("article a[href^='/user/']:not([aria-hidden])").first();
  const name = await author.innerText();
  await author.click();
  await page.getByRole("heading", { name }).waitFor();
  await page.getByRole("navigation", { name: "个人主页栏目" }).getByRole("link", { name: "粉丝" }).click();
  await page.getByRole("heading", { name }).waitFor();

  await page.getByRole("banner").getByRole("link", { name: "搜索" }).click();
  const field = page.getByRole("main").getByRole("combobox");
  await field.fill("论坛");
  await field.press("Enter");
  await page.getByRole("main").locator("article h2 a").first().waitFor();
  await browser.expectNoComplaints();
});
