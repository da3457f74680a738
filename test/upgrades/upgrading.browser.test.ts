import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { balancesOf } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { buy, buyer, openGroup, standing, type PaidGroup } from "./groupShop.ts";

/** Buying groups and giving them back, as people do it. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let silver: PaidGroup;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  silver = await openGroup(admin, "白银会员", { fee: 1_000, days: 30 });
  await openGroup(admin, "黄金会员", { fee: 5_000, days: 10 });
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member buys a group, then a higher one, and sees what follows, on %s", async (_device, size) => {
  const ada = await buyer(forum);
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, "/wallet");
  await page.getByRole("link", { name: "购买用户组" }).click();
  await page.waitForURL((url) => url.pathname === "/my/upgrade");
  await expectNoViolations(page, "offers");
  for (const button of ["支付 ¥10.00 购买", "支付 ¥50.00 升级"]) {
    await page.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("支付密码").fill(PIN);
    await dialog.getByRole("button", { name: /^支付 ¥/ }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "续费" }).waitFor();
  }
  await page.getByText("之后", { exact: true }).waitFor();
  await expectNoViolations(page, "queue");
  await expect.poll(() => page.getByLabel("我的用户组").innerText()).toMatch(/有效至\s+(\d{4}-)?\d\d-\d\d/);
  expect(await standing(ada)).toBe("黄金会员 until 10, 白银会员 10–40");
  expect((await balancesOf(forum, ada)).available).toBe(94_000);
  await visit(page, "/my/buy");
  await page.getByRole("link", { name: "用户组 黄金会员" }).waitFor();
  await visit(page, "/wallet");
  await page.getByText("黄金会员").first().waitFor();
});

test("an administrator finds the orders of groups, and gives one back", async () => {
  const ada = await buyer(forum);
  await buy(ada, silver);
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/orders?kind=GROUP");
  const row = page.getByRole("row").filter({ hasText: ada.nickname });
  await row.getByRole("button", { name: "退款" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("理由").fill("买错了");
  await dialog.getByRole("button", { name: "退款" }).click();
  await row.getByText("已退款").waitFor();
  expect((await balancesOf(forum, ada)).available).toBe(100_000);
});

test("an administrator sets price, days and rank of a group in its form", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/groups");
  await page.getByRole("button", { name: "编辑白银会员的资料" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("价格（元）").fill("12.5");
  await dialog.getByLabel("有效天数").fill("60");
  await dialog.getByLabel("等级").fill("2");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
  const { groups } = await admin.graphql(`{ groups { name isPaid isForSale fee days level } }`);
  const paid = groups.filter(({ isPaid }: { isPaid: boolean }) => isPaid);
  expect(paid).toEqual([
    { name: "白银会员", isPaid: true, isForSale: true, fee: 1_250, days: 60, level: 2 },
    { name: "黄金会员", isPaid: true, isForSale: true, fee: 5_000, days: 10, level: 1 },
  ]);
});
