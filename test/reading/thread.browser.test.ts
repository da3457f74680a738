import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { pressUntil, visit } from "../journeys/steps.ts";
import { publish, reply, seePosts } from "../threads/content.ts";
import { longThread } from "./longThread.ts";

const POSTER_WIDTH = 1_080;

let forum: Forum;
let browser: Browser;
let ada: Person;
let bo: Person;
let longId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  bo = await forum.member("thread.poster");
  longId = await longThread(forum, ada, 120);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

async function discussion(...bodies: string[]): Promise<string> {
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "窗边的芒果树" });
  for (const body of bodies) await reply(ada, id, { body });
  return id as string;
}

/** Waits for what comes after the first look: keys, quotes, the line at the side. */
const extras = (page: Page) => page.locator("nav[aria-label='阅读进度'], [class*=pill]").first().waitFor();
const select = (page: Page, selector: string) =>
  page.evaluate((where) => {
    getSelection()!.selectAllChildren(document.querySelector(where)!);
  }, selector);
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

test("a reply of one line is two lines high, and its actions come to the mouse and to the keyboard", async () => {
  const id = await discussion("泥炭和珍珠岩，七比三。");
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);
  const row = page.locator("#p1");
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(84);
  const answer = row.locator("[data-act='answer']");
  const opacity = () => answer.evaluate((button) => getComputedStyle(button).opacity);
  await page.mouse.move(1, 1);
  await expect.poll(opacity).toBe("0");
  await row.hover();
  await expect.poll(opacity).toBe("1");
  await page.mouse.move(1, 1);
  await expect.poll(opacity).toBe("0");
  await answer.focus();
  await expect.poll(opacity).toBe("1");
  await expectNoViolations(page);

  const phone = await browser.openPage({ person: bo, ...PHONE });
  await visit(phone, `/thread/${id}`);
  const touched = phone.locator("#p1 [data-act='answer']");
  expect(await touched.evaluate((button) => getComputedStyle(button).opacity)).toBe("1");
  const [text, screen] = [(await phone.locator("#thread-text").boundingBox())!, phone.viewportSize()!];
  expect([text.x, text.width]).toEqual([0, screen.width]);
});

test("selected words are quoted into the answer, and the quote opens to the whole reply", async () => {
  const id = await discussion("泥炭和珍珠岩，七比三。\n\n还要一点树皮。");
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);
  await select(page, "#p1 [data-prose] p");

  // The one beside the words; the toolbar of the composer and each reply have one of the same name.
  await page.locator("button:not([data-act])", { hasText: /^引用$/ }).click();
  const field = page.locator('[data-mode="docked"] [contenteditable="true"]');
  await field.locator("blockquote", { hasText: `${ada.nickname} #1` }).waitFor();
  await page.keyboard.type("谢谢！");
  await field.press("Control+Enter");
  const quote = page.locator("#p2 blockquote");
  await quote.waitFor();
  await page.locator("#p2 [data-prose] > p").getByText("谢谢！").waitFor();
  expect(await quote.innerText()).not.toContain("还要一点树皮。");

  await quote.getByRole("button", { name: "展开原文" }).click();
  await expect.poll(() => quote.innerText()).toContain("还要一点树皮。");
  await quote.getByRole("button", { name: "收起" }).click();
  await expect.poll(() => quote.innerText()).not.toContain("还要一点树皮。");
});

const WRITTEN = [
  "先看 **“重点：”**后面，a\\_b\\_c 和 [@NAME](/user/ID)",
  "- 一\n  1. 里面\n- `x * y`",
  "```js\n  let a_b = 1;\n```",
].join("\n\n");

test.each([
  ["a desk", {}],
  ["a phone", PHONE],
])(
  "on %s a quote of a selection is published with its marks, and tells nobody again",
  async (_name, size) => {
    const cy = await forum.member();
    const body = WRITTEN.replace("NAME", cy.nickname).replace("ID", String(cy.id));
    const id = await discussion(body);
    await forum.delivered();
    await cy.graphql(`mutation { markNotificationsRead { count } }`);
    const page = await browser.openPage({ person: bo, ...size });
    await visit(page, `/thread/${id}`);
    await page.locator("#p1 pre button").waitFor();
    await select(page, "#p1 [data-prose]");

    await page.locator("button:not([data-act])", { hasText: /^引用$/ }).click();
    const field = page.locator('[data-mode="docked"] [contenteditable="true"]');
    await field.locator("blockquote pre").waitFor();
    await page.keyboard.type("同意");
    await field.press("Control+Enter");
    await page.locator("#p2 blockquote").waitFor();

    const [first, second] = (await seePosts(bo, id)).nodes;
    const said = second.bodyHtml.replace(/<blockquote>\n<p>.*?<\/p>\n/, "").replace("</blockquote>\n", "");
    expect(said).toBe(`${first.bodyHtml}\n<p>同意</p>`);
    await forum.delivered();
    const unread = await cy.graphql(`{ notifications(filter: UNREAD) { nodes { id kind } } }`);
    expect(unread.notifications.nodes).toEqual([]);
  },
);

test("a reply is reported by a dialog that asks why", async () => {
  const id = await discussion("Buy now!");
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);

  await page.locator("#p1").getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "举报" }).click();
  const dialog = page.getByRole("dialog", { name: "举报给管理员" });
  await dialog.getByRole("button", { name: "提交举报" }).click();
  await dialog.getByText("请选择举报理由").last().waitFor();
  await expectNoViolations(page);
  await dialog.getByRole("radio", { name: "其他理由" }).check();
  await dialog.getByRole("textbox", { name: "补充说明" }).fill("Only advertising");
  await dialog.getByRole("button", { name: "提交举报" }).click();
  await dialog.waitFor({ state: "detached" });

  expect(await forum.rows("SELECT r.reason, r.detail, r.reporterId FROM reports r")).toEqual([
    { reason: "OTHER", detail: "Only advertising", reporterId: bo.id },
  ]);
});

test("a selection that ends beside a sheet leaves it open, a click there closes it", async () => {
  const id = await discussion("Long words");
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);
  await page.getByRole("button", { name: "分享" }).click();
  const sheet = page.getByRole("dialog", { name: "分享帖子" });
  const link = (await sheet.getByRole("textbox").boundingBox())!;

  await page.mouse.move(link.x + 20, link.y + link.height / 2);
  await page.mouse.down();
  await page.mouse.move(20, 20, { steps: 3 });
  await page.mouse.up();
  expect(await sheet.isVisible()).toBe(true);
  await page.mouse.click(20, 20);
  await sheet.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("分享");
});

test("own words that were deleted can be had back", async () => {
  const id = await discussion("Of others");
  await reply(bo, id, { body: "Said too early" });
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);

  await page.locator("#p2").getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await page.getByText("2 楼已删除").waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await page.locator("article#p2").getByText("Said too early").waitFor();

  expect((await seePosts(ada, id)).nodes[1]).toMatchObject({ isDeleted: false, body: "Said too early" });
});

test("a poster is drawn here and saved as a picture; without the permission there is none", async () => {
  const id = await discussion();
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);
  await page.getByRole("button", { name: "分享" }).click();
  await page.getByRole("dialog", { name: "分享帖子" }).getByRole("img", { name: "帖子的二维码" }).waitFor();
  await expectNoViolations(page);
  await page.getByRole("link", { name: "生成海报" }).click();
  await page.waitForURL((url) => url.pathname === "/card");

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "保存图片" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("窗边的芒果树.png");
  const picture = sharp(readFileSync(await download.path()));
  const { format, width } = await picture.metadata();
  expect({ format, width }).toEqual({ format: "png", width: POSTER_WIDTH });
  // Something is drawn: black and white alone would be an empty page.
  expect((await picture.stats()).entropy).toBeGreaterThan(0.3);

  const other = await browser.openPage({ person: ada });
  await visit(other, `/card?threadId=${id}`);
  await other.getByText("你没有生成海报的权限").waitFor();
});

test("a long thread is read with the keyboard alone", async () => {
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${longId}`);
  await extras(page);

  await pressUntil(page, "j", async () => (await focusedId(page)) === "thread-text");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focusedId(page)).toBe("p2");
  await page.keyboard.press("k");
  expect(await focusedId(page)).toBe("p1");
  await page.keyboard.press("l");
  await page.locator("#p1").getByRole("button", { name: "赞 1" }).waitFor();

  await page.keyboard.press("#");
  const jump = page.getByRole("dialog", { name: "跳到楼层" });
  await jump.getByRole("textbox", { name: "跳到楼层" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).toBe("#p77");
  await expect.poll(() => focusedId(page)).toBe("p77");
  await page.keyboard.press("j");
  expect(await focusedId(page)).toBe("p78");

  await page.getByRole("spinbutton", { name: "跳到楼层" }).fill("30");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedId(page)).toBe("p30");
  await page.keyboard.press("j");
  expect(await focusedId(page)).toBe("p31");

  const slider = page.getByRole("slider", { name: "阅读进度" });
  await slider.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => new URL(page.url()).hash).toBe("#p119");
  await page.locator("#p119").waitFor();

  await page.locator("#p119").focus();
  await page.keyboard.press("r");
  await page
    .getByRole("region", { name: `回复 119 楼 ${ada.nickname}` })
    .getByRole("textbox", { name: "对这一楼的回复" })
    .waitFor();
});

test("the line at the side tells the page that is shown before anybody scrolls", async () => {
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${longId}?page=3`);
  await expect
    .poll(() => page.getByRole("slider", { name: "阅读进度" }).getAttribute("aria-valuenow"))
    .toBe("41");
});

test("the next visit knows where the last one ended", async () => {
  const reader = await forum.member();
  const marks = () =>
    forum.rows<{ number: number }>("SELECT m.number FROM read_marks m WHERE m.userId = ?", [reader.id]);
  const first = await browser.openPage({ person: reader, ...PHONE });
  await visit(first, `/thread/${longId}?page=2#p35`);
  await extras(first);
  await expect.poll(async () => (await marks())[0]?.number ?? 0, { timeout: 10_000 }).toBeGreaterThan(30);
  await first.close();

  const second = await browser.openPage({ person: reader, ...PHONE });
  await visit(second, `/thread/${longId}`);
  const number = (await marks())[0]!.number;
  await second.getByRole("button", { name: `回到上次读到的 ${number} 楼` }).click();
  await second.getByText("上次读到这里").waitFor();
  await expect.poll(() => new URL(second.url()).hash).toBe(`#p${number + 1}`);
  await expectNoViolations(second);
});

test("a comment has a page of its own, with all comments of its reply", async () => {
  const id = await discussion("Which soil?");
  const [post] = (await seePosts(ada, id)).nodes;
  const said = [];
  for (let index = 1; index <= 5; index++) {
    said.push(await reply(bo, id, { replyToPostId: post.id, body: `Comment ${index}` }));
  }
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(`/thread/comment/${post.id}`);
  for (const { body } of said) expect(await page.getByText(body).count()).toBe(1);

  const live = await browser.openPage({ person: ada });
  await visit(live, `/thread/comment/${said[4].id}`);
  await live.waitForURL((url) => url.pathname === `/thread/comment/${post.id}`);
  await live.getByText("Comment 5").waitFor();
  await expectNoViolations(live);
});
