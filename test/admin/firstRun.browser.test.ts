import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ready } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Somebody starts a forum: the first administrator, a name and a colour, categories, mail, an address to pass on. */
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

test("an owner gives a new forum a face in four steps, and the dashboard knows what is left", async () => {
  const page = await browser.openPage();
  const { pathname, search } = new URL(forum.app.setupUrl!);
  await page.goto(pathname + search);
  await ready(page);
  await page.getByLabel("用户名").fill("owner");
  await page.getByLabel("昵称").fill("站长");
  await page.getByLabel("密码", { exact: true }).fill("a walk to the old mill");
  await page.getByRole("button", { name: "创建管理员" }).click();

  await page.getByRole("heading", { name: "名称与外观" }).waitFor();
  await ready(page);
  await expectNoViolations(page);
  await page.getByLabel("站点名称").fill("山野小站");
  await page.getByLabel("主色").fill("#ffd400");
  const near = page.getByRole("button", { name: "换成相近的 #8c7500" });
  await near.click();
  await near.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "保存并继续" }).click();

  await page.getByRole("heading", { name: "板块", exact: true }).waitFor();
  await ready(page);
  const painted = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--accent"),
  );
  expect(painted).toBe("#8c7500");
  await page.getByText("兴趣", { exact: true }).click();
  await page.getByLabel("装备").uncheck();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "保存并继续" }).click();

  await page.getByRole("heading", { name: "加入与邮件" }).waitFor();
  await ready(page);
  await page.getByRole("button", { name: "发送测试邮件" }).click();
  await page.getByText("邮件服务器还没有填完整").waitFor();
  await page.getByRole("link", { name: "跳过" }).click();

  await page.getByRole("img", { name: "邀请链接的二维码" }).waitFor();
  expect(await page.getByLabel("可以这样说").inputValue()).toContain("山野小站");
  await page.getByRole("link", { name: "去管理后台" }).click();
  await page.getByRole("heading", { name: "开张清单 3/7" }).waitFor();
  await page.getByRole("link", { name: "未设置，去填写" }).waitFor();
  await expectNoViolations(page);

  // The home page reminds of it as well, until that is enough.
  await page.goto("/");
  await ready(page);
  const reminder = page.getByRole("region", { name: "开张清单 3/7" });
  await reminder.getByRole("link", { name: "发布第一个帖子" }).waitFor();
  await reminder.getByRole("button", { name: "不再显示" }).click();
  await reminder.waitFor({ state: "detached" });

  const { categories } = await forum.visitor().graphql(`{ categories { name } }`);
  expect((categories as { name: string }[]).map(({ name }) => name)).toEqual([
    "新手",
    "分享",
    "活动",
    "闲聊",
  ]);
  await browser.expectNoComplaints();
});

test("the brand page works on a phone in the dark, and a saved colour is there at once", async () => {
  const admin = await forum.admin();
  const page = await browser.openPage({ person: admin, ...PHONE, colorScheme: "dark" });
  await page.goto("/admin/brand");
  await ready(page);
  await page.getByLabel("主色").fill("#7a2e8f");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector("style")?.textContent ?? ""))
    .toContain("--accent:#7a2e8f");
  await ready(page);
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await browser.expectNoComplaints();
});
