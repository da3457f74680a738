import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** People who can only read for now, and open pages whose session ends, in a real browser. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  threadId = (await publish(admin, { categoryId: await forum.categoryId(), title: "Tea" })).id;
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const setStanding = (person: Person, status: string) =>
  admin.graphql(
    `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s, reason: "灌水") { id } }`,
    { id: person.id, s: status },
  );
const setReview = (value: "0" | "1") =>
  admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: [{ key: "register_validate", value }],
  });
/** The page of a thread, once the server's stream speaks to it. */
async function openThread(person: Person): Promise<Page> {
  const page = await browser.openPage({ person });
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === "/events");
  await visit(page, `/thread/${threadId}`);
  await page.locator("#reply form, #reply textarea").first().waitFor();
  await stream;
  return page;
}

test("a newcomer is told of the review, lands where it is explained, and writes once it is over", async () => {
  await setReview("1");
  const page = await browser.openPage(PHONE);
  await visit(page, "/user/register?next=%2Fthread%2Fpost");
  await page.getByRole("note").filter({ hasText: "审核" }).waitFor();
  await page.getByLabel("用户名").fill("newcomer");
  await page.getByLabel("昵称").fill("newcomer");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/user/status");
  await page.getByText("你的注册正在等待审核").first().waitFor();

  await visit(page, "/thread/post?statusMsg=evil");
  await page.getByText("你的注册正在等待审核，通过后才能参与").waitFor();
  expect(await page.getByRole("textbox", { name: "标题" }).count()).toBe(0);
  await visit(page, `/thread/${threadId}`);
  await page.locator("#reply").getByText("你的注册正在等待审核，通过后才能参与").waitFor();

  await setReview("0");
  const [newcomer] = await forum.rows<{ id: number }>("SELECT id FROM users WHERE nickname = 'newcomer'");
  await admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: NORMAL) { id } }`, {
    id: newcomer!.id,
  });
  await visit(page, "/user/status?statusMsg=evil&code=-4009");
  await page.getByText("你的账号一切正常").first().waitFor();
  expect(await page.locator("body").innerText()).not.toContain("evil");
  await visit(page, "/thread/post");
  await page.getByRole("textbox", { name: "标题" }).waitFor();
});

test.each([
  ["BANNED", "你的账号已被禁用，不能参与"],
  ["REFUSED", "你的注册没有通过审核，不能参与"],
  ["IGNORED", "你的注册申请没有被受理，不能参与"],
])("the open page of a member who becomes %s says so, and where to read why", async (status, told) => {
  const member = await forum.member();
  const page = await openThread(member);

  await setStanding(member, status);

  // What the page itself asks meanwhile may be refused as well, in the words of the server.
  const notice = page.getByRole("alert").filter({ hasText: /账号|注册/ });
  const details = notice.getByRole("button", { name: "查看详情" });
  await Promise.all([details.waitFor(), page.locator("#reply").getByText(told).waitFor()]);
  expect(new URL(page.url()).pathname).toBe(`/thread/${threadId}`);
  await details.click();
  await page.getByText("原因：灌水").waitFor();
  expect(new URL(page.url()).pathname).toBe("/user/status");
});

test("signing out in one window is told to the other, which comes back after the sign-in", async () => {
  const member = await forum.member();
  const one = await openThread(member);
  const two = await one.context().newPage();
  await two.goto("/");
  await ready(two);

  // What the menu of the second window does.
  await member.graphql(`mutation { logout }`);

  await one.waitForURL((url) => url.pathname === "/user/username-login");
  await one.getByText("登录已过期，请重新登录").waitFor();
  expect(await one.evaluate(() => sessionStorage.getItem("__jump_url"))).toBe(`/thread/${threadId}`);
  await two.waitForURL((url) => url.pathname === "/user/username-login");
});
