import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ready, visit } from "../journeys/steps.ts";
import { prove, set } from "../notifications/delivery/post.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Signing in by phone and binding one, from a saved address and back to it, in a real browser. */
let forum: Forum;
let browser: Browser;
let numbers = 0;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await set(forum, { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" });
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const SIZES = [
  ["a desktop", {}],
  ["a phone", PHONE],
] as const;
const newNumber = (): string => `1390000${String(++numbers).padStart(4, "0")}`;
const isAt = (path: string) => (url: URL) => url.pathname === path;

/** The code of the outbox page for a number, as a developer reads it. */
async function codeTo(phone: string): Promise<string> {
  const { text } = await forum.visitor().get("/dev/sms");
  return new RegExp(`\\+86${phone}<br><b>(\\d{6})</b>`).exec(text)![1]!;
}

/** Types a number, asks for its code and types that, too. */
async function giveCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel("手机号", { exact: true }).fill(phone);
  await page.getByRole("button", { name: "发送验证码" }).click();
  await page.getByRole("button", { name: /秒后可重新发送/ }).waitFor();
  await page.getByLabel("验证码", { exact: true }).fill(await codeTo(phone));
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.each(SIZES)(
  "on %s a new number becomes a member, who is led back to where they began",
  async (_, size) => {
    const page = await browser.openPage(size);
    await visit(page, "/user/login?next=%2Fthread%2Fpost");
    await page.getByRole("link", { name: "手机号登录" }).click();
    await page.waitForURL(isAt("/user/phone-login"));
    await giveCode(page, newNumber());
    expect(await fits(page)).toBe(true);
    await page.locator("form").getByRole("button", { name: "登录" }).click();
    await page.waitForURL(isAt("/thread/post"));
    await ready(page);
  },
);

test("a site that registers by phone begins with it, on the page for newcomers, too", async () => {
  const admin = await forum.admin();
  const SAVE = `mutation ($v: String!) { saveSettings(entries: [{key: "register_type", value: $v}]) { id } }`;
  await admin.graphql(SAVE, { v: "1" });
  const page = await browser.openPage(PHONE);
  await visit(page, "/user/login");
  await page.getByLabel("手机号", { exact: true }).waitFor();
  await visit(page, "/user/register");
  await page.getByRole("link", { name: "用手机号继续" }).click();
  await page.waitForURL(isAt("/user/phone-login"));
  await admin.graphql(SAVE, { v: "0" });
});

test.each(SIZES)("on %s who must bind a phone does it on the way to a reply", async (_, size) => {
  const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "Tea", body: "Which one?" };
  const { id } = (await (await forum.admin()).graphql(PUBLISH, { input })).publishThread;
  const person = await forum.member("publishNeedBindPhone");
  await prove(forum, person);
  const page = await browser.openPage({ ...size, person });
  await visit(page, `/thread/${id}`);
  await page.evaluate(() => sessionStorage.setItem("__jump_url", location.pathname));
  await visit(page, "/user/bind-phone");
  const phone = newNumber();
  await giveCode(page, phone);
  expect(await fits(page)).toBe(true);
  await page.getByRole("button", { name: "绑定", exact: true }).click();
  await page.waitForURL(isAt(`/thread/${id}`));
  const REPLY = `mutation ($id: ID!) { replyToThread(input: { threadId: $id, body: "hello" }) { id } }`;
  expect((await person.graphql(REPLY, { id })).replyToThread.id).toMatch(/\d/);

  await visit(page, "/my/settings#phone");
  await page.locator("#phone").getByText(`+86${phone}`).waitFor();
});

test("a forgotten password is set by phone", async () => {
  const person = await forum.member();
  await prove(forum, person);
  const phone = newNumber();
  const ASK = `mutation ($phone: String) { requestPhoneCode(purpose: BIND, phone: $phone) }`;
  const request = (await person.graphql(ASK, { phone })).requestPhoneCode as string;
  const BIND = `mutation ($input: PhoneCodeInput!) { bindPhone(input: $input) { id } }`;
  await person.graphql(BIND, { input: { request, phone, code: await codeTo(phone) } });
  const page = await browser.openPage();
  await visit(page, "/user/find-password");
  await page.waitForURL(isAt("/user/reset-password"));
  await giveCode(page, phone);
  await page.getByLabel("新密码").fill("a quiet harbour");
  await page.getByRole("button", { name: "设置新密码" }).click();
  await page.getByRole("heading", { name: "密码已更新" }).waitFor();
  const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
  const input = { username: person.credentials!.username, password: "a quiet harbour" };
  expect((await forum.visitor().graphql(LOGIN, { input })).login.viewer.id).toBe(String(person.id));
});
