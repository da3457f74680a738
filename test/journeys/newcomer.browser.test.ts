import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { chooseCategory, composer, editor, picture, ready, register, visit } from "./steps.ts";

/** The main job of the forum, from the first visit to the sign-out, as a newcomer does it. */
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

const DEVICES = [
  { device: "a desk", name: "lin", width: 1440, height: 900 },
  { device: "a phone", name: "mei", ...PHONE },
];

test.each(DEVICES)("somebody joins, writes, answers, follows, searches and leaves on $device", async (on) => {
  const { name, width, height } = on;
  const isPhone = width === PHONE.width;
  const page = await browser.openPage({ width, height });
  const title = `${name}的第一颗芒果`;
  const ada = await forum.member();
  const herbs = `${ada.nickname}的薄荷`;
  await publish(ada, { categoryId: await forum.categoryId(), title: herbs, body: "长得太快了。" });
  await register(page, name);

  // A thread with a picture.
  const main = page.getByRole("navigation", { name: "主导航" });
  if (isPhone) await main.getByRole("link", { name: "发帖" }).click();
  else await page.getByRole("banner").getByRole("link", { name: "发帖" }).click();
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill(title);
  const text = await editor(page);
  await text.fill("今天买到了当季的芒果，");
  await page.locator('input[type="file"][accept^="image"]').setInputFiles(await picture());
  await text.locator('img[src^="/files/"]').waitFor();
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  const article = page.getByRole("article", { name: title });
  const shown = article.getByRole("button", { name: /^放大图片/ });
  await shown.waitFor();
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  // The first reply is one's own.
  await (await composer(page)).fill("补充：用的是新华路那家店。");
  await page.locator("#reply").getByRole("button", { name: "回复" }).click();
  await page.locator("#p1").getByText("新华路那家店").waitFor();

  // What somebody else wrote.
  await page.getByRole("banner").getByRole("link").first().click();
  await page.getByRole("link", { name: herbs, exact: true }).click();
  const theirs = page.getByRole("article", { name: herbs });
  await theirs.getByRole("button", { name: "赞 0" }).click();
  await theirs.getByRole("button", { name: "赞 1", pressed: true }).waitFor();
  // On wide windows the author stands beside the text alone.
  await page.getByRole("main").getByRole("link", { name: ada.nickname }).first().click();
  await page.waitForURL(`/user/${ada.id}`);
  await page.getByRole("button", { name: "关注", exact: true }).click();
  await page.getByRole("button", { name: "已关注", pressed: true }).waitFor();

  // Two characters from the middle of the text.
  await forum.searchable();
  if (isPhone) await page.getByRole("banner").getByRole("link", { name: "搜索" }).click();
  const field = isPhone
    ? page.getByRole("main").getByRole("combobox")
    : page.getByRole("banner").locator("input[type=search]");
  await field.fill("当季");
  await field.press("Enter");
  await page.waitForURL(/\/search\?keyword=/);
  await page.getByRole("main").getByRole("link", { name: title }).waitFor();

  if (isPhone) {
    await main.getByRole("link", { name: "我的" }).click();
    await page.getByRole("button", { name: "退出登录" }).click();
  } else {
    await page.getByRole("button", { name: "账号菜单" }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
  }
  await page.waitForURL((url) => url.pathname === "/");
  await ready(page);
  await visit(page, "/thread/post");
  await page
    .getByText("登录后发帖")
    .or(page.getByRole("heading", { name: "登录" }))
    .first()
    .waitFor();

  const [kept] = await forum.rows(
    "SELECT t.likeCount, (SELECT COUNT(*) FROM follows f WHERE f.toUserId = ?) AS fans FROM threads t WHERE t.title = ?",
    [ada.id, herbs],
  );
  expect(kept).toEqual({ likeCount: 1, fans: 1 });
  await browser.expectNoComplaints();
});
