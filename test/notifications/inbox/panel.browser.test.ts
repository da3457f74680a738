import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ready } from "../../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import { publish, reply } from "../../threads/content.ts";

/** A member hears of something and goes there: by the bell on a desk, by the inbox on a phone. */

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

test("the bell opens a panel over the page; a notification leads to its place and is read", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "露营" });
  await reply(bo, thread.id, { body: "带上雨衣" });
  await publish(bo, {
    categoryId: await forum.categoryId(),
    title: "登山",
    body: `@${ada.nickname} 几点出发？`,
  });
  // The badge for a first thread comes by a timed job, which would run in the midst of this on a slow machine.
  await forum.app.clock.runAll(["awardDeeds"]);
  await forum.delivered();
  const page = await browser.openPage({ person: ada });
  await page.goto("/");
  await ready(page);

  const bell = page.getByRole("banner").getByRole("button", { name: "通知" });
  await expect.poll(() => bell.textContent()).toContain("4");
  await bell.click();
  const panel = page.getByRole("dialog", { name: "通知" });
  await panel.getByText(`${bo.nickname} 回复了你的帖子《露营》`).waitFor();
  await expectNoViolations(page);
  expect(new URL(page.url()).pathname).toBe("/");

  await panel.getByRole("button", { name: "提到我" }).click();
  await panel.getByText(`${bo.nickname} 回复了你的帖子《露营》`).waitFor({ state: "detached" });
  await panel.getByRole("link", { name: /登山/ }).click();
  await panel.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "登山" }).first().waitFor();
  await expect.poll(() => bell.textContent()).toContain("3");

  await bell.click();
  await panel.getByRole("button", { name: "全部已读" }).click();
  await panel.getByRole("button", { name: "未读", exact: true }).click();
  await panel.getByText("都读完了").waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true);
  await browser.expectNoComplaints();
});

test("a phone opens the inbox at the list that has news, below the four entries", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "骑行" });
  await reply(bo, thread.id, { body: "算我一个" });
  await forum.delivered();
  const page = await browser.openPage({ person: ada, ...PHONE });
  await page.goto("/message");
  await ready(page);

  await page.getByRole("link", { name: /算我一个/ }).waitFor();
  expect(await page.getByRole("navigation", { name: "消息分类" }).getByRole("link").count()).toBe(4);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("a swipe on a phone marks a notification as read, and the next one takes that back", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "划船" });
  await reply(bo, thread.id, { body: "我来掌舵" });
  await forum.delivered();
  const page = await browser.openPage({ person: ada, ...PHONE });
  await page.goto("/message");
  await ready(page);

  const row = page.getByRole("listitem").filter({ hasText: "我来掌舵" });
  await row.getByText("未读").waitFor();
  await swipe(page, row, 60);
  await row.getByText("未读").waitFor();
  await swipe(page, row, 120);
  await row.getByText("未读").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/message");
  await swipe(page, row, 120);
  await row.getByText("未读").waitFor();
  await browser.expectNoComplaints();
});

/** Moves a finger over a row from right to left. */
async function swipe(page: Page, row: Locator, px: number): Promise<void> {
  const { x, y, width, height } = (await row.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const [startX, middle] = [x + width - 90, y + height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", toX?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: toX === undefined ? [] : [{ x: toX, y: middle }],
    });
  await touch("touchStart", startX);
  for (let step = 10; step <= px; step += 10) await touch("touchMove", startX - step);
  await touch("touchEnd");
}
