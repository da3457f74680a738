import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { plain } from "../attachments/material.ts";
import { editor, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Recommending goods of a shop elsewhere, and reading about them, as people do it. */

let forum: Forum;
let browser: Browser;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  author = await forum.member("thread.insertGoods", "thread.editOwnThreadOrPost");
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const ADDRESS = "https://item.jd.com/100012043978.html";
const shots = process.env["SHOTS"];
const card = (page: Page, name = "商品"): Locator => page.getByRole("region", { name, exact: true });
const picture = async () => plain(240, 180).png().toBuffer();
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Publishes a thread about a kettle. @returns its id */
async function recommend(goods: object = {}): Promise<string> {
  const kettle = { title: "山野 0.9 升户外水壶", url: ADDRESS, priceCents: 1_299_00, shopName: "京东" };
  const input = { categoryId: await forum.categoryId(), title: "露营带什么", body: "这只水壶轻，烧水快。" };
  return (await publish(author, { ...input, goods: { ...kettle, ...goods } })).id as string;
}

/** Gathers the shifts of the layout that nobody caused. */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

test("an author recommends goods on the desk; the draft keeps them, and an edit changes and removes them", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: author });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await page.getByRole("textbox", { name: "标题" }).fill("露营水壶");
  await (await editor(page)).fill("轻，烧水快。");
  await page.getByText("推荐商品", { exact: true }).click();
  await page.getByRole("textbox", { name: "商品名称" }).fill("户外水壶");

  // Nothing goes out without a link.
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.getByText("请先补全商品：需要名称和链接").waitFor();
  await page.getByRole("textbox", { name: "商品链接" }).fill("item.jd.com");
  await page.getByText("请填写商品的完整链接").waitFor();
  await page.getByRole("textbox", { name: "商品链接" }).fill(ADDRESS);
  await page.getByRole("textbox", { name: "价格" }).fill("129");
  await page.locator('input[type="file"][aria-label="选择图片"]').setInputFiles({
    name: "kettle.png",
    mimeType: "image/png",
    buffer: await picture(),
  });
  await page.getByRole("button", { name: "换一张图片" }).waitFor();
  const saved = page.waitForResponse((answer) =>
    Boolean(answer.request().postData()?.includes('"shopName":"京东"')),
  );
  await page.getByRole("textbox", { name: "店铺" }).fill("京东");
  await saved;
  await expectNoViolations(page, "form");
  if (shots) await page.screenshot({ path: `${shots}/form-desk.png`, fullPage: true });
  await page.reload();
  await editor(page);
  expect(await page.getByRole("textbox", { name: "商品名称" }).inputValue()).toBe("户外水壶");

  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await card(page).getByText("户外水壶").waitFor();
  await card(page).getByText("¥129.00").waitFor();
  expect(await card(page).locator("img").count()).toBe(1);

  await visit(page, `${new URL(page.url()).pathname}/edit`);
  await page.getByRole("textbox", { name: "价格" }).fill("99.5");
  await page.getByRole("button", { name: "保存修改", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await card(page).getByText("¥99.50").waitFor();

  await visit(page, `${new URL(page.url()).pathname}/edit`);
  await page.getByText("推荐商品", { exact: true }).click();
  await page.getByRole("button", { name: "保存修改", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByText("轻，烧水快。").waitFor();
  await card(page).waitFor({ state: "detached" });
});

test.each([
  ["a desk, in Chinese", { ...DESKTOP, width: 1440 }, {}],
  ["a tablet, in the dark", { width: 820, height: 1100 }, { colorScheme: "dark" }],
  ["a phone, in English", PHONE, { locale: "en-US" }],
  ["a phone, in the dark", PHONE, { colorScheme: "dark" }],
] as const)(
  "a reader sees the goods at once, nothing moves, and the link is marked, at %s",
  async (...given) => {
    const [device, size, options] = given;
    const imageId = (await author.upload("kettle.png", await picture(), "goods")).id;
    const id = await recommend({ imageId });
    const page = await browser.openPage({ ...size, ...options, isFirstVisit: true });
    const shifts = await watchShifts(page);
    await visit(page, `/thread/${id}`);
    const isEnglish = "locale" in options;
    const goods = card(page, isEnglish ? "Goods" : "商品");
    const link = goods.getByRole("link", { name: isEnglish ? "See it in the shop" : "去店铺查看" });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(ADDRESS);
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toBe("nofollow ugc sponsored noopener");
    await goods.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    expect(await isWide(page)).toBe(false);
    expect((await shifts()).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
    await expectNoViolations(page);
    if (shots) await page.screenshot({ path: `${shots}/${device.replaceAll(/\W+/g, "-")}.png` });
  },
);

test("goods without picture, price and shop are a card as well, and without scripts too", async () => {
  const title =
    "一个名字特别特别长的商品，说明写得很细，手机上要换好几行才放得下 SuperLightOutdoorKettle900ml";
  const id = await recommend({ title, priceCents: null, shopName: "" });
  const page = await browser.openPage({ ...PHONE, javaScriptEnabled: false });
  await page.goto(`/thread/${id}`);
  await card(page).getByText(title).waitFor();
  expect(await card(page).getByRole("img").count()).toBe(0);
  expect(await isWide(page)).toBe(false);
  if (shots) await page.screenshot({ path: `${shots}/bare-phone.png` });
});

test("who may not recommend goods is offered no fields", async () => {
  const page = await browser.openPage({
    person: await forum.join(await forum.group(["viewThreads", "thread.viewPosts", "createThread"])),
  });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await editor(page);
  expect(await page.getByText("推荐商品", { exact: true }).count()).toBe(0);
});
