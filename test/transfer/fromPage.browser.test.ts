import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes, open } from "../admin/desk.ts";
import { ready } from "../journeys/steps.ts";
import { zipOf } from "../plugins/packing.ts";
import { Browser, PHONE } from "../support/browser.ts";
import type { ServerProcess } from "../support/serverProcess.ts";
import { BEFORE, communityFiles, newForum, OWNER } from "./page/owner.ts";

/** An owner without a shell moves a community in, at a desk and by phone. */
let server: ServerProcess;
let browser: Browser;
let archive: string;

beforeAll(async () => {
  server = await newForum();
  browser = await Browser.open(server);
  archive = join(server.folder, "community.zip");
  writeFileSync(archive, zipOf(await communityFiles()));
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await ready(page);
  await page.getByLabel(/用户名|Username/).fill(username);
  await page.getByLabel(/^(密码|Password)$/).fill(password);
  await page
    .locator("form")
    .getByRole("button", { name: /登录|Sign in/ })
    .click();
  await page.waitForURL((url) => url.pathname === "/admin/import");
  await ready(page);
}

test("on a phone, a source that cannot be reached is told in a sentence, and the password is not shown", async () => {
  const page = await browser.openPage({ ...PHONE, locale: "en-GB" });
  await page.goto("/admin/import");
  await signIn(page, OWNER);
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByText("Enter an address that starts with mysql://").waitFor();
  // A finger leaves the button looking as if a mouse were above it.
  await page.mouse.move(0, 0);
  await expectCleanInBothThemes(page);
  await page.getByLabel("Database connection").fill("mysql://root:Sesame-open-9@127.0.0.1:9/old");
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page
    .getByText("The database old cannot be read (ECONNREFUSED): nothing answers at this address.")
    .waitFor();
  await page.mouse.move(0, 0);
  expect(await page.content()).not.toContain("Sesame");
  await expectCleanInBothThemes(page);
});

test("an owner uploads an archive, tries it, reads what comes, and the forum opens with the community", async () => {
  mkdirSync(join(server.folder, "import/site/old-files"), { recursive: true });
  const page = await browser.openPage({
    width: 1440,
    expectedErrors: [/503/, /ERR_/, /Failed to load/, /Failed to fetch/],
  });
  await page.goto("/admin/import");
  await signIn(page, OWNER);
  await page.getByRole("combobox", { name: "附件文件夹（可选）" }).selectOption("old-files");
  await page.getByRole("combobox", { name: "原论坛程序" }).selectOption("NEUTRAL");
  await page.getByRole("button", { name: "开始试运行" }).click();
  await page.getByText("请先上传文件").waitFor();
  await page.locator("input[type=file]").setInputFiles(archive);
  await page.getByText(/已上传：community\.zip/).waitFor();
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "开始试运行" }).click();
  await page.getByRole("heading", { name: "试运行通过" }).waitFor();
  await page.getByText(`${BEFORE.username}——用原来的密码登录`).waitFor();
  await expectCleanInBothThemes(page);

  const phone = await browser.openPage({ ...PHONE, colorScheme: "dark" });
  await phone.goto("/admin/import");
  await signIn(phone, OWNER);
  await phone.getByRole("heading", { name: "试运行通过" }).waitFor();
  await expectCleanInBothThemes(phone);
  await phone.close();

  await page.getByRole("button", { name: "开始迁入" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "开始迁入" }).click();
  // The page of the closed forum comes, and makes room for the forum by itself.
  await page.waitForURL((url) => url.pathname === "/user/username-login");
  await signIn(page, BEFORE);
  await page.getByRole("heading", { name: "社区已迁入" }).waitFor();
  await expectCleanInBothThemes(page);
  await open(page, "/");
  await page.getByText("搬家的猫").waitFor();
});
