import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { keptMessages } from "../../server/features/sms/smsOutbox.ts";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { prove, set } from "../notifications/delivery/post.ts";
import { Browser, expectNoViolations, PHONE, type PageOptions } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { WechatTab } from "./wechatTab.ts";

/** People come from a saved address, go through WeChat as the local emulator plays it, and end there, in a real browser. */
let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await set(forum, {
    "wx_offiaccount.offiaccount_close": "1",
    "wx_oplatform.oplatform_close": "1",
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

/** A phone within WeChat. */
const WECHAT: PageOptions = {
  ...PHONE,
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49",
};
const SIZES = [
  ["a desktop", {}],
  ["a phone within WeChat", WECHAT],
] as const;
const isAt = (path: string) => (url: URL) => url.pathname === path;
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const open = (options: PageOptions = {}) => browser.openPage(options);

/** Agrees at WeChat as somebody, and comes back. */
async function agree(page: Page, who: string, to = "/user/wx-select"): Promise<void> {
  await page.getByLabel("微信昵称").fill(who);
  await page.getByRole("button", { name: "同意" }).click();
  await page.waitForURL(isAt(to));
  await ready(page);
}

/** Goes to WeChat from the sign-in page: directly within it, else by the page of the open platform. */
async function go(page: Page, who: string): Promise<void> {
  if (page.viewportSize()!.width < 800) await page.getByRole("button", { name: "微信登录" }).click();
  else {
    await page.getByRole("button", { name: "打开微信扫码页" }).click();
    await page.getByRole("button", { name: "扫码" }).click();
  }
  await agree(page, who);
}

async function member(name: string): Promise<void> {
  await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`, {
      input: { username: name, nickname: name, password: PASSWORD },
    });
}

test.each(SIZES)(
  "on %s somebody new registers, and later signs in, from a saved address and back",
  async (name, size) => {
    const who = `茶客${name.length}`;
    const page = await open(size);
    await visit(page, "/user/login?next=%2Fthread%2Fpost");
    await page.getByRole("link", { name: "微信登录" }).click();
    await page.waitForURL(isAt("/user/wx-login"));
    await go(page, who);
    await page.getByRole("heading", { name: "还没有绑定账号" }).waitFor();
    expect(await page.getByLabel("昵称").inputValue()).toBe(who);
    expect(await fits(page)).toBe(true);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "注册并登录" }).click();
    await page.waitForURL(isAt("/thread/post"));

    const again = await open(size);
    await visit(again, "/user/wx-login?next=%2Fforum");
    await go(again, who);
    await again.getByRole("button", { name: `以 ${who} 登录` }).click();
    await again.waitForURL(isAt("/forum"));
    await ready(again);
  },
);

test.each(SIZES)("on %s a member binds WeChat to an account by its password", async (name, size) => {
  const username = `linker${name.length}`;
  await member(username);
  const page = await open(size);
  await visit(page, "/user/wx-login?next=%2Fforum");
  await go(page, username);
  await page.getByRole("link", { name: "绑定已有账号" }).click();
  await page.waitForURL(isAt("/user/wx-bind-username"));
  await page.getByLabel("用户名或邮箱").fill(username);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "绑定并登录" }).click();
  await page.waitForURL(isAt("/forum"));
  await ready(page);
});

test("a phone number and WeChat meet: who has both is asked before they are joined", async () => {
  const phone = "13900007001";
  const ask = `mutation ($phone: String) { requestPhoneCode(purpose: SIGN_IN, phone: $phone) }`;
  const request = (await forum.visitor().graphql(ask, { phone })).requestPhoneCode as string;
  const code = () =>
    keptMessages(forum.app.services).find((each) => each.phone === `+86${phone}`)!.values[0]!;
  await forum
    .visitor()
    .graphql(`mutation ($input: PhoneLoginInput!) { loginByPhone(input: $input) { expiresAt } }`, {
      input: { phone, request, code: code() },
    });
  await forum.write((ctx) => ctx.db.query("DELETE FROM limit_counters"));
  const page = await open(WECHAT);
  await visit(page, "/user/wx-login?next=%2Fforum");
  await go(page, "有手机的茶客");
  await page.getByRole("link", { name: "使用手机号绑定或注册" }).click();
  await page.getByLabel("手机号").fill(phone);
  await page.getByRole("button", { name: "发送验证码" }).click();
  await page.getByLabel("验证码", { exact: true }).fill(code());
  await page.getByLabel("验证码", { exact: true }).waitFor();
  await page.getByLabel("验证码", { exact: true }).fill(code());
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByText("使用这个手机号。确认后，微信会绑定到这个账号").waitFor();
  expect(await fits(page)).toBe(true);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "确认绑定这个账号" }).click();
  await page.waitForURL(isAt("/forum"));
  await ready(page);
});

test("a desk shows a QR code, a phone scans and confirms it, and the desk goes on where it came from", async () => {
  const who = "扫码的茶客";
  const tab = new WechatTab(forum.visitor());
  await tab.as(who);
  await tab.ask(`mutation { registerByWechat(input: { nickname: "扫码的茶客" }) { expiresAt } }`);

  const desk = await open();
  await visit(desk, "/user/wx-login?next=%2Fforum");
  await desk.getByRole("img", { name: "微信二维码" }).waitFor();
  await expectNoViolations(desk);
  const text = await desk.getByRole("link", { name: "在本机打开" }).getAttribute("href");
  const phone = await open(WECHAT);
  await visit(phone, text!);
  await phone.getByRole("heading", { name: "确认登录" }).waitFor();
  await phone.getByText(/Chrome · Linux/).waitFor();
  await expectNoViolations(phone);
  await phone.getByRole("button", { name: "用微信确认身份" }).click();
  await agree(phone, who, "/user/wx-authorization");
  await desk.getByText("已扫码，请在手机上确认").waitFor();
  await phone.getByRole("button", { name: "确认", exact: true }).click();
  await phone.getByText("请回到电脑上继续").waitFor();
  await desk.waitForURL(isAt("/user/wx-select"));
  await ready(desk);
  await desk.getByRole("button", { name: `以 ${who} 登录` }).click();
  await desk.waitForURL(isAt("/forum"));
  await ready(desk);
  await visit(phone, text!);
  await phone.getByText("二维码已失效").waitFor();
});

test("a phone refuses a QR code, and the desk may show another", async () => {
  const desk = await open();
  await visit(desk, "/user/wx-login");
  const link = desk.getByRole("link", { name: "在本机打开" });
  const first = await link.getAttribute("href");
  const phone = await open(WECHAT);
  await visit(phone, first!);
  await phone.getByRole("button", { name: "取消" }).click();
  await phone.getByText("没有任何改变").waitFor();
  await desk.getByText("手机上取消了这次操作").waitFor();
  await desk.getByRole("button", { name: "刷新二维码" }).click();
  await desk.getByRole("img", { name: "微信二维码" }).waitFor();
  expect(await link.getAttribute("href")).not.toBe(first);
});

test("a member binds WeChat in the settings by a phone, changes it, and may not lose the last way in", async () => {
  const person = await forum.member();
  await prove(forum, person);
  const desk = await open({ person });
  await visit(desk, "/my/settings");
  await desk.getByRole("link", { name: "绑定微信" }).click();
  await desk.waitForURL(isAt("/user/wx-bind-qrcode"));
  const text = await desk.getByRole("link", { name: "在本机打开" }).getAttribute("href");
  const phone = await open(WECHAT);
  await visit(phone, text!);
  await phone.getByText(`要绑定的账号：${person.nickname}`).waitFor();
  await phone.getByRole("button", { name: "用微信确认身份" }).click();
  await agree(phone, "第一个微信", "/user/wx-authorization");
  await phone.getByRole("button", { name: "确认", exact: true }).click();
  await desk.waitForURL(isAt("/user/wx-select"));
  await desk.getByRole("button", { name: "绑定", exact: true }).click();
  await desk.waitForURL(isAt("/my/settings"));
  await ready(desk);
  await desk.getByText("第一个微信").waitFor();

  await desk.getByRole("link", { name: "换绑微信" }).click();
  await desk.waitForURL(isAt("/user/rebind"));
  await desk.getByText("当前绑定：第一个微信").waitFor();
  const other = await desk.getByRole("link", { name: "在本机打开" }).getAttribute("href");
  expect(new URL(other!).pathname).toBe("/user/wx-rebind-action");
  await visit(phone, other!);
  await phone.getByRole("heading", { name: "确认换绑微信" }).waitFor();
  await phone.getByRole("button", { name: "用微信确认身份" }).click();
  await agree(phone, "第二个微信", "/user/wx-authorization");
  await phone.getByRole("button", { name: "确认", exact: true }).click();
  await desk.waitForURL(isAt("/user/wx-select"));
  await desk.getByRole("button", { name: "换绑", exact: true }).click();
  await desk.waitForURL(isAt("/my/settings"));
  await ready(desk);
  await desk.getByText("第二个微信").waitFor();
  await expectNoViolations(desk);

  await desk.getByRole("button", { name: "解除绑定" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "解除绑定" }).click();
  await desk.getByText("请先设置密码").waitFor();
  await desk.getByText("第二个微信").waitFor();
});

test("a member chooses a name and goes back to what was interrupted", async () => {
  const page = await open({ ...PHONE, person: await forum.member() });
  await visit(page, "/user/bind-nickname?next=%2Fforum");
  await page.getByLabel("昵称").fill("新的名字");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL(isAt("/forum"));
  await ready(page);
});

test("who refuses at WeChat reads it, and a phone outside of WeChat reads where to go", async () => {
  const page = await open(WECHAT);
  await visit(page, "/user/wx-auth?next=%2Fforum");
  await page.getByRole("heading", { name: "微信授权登录" }).waitFor();
  await page.getByRole("button", { name: "微信登录" }).click();
  await page.getByRole("button", { name: "拒绝" }).click();
  await page.waitForURL(isAt("/user/wx-select"));
  await page.getByText("微信暂时没有回应，或者没有确认你的身份").waitFor();
  await set(forum, {
    "wx_offiaccount.offiaccount_app_id": "wx-real",
    "wx_offiaccount.offiaccount_app_secret": "secret",
    "wx_oplatform.oplatform_close": "0",
  });
  const outside = await open(PHONE);
  await visit(outside, "/user/wx-login");
  await outside.getByText("请在微信里打开本页").waitFor();
});
