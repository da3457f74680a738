import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { balancesOf } from "../money/books.ts";
import { sell } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { begin, press } from "./till.ts";

/** Money from outside, as people bring it: through the sandbox cashier. */
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

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member tops up, comes back, and the wallet has it, on %s", async (_device, size) => {
  const bo = await forum.member();
  const page = await browser.openPage({ ...size, person: bo });
  await visit(page, "/wallet");
  await page.getByRole("link", { name: "充值" }).click();
  await page.getByText("其他金额").click();
  await page.getByLabel("金额（元）").fill("0.5");
  await page.getByText("请填写范围内").waitFor();
  await page.getByLabel("金额（元）").fill("12.34");
  await expectNoViolations(page, "form");
  await page.getByRole("button", { name: "充值 ¥12.34" }).click();

  await page.waitForURL(/\/dev\/cashier\?number=/);
  await page.getByRole("button", { name: "支付 · Pay" }).click();
  await page.waitForURL(/\/wallet\/recharge\?payment=\d+$/);
  await page.getByRole("heading", { name: "支付成功" }).waitFor();
  await expectNoViolations(page, "result");
  await page.reload();
  await page.getByRole("heading", { name: "支付成功" }).waitFor();
  await page.getByRole("link", { name: "返回钱包" }).click();
  await page.getByText("¥12.34", { exact: true }).first().waitFor();
  expect((await balancesOf(forum, bo)).available).toBe(1_234);
});

test("a page that waits follows by itself, also after a reload", async () => {
  const bo = await forum.member();
  const payment = await begin(bo);
  const page = await browser.openPage({ ...DESKTOP, person: bo });
  await visit(page, `/wallet/recharge?payment=${payment.id}`);
  await page.getByRole("heading", { name: "等待支付" }).waitFor();
  await page.getByRole("button", { name: "去支付" }).waitFor();
  await press(forum, payment.number, "pay");
  await page.getByRole("heading", { name: "支付成功" }).waitFor();
});

test("a thread is paid past an empty wallet, and can be read", async () => {
  const threadId = await sell(forum, author, {
    title: "面包的秘密",
    body: BODY,
    priceCents: 500,
    freePercent: 30,
  });
  const bo = await forum.member();
  const page = await browser.openPage({ ...DESKTOP, person: bo });
  await visit(page, `/thread/${threadId}`);
  await page.getByRole("button", { name: "购买" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("余额不足").waitFor();
  await dialog.getByRole("button", { name: "用沙箱（测试）支付" }).waitFor();
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("button", { name: "用沙箱（测试）支付" }).click();
  await page.waitForURL(/\/dev\/cashier\?number=/);
  await page.getByRole("button", { name: "支付 · Pay" }).click();
  await page.getByText("订单已支付").waitFor();
  await page.getByRole("link", { name: "回到帖子" }).click();
  await page.getByText(SECRET).waitFor();
});

test("an administrator refunds a payment with a reason", async () => {
  const [admin, bo] = [await forum.admin(), await forum.member()];
  const payment = await begin(bo);
  await press(forum, payment.number, "pay");
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/orders?view=payments&state=PAID");
  const row = page.getByRole("row").filter({ hasText: bo.nickname });
  await row.getByRole("button", { name: "退款" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("理由").fill("付错了");
  await expectNoViolations(page, "refund");
  await dialog.getByRole("button", { name: "退款" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  expect(await balancesOf(forum, bo)).toEqual({ available: 0, frozen: 0 });
});
