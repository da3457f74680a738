import { mkdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { prove } from "../notifications/delivery/post.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { Application, CALLBACK } from "./application.ts";
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
    const app = await Application.register(forum, await forum.admin());
    const ada = await forum.member();
    const page = await browser.openPage({ ...size, person: ada });
    await page.route(`${CALLBACK}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:,">Back' }),
    );
    const asked = await app.ask("openid forum write");
    await page.goto(asked.url.href);
    await page.getByRole("heading", { name: "「Reader」请求访问你的账号" }).waitFor();
    await page.getByText("读取，并以你的身份修改：论坛内容").waitFor();
    if (shots) await page.screenshot({ path: `${shots}/consent-${device}.png` });
    await page.getByRole("button", { name: "同意" }).click();
    await page.waitForURL(`${CALLBACK}**`);
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
  const shown = page.getByRole("dialog", { name: "新令牌" });
  expect(await shown.getByLabel("令牌", { exact: true }).inputValue()).toMatch(/^[\w-]{43}$/);
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page.getByRole("row", { name: /Wiki/ }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/applications.png` });
});
