import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, signIn, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

const OTHER = "a louder harbour 7";

/** The settings of an account in a real browser, on a desk and on a phone. */
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

/** Registers somebody by the way, and signs them in on a page. */
async function memberOn(page: Page, username: string): Promise<void> {
  const document = `mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`;
  await forum.visitor().graphql(document, { input: { username, nickname: username, password: PASSWORD } });
  await visit(page, "/user/username-login?next=%2Fmy%2Fsettings");
  await signIn(page, username);
}

/** As if all sign-ins were hours ago. */
const forgetProofs = () => forum.write((ctx) => ctx.db.query("UPDATE sessions SET provenAt = NULL"));

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)(
  "on a %s a member changes the password after giving the old one, and stays signed in",
  async (name, size) => {
    const page = await browser.openPage({ ...size });
    await memberOn(page, `keeper${name}`);
    await forgetProofs();
    await page.getByLabel("新密码").fill(OTHER);
    await page.getByRole("button", { name: "修改密码" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("当前密码").fill("something else");
    await dialog.getByRole("button", { name: "继续" }).click();
    await dialog.getByText("密码错误").waitFor();
    await dialog.getByLabel("当前密码").fill(PASSWORD);
    await dialog.getByRole("button", { name: "继续" }).click();
    await page.getByText("密码已修改，其他设备已退出登录").waitFor();

    // The address of former versions.
    await visit(page, "/my?tab=sessions");
    await page.waitForURL("/my/settings?section=devices");
    await page.getByText("没有其他设备登录。").waitFor();
    const login = `mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname } } }`;
    const input = { username: `keeper${name}`, password: OTHER };
    expect((await forum.visitor().graphql(login, { input })).login.viewer.nickname).toBe(`keeper${name}`);

    await visit(page, "/my/settings?section=devices");
    await page.getByRole("button", { name: "退出其他所有设备" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "退出其他所有设备" }).click();
    await page.getByText("没有其他设备登录。").waitFor();
  },
);

test("a member keeps messages to those they follow, and reads in large letters", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await memberOn(page, "quiet");
  await visit(page, "/my/settings?section=privacy");
  await page.getByLabel("谁可以给我发私信").selectOption("FOLLOWED");
  await page.getByText("已保存").waitFor();
  const [row] = await forum.rows("SELECT messagesFrom FROM users WHERE username = 'quiet'");
  expect(row).toEqual({ messagesFrom: "FOLLOWED" });

  await visit(page, "/my/settings?section=appearance");
  await page.getByLabel("正文字号").selectOption("larger");
  await visit(page, "/forum");
  expect(await page.locator("html").getAttribute("data-text")).toBe("larger");
});

test("a member takes their data along, closes the account, and comes back within two weeks", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await memberOn(page, "leaver");
  await page.getByRole("link", { name: "数据与注销" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载" }).click();
  expect((await download).suggestedFilename()).toBe("luntan.zip");

  await page.getByRole("button", { name: "注销账号" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "注销账号" }).click();
  await page.getByText("在此之前登录即可恢复").waitFor();
  await page.waitForURL((url) => url.pathname === "/");
  await ready(page);
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click();
  await page.waitForURL((url) => url.pathname === "/user/username-login");
  await signIn(page, "leaver");
  await page.getByText("欢迎回来，账号已恢复，不会被删除。").waitFor();
  expect(await forum.rows("SELECT closesAt FROM users WHERE username = 'leaver'")).toEqual([
    { closesAt: null },
  ]);
});
