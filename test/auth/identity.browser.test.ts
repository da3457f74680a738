import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE, type PageOptions } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { OpenIdProvider } from "./openIdProvider.ts";

/** An administrator sets an OpenID provider up; people come from a saved address and end there, in a real browser. */
let forum: Forum;
let browser: Browser;
let provider: OpenIdProvider;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  provider = await OpenIdProvider.open(`${forum.url}/auth/oidc/callback`);
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  await provider?.close();
});

const SIZES = [
  ["a desktop", {}],
  ["a phone", PHONE],
] as const;
/** Opens a window in which the provider is no stranger. */
const open = (options: PageOptions = {}) =>
  browser.openPage({ ...options, expectedErrors: [new RegExp(`foreign host: ${provider.issuer}/`)] });
const isAt = (path: string) => (url: URL) => url.pathname === path;
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Says at the provider who one is, and comes back. */
async function say(page: Page, who: string): Promise<void> {
  provider.accounts.set(who, { email: `${who}@example.org`, email_verified: true, preferred_username: who });
  await page.getByLabel("Who").fill(who);
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(isAt("/user/identity"));
  await ready(page);
}

test("an administrator sets a provider up", async () => {
  const page = await open({ person: await forum.admin() });
  await visit(page, "/admin/providers");
  await page.getByText("成员可以用公司或学校的账号登录").waitFor();
  await page.getByText(`${forum.url}/auth/oidc/callback`).waitFor();
  await page.getByRole("button", { name: "添加登录方式" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("按钮上的名称").fill("茶社");
  await dialog.getByLabel("发行方地址").fill(provider.issuer);
  await dialog.getByLabel("客户端 ID").fill("forum");
  await dialog.getByLabel("客户端密钥").fill("forum-secret");
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "编辑「茶社」" }).waitFor();
});

test.each(SIZES)(
  "on %s somebody new registers, and later signs in, from a saved address and back",
  async (name, size) => {
    const who = `tea${name.length}`;
    const page = await open(size);
    await visit(page, "/user/login?next=%2Fthread%2Fpost");
    await page.getByRole("button", { name: "使用 茶社 登录" }).click();
    await say(page, who);
    await page.getByRole("heading", { name: "完成注册" }).waitFor();
    expect(await page.getByLabel("用户名").inputValue()).toBe(who);
    expect(await fits(page)).toBe(true);
    await expectNoViolations(page);
    await page.locator("main form").getByRole("button", { name: "注册" }).click();
    await page.waitForURL(isAt("/thread/post"));

    const again = await open(size);
    await visit(again, "/user/username-login?next=%2Fforum");
    await again.getByRole("button", { name: "使用 茶社 登录" }).click();
    await say(again, who);
    await again.locator("main form").getByRole("button", { name: "登录" }).click();
    await again.waitForURL(isAt("/forum"));
    await ready(again);
  },
);

test("a member whose address it is gives the password once", async () => {
  const { register } = await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`, {
      input: { username: "linker", nickname: "linker", password: PASSWORD },
    });
  await forum.write((ctx) =>
    ctx.db.query(
      "INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress, failures) VALUES (?, 'EMAIL', ?, ?, '2026-01-01 00:00:00', '', 0)",
      [register.viewer.id, "linked@example.org", "linked@example.org"],
    ),
  );
  const page = await open(PHONE);
  await visit(page, "/user/login?next=%2Fforum");
  await page.getByRole("button", { name: "使用 茶社 登录" }).click();
  await say(page, "linked");
  await page.getByRole("heading", { name: "连接已有账号" }).waitFor();
  await page.getByLabel("账号密码").fill(PASSWORD);
  await page.getByRole("button", { name: "连接并登录" }).click();
  await page.waitForURL(isAt("/forum"));
  await ready(page);
});

test("a member connects and disconnects it in the settings", async () => {
  const page = await open({ person: await forum.member() });
  await visit(page, "/my/settings");
  await page.getByRole("button", { name: "连接 茶社" }).click();
  await say(page, "settler");
  await page.getByRole("button", { name: "连接", exact: true }).click();
  await page.waitForURL(isAt("/my/settings"));
  await page.getByText("settler@example.org").waitFor();
  expect(await fits(page)).toBe(true);
});

test("a provider that is down leaves a page that says so, and nothing of its own", async () => {
  const page = await open(PHONE);
  await visit(page, "/user/login");
  await page.getByRole("button", { name: "使用 茶社 登录" }).click();
  await page.getByLabel("Who").waitFor();
  provider.accounts.set("unlucky", { email: "unlucky@example.org", email_verified: true });
  provider.interfere = (path) => (path.startsWith("/token") ? { status: 500, body: "secret-detail" } : null);
  await page.getByLabel("Who").fill("unlucky");
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(isAt("/user/identity"));
  await page.getByText("登录服务暂时没有回应").waitFor();
  expect(await page.content()).not.toContain("secret-detail");
  provider.interfere = null;
});
