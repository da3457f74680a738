import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { editor, PASSWORD, ready, visit } from "../journeys/steps.ts";
import { set } from "../notifications/delivery/post.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Captchas that a real browser solves by itself, under the policy of our pages and with nobody outside. */
let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await set(forum, {
    "default.register_captcha": "1",
    "qcloud.qcloud_close": "1",
    "qcloud.qcloud_sms": "1",
  });
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Hosts other than the forum's that the page asks for anything. */
function strangersOf(page: Page): string[] {
  const strangers: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.hostname !== "127.0.0.1") strangers.push(url.host);
  });
  return strangers;
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.each([
  ["a desktop", {}],
  ["a phone in the dark", { ...PHONE, colorScheme: "dark" as const }],
])(
  "on %s somebody registers, is refused for the name, and registers with another one",
  async (name, size) => {
    const taken = await forum.member();
    const username = ((await taken.graphql("{ viewer { username } }")).viewer as { username: string })
      .username;
    const page = await browser.openPage(size);
    const strangers = strangersOf(page);
    await visit(page, "/user/register?next=%2Fforum");
    await page.getByText("人机验证已完成").waitFor();
    expect(await fits(page)).toBe(true);
    await expectNoViolations(page);

    await page.getByLabel("用户名").fill(username);
    await page.getByLabel("昵称").fill(`n${name.length}`);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    const send = page.locator("form").getByRole("button", { name: "注册" });
    await send.click();
    await page.getByText("用户名已被占用").first().waitFor();
    await page.getByText("人机验证会在提交时自动完成").waitFor();

    await page.getByLabel("用户名").fill(`u${name.length}`);
    await send.click();
    await page.waitForURL((url) => url.pathname !== "/user/register");
    await ready(page);
    expect(new URL(page.url()).pathname).toBe("/forum");
    expect(strangers).toEqual([]);
  },
);

test.each([
  ["a desktop", {}],
  ["a phone", PHONE],
])(
  "on %s somebody who has forgotten the password is asked nothing more to type after failures",
  async (_, size) => {
    await set(forum, { "default.register_captcha": "0", "default.sign_in_captcha": "1" });
    const username = `f${Date.now() % 1_000_000}`;
    await forum
      .visitor()
      .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`, {
        input: { username, nickname: username, password: PASSWORD },
      });
    await set(forum, { "default.register_captcha": "1" });
    const page = await browser.openPage(size);
    await visit(page, "/user/username-login?by=password");
    const send = page.locator("form").getByRole("button", { name: "登录" });
    await page.getByLabel("用户名").fill(username);
    for (let count = 0; count < 2; count++) {
      await page.getByLabel("密码", { exact: true }).fill(`wrong ${count}`);
      const refused = page.waitForResponse((answer) =>
        Boolean(answer.request().postData()?.includes(`wrong ${count}`)),
      );
      await send.click();
      await refused;
      await page.getByRole("alert").getByText("密码").waitFor();
    }
    await page.getByText("人机验证会在提交时自动完成").waitFor();
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await send.click();
    await page.waitForURL((url) => !url.pathname.startsWith("/user/"));
    await ready(page);
  },
);

test("a code by text message is sent after the captcha", async () => {
  const page = await browser.openPage(PHONE);
  await visit(page, "/user/phone-login");
  await page.getByText("人机验证已完成").waitFor();
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill("13900009999");
  await page.getByRole("button", { name: "发送验证码" }).click();
  await page.getByRole("button", { name: /秒后可重新发送/ }).waitFor();
});

test("a member of a group that needs a captcha publishes; others see none", async () => {
  const page = await browser.openPage({ person: await forum.member("createThreadWithCaptcha") });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await page.getByText("人机验证已完成").waitFor();
  await page.getByRole("textbox", { name: "标题" }).fill("Tea");
  await (await editor(page)).fill("Which one?");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await page.waitForURL(/\/thread\/\d+/);
});
