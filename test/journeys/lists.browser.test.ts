import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { picture, ready, visit } from "./steps.ts";

/** Lists in daily use: people go on and come back, see what is new, search, mend their profile. */
let forum: Forum;
let browser: Browser;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await seedInto(forum.app, { force: false, threads: 110, tell: () => undefined });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const titles = (page: Page) => page.locator("article h3 a[data-opens]");
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("going back finds the same row after three loaded pages, on %s", async (_device, size) => {
  const person = await forum.member();
  const page = await browser.openPage({ ...size, person });
  await visit(page, "/");
  for (const count of [40, 60]) {
    await titles(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => titles(page).count()).toBeGreaterThanOrEqual(count);
  }
  const row = titles(page).nth(52);
  await row.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  const title = await row.innerText();
  const count = await titles(page).count();
  const top = (await row.boundingBox())!.y;
  const from = await scrolled(page);

  await row.click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");

  await expect.poll(() => titles(page).count()).toBeGreaterThanOrEqual(count);
  await expect.poll(async () => Math.abs((await scrolled(page)) - from)).toBeLessThanOrEqual(2);
  const again = titles(page).filter({ hasText: title }).first();
  await expect.poll(async () => Math.abs((await again.boundingBox())!.y - top)).toBeLessThanOrEqual(2);
  await browser.expectNoComplaints();
});

test("the bar tells of new threads and shows them only when asked", async () => {
  const [reader, writer] = [await forum.member(), await forum.member()];
  const page = await browser.openPage({ person: reader });
  await visit(page, "/?sort=newest");
  const first = await titles(page).first().innerText();
  await publish(writer, { categoryId: await forum.categoryId(), title: "窗外下雪了" });

  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const bar = page.getByRole("button", { name: "1 个新帖子，点击查看" });
  await bar.waitFor();
  expect(await titles(page).first().innerText()).toBe(first);

  await bar.click();
  await expect.poll(() => titles(page).first().innerText()).toBe("窗外下雪了");
  await bar.waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});

test("j and k go from thread to thread, and o opens one", async () => {
  const page = await browser.openPage();
  await visit(page, "/?sort=newest");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = await titles(page).nth(1).innerText();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second);
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await page.getByRole("heading", { level: 1, name: second }).waitFor();
  await browser.expectNoComplaints();
});

test("a like in a list shows at once and stays", async () => {
  const person = await forum.member();
  const page = await browser.openPage({ person });
  await visit(page, "/?sort=newest");
  const like = page.locator("article").first().getByRole("button", { name: /^赞/ });
  await like.click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await expect
    .poll(() => forum.rows("SELECT l.threadId FROM thread_likes l WHERE l.userId = ?", [person.id]))
    .toHaveLength(1);
  await page.reload();
  await ready(page);
  expect(await like.getAttribute("aria-pressed")).toBe("true");
  await browser.expectNoComplaints();
});

test("a search suggests, finds threads, topics and members, and is remembered", async () => {
  const writer = await forum.member();
  const categoryId = await forum.categoryId();
  await publish(writer, { categoryId, title: "阳台薄荷日记", body: "第一天，浇水。#阳台薄荷#" });
  await forum.searchable();
  const page = await browser.openPage();
  await visit(page, "/search");
  await page.getByRole("heading", { name: "热门话题" }).waitFor();
  const field = page.getByRole("banner").locator("input[name=keyword]");
  await field.focus();
  await page.getByRole("banner").getByRole("combobox").waitFor();
  await field.pressSequentially("阳台薄荷");
  await page.getByRole("option", { name: "#阳台薄荷" }).waitFor();
  await field.press("Enter");
  const kinds = page.getByRole("navigation", { name: "搜索范围" });
  await page.getByRole("main").getByRole("link", { name: "阳台薄荷日记" }).waitFor();

  await kinds.getByRole("link", { name: "话题" }).click();
  await page.getByRole("main").locator("article a", { hasText: "#阳台薄荷#" }).click();
  await page.getByRole("heading", { level: 1, name: "#阳台薄荷" }).waitFor();
  await titles(page).filter({ hasText: "阳台薄荷日记" }).waitFor();

  await visit(page, `/search?keyword=${writer.nickname}&kind=members`);
  await page
    .getByRole("main")
    .locator("article")
    .getByRole("link", { name: writer.nickname })
    .first()
    .waitFor();
  await visit(page, "/search");
  await page.getByRole("link", { name: "阳台薄荷", exact: true }).waitFor();
  await browser.expectNoComplaints();
});

test("members change their name, signature and face", async () => {
  const person = await forum.member();
  const page = await browser.openPage({ person });
  await visit(page, "/my");
  await page.getByRole("link", { name: "编辑资料" }).click();
  await page.getByLabel("昵称").fill("青柠苏打");
  await page.getByLabel("签名").fill("夏天要喝冰的");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("heading", { name: "青柠苏打" }).waitFor();
  await page.getByRole("main").getByText("夏天要喝冰的").first().waitFor();

  await page.getByLabel("更换头像").setInputFiles(await picture());
  const dialog = page.getByRole("dialog", { name: "裁剪头像" });
  await dialog.getByLabel("缩放").fill("2");
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.locator(`#profile-name`).waitFor();
  await expect
    .poll(() =>
      forum.rows<{ avatarUrl: string | null }>("SELECT u.avatarUrl FROM users u WHERE u.id = ?", [person.id]),
    )
    .toEqual([{ avatarUrl: expect.stringMatching(/^\/files\//) }]);
  await browser.expectNoComplaints();
});

test("lists, topics and the page about the forum are read without scripts", async () => {
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto("/?sort=newest");
  const first = await titles(page).allInnerTexts();
  await page.getByRole("link", { name: "加载更多" }).click();
  // A page without scripts is there when all of it has arrived.
  await page.waitForURL((url) => url.searchParams.has("after"));
  const second = await titles(page).allInnerTexts();
  expect(second.filter((title) => first.includes(title))).toEqual([]);
  await page.getByRole("link", { name: "回到第一页" }).click();
  await page.waitForURL((url) => !url.searchParams.has("after"));
  expect(await titles(page).allInnerTexts()).toEqual(first);

  await page.goto("/topic");
  const topic = page.locator("main ol a").first();
  const name = await topic.locator("strong").innerText();
  await topic.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await titles(page).first().waitFor();

  await page.goto("/forum");
  await page.getByRole("heading", { name: "我的角色与权限" }).waitFor();
  await browser.expectNoComplaints();
});

test.each(["zh-CN", "en"])("nothing of a row runs over the edge of a phone, in %s", async (locale) => {
  const page = await browser.openPage({ ...PHONE, locale });
  await page.context().addCookies([{ name: "locale", value: locale, url: forum.url }]);
  await visit(page, "/");
  const over = await page.locator("main article").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const edge = row.getBoundingClientRect().right - parseFloat(getComputedStyle(row).paddingRight);
      return [...row.querySelectorAll("a, time, span, img")]
        .filter((part) => part.getBoundingClientRect().right > edge + 1)
        .filter((part) => !part.closest(".visually-hidden"))
        .map((part) => `${part.className}: ${part.textContent}`);
    }),
  );
  expect(await page.locator("main article").count()).toBeGreaterThan(15);
  expect(over).toEqual([]);
});
