import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { chooseCategory, composer, editor, PASSWORD, ready, visit } from "./steps.ts";

/** From the first start of a forum to the answer of a friend whom its owner gave the address. */
const HANDS_MS = 180_000;
/** Hands that type ten letters in a second. */
const TYPING = { delay: 100 } as const;

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("an owner sets a forum up, writes, and a friend answers on a phone within three minutes", async () => {
  const start = Date.now();
  const page = await browser.openPage();
  const { pathname, search } = new URL(forum.app.setupUrl!);
  await page.goto(pathname + search);
  await ready(page);
  await page.getByLabel("用户名").pressSequentially("owner", TYPING);
  await page.getByLabel("昵称").pressSequentially("站长", TYPING);
  await page.getByLabel("密码", { exact: true }).pressSequentially(PASSWORD, TYPING);
  await page.getByRole("button", { name: "创建管理员" }).click();
  await page.getByRole("heading", { name: "名称与外观" }).waitFor();
  await ready(page);
  await page.getByLabel("站点名称").fill("");
  await page.getByLabel("站点名称").pressSequentially("山野小站", TYPING);
  await page.getByRole("button", { name: "保存并继续" }).click();
  await page.getByRole("heading", { name: "板块", exact: true }).waitFor();
  await ready(page);
  await page.getByText("兴趣", { exact: true }).click();
  await page.getByRole("button", { name: "保存并继续" }).click();
  await page.getByRole("heading", { name: "加入与邮件" }).waitFor();
  await page.getByRole("link", { name: "跳过" }).click();
  const words = await page.getByLabel("可以这样说").inputValue();

  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).pressSequentially("周末去哪儿徒步？", TYPING);
  await (await editor(page)).pressSequentially("大家推荐一条路线吧。", TYPING);
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);

  // The words that the owner passes on name the link of an invitation.
  const address = new URL(/https?:\/\/\S+/.exec(words)![0]);
  expect(address.pathname).toBe("/invite");
  const phone = await browser.openPage(PHONE);
  await visit(phone, address.pathname + address.search);
  await phone.getByText("站长 邀请你加入").waitFor();
  await visit(phone, "/");
  await phone.getByRole("link", { name: "周末去哪儿徒步？", exact: true }).click();
  await phone.getByRole("article", { name: "周末去哪儿徒步？" }).waitFor();
  await phone.locator("#reply").getByRole("link", { name: "注册" }).click();
  await phone.getByText("站长 邀请你加入").waitFor();
  await phone.getByLabel("用户名").pressSequentially("friend", TYPING);
  await phone.getByLabel("昵称").pressSequentially("阿木", TYPING);
  await phone.getByLabel("密码", { exact: true }).pressSequentially(PASSWORD, TYPING);
  await phone.getByRole("button", { name: "注册" }).click();
  await phone.waitForURL(/\/thread\/\d+/);
  await ready(phone);
  await (await composer(phone)).pressSequentially("北门那条，一路都是树。", TYPING);
  await phone.locator("#reply").getByRole("button", { name: "回复", exact: true }).click();
  await phone.locator("#p1").getByText("一路都是树").waitFor();
  expect(Date.now() - start).toBeLessThan(HANDS_MS);
  await visit(page, "/invite");
  await page.getByRole("link", { name: "阿木" }).waitFor();
  await browser.expectNoComplaints();
});
