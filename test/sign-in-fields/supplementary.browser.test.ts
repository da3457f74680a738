import sharp from "sharp";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Newcomers answer what the site asks, on a desktop and on a phone. */
let forum: Forum;
let browser: Browser;
let admin: Person;
const OPTIONS = JSON.stringify({ options: [{ value: "学生" }, { value: "教师" }] });
const FIELDS = ["城市", "自我介绍", "身份", "兴趣", "照片", "证明"];
const save = (entries: Record<string, string>) =>
  admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: Object.entries(entries).map(([key, value]) => ({ key, value })),
  });

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  browser = await Browser.open(forum);
  await save({ open_ext_fields: "1" });
  await admin.graphql(`mutation ($f: [SignInFieldInput!]!) { saveSignInFields(fields: $f) { id } }`, {
    f: FIELDS.map((name, type) => ({
      name,
      type,
      sort: type,
      required: type !== 1,
      fieldsExt: type === 2 || type === 3 ? OPTIONS : "",
    })),
  });
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desktop", {}, "deskcomer"],
  ["a phone", PHONE, "phonecomer"],
])(
  "on %s a newcomer answers all six kinds of questions and returns to where they began",
  async (_, size, name) => {
    const page = await browser.openPage(size);
    await visit(page, "/user/register?next=%2Fthread%2Fpost");
    await page.getByLabel("用户名").fill(name);
    await page.getByLabel("昵称").fill(name);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "注册" }).click();
    await page.waitForURL((url) => url.pathname === "/user/supplementary");
    await page.getByRole("heading", { name: "完善注册信息" }).waitFor();
    await ready(page);

    await page.getByRole("button", { name: "提交" }).click();
    await page.getByText("请填写此项").waitFor();
    await page.getByLabel("城市").fill("西安");
    await page.getByText("教师").first().click();
    await page.getByRole("checkbox", { name: "学生" }).check();
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    await page.locator('input[type="file"]').first().setInputFiles({
      name: "face.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await page.getByRole("button", { name: "移除 face.png" }).waitFor();
    await page
      .locator('input[type="file"]')
      .last()
      .setInputFiles({
        name: "proof.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("a teacher\n"),
      });
    await page.getByRole("button", { name: "移除 proof.txt" }).waitFor();
    await page.getByRole("button", { name: "提交" }).click();

    await page.waitForURL((url) => url.pathname === "/thread/post");
    await page.getByRole("textbox", { name: "标题" }).waitFor();
  },
);

test("a member whose answers are missing is led to them from where they may not take part", async () => {
  const member = await forum.member();
  await forum.write((ctx) => ctx.db.query(`UPDATE users SET status = 10 WHERE id = ${member.id}`));
  const page = await browser.openPage({ person: member });
  await visit(page, "/user/status");
  await page.getByRole("link", { name: "去填写" }).click();
  await page.getByRole("heading", { name: "完善注册信息" }).waitFor();
});

test("a refused member reads why and sends better answers, which are reviewed; then the page leads home", async () => {
  const member = await forum.member();
  await admin.graphql(
    `mutation ($id: ID!) { setUserStatus(userId: $id, status: REFUSED, reason: "看不清照片") { id } }`,
    { id: member.id },
  );
  const page = await browser.openPage({ person: member, ...PHONE });
  await visit(page, "/user/status");
  await page.getByText("原因：看不清照片").waitFor();
  await page.getByRole("link", { name: "修改后重新提交" }).click();
  await page.waitForURL((url) => url.pathname === "/user/supplementary");
  await page.getByText("原因：看不清照片").waitFor();
  await page.getByLabel("城市").fill("成都");
  await page.getByText("学生").first().click();
  await page.getByRole("checkbox", { name: "教师" }).check();
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const files = page.locator('input[type="file"]');
  await files.first().setInputFiles({ name: "clear.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "移除 clear.png" }).waitFor();
  await files.last().setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a\n") });
  await page.getByRole("button", { name: "移除 a.txt" }).waitFor();
  await page.getByRole("button", { name: "提交" }).click();

  await page.waitForURL((url) => url.pathname === "/user/status");
  await page.getByText("你的注册正在等待审核").first().waitFor();
  await page.getByText(/\d 秒后前往首页/).waitFor();
  await page.waitForURL((url) => url.pathname === "/");
});
