import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { openTips, pay, sell, tip } from "../money/shop.ts";
import { set } from "../notifications/delivery/post.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCode, invited, inviter } from "./inviting.ts";

/** Inviting, coming and sharing, as people do it. */
let forum: Forum;
let browser: Browser;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP, "guestdesk"],
  ["a phone", PHONE, "guestphone"],
])("a member makes a code, a friend registers by its link, and both see it, on %s", async (_, size, name) => {
  const ada = await inviter(forum);
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, "/invite");
  await page.getByText("还没有人通过你加入").waitFor();
  await page.getByRole("img", { name: "链接的二维码" }).waitFor();
  await page.getByLabel("可用次数").selectOption("5");
  await page.getByRole("button", { name: "生成", exact: true }).click();
  await page.getByText("有效 · 已用 0/5 次").waitFor();
  await page.getByRole("button", { name: /的链接$/ }).click();
  const link = new URL(await page.getByRole("dialog").getByLabel("链接", { exact: true }).inputValue());
  expect(link.pathname).toBe("/invite");
  await expectNoViolations(page, "invite");

  const friend = await browser.openPage(size);
  await visit(friend, link.pathname + link.search);
  await friend.getByText(`${ada.nickname} 邀请你加入`).waitFor();
  await expectNoViolations(friend, "invited");
  await friend.getByRole("main").getByRole("link", { name: "注册" }).click();
  await friend.waitForURL((url) => url.pathname === "/user/register");
  await friend.getByText(`${ada.nickname} 邀请你加入`).waitFor();
  await friend.getByLabel("用户名").fill(name);
  await friend.getByLabel("昵称").fill(name);
  await friend.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await friend.getByRole("button", { name: "注册", exact: true }).click();
  await friend.waitForURL((url) => url.pathname !== "/user/register");

  await visit(page, "/invite");
  await page.getByRole("link", { name }).waitFor();
  await page.getByText("有效 · 已用 1/5 次").waitFor();
});

test("a site that asks for codes shows the field, says what is missing, and lets in who has one", async () => {
  await set(forum, { "default.register_invitation": "1" });
  const { code } = await createCode(admin);
  const page = await browser.openPage(DESKTOP);
  await visit(page, "/user/register");
  await page.getByLabel("用户名").fill("codeguest");
  await page.getByLabel("昵称").fill("codeguest");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await page.getByRole("alert").getByText("本站注册需要邀请码").waitFor();
  await page.getByLabel("邀请码").fill("WRONGCODE");
  await page.getByLabel("邀请码").blur();
  await page.getByText("邀请码无效、已用完或已过期").waitFor();
  await page.getByLabel("邀请码").fill(code.toLowerCase());
  await page.getByLabel("邀请码").blur();
  await page.getByText(`${admin.nickname} 邀请你加入`).waitFor();
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await set(forum, { "default.register_invitation": "0" });
});

test("the link of the predecessor names the inviter on the page on joining", async () => {
  const page = await browser.openPage(PHONE);
  await visit(page, `/forum/partner-invite?inviteCode=${admin.id}`);
  await page.getByText(`${admin.nickname} 邀请你加入`).waitFor();
  await page.getByRole("main").getByRole("link", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/user/register");
  await page.getByText(`${admin.nickname} 邀请你加入`).waitFor();
});

test("an administrator makes a code for the site, and revokes it", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/invitations");
  await page.getByRole("button", { name: "生成邀请码" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("可用次数").selectOption("");
  await dialog.getByRole("switch", { name: "站点邀请" }).click();
  await expectNoViolations(page, "new invitation");
  await dialog.getByRole("button", { name: "生成", exact: true }).click();
  await page.getByText("站点邀请").first().waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出 CSV" }).click();
  const [head, first] = readFileSync(await (await downloading).path(), "utf8").split("\r\n");
  expect(head).toContain('"邀请码"');
  const [made] = await forum.rows<{ code: string }>("SELECT code FROM invitations ORDER BY id DESC LIMIT 1");
  expect(first).toContain(`"${made!.code}","${admin.nickname} · 站点邀请","默认用户组","有效","已用 0 次"`);
  const row = page.getByRole("row").nth(1);
  await row.getByRole("button", { name: /^撤销/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "撤销", exact: true }).click();
  await row.getByText("已撤销").waitFor();
});

test("a share stands in the wallet, among the orders and with who came", async () => {
  await openTips(admin);
  const ada = await inviter(forum);
  const bo = await invited(forum, String(ada.id));
  const giver = await invited(forum, String(admin.id), 10_000);
  const threadId = await sell(forum, bo, { priceCents: 0, freePercent: 100 });
  await pay(giver, (await tip(giver, threadId, 1000)).id);

  const page = await browser.openPage({ ...PHONE, person: ada });
  await visit(page, "/wallet");
  await page
    .locator("main")
    .getByText("邀请分成", { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor();
  await page.getByText("+¥3.00").first().waitFor();
  await visit(page, "/invite");
  await page.getByText("¥3.00").first().waitFor();
  const desk = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(desk, "/admin/orders");
  await ready(desk);
  await desk.getByRole("cell", { name: `¥3.00 ${ada.nickname}` }).waitFor();
  await visit(desk, `/admin/members?query=${bo.nickname}`);
  await desk.getByRole("button", { name: new RegExp(bo.nickname) }).click();
  const origin = desk.getByRole("dialog").getByRole("region", { name: "邀请来源" });
  await origin.getByRole("link", { name: ada.nickname }).waitFor();
  await origin.getByText("30% · ").waitFor();
});
