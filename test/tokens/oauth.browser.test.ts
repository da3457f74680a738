import { mkdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { prove } from "../notifications/delivery/post.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { Application } from "./application.ts";
import { Program } from "./program.ts";

/** Consent in a real browser, which proves that cookies and addresses fit; and the registration of an application. */
const WHO = `{ viewer { id } }`;
const shots = process.env["TOKEN_SHOTS"];

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  if (shots) mkdirSync(shots, { recursive: true });
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

test.each([
  ["desk", { ...DESKTOP, colorScheme: "dark" }],
  ["phone", PHONE],
] as const)(
  "on a %s a member allows an application, and revokes it in the settings",
  async (device, size) => {
    // A program on the member's own machine; a page of the forum stands for it.
    const callback = `${forum.url}/user/agreement`;
    const app = await Application.register(forum, await forum.admin(), false, callback);
    const ada = await forum.member();
    const page = await browser.openPage({ ...size, person: ada });
    const asked = await app.ask("openid email forum write");
    await page.goto(asked.url.href);
    await page.getByRole("heading", { name: "「Reader」请求访问你的账号" }).waitFor();
    await page.getByText("知道你的邮箱地址").waitFor();
    await page.getByText("读取，并以你的身份修改：论坛内容").waitFor();
    if (shots) await page.screenshot({ path: `${shots}/consent-${device}.png` });
    await page.getByRole("button", { name: "同意" }).click();
    await page.waitForURL(`${callback}?code=*`);
    const tokens = await app.trade(asked, new URL(page.url()));
    const program = Program.with(forum, tokens.access_token);
    expect(await program.ask(WHO)).toEqual({ viewer: { id: String(ada.id) } });

    await visit(page, "/my/settings?section=tokens");
    await page.getByRole("heading", { name: "已授权的应用" }).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/allowed-${device}.png` });
    await page.getByRole("button", { name: "撤销「Reader」？" }).click();
    await page.getByRole("button", { name: "撤销", exact: true }).last().click();
    await page.getByRole("heading", { name: "已授权的应用" }).waitFor({ state: "detached" });
    expect(await program.ask(WHO)).toMatchObject({ code: "INVALID_TOKEN" });
  },
);

test("an administrator registers an application and sees its secret once", async () => {
  const admin = await forum.admin();
  await prove(forum, admin);
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/tokens");
  await page.getByRole("button", { name: "登记应用" }).click();
  const dialog = page.getByRole("dialog", { name: "登记应用" });
  await dialog.getByLabel("名称").fill("Wiki");
  await dialog.getByLabel("回调地址").fill("https://wiki.example.org/back");
  if (shots) await page.screenshot({ path: `${shots}/register.png` });
  await dialog.getByRole("button", { name: "登记应用" }).click();
  const shown = page.getByRole("dialog", { name: "应用密钥" });
  expect(await shown.getByLabel("密钥", { exact: true }).inputValue()).toMatch(/^[\w-]{43}$/);
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page.getByRole("row", { name: /Wiki/ }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/applications.png` });
});
