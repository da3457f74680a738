import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { rule } from "../spam/rules.ts";
import { publish, reply } from "../threads/content.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { Outside } from "./outside.ts";
import { storePage } from "./stored.ts";

/** Readers see cards in the place of links, drawn by the server and left as they are by the browser. */
let forum: Forum;
let outside: Outside;
let browser: Browser;
let ada: Person;
let categoryId: string;
let withPicture: string;
let plain: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  outside = await Outside.open();
  ada = await forum.member("thread.editOwnThread");
  categoryId = await forum.categoryId();
  await rule(await forum.admin(), { link_previews: "1" });
  browser = await Browser.open(forum);
  const strip = await sharp({ create: { width: 600, height: 315, channels: 3, background: "#e8a33d" } })
    .png()
    .toBuffer();
  const cover = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#2f6f5e" } })
    .composite([{ input: strip, left: 300, top: 160 }])
    .png()
    .toBuffer();
  outside.picture("/cover.png", cover);
  withPicture = outside.page(
    "/lake",
    `<title>环湖骑行路线：三天两夜的完整计划，含补给点、露营地和返程车次</title>
     <meta name="description" content="从东门出发，沿西岸逆时针骑行一圈，全程一百二十公里。第一天到渔村，第二天翻过垭口，第三天返回；每一段都写了海拔、路况和可以吃饭的地方，下雨天的备选路线也在里面。">
     <meta property="og:site_name" content="山野骑行"><meta property="og:image" content="/cover.png">`,
  );
  plain = outside.page("/notes", `<title>Release notes of version 4</title>`);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  await outside?.close();
});

/** Publishes a thread with a reply, both with a card. */
async function threadWithCards(title: string): Promise<string> {
  const body = `周末去骑车，路线在这里：\n\n${withPicture}\n\n版本说明：\n\n${plain}`;
  const { id } = await publish(ada, { categoryId, title, body });
  await reply(await forum.member(), id, { body: `我们去年走的是这条：\n\n${withPicture}` });
  await forum.delivered();
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
  return id;
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
const cards = (page: Page): Promise<string[]> =>
  page.locator(".link-card").evaluateAll((all) => all.map((card) => card.outerHTML));
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
const shots = process.env["SHOTS"];

test.each([
  ["a desk, in Chinese", { ...DESKTOP, width: 1440 }, {}],
  ["a tablet, in the dark", { width: 820, height: 1100 }, { colorScheme: "dark" }],
  ["a phone, in English", PHONE, { locale: "en-US" }],
  ["a phone, in the dark", PHONE, { colorScheme: "dark" }],
] as const)("a reader sees the cards at once and nothing moves, at %s", async (device, size, options) => {
  const id = await threadWithCards(`周末骑行 ${device}`);
  const page = await browser.openPage({ ...size, ...options, isFirstVisit: true });
  const shifts = await watchShifts(page);
  const html = await (await fetch(`${forum.url}/thread/${id}`)).text();
  expect(html.match(/<p class="link-card">/g)).toHaveLength(3);
  await visit(page, `/thread/${id}`);

  const link = page.getByRole("link", { name: "山野骑行" }).first();
  expect(await link.getAttribute("href")).toBe(withPicture);
  await link.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  expect((await cards(page)).map((card) => html.includes(card))).toEqual([true, true, true]);
  expect(await page.locator(".link-card [role=button]").count()).toBe(0);
  expect(await isWide(page)).toBe(false);
  expect((await shifts()).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
  await expectNoViolations(page);
  if (shots) await page.screenshot({ path: `${shots}/${device.replaceAll(/\W+/g, "-")}.png` });
});

test("a card comes once the page is read, also on a page that was cached, and an author quotes it as its link", async () => {
  const late = outside.page("/late", "<title>刚刚读到的页面</title>");
  const { id } = await publish(ada, { categoryId, title: "缓存", body: late });
  await forum.delivered();
  const html = async (): Promise<string> => (await fetch(`${forum.url}/thread/${id}`)).text();
  expect(await html()).not.toContain("link-card");
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
  await expect.poll(html).toContain("刚刚读到的页面");

  const post = await reply(ada, id, { body: `看看\n\n${late}` });
  const page = await browser.openPage({ ...DESKTOP, person: await forum.member() });
  await visit(page, `/thread/${id}`);
  await page.locator(`#p${post.number}`).hover();
  await page.locator(`#p${post.number}`).getByRole("button", { name: "引用" }).click();
  const quote = page.locator(".ProseMirror blockquote");
  await quote.waitFor();
  await expect.poll(() => quote.innerText()).toContain(late);
  expect(await quote.innerText()).not.toContain("刚刚读到的页面");
});

test.each([
  ["a desk", { ...DESKTOP, width: 1440 }, "zh-CN"],
  ["a tablet", { ...DESKTOP, width: 820 }, "en"],
  ["a phone", PHONE, "zh-CN"],
] as const)("a moderator removes a card for good, and takes it back, at %s", async (device, size, locale) => {
  const url = outside.page(`/offer-${device.replace(" ", "-")}`, `<title>Kettles at ${device}</title>`);
  const { id } = await publish(ada, { categoryId, title: "Offers", body: url });
  await forum.delivered();
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
  const page = await browser.openPage({ ...size, person: await forum.admin(), locale });
  await visit(page, `/thread/${id}`);
  await page.waitForLoadState("networkidle");
  const isChinese = locale === "zh-CN";
  await page
    .locator("#thread-text footer")
    .getByRole("button", { name: /Manage|More|管理|更多/ })
    .click();
  await page.getByRole("menuitem", { name: isChinese ? "链接卡片……" : "Link cards…" }).click();
  const dialog = page.getByRole("dialog").last();
  const remove = dialog.getByRole("button", { name: new RegExp(`Kettles at ${device}`) });
  await remove.waitFor();
  await expectCleanInBothThemes(page);
  if (shots) await page.screenshot({ path: `${shots}/forget-${device.replace(" ", "-")}.png` });
  await remove.click();
  await page.getByText(isChinese ? "卡片已移除" : "Card removed").waitFor();
  await expect.poll(() => page.locator(".link-card").count()).toBe(0);
  expect(await page.locator("#thread-text a", { hasText: "/offer-" }).count()).toBe(1);
  await page.getByRole("button", { name: isChinese ? "撤销" : "Undo", exact: true }).click();
  await page.getByText(isChinese ? "卡片会在几秒后恢复" : "The card comes back in some seconds").waitFor();
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
  await expect
    .poll(async () => (await fetch(`${forum.url}/thread/${id}`)).text())
    .toContain(`Kettles at ${device}`);
});

test.each([
  ["edits threads", "thread.edit", 1],
  ["only deletes threads", "thread.hide", 0],
] as const)(
  "the menu of a moderator who %s has the removal of cards only if they may remove them",
  async (_, permission, offers) => {
    const { id } = await publish(ada, {
      categoryId,
      title: "Cards",
      body: outside.page("/own", "<title>Own</title>"),
    });
    await forum.delivered();
    await forum.app.clock.runAll(["fetchLinkPreviews"]);
    const page = await browser.openPage({ ...DESKTOP, person: await forum.member(permission), locale: "en" });
    await visit(page, `/thread/${id}`);
    await page.waitForLoadState("networkidle");
    await page
      .locator("#thread-text footer")
      .getByRole("button", { name: /Manage|More/ })
      .click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem", { name: "Link cards…" }).count()).toBe(offers);
  },
);

test.each([
  ["a desk", { ...DESKTOP, width: 1440 }],
  ["a phone", PHONE],
] as const)("a video plays within its card once a reader presses play, at %s", async (device, size) => {
  const url = `https://www.bilibili.com/video/BV1${device === "a desk" ? "xx411c7mD" : "yy411c7mE"}`;
  await storePage(forum, url, {
    title: "湖边骑行的一天",
    siteName: "哔哩哔哩",
    description: "清晨出发，日落返回。",
  });
  const { id } = await publish(ada, { categoryId, title: "视频", body: `看这个：\n\n${url}\n\n不错吧` });
  const page = await browser.openPage({ ...size, isFirstVisit: true });
  const asked: string[] = [];
  await page.route("https://player.bilibili.com/**", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<h1>Playing</h1>" });
  });
  await visit(page, `/thread/${id}`);
  const play = page.getByRole("button", { name: "播放 湖边骑行的一天" });
  await expectNoViolations(page);
  if (shots) await page.screenshot({ path: `${shots}/video-${device.replace(" ", "-")}.png` });
  expect(asked).toEqual([]);
  const frame = page.frameLocator("iframe[title=湖边骑行的一天]");
  await expect
    .poll(async () => {
      if (await play.isVisible()) await play.click();
      return page.locator(".link-card iframe").count();
    })
    .toBe(1);
  await frame.getByRole("heading", { name: "Playing" }).waitFor();
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/player\.bilibili\.com\/player\.html\?bvid=BV1/)]);
  expect(await isWide(page)).toBe(false);
  if (shots) await page.screenshot({ path: `${shots}/playing-${device.replace(" ", "-")}.png` });
});
