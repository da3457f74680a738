import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** The card beside a name: by mouse, by keyboard, by finger; what it does, and who may. */
let forum: Forum;
let browser: Browser;
let author: Person;
let reader: Person;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  author = await forum.member();
  reader = await forum.member();
  const thread = { categoryId: await forum.categoryId(), body: "一起看月亮。" };
  for (const title of ["月亮", "星星"]) threadId = (await publish(author, { ...thread, title })).id;
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const nameOf = (page: Page) =>
  page.getByRole("article", { name: "月亮" }).getByRole("link", { name: author.nickname });
const cardOf = (page: Page) => page.getByRole("dialog", { name: `${author.nickname} 的名片` });

/** Counts the profiles that the page asks for, from now on. */
function countProfiles(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.postData()?.includes('"ProfileCard"')) count += 1;
  });
  return () => count;
}

test("a mouse opens it, crosses over to follow, message and block, and leaves", async () => {
  const page = await browser.openPage({ person: reader });
  await visit(page, "/");
  const profiles = countProfiles(page);
  await nameOf(page).hover();
  const card = cardOf(page);
  await card.waitFor();
  expect(await card.innerText()).toContain("还没有签名");
  await expectNoViolations(page);

  await card.getByRole("button", { name: "关注", exact: true }).click();
  await card.getByRole("button", { name: "已关注", pressed: true }).waitFor();
  expect(await card.getByText("粉丝").locator("..").innerText()).toContain("1");
  expect(await card.getByRole("link", { name: "私信" }).getAttribute("href")).toBe(
    `/message?page=chat&userId=${author.id}&nickname=${author.nickname}`,
  );

  await card.getByRole("button", { name: "拉黑" }).click();
  // The mouse leaves for the question; the card waits for the answer.
  await page
    .getByRole("dialog", { name: `拉黑 ${author.nickname}？` })
    .getByRole("button", { name: "拉黑" })
    .click();
  await page.getByRole("status").getByText("拉黑成功").waitFor();
  await card.getByRole("button", { name: "取消拉黑" }).click();
  await page.getByRole("status").getByText("解除拉黑成功").waitFor();

  await page.mouse.move(2, 2);
  await card.waitFor({ state: "detached" });
  await page.getByRole("article", { name: "星星" }).getByRole("link", { name: author.nickname }).hover();
  await card.waitFor();
  expect(profiles(), "the profile was loaded once").toBe(1);
  await browser.expectNoComplaints();
});

test("beside the text of a thread it opens towards the text; who likes the thread has a mark", async () => {
  await reader.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, {
    id: threadId,
  });
  const react = `mutation ($id: ID!) { setThreadReaction(threadId: $id, emoji: "🎉") { id } }`;
  await (await forum.member()).graphql(react, { id: threadId });
  const page = await browser.openPage({ person: reader });
  await visit(page, `/thread/${threadId}`);
  await page.locator("[data-card-side=left]").hover();
  await cardOf(page).waitFor();
  await page.locator(`[data-reactors=t${threadId}]`).click();
  await page.getByRole("dialog", { name: "谁回应了" }).locator("[data-mark]").waitFor();
  expect(await page.locator("[data-mark]").getAttribute("data-mark")).toBe("like");
});

test("the focus opens it, ArrowDown enters, Tab goes on behind the name, Escape closes", async () => {
  const page = await browser.openPage({ person: reader });
  await visit(page, "/");
  const name = nameOf(page);
  await name.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const card = cardOf(page);
  await card.waitFor();
  expect(await name.evaluate((link) => document.activeElement === link)).toBe(true);

  await page.keyboard.press("ArrowDown");
  expect(
    await card
      .getByRole("link", { name: author.nickname })
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  expect(await name.evaluate((link) => document.activeElement === link)).toBe(true);

  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await card.waitFor();
  await page.keyboard.press("Tab");
  await card.waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});

test("a finger that rests opens it and follows no link; one that taps goes to the profile", async () => {
  const page = await browser.openPage({ ...PHONE, person: reader });
  await visit(page, "/");
  const box = (await nameOf(page).boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await cardOf(page).waitFor();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  // Longer than a card that closes would take.
  await page.waitForTimeout(400);
  expect(await cardOf(page).isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/");

  // The middle of the phone is full of links: a tap beside the card only closes it.
  await page.touchscreen.tap(PHONE.width / 2, PHONE.height - 120);
  await cardOf(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/");
  await nameOf(page).tap();
  await page.waitForURL(`/user/${author.id}`);
  await browser.expectNoComplaints();
});

test("a visitor is asked to sign in, and one's own card has no buttons", async () => {
  const page = await browser.openPage();
  await visit(page, "/");
  await nameOf(page).hover();
  await cardOf(page).getByRole("button", { name: "关注" }).click();
  await page.waitForURL(/\/user\/username-login/);
  await page.getByRole("status").getByText("请先登录！").waitFor();

  const own = await browser.openPage({ person: author });
  await visit(own, "/");
  await nameOf(own).hover();
  await cardOf(own).waitFor();
  expect(await cardOf(own).getByRole("button").count()).toBe(0);
  await browser.expectNoComplaints();
});
