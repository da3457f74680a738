import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "../threads/content.ts";

/** The row above a list: orders, unread, what the list is narrowed to, and its looks. */
let forum: Forum;
let browser: Browser;
let ids: string[];

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const [ada, bo] = [await forum.member(), await forum.member()];
  const categoryId = await forum.categoryId();
  ids = [];
  for (let index = 0; index < 45; index++) {
    const { id } = await publish(ada, { categoryId, title: `Thread ${index}`, body: "One\n\nTwo\n\nThree" });
    ids.push(id);
  }
  await reply(bo, ids.at(-1)!);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const rows = (page: Page) => page.locator("section article");

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("all controls stand in one row of 48 px, on %s", async (_device, size) => {
  const person = await forum.member();
  const page = await browser.openPage({ ...size, person });
  await visit(page, "/");
  const bar = page.getByRole("navigation", { name: "帖子列表" }).locator("xpath=../..");
  expect((await bar.boundingBox())!.height).toBe(48);

  await page.locator("summary", { hasText: "筛选" }).click();
  await page.getByRole("list", { name: "筛选" }).getByRole("link", { name: "精华" }).click();
  await page.waitForURL((url) => url.searchParams.get("tab") === "essence");
  await page.locator("summary", { hasText: "精华" }).waitFor();
  expect(await page.locator("details[open]").count()).toBe(0);
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("filters are reached without scripts", async () => {
  const page = await browser.openPage({ ...DESKTOP, javaScriptEnabled: false });
  await page.goto("/");
  await page.locator("summary", { hasText: "筛选" }).click();
  await page.getByRole("link", { name: "图片", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("type") === "image");
});

test("a member's compact list is kept on all devices, shows forty rows of two lines, and comes so from the server", async () => {
  const person = await forum.member();
  const page = await browser.openPage({ ...DESKTOP, person });
  await visit(page, "/");
  const tall = (await rows(page).nth(3).boundingBox())!.height;
  await page.getByRole("button", { name: "改为紧凑列表" }).click();
  await page.getByRole("button", { name: "改为卡片列表" }).waitFor();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(40);
  const low = (await rows(page).nth(3).boundingBox())!.height;
  expect(low).toBeLessThanOrEqual(73);
  expect(low).toBeLessThan(tall);
  await expect
    .poll(async () => (await person.graphql("{ viewer { listDensity } }")).viewer.listDensity)
    .toBe("COMPACT");

  const again = await page.request.get("/");
  expect((await again.text()).match(/<article/g)!.length).toBeGreaterThanOrEqual(40);

  const other = await browser.openPage({ ...PHONE, person });
  await visit(other, "/");
  await other.getByRole("button", { name: "改为卡片列表" }).waitFor();
  await browser.expectNoComplaints();
});

test("visitors get the looks of their cookie, each from a page of their own", async () => {
  const plain = await forum.visitor().get("/");
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  await page.getByRole("button", { name: "改为紧凑列表" }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(40);
  await page.reload();
  expect(await rows(page).count()).toBeGreaterThanOrEqual(40);
  expect((await forum.visitor().get("/")).text.match(/<article/g)!.length).toBe(
    plain.text.match(/<article/g)!.length,
  );
  await browser.expectNoComplaints();
});

test("a row names who replied last, and counts wait for the pointer", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  const row = rows(page).filter({ hasText: "Thread 44" });
  await row.getByRole("img", { name: /^最近回复：/ }).waitFor();
  const like = row.getByRole("button", { name: "赞，已有 0 个" });
  const opacity = () => like.evaluate((button) => Number(getComputedStyle(button.parentElement!).opacity));
  expect(await opacity()).toBe(0);
  await row.hover();
  await expect.poll(opacity).toBe(1);
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe(0);
  await row.getByRole("link", { name: "Thread 44" }).focus();
  await expect.poll(opacity).toBe(1);
});

test("what is unread has a list of its own", async () => {
  const person = await forum.member();
  const page = await browser.openPage({ ...DESKTOP, person });
  await visit(page, "/");
  await page.getByRole("link", { name: "未读" }).click();
  await page.waitForURL((url) => url.searchParams.get("tab") === "unread");
  await rows(page).filter({ hasText: "Thread 44" }).waitFor();
  await person.graphql("mutation ($id: ID!) { markThreadRead(threadId: $id, number: 1) { id } }", {
    id: ids.at(-1)!,
  });
  await page.reload();
  await rows(page).filter({ hasText: "Thread 43" }).waitFor();
  expect(await rows(page).filter({ hasText: "Thread 44" }).count()).toBe(0);
  await browser.expectNoComplaints();
});
