import { mkdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { Program } from "./program.ts";

/** Tokens in the settings of one's account and in the administration. */
const WHO = `{ viewer { id } }`;

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("on %s a member makes a token, sees it once, and revokes it", async (_device, size) => {
  const ada = await forum.member();
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, "/my/settings?section=tokens");
  await page.getByText("还没有令牌").waitFor();
  await page.getByRole("button", { name: "创建令牌" }).click();
  const dialog = page.getByRole("dialog", { name: "创建令牌" });
  await dialog.getByLabel("名称").fill("Archive bot");
  await dialog.getByText("读取和修改").click();
  await dialog.getByRole("button", { name: "创建令牌" }).click();
  const shown = page.getByRole("dialog", { name: "新令牌" });
  const secret = await shown.getByLabel("令牌", { exact: true }).inputValue();
  expect(await Program.with(forum, secret).ask(WHO)).toEqual({ viewer: { id: String(ada.id) } });
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page.getByText("Archive bot").waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "撤销「Archive bot」？" }).click();
  await page.getByRole("button", { name: "撤销", exact: true }).last().click();
  await page.getByText("还没有令牌").waitFor();
  expect(await Program.with(forum, secret).ask(WHO)).toMatchObject({ code: "INVALID_TOKEN" });
});

test("an administrator makes a token for an application, which acts as the member that is named", async () => {
  const [admin, bot] = [await forum.admin(), await forum.member()];
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/tokens");
  await page.getByRole("button", { name: "创建令牌" }).click();
  const dialog = page.getByRole("dialog", { name: "创建令牌" });
  await dialog.getByLabel("名称").fill("Importer");
  await dialog.getByLabel("代表的成员 ID").fill(String(bot.id));
  await dialog.getByText("只在选中的").click();
  await dialog.getByText("只有选中的").click();
  const shots = process.env["TOKEN_SHOTS"];
  if (shots) {
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/dialog.png` });
  }
  await dialog.getByText("全部板块").click();
  await dialog.getByRole("button", { name: "创建令牌" }).click();
  const shown = page.getByRole("dialog", { name: "新令牌" });
  const secret = await shown.getByLabel("令牌", { exact: true }).inputValue();
  expect(await Program.with(forum, secret).ask(WHO)).toEqual({ viewer: { id: String(bot.id) } });
  if (shots) await page.screenshot({ path: `${shots}/secret.png` });
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page
    .getByRole("row", { name: /Importer/ })
    .getByText(bot.nickname)
    .waitFor();
  if (shots) {
    await page.screenshot({ path: `${shots}/admin.png` });
    for (const [name, size, colorScheme] of [
      ["own-desk", { width: 1440, height: 900 }, "dark"],
      ["own-phone", PHONE, "light"],
    ] as const) {
      const owner = await forum.member();
      const own = await browser.openPage({ ...size, person: owner, colorScheme });
      await visit(own, "/my/settings?section=tokens");
      await own.screenshot({ path: `${shots}/${name}-empty.png` });
      await own.getByRole("button", { name: "创建令牌" }).click();
      await own.getByRole("dialog").getByLabel("名称").waitFor();
      await own.screenshot({ path: `${shots}/${name}-dialog.png` });
    }
  }
});
