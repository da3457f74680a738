import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, signIn, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, see } from "../threads/content.ts";

/** A sign-in says what it is for, and what somebody was about to do goes on by itself afterwards. */
let forum: Forum;
let browser: Browser;
let author: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  await forum.admin();
  author = await forum.member();
  threadId = (
    await publish(author, {
      categoryId: await forum.categoryId(),
      body: "What a mango needs is warmth and patience.",
    })
  ).id;
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

const SIZES = [
  ["a desk", "d", DESKTOP],
  ["a phone", "p", PHONE],
] as const;

/** Becomes a member beside the page, so that the page itself can sign in. */
async function account(name: string): Promise<string> {
  await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`, {
      input: { username: name, nickname: name, password: PASSWORD },
    });
  return name;
}

const atSignIn = (page: Page) => page.waitForURL((url) => url.pathname === "/user/username-login");
const likes = async (): Promise<number> => (await see(author, threadId)).likeCount;

test.each(SIZES)("on %s a like that led to the sign-in is given afterwards, once", async (_, key, size) => {
  const page = await browser.openPage({ ...size });
  const before = await likes();
  await visit(page, `/thread/${threadId}`);
  await page.getByRole("button", { name: /^赞/ }).filter({ visible: true }).first().click();
  await atSignIn(page);
  await page.getByText("登录后，你的赞会自动送出").waitFor();
  await signIn(page, await account(`liker${key}`));

  await page.getByText("已送出你的赞").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/thread/${threadId}`);
  expect(await likes()).toBe(before + 1);
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: /^赞/, pressed: true }).filter({ visible: true }).first().waitFor();
  expect(await likes()).toBe(before + 1);
});

test.each(SIZES)("on %s a follow goes on after registering", async (_, key, size) => {
  const page = await browser.openPage({ ...size });
  await visit(page, `/user/${author.id}`);
  await page.getByRole("main").getByRole("button", { name: "关注" }).click();
  await atSignIn(page);
  await page.getByText("登录后，会自动关注这位成员").waitFor();
  await page.getByRole("main").getByRole("link", { name: "注册" }).click();
  await page.getByText("注册后，会自动关注这位成员").waitFor();
  await page.getByLabel("用户名").fill(`follow${key}`);
  await page.getByLabel("昵称").fill(`follow${key}`);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === `/user/${author.id}`);
  await page.getByText("已关注", { exact: true }).first().waitFor();
  await page.getByRole("main").getByRole("button", { name: "已关注" }).waitFor();
});

test.each(SIZES)("on %s a reply begins where it was wanted", async (_, key, size) => {
  const page = await browser.openPage({ ...size });
  await visit(page, `/thread/${threadId}`);
  const door =
    size === PHONE
      ? page.getByRole("button", { name: "写下你的回复…" })
      : page.getByRole("button", { name: "回复", exact: true });
  await door.filter({ visible: true }).first().click();
  await atSignIn(page);
  await page.getByText("登录后回到原处写回复").waitFor();
  await signIn(page, await account(`replier${key}`));
  await page.locator("[data-mode=docked]").waitFor();
});

test("what a visitor quoted is in the composer after the sign-in, with its marks", async () => {
  const categoryId = await forum.categoryId();
  const { id } = await publish(author, { categoryId, body: "- **“warmth”**\n- a\\_b\\_c" });
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, `/thread/${id}`);
  await page.evaluate(() =>
    getSelection()!.selectAllChildren(document.querySelector("#thread-text [data-prose]")!),
  );
  await page.locator("button:not([data-act])", { hasText: /^引用$/ }).click();
  await atSignIn(page);
  await signIn(page, await account("quoter"));

  const quote = page.locator('[data-mode="docked"] [contenteditable="true"] blockquote');
  await quote.locator("li strong", { hasText: "“warmth”" }).waitFor();
  await quote.locator("li", { hasText: /^a_b_c$/ }).waitFor();
});

test("what was wanted is not done by somebody who signs in for another reason", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  const before = await likes();
  await visit(page, `/thread/${threadId}`);
  await page.getByRole("button", { name: /^赞/ }).filter({ visible: true }).first().click();
  await atSignIn(page);
  await page.goBack();
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click();
  await atSignIn(page);
  await page.getByText("欢迎回来").waitFor();
  await signIn(page, await account("other"));
  expect(new URL(page.url()).pathname).toBe(`/thread/${threadId}`);
  await page.getByRole("button", { name: "账号菜单" }).waitFor();
  expect(await likes()).toBe(before);
});

test.each(SIZES)(
  "on %s a visitor finds the owner on the page about the site, signs in and writes",
  async (_, key, size) => {
    const page = await browser.openPage({ ...size });
    await visit(page, "/");
    await page.getByRole("contentinfo").getByRole("link", { name: "关于本站" }).click();
    await page.getByRole("link", { name: "给站长发私信" }).click();
    await atSignIn(page);
    await page.getByText("登录后就可以发私信").waitFor();
    await signIn(page, await account(`writer${key}`));
    expect(new URL(page.url()).pathname).toBe("/message");
    await page.getByRole("textbox").last().waitFor();
  },
);
