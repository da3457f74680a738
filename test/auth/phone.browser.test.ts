import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { composer, ready, visit } from "../journeys/steps.ts";
import { Session } from "../../server/features/auth/sessions/session.entity.ts";
import { prove, set } from "../notifications/delivery/post.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

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
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill(phone);
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

/** A thread, and somebody who may reply to it once they have bound a phone. */
async function restricted(): Promise<{ path: string; person: Person }> {
  const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "Tea", body: "Which one?" };
  const { id } = (await (await forum.admin()).graphql(PUBLISH, { input })).publishThread;
  const person = await forum.member("publishNeedBindPhone");
  await prove(forum, person);
  return { path: `/thread/${id}`, person };
}

test("who must bind a phone is told so with the reply, binds it, and replies", async () => {
  const { path, person } = await restricted();
  const page = await browser.openPage({ person });
  await visit(page, path);
  const reply = page.locator("#reply").getByRole("button", { name: "回复" });
  await (await composer(page)).fill("龙井");
  await reply.click();
  await page.getByText("请先绑定手机号").first().waitFor();
  await page.getByRole("button", { name: "去填写" }).click();
  await page.waitForURL(isAt("/user/bind-phone"));
  await giveCode(page, newNumber());
  await page.getByRole("button", { name: "绑定", exact: true }).click();
  await page.waitForURL(isAt(path));
  await ready(page);
  await (await composer(page)).fill("龙井");
  await reply.click();
  await page.locator("#p1").getByText("龙井").waitFor();
});

test("on a phone one is bound as well, and shown in the settings, where it can be changed and removed", async () => {
  const { path, person } = await restricted();
  await forum.write((ctx) =>
    ctx.db.query(`UPDATE users SET passwordHash = '$argon2id$v=19$real' WHERE id = ${person.id}`),
  );
  const page = await browser.openPage({ ...PHONE, person });
  await visit(page, `/user/bind-phone?next=${encodeURIComponent(path)}`);
  const first = newNumber();
  await giveCode(page, first);
  expect(await fits(page)).toBe(true);
  await page.getByRole("button", { name: "绑定", exact: true }).click();
  await page.waitForURL(isAt(path));

  await visit(page, "/my/settings#phone");
  const card = page.locator("#phone");
  await card.getByText(`+86${first}`).waitFor();
  await card.getByRole("button", { name: "更换" }).click();
  const next = newNumber();
  await giveCode(page, next);
  await card.getByRole("button", { name: "绑定", exact: true }).click();
  await card.getByText(`+86${next}`).waitFor();

  // The proof is over: a code to the number itself is another one.
  await forum.write((ctx) => ctx.db.update(Session, { userId: person.id }, { provenAt: new Date(0) }));
  await card.getByRole("button", { name: "解除绑定" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "解除绑定" }).click();
  await page.getByRole("button", { name: "改用短信验证码" }).click();
  await page.getByLabel("短信验证码").fill("000000");
  await page.getByRole("button", { name: "继续" }).click();
  await page.getByText("验证码错误").waitFor();
  await page.getByLabel("短信验证码").fill(await codeTo(next));
  await page.getByRole("button", { name: "继续" }).click();
  await card.getByLabel("手机号", { exact: true }).waitFor();
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
