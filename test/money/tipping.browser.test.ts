import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { balancesOf, give } from "./books.ts";
import { openTips, PIN, setPin } from "./shop.ts";

/** Tipping the author of a thread, as people do it. */

let forum: Forum;
let browser: Browser;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  await openTips(await forum.admin());
  browser = await Browser.open(forum);
  author = await forum.member("thread.allowAnonymous");
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const write = async (more: object = {}) =>
  (await publish(author, { categoryId: await forum.categoryId(), title: "面包的秘密", ...more }))
    .id as string;

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member tips the author, and their face is on the thread, on %s", async (_device, size) => {
  const [bo, threadId] = [await forum.member(), await write()];
  await give(forum, bo, 2_000);
  await setPin(bo);
  const page = await browser.openPage({ ...size, person: bo });
  await visit(page, `/thread/${threadId}`);
  await page.getByText("还没有人打赏").waitFor();
  await expectNoViolations(page, "thread");

  await page.getByRole("button", { name: "打赏" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("其他金额").click();
  await dialog.getByLabel("金额（元）").fill("8,8");
  await dialog.getByText("请填写最多两位小数的金额").waitFor();
  await dialog.getByLabel("金额（元）").fill("8.88");
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("button", { name: "打赏 ¥8.88" }).click();
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByRole("button", { name: "支付 ¥8.88" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.getByText("1 人打赏").waitFor();
  await page.locator("[data-mark=heart]").waitFor();
  expect((await balancesOf(forum, bo)).available).toBe(1_112);
  await expectNoViolations(page, "tipped");
  await visit(page, "/wallet");
  await page.getByText("¥8.88").waitFor();
});

test("a visitor is led to the sign-in; an author and a reader of an anonymous thread find no button", async () => {
  const [threadId, hiddenId] = [await write(), await write({ isAnonymous: true })];
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, `/thread/${threadId}`);
  const link = page.getByRole("link", { name: "打赏" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toContain(encodeURIComponent(`/thread/${threadId}`));

  const own = await browser.openPage({ ...DESKTOP, person: author });
  await visit(own, `/thread/${threadId}`);
  await own.getByText("还没有人打赏").waitFor();
  expect(await own.getByRole("button", { name: "打赏" }).count()).toBe(0);

  const other = await browser.openPage({ ...DESKTOP, person: await forum.member() });
  await visit(other, `/thread/${hiddenId}`);
  await other.waitForLoadState("networkidle");
  expect(await other.getByRole("button", { name: "打赏" }).count()).toBe(0);
});
