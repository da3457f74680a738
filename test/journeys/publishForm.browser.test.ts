import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { chooseCategory, editor, visit } from "./steps.ts";

/** The form that publishes: a category is found by its name, and a text of before can be put aside. */
const CREATE = "mutation ($name: String!) { createCategory(input: {name: $name}) { id } }";
const SIZES = [
  ["a desk", DESKTOP],
  ["a phone", PHONE],
] as const;

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const admin = await forum.admin();
  for (const name of ["木工", "Photography", "旅行"]) await admin.graphql(CREATE, { name });
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

test.each(SIZES)("on %s a category is searched for and chosen, by keys as well", async (_, size) => {
  const page = await browser.openPage({ person: await forum.member(), ...size });
  await visit(page, "/thread/post");
  const field = page.getByRole("button", { name: "板块 请选择板块" });
  await field.click();
  const search = page.getByPlaceholder("搜索板块");
  await search.fill("PHOTO");
  await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["Photography"]);
  await expectNoViolations(page, "with the list open");
  await search.fill("nothing like it");
  await page.getByText("没有匹配的板块").waitFor();
  await search.fill("旅");
  await page.getByRole("option", { name: "旅行" }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await page.getByRole("button", { name: "板块 旅行" }).waitFor();
  expect(await page.getByRole("option").count()).toBe(0);

  await chooseCategory(page, "木工");
  await page.getByRole("textbox", { name: "标题" }).fill("一把新凿子");
  await (await editor(page)).fill("磨好了再用。");
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByRole("main").getByRole("link", { name: "木工" }).first().waitFor();
});

test.each(SIZES)(
  "on %s a text of before is announced on top and put aside for a new one",
  async (_, size) => {
    const page = await browser.openPage({ person: await forum.member(), ...size });
    await visit(page, "/thread/post");
    const title = page.getByRole("textbox", { name: "标题" });
    await title.fill("写到一半");
    await page.getByText(/^已保存/).waitFor();

    await visit(page, "/thread/post");
    const banner = page.getByRole("status").filter({ hasText: "已恢复上次没写完的内容" });
    await banner.waitFor();
    expect(await title.inputValue()).toBe("写到一半");
    expect((await banner.boundingBox())!.y).toBeLessThan((await title.boundingBox())!.y);
    await banner.getByRole("button", { name: "重新写" }).click();
    await banner.waitFor({ state: "detached" });
    expect(await title.inputValue()).toBe("");
    await page.getByRole("button", { name: "草稿箱" }).click();
    await page.getByRole("dialog").getByText("写到一半").waitFor();
  },
);
