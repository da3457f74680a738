import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { balancesOf, give } from "./books.ts";
import { PIN } from "./shop.ts";

/** Withdrawing money and reviewing it, as people do it. */

let forum: Forum;
let browser: Browser;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  await admin.graphql(
    `mutation { saveSettings(entries: [{tag: "cash", key: "cash_rate", value: "0.006"}]) { __typename } }`,
  );
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member withdraws, administrators approve and pay, all by hand, on %s", async (_device, size) => {
  const bo = await forum.member("cash.create");
  await give(forum, bo, 5_000);
  const page = await browser.openPage({ ...size, person: bo });
  const shoot = async (name: string, of = page) => {
    await expectNoViolations(of, name);
  };
  await visit(page, "/wallet");
  await page.getByRole("link", { name: "提现" }).click();
  await page.getByRole("heading", { name: "提现", exact: true }).waitFor();
  await page.getByText("不经过任何支付平台").waitFor();
  await page.getByRole("button", { name: "设置支付密码" }).click();
  await page.getByLabel("支付密码").fill(PIN);
  await page.getByLabel("再输一次").fill(PIN);
  await page.getByRole("button", { name: "设置支付密码" }).click();
  await page.getByLabel("提现金额（元）").fill("60");
  await page.getByText("余额不足").waitFor();
  await page.getByLabel("提现金额（元）").fill("10.01");
  await page.getByText("¥0.07").waitFor();
  await page.getByText("¥9.94").waitFor();
  await page.getByLabel("收款账号").fill("=工行 6222 8888");
  await page.getByLabel("支付密码").fill(PIN);
  await shoot("form");
  await page.getByRole("button", { name: "申请提现" }).click();
  await page.getByText("待审核").waitFor();
  expect(await balancesOf(forum, bo)).toEqual({ available: 3_999, frozen: 1_001 });
  await shoot("mine");

  const desk = await browser.openPage({ ...size, person: admin });
  await visit(desk, "/admin/withdrawals?state=PENDING");
  await desk.getByRole("link", { name: bo.nickname }).waitFor();
  await shoot("review", desk);
  const download = desk.waitForEvent("download");
  await desk.getByRole("button", { name: "导出 CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toContain(`"10.01","0.07","9.94","'=工行 6222 8888"`);
  await desk.getByRole("button", { name: "通过" }).click();
  await desk.getByText("暂无提现记录").waitFor();
  await visit(desk, "/admin/withdrawals?state=APPROVED");
  await desk.getByRole("button", { name: "登记已打款" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByText("¥9.94").waitFor();
  await dialog.getByLabel("付款凭证号").fill("T-2026-7");
  await shoot("pay", desk);
  await dialog.getByRole("button", { name: "登记已打款" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.getByText("暂无提现记录").waitFor();

  await page.reload();
  await page.getByText("已打款").waitFor();
  await page.getByText("T-2026-7").waitFor();
  expect(await balancesOf(forum, bo)).toEqual({ available: 3_999, frozen: 0 });
});

test("who is refused reads why, and has the money again", async () => {
  const bo = await forum.member("cash.create");
  await give(forum, bo, 5_000);
  await bo.graphql(`mutation { setPayPassword(password: "${PIN}") }`);
  await bo.graphql(
    `mutation { requestWithdrawal(input: {amountCents: 900, receiveAccount: "Bank", payPassword: "${PIN}"}) { id } }`,
  );
  const desk = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(desk, `/admin/withdrawals?user=${bo.id}`);
  await desk.getByRole("button", { name: "拒绝" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("理由").fill("户名不符");
  await dialog.getByRole("button", { name: "拒绝" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.getByRole("cell", { name: "已拒绝" }).waitFor();
  const page = await browser.openPage({ ...PHONE, person: bo });
  await visit(page, "/wallet/withdraw");
  await page.getByText("户名不符").waitFor();
  expect(await balancesOf(forum, bo)).toEqual({ available: 5_000, frozen: 0 });
});
