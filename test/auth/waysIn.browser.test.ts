import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashNewPassword } from "../../server/features/auth/passwords/password.ts";
import { hotp } from "../../server/features/auth/second-factor/totp.ts";
import { getSettings } from "../../server/features/settings/setting.service.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { ready, visit } from "../journeys/steps.ts";
import { giveEmail, send, setMail } from "../notifications/delivery/post.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import type { Person } from "../support/person.ts";
import { bytesOfBase32 } from "./authenticator.ts";

/** Signing in by mailed code and with a second factor, and the personal centre of visitors, in a real browser. */
let forum: Forum;
let browser: Browser;
let server: MailServer;
const PASSWORD = "a quiet harbour";
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  server = await MailServer.open();
  await setMail(forum, server);
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await forum?.close();
});

/** Saves how the site offers mailed codes; pages of visitors follow. */
const offerCodes = async (value: string) =>
  (await forum.admin()).graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: [{ key: "sign_in_codes", value }],
  });

/** Sets the password of somebody whose sessions go on. */
async function setPassword(id: number): Promise<void> {
  const context = forum.app.context();
  const owner = { username: "", nickname: "" };
  const passwordHash = await hashNewPassword(context, PASSWORD, owner, await getSettings(context));
  await forum.write((ctx) => ctx.db.update(User, { id }, { passwordHash }));
}
async function memberWithPassword(): Promise<Person> {
  const person = await forum.member();
  const admin = await forum.admin();
  const RESET = `mutation ($id: ID!, $p: String!) { resetUserPassword(userId: $id, password: $p) }`;
  await admin.graphql(RESET, { id: person.id, p: PASSWORD });
  const { username, nickname, groupId } = person.credentials!;
  return forum.signIn(person.id, username, nickname, groupId);
}
const codeTo = (address: string): string => /\b\d{6}\b/.exec(server.to(address).at(-1)!.text)![0];
test.each([
  ["a desktop", {}],
  ["a phone", PHONE],
])("on %s a mailed code signs in, and leads back to where one began", async (_, size) => {
  const person = await forum.member();
  const address = await giveEmail(forum, server, person);
  const page = await browser.openPage(size);
  await visit(page, "/user/login?next=%2Fthread%2Fpost");
  await page.getByRole("link", { name: "邮件验证码登录" }).click();
  await page.getByLabel("用户名或邮箱").fill(address);
  await page.getByRole("button", { name: "发送验证码" }).click();
  await page.getByText("验证码几分钟内会送达").waitFor();
  await page.getByText(/秒后可重新发送/).waitFor();
  await send(forum);

  await page.getByLabel("验证码", { exact: true }).fill("000000");
  await page.locator("form").getByRole("button", { name: "登录" }).click();
  await page.getByText("验证码错误").waitFor();
  await page.getByLabel("验证码", { exact: true }).fill(codeTo(address));
  await page.locator("form").getByRole("button", { name: "登录" }).click();

  await page.waitForURL((url) => url.pathname === "/thread/post");
  await page.getByRole("textbox", { name: "标题" }).waitFor();
});

test("the sign-in page begins with what the site prefers, and shows no choice where there is none", async () => {
  const page = await browser.openPage();
  await visit(page, "/user/login");
  await page.getByLabel("密码", { exact: true }).waitFor();
  await offerCodes("2");
  await visit(page, "/user/login");
  await page.getByRole("button", { name: "发送验证码" }).waitFor();
  await offerCodes("0");
  await visit(page, "/user/login");
  await page.getByLabel("密码", { exact: true }).waitFor();
  expect(await page.getByText("邮件验证码登录").count()).toBe(0);
  await offerCodes("1");
});

test("a member sets up a second factor, keeps the recovery codes, and signs in with one of them", async () => {
  const member = await memberWithPassword();
  const page = await browser.openPage({ person: member });
  await visit(page, "/my/settings");
  await page.getByRole("button", { name: "开启两步验证" }).click();
  await page.getByRole("img", { name: "验证器二维码" }).waitFor();
  const secret = (await page.locator("#second-factor code").innerText()).replaceAll(" ", "");
  const code = hotp(bytesOfBase32(secret), Math.floor(Date.now() / 30_000));
  await page.getByLabel("验证器显示的数字").fill(code);
  await page.getByRole("button", { name: "开启", exact: true }).click();
  const codes = page.getByRole("list", { name: "恢复码" }).getByRole("listitem");
  await codes.first().waitFor();
  const recovery = await codes.first().innerText();
  await page.getByRole("button", { name: "已保存" }).click();
  await page.getByText("还有 10 个恢复码可用").waitFor();

  const other = await browser.openPage(PHONE);
  await visit(other, "/user/login");
  await other.getByLabel("用户名").fill(member.credentials!.username);
  await other.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await other.locator("form").getByRole("button", { name: "登录" }).click();
  await other.getByLabel("动态验证码").fill(recovery);
  await other.locator("form").getByRole("button", { name: "登录" }).click();
  await other.waitForURL((url) => url.pathname === "/");
  await ready(other);
});

test.each([
  ["a desktop", {}],
  ["a phone", PHONE],
])("on %s an administrator removes the second factor that a member has lost", async (_, size) => {
  const member = await memberWithPassword();
  const { secret } = (await member.graphql(`mutation { beginSecondFactor { secret } }`)).beginSecondFactor;
  await member.graphql(`mutation ($code: String!) { confirmSecondFactor(code: $code) }`, {
    code: hotp(bytesOfBase32(secret), Math.floor(Date.now() / 30_000)),
  });
  const admin = await forum.admin();
  const { username, nickname, groupId } = admin.credentials!;
  const person = await forum.signIn(admin.id, username, nickname, groupId);
  await forum.write((ctx) => ctx.db.query(`UPDATE sessions SET provenAt = NULL WHERE userId = ${admin.id}`));
  await setPassword(admin.id);
  const page = await browser.openPage({ ...size, person });
  await visit(page, `/admin/members?query=${member.nickname}`);
  await page.getByRole("button", { name: `管理 ${member.nickname}` }).click();
  await page.getByRole("button", { name: "关闭两步验证" }).click();
  await page
    .getByRole("dialog", { name: "关闭该成员的两步验证？" })
    .getByRole("button", { name: "关闭两步验证" })
    .click();
  await page.getByLabel("当前密码").fill(PASSWORD);
  await page.getByRole("button", { name: "继续" }).click();
  await page.getByText("两步验证已关闭，所有设备已退出").waitFor();
  await page.getByRole("group", { name: "两步验证" }).waitFor({ state: "detached" });
  const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
  const input = { username: member.credentials!.username, password: PASSWORD };
  expect((await forum.visitor().graphql(LOGIN, { input })).login.viewer.id).toBe(String(member.id));
});

test.each([
  ["a desktop", {}],
  ["a phone", PHONE],
])(
  "on %s a visitor reads in the personal centre what an account gives, and comes back to it",
  async (_, size) => {
    const member = await memberWithPassword();
    const page = await browser.openPage(size);
    await visit(page, "/my?tab=drafts");
    await page.getByRole("heading", { name: "发帖和回复" }).waitFor();
    await page.locator("main").getByRole("link", { name: "登录" }).click();
    await page.getByLabel("用户名").fill(member.credentials!.username);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await page.locator("form").getByRole("button", { name: "登录" }).click();
    await page.waitForURL((url) => url.pathname === "/my" && url.search === "?tab=drafts");
    await page.getByRole("heading", { name: member.nickname }).first().waitFor();
  },
);
