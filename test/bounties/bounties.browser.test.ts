import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { editor, visit } from "../journeys/steps.ts";
import { balancesOf, give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { reply } from "../threads/content.ts";
import { award, offer, offererOf } from "./offers.ts";

/** Offering a bounty and giving it to replies, as people do it. */

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member publishes with a bounty, and pays for it on the way, on %s", async (device, size) => {
  // The second one is not like the first, so that no similar threads push the form down.
  const title = device === "a desk" ? "谁会修自行车" : "求一本旧书";
  const ada = await forum.member("thread.insertReward");
  await give(forum, ada, 2_000);
  await setPin(ada);
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await page.getByRole("textbox", { name: "标题" }).fill(title);
  await (await editor(page)).fill("有偿求助");
  await page.getByText("悬赏", { exact: true }).click();
  await page.getByLabel("悬赏金额（元）").fill("0.05");
  await page.getByText("请填写 0.1 到 1000000 之间的金额").waitFor();
  await page.getByLabel("悬赏金额（元）").fill("12.5");
  await page.getByLabel("期限").selectOption({ label: "3 天" });
  await page.getByLabel("到期没发完的").selectOption({ label: "按点赞分给回复" });
  await expectNoViolations(page, "form");

  await page.getByRole("button", { name: "发布", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("¥12.50").first().waitFor();
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByRole("button", { name: "支付 ¥12.50 并发布" }).click();

  await page.waitForURL(/\/thread\/\d+$/);
  await page
    .getByRole("complementary", { name: "悬赏" })
    .getByText(/剩余 ¥12\.50，.*截止/)
    .waitFor();
  expect(await balancesOf(forum, ada)).toEqual({ available: 750, frozen: 1_250 });
  await expectNoViolations(page, "thread");
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("who asked gives a reply a part of the bounty, and everybody sees it, on %s", async (_device, size) => {
  const [ada, bo] = [await offererOf(forum), await forum.member()];
  const id = await offer(forum, ada, { amountCents: 1_000 });
  await reply(bo, id, { body: "这样修" });
  const own = (await reply(ada, id, { body: "谢谢大家" })).id as string;
  expect(own).toBeDefined();
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, "/");
  await page.getByText("悬赏", { exact: true }).first().waitFor();
  await visit(page, `/thread/${id}`);
  const card = page.getByRole("complementary", { name: "悬赏" });
  await card.getByText(/剩余 ¥10\.00/).waitFor();

  const row = page.locator("article", { hasText: "这样修" }).last();
  await row.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "发悬赏给这条回复" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("金额（元）").fill("10.01");
  await dialog.getByText("请填写不超过剩余的金额").waitFor();
  await dialog.getByLabel("金额（元）").fill("4");
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("button", { name: "发 ¥4.00" }).click();

  await page.getByText("获得悬赏 ¥4.00").waitFor();
  await card.getByText(/剩余 ¥6\.00/).waitFor();
  expect((await balancesOf(forum, bo)).available).toBe(400);
  await card.getByRole("button", { name: "发放记录" }).click();
  await dialog.getByText("¥4.00").waitFor();
  await expectNoViolations(page, "gifts");
});

test("a visitor sees what replies got, and what is left", async () => {
  const [ada, bo] = [await offererOf(forum), await forum.member()];
  const id = await offer(forum, ada, { amountCents: 1_000 });
  const { id: postId } = await reply(bo, id, { body: "就是这样" });
  await award(ada, postId, 250);
  const page = await browser.openPage(DESKTOP);
  await visit(page, `/thread/${id}`);
  await page.getByText("获得悬赏 ¥2.50").waitFor();
  await page
    .getByRole("complementary", { name: "悬赏" })
    .getByText(/剩余 ¥7\.50/)
    .waitFor();
  expect(await page.getByRole("menuitem").count()).toBe(0);
});
