import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { flushFruitless } from "../../server/features/search/fruitless/fruitless.service.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "../threads/content.ts";

/** Searching from the header, inside a thread, and narrowing what was found. */
let forum: Forum;
let browser: Browser;
let about: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const ada = await forum.member();
  const categoryId = await forum.categoryId();
  about = (await publish(ada, { categoryId, title: "柠檬树怎么养", body: "求教" })).id;
  await reply(ada, about, { body: "柠檬要晒太阳" });
  await publish(ada, { categoryId, title: "阳台", body: "种了一棵柠檬树" });
  await forum.searchable();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("the box of the header offers this thread first, then threads and replies; keys choose", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, `/thread/${about}`);
  const field = page.getByRole("banner").locator("input[name=keyword]");
  await field.focus();
  await page.getByRole("banner").getByRole("combobox").waitFor();
  await field.pressSequentially("柠檬");
  await page.getByRole("option", { name: "柠檬要晒太阳" }).waitFor();
  expect(await page.getByRole("option").first().textContent()).toBe("在本帖中搜索“柠檬”");
  await expectNoViolations(page, "panel");

  await field.press("ArrowDown");
  await field.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("thread") === about);
  await page.getByRole("link", { name: "只在本帖中 ×" }).waitFor();
  expect(await page.locator("main article").count()).toBe(1);

  await page.getByRole("banner").locator("input[name=keyword]").focus();
  await page.getByRole("banner").locator("input[name=keyword]").fill("");
  await page.getByRole("option", { name: "柠檬", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("banner").getByRole("option").count()).toBe(0);
  await browser.expectNoComplaints();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("titles come first, tabs count, and filters stand in the address, on %s", async (_device, size) => {
  const page = await browser.openPage({ ...size });
  await visit(page, "/search?keyword=柠檬树");
  const hits = page.locator("main article h2");
  expect(await hits.allTextContents()).toEqual(["柠檬树怎么养", "阳台"]);
  const kinds = page.getByRole("navigation", { name: "搜索范围" });
  await expect.poll(() => kinds.getByRole("link").first().textContent()).toMatch(/2$/);

  await page.getByRole("link", { name: "只搜标题" }).click();
  await page.waitForURL((url) => url.searchParams.has("title"));
  await expect.poll(() => hits.allTextContents()).toEqual(["柠檬树怎么养"]);
  await page.getByLabel("时间").selectOption("week");
  await page.waitForURL((url) => url.searchParams.get("span") === "week");
  await expect.poll(() => hits.allTextContents()).toEqual(["柠檬树怎么养"]);
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("operators become parts that can be taken away, and tips list them, on %s", async (_device, size) => {
  const page = await browser.openPage({ ...size });
  await visit(page, `/search?keyword=${encodeURIComponent("柠檬树 -求教 in:标题 author:没有这人")}`);
  const parts = page.getByRole("group", { name: "搜索条件" });
  await page.getByText("没有找到相关内容").waitFor();
  expect(await parts.getByRole("link").allTextContents()).toEqual([
    "柠檬树 ×",
    "不含：求教 ×",
    "只搜标题 ×",
    "作者：没有这人 · 没有这位成员 ×",
  ]);
  await expectNoViolations(page);

  await parts.getByRole("link", { name: /没有这人/ }).click();
  await page.waitForURL((url) => url.searchParams.get("keyword") === "柠檬树 -求教 in:标题");
  await parts.getByRole("link", { name: "移除 不含：求教" }).click();
  const hits = page.locator("main article h2");
  await expect.poll(() => hits.allTextContents()).toEqual(["柠檬树怎么养"]);

  await page.getByRole("button", { name: "搜索技巧" }).click();
  await page.getByText("晚于:2026-01 早于:2026-05-31").waitFor();
  await expectNoViolations(page, "tips");
  await browser.expectNoComplaints();
});

test("a wrong date is told on the page of the search", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, `/search?keyword=${encodeURIComponent("柠檬 before:2026-13")}`);
  await page.getByRole("alert").getByText("“2026-13”不是日期").waitFor();
  await page.getByRole("link", { name: /早于：2026-13 · 不是日期/ }).click();
  await page.locator("main article h2").first().waitFor();
});

test("the owner reads what people searched for in vain", async () => {
  for (let person = 0; person < 3; person++) {
    const member = await forum.member();
    await member.graphql(`{ searchCounts(query: "渡渡鸟") { threads } }`);
  }
  await flushFruitless(forum.app.context());
  const page = await browser.openPage({ ...DESKTOP, person: await forum.admin() });
  await visit(page, "/admin/searches");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "渡渡鸟" }) });
  expect(await row.getByRole("cell").nth(1).textContent()).toBe("3");
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("discover is a page of its own", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "发现" }).click();
  await page.waitForURL((url) => url.pathname === "/discover");
  await page.getByRole("heading", { name: "等人回复" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "阳台" }).first().waitFor();
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});
