import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseCategory, editor, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, give } from "./books.ts";
import { order, PIN, sell } from "./shop.ts";

/** Asking a price and paying it, as people do it. */
const SECRET = "酵母要养三天";
const BODY = `面粉和水，谁都知道，写在最前面。\n\n${"中间还有很多话。".repeat(4)}\n\n${SECRET}`;

let forum: Forum;
let browser: Browser;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
  author = await forum.member();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const forSale = (priceCents = 500) =>
  sell(forum, author, { title: "面包的秘密", body: BODY, priceCents, freePercent: 30 });

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member sets a pay password on the way, pays, and reads the rest, on %s", async (_device, size) => {
  const [bo, threadId] = [await forum.member(), await forSale()];
  await give(forum, bo, 1_200);
  const page = await browser.openPage({ ...size, person: bo });
  await visit(page, `/thread/${threadId}`);
  await page.getByText("面粉和水").waitFor();
  expect(await page.content()).not.toContain(SECRET);
  const card = page.getByRole("complementary", { name: "付费内容" });
  await card.getByText("其余内容付费后可见").waitFor();
  await card.getByText("¥5.00").waitFor();
  expect(await card.getByRole("status").textContent()).toMatch(/^还有约 \d+0 字$|^还有一小段$/);
  const text = page.locator("#thread-text div", { hasText: "面粉和水" }).first();
  expect(await text.evaluate((element) => getComputedStyle(element).maskImage)).toContain("gradient");
  await expectNoViolations(page, "box");

  await page.getByRole("button", { name: "购买" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("¥12.00").waitFor();
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByLabel("再输一次").fill(PIN);
  await dialog.getByRole("button", { name: "设置支付密码" }).click();
  const pay = dialog.getByRole("button", { name: "支付 ¥5.00" });
  await pay.waitFor();
  await dialog.getByLabel("支付密码").fill("111111");
  await pay.click();
  await dialog.getByText("支付密码错误").waitFor();
  await dialog.getByLabel("支付密码").fill(PIN);
  await expectNoViolations(page, "dialog");
  await pay.click();

  await page.getByText(SECRET).waitFor();
  await dialog.waitFor({ state: "detached" });
  expect((await balancesOf(forum, bo)).available).toBe(700);

  await page.reload();
  await page.getByText(SECRET).waitFor();
  await visit(page, "/my/buy");
  await page.getByRole("link", { name: "面包的秘密" }).waitFor();
  await expectNoViolations(page, "purchases");
});

test("an order that waits is gone on with after a reload; without money there is nothing to press", async () => {
  const [bo, threadId] = [await forum.member(), await forSale()];
  const page = await browser.openPage({ ...DESKTOP, person: bo });
  await order(bo, threadId);
  await visit(page, `/thread/${threadId}`);
  await page.getByRole("button", { name: "继续支付" }).click();
  await page.getByText("余额不足").waitFor();
  expect(await page.getByRole("dialog").getByRole("textbox").count()).toBe(0);
});

test("a visitor is led to the sign-in, and sees the price on the card", async () => {
  const threadId = await forSale(1_250);
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  await page.getByText("付费 ¥12.50").first().waitFor();
  await visit(page, `/thread/${threadId}`);
  const link = page.getByRole("link", { name: "登录后购买" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toContain(encodeURIComponent(`/thread/${threadId}`));
  expect(await page.content()).not.toContain(SECRET);
});

test("an author asks a price; one that is none is not sent", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: author });
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("付费的帖子");
  await (await editor(page)).fill(`开头的话谁都能看\n\n${SECRET}`);
  await page.getByText("付费阅读", { exact: true }).click();
  await page.getByLabel("价格（元）").fill("1,5");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.getByText("请填写 0.01 到 100000").waitFor();
  await page.getByLabel("价格（元）").fill("2.5");
  await expectNoViolations(page, "form");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  const id = /\d+$/.exec(page.url())![0];
  const { thread } = await forum.visitor().graphql(`{ thread(id: ${id}) { priceCents body } }`);
  expect(thread.priceCents).toBe(250);
  expect(thread.body).not.toContain(SECRET);
});

test("an author sells the files of a thread, and a member buys and downloads them", async () => {
  const [bo, words] = [await forum.member(), "每周的配方表"];
  await give(forum, bo, 900);
  await bo.graphql(`mutation { setPayPassword(password: "${PIN}") }`);
  const desk = await browser.openPage({ ...DESKTOP, person: author });
  await visit(desk, "/thread/post");
  await chooseCategory(desk);
  await desk.getByRole("textbox", { name: "标题" }).fill("配方表");
  await (await editor(desk)).fill("正文人人可读");
  await desk.getByText("付费阅读", { exact: true }).click();
  await desk.getByLabel("付费范围").selectOption({ label: "仅附件，正文和图片免费" });
  await desk.getByLabel("价格（元）").fill("3");
  await desk.getByRole("button", { name: "发布", exact: true }).click();
  await desk.getByText("还没有上传附件").waitFor();
  const file = { name: "recipe.txt", mimeType: "text/plain", buffer: Buffer.from(words) };
  await desk.locator('input[type="file"]:not([accept^="image"])').first().setInputFiles(file);
  await desk.getByText("recipe.txt").waitFor();
  await expectNoViolations(desk, "form");
  await desk.getByRole("button", { name: "发布", exact: true }).click();
  await desk.waitForURL(/\/thread\/\d+$/);
  const path = new URL(desk.url()).pathname;

  const phone = await browser.openPage({ ...PHONE, person: bo });
  await visit(phone, path);
  await phone.getByText("1 个附件付费后可下载").waitFor();
  expect(await phone.content()).not.toContain("recipe.txt");
  await expectNoViolations(phone, "box");
  await phone.getByRole("button", { name: "购买" }).click();
  const dialog = phone.getByRole("dialog");
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByRole("button", { name: "支付 ¥3.00" }).click();
  const link = phone.getByRole("link", { name: "recipe.txt" });
  await link.waitFor();
  expect((await bo.get((await link.getAttribute("href"))!)).text).toBe(words);
  expect((await balancesOf(forum, bo)).available).toBe(600);
});

test("administrators find orders by state", async () => {
  const [admin, bo, threadId] = [await forum.admin(), await forum.member(), await forSale()];
  await order(bo, threadId);
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/orders");
  await page.getByRole("link", { name: bo.nickname }).waitFor();
  await page.getByLabel("状态").selectOption("EXPIRED");
  await page.getByText("没有订单").waitFor();
});
