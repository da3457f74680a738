import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";

/** Values of operators are suggested while they are typed, in the header and on the page of a search. */
let forum: Forum;
let browser: Browser;
let name: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const ada = await forum.member();
  const bo = await forum.member();
  name = ada.nickname;
  const categoryId = await forum.categoryId();
  await publish(ada, { categoryId, title: "柠檬树怎么养", body: "求教" });
  await publish(bo, { categoryId, title: "柠檬的价钱", body: "太贵了" });
  await forum.searchable();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["the header of a desk", DESKTOP, "banner", "/"],
  ["the page of a phone", PHONE, "main", "/search"],
] as const)("a member is found by name, in %s", async (_place, size, role, path) => {
  const page = await browser.openPage({ ...size });
  await visit(page, path);
  const area = page.getByRole(role);
  const field = area.locator("input[name=keyword]");
  await field.focus();
  await area.getByRole("combobox").waitFor();
  const operations: string[] = [];
  page.on("request", (request) => {
    const body = request.method() === "POST" ? (request.postData() ?? "") : "";
    const operation = /Operator(?:Members|Categories)|SearchSuggestions/.exec(body + request.url())?.[0];
    if (operation) operations.push(operation);
  });
  await field.pressSequentially(`柠檬 作者:${name.toLowerCase()}`);
  const option = area.getByRole("option", { name, exact: true });
  await option.waitFor();
  await expectNoViolations(page, "members");
  expect(operations.at(-1)).toBe("OperatorMembers");

  await field.press("ArrowDown");
  expect(await option.getAttribute("aria-selected")).toBe("true");
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toBe(`柠檬 作者:${name} `);
  await field.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("keyword") === `柠檬 作者:${name}`);
  const hits = page.locator("main article h2");
  await expect.poll(() => hits.allTextContents()).toEqual(["柠檬树怎么养"]);
  await browser.expectNoComplaints();
});

test.each([
  ["a desk", DESKTOP, "banner"],
  ["a phone", PHONE, "main"],
] as const)(
  "kinds of content and dates are offered, and the field keeps the focus, on %s",
  async (_device, size, role) => {
    const page = await browser.openPage({ ...size });
    await visit(page, "/search");
    const area = page.getByRole(role);
    const field = area.locator("input[name=keyword]");
    await field.focus();
    await area.getByRole("combobox").waitFor();
    await field.pressSequentially("包含:");
    await area.getByRole("option", { name: "图片" }).waitFor();
    expect(await area.getByRole("option").allTextContents()).toEqual([
      "图片",
      "附件",
      "投票",
      "付费",
      "悬赏",
      "红包",
      "答案",
    ]);
    await expectNoViolations(page, "kinds");
    await area.getByRole("option", { name: "图片" }).click();
    await expect.poll(() => field.inputValue()).toBe("包含:图片 ");
    expect(await field.evaluate((control) => control === document.activeElement)).toBe(true);

    await field.pressSequentially("after:");
    await area.getByRole("option", { name: "本月" }).click();
    expect(await field.inputValue()).toMatch(/^包含:图片 after:\d{4}-\d\d $/);
    await browser.expectNoComplaints();
  },
);

test("a category is offered and written", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  const { categories } = await forum.visitor().graphql(`{ categories { name } }`);
  const field = page.getByRole("banner").locator("input[name=keyword]");
  await field.focus();
  await page.getByRole("banner").getByRole("combobox").waitFor();
  await field.pressSequentially("板块:");
  await page.getByRole("option", { name: categories[0].name, exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe(`板块:${categories[0].name} `);
  await browser.expectNoComplaints();
});
