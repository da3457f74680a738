import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, signIn, visit } from "../journeys/steps.ts";
import { giveEmail, send, setMail } from "../notifications/delivery/post.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";

/** The doors of the site lead back to where somebody was, and a forgotten password is no end. */
let forum: Forum;
let browser: Browser;
let server: MailServer;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  server = await MailServer.open();
  browser = await Browser.open(forum);
  await setMail(forum, server);
});
afterAll(async () => {
  await browser.close();
  await forum.close();
  await server.close();
});
afterEach(() => browser.expectNoComplaints());

test("the header's door to registering leads back to the page that was read, where three steps wait", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/forum?from=here");
  await page.getByRole("banner").getByRole("link", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/user/register");
  await page.getByLabel("用户名").fill("doorkeeper");
  await page.getByLabel("昵称").fill("Doorkeeper");
  await page.getByLabel("邮箱（选填）").fill("door@example.org");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/forum" && url.search === "?from=here");

  const card = page.getByRole("region", { name: "Doorkeeper，欢迎加入" });
  await card.getByText("验证邮件已发送到 door@example.org").waitFor();
  expect(await card.getByRole("link").count()).toBe(3);
  await card.getByRole("button", { name: "不再显示" }).click();
  await card.waitFor({ state: "detached" });
  await visit(page, "/forum");
  await page.getByRole("button", { name: "账号菜单" }).waitFor();
  expect(await page.getByText("欢迎加入").count()).toBe(0);
});

test("the header's door to signing in leads back as well", async () => {
  await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`, {
      input: { username: "returner", nickname: "Returner", password: PASSWORD },
    });
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/forum");
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click();
  await page.waitForURL((url) => url.pathname === "/user/username-login");
  await signIn(page, "returner");
  expect(new URL(page.url()).pathname).toBe("/forum");
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])(
  "on %s somebody who forgot their password gets a link by mail, sets a new one and signs in",
  async (_, size) => {
    const person = await forum.member();
    const address = await giveEmail(forum, server, person);
    const page = await browser.openPage({ ...size });
    await visit(page, "/user/username-login?next=%2Fforum");
    await page.getByRole("link", { name: "忘记密码？" }).click();
    // The page before has such a field too.
    await page.getByRole("heading", { name: "重设密码" }).waitFor();
    await page.getByLabel("用户名或邮箱").fill(address);
    await page.getByRole("button", { name: "发送链接" }).click();
    await page.getByRole("heading", { name: "请查收邮件" }).waitFor();
    await send(forum);
    const link = /http\S+#token=[\w.-]+/.exec(server.to(address).at(-1)!.text)![0];

    await page.goto(link);
    await ready(page);
    await page.getByText(`为账号 ${person.nickname} 设置新密码`).waitFor();
    expect(page.url()).not.toContain("token");
    await page.getByLabel("新密码").fill(PASSWORD);
    await page.getByRole("button", { name: "设置新密码" }).click();
    await page.getByRole("heading", { name: "密码已更新" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "返回登录" }).click();
    await page.waitForURL((url) => url.pathname === "/user/username-login");
    await signIn(page, address);
    expect(new URL(page.url()).pathname).toBe("/forum");

    await visit(page, "/");
    await page.goto(link);
    await page.getByRole("heading", { name: "链接已失效" }).waitFor();
  },
);
