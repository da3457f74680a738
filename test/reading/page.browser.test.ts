import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { longThread } from "./longThread.ts";

const CODE = "```ts\nexport const answer = 42;\n```";
const TABLE = [
  "| CPU | Price | Remark | Clock | Date | Shop |",
  "| --- | ---: | --- | --- | --- | --- |",
  "| Ryzen 7 9800X3D | 3299 | for games | 4.7 GHz | 1/29/9 | Downtown |",
].join("\n");
const PARTS = [
  "# First",
  "One.",
  "## Second",
  CODE,
  "### Third",
  TABLE,
  "",
  "Last.",
  ...Array(30).fill("More."),
];

let forum: Forum;
let browser: Browser;
let ada: Person;
let id: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  const categoryId = await forum.categoryId();
  id = (await publish(ada, { categoryId, title: "Mango trees by the window", body: PARTS.join("\n\n") })).id;
  await publish(ada, { categoryId, title: "A window full of mango" });
  await reply(await forum.member(), id, { body: "From somebody else" });
  await reply(ada, id, { body: "From the author" });
  await forum.searchable();
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

const bar = (page: Page) => page.locator("[data-title-bar]");

test.each([
  ["a desk", { width: 1440, height: 900 }],
  ["a phone", PHONE],
])("on %s the title stays above what is read, and its contents lead to each heading", async (_name, size) => {
  const page = await browser.openPage({ person: ada, ...size });
  await visit(page, `/thread/${id}`);
  await page.getByText("复制代码").waitFor({ state: "attached" });
  expect(await bar(page).count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 600));
  await bar(page).getByRole("link", { name: "Mango trees by the window" }).waitFor();
  await expectNoViolations(page);

  await bar(page).getByRole("button", { name: "目录" }).click();
  await page.getByRole("menuitem", { name: "Second" }).click();
  const heading = page.getByRole("heading", { name: "Second" });
  await expect.poll(async () => Math.round((await heading.boundingBox())!.y)).toBeLessThan(180);
  expect((await heading.boundingBox())!.y).toBeGreaterThan(90);
});

test("code has its colours, its language and a button that copies it; tables are pushed sideways", async () => {
  const page = await browser.openPage(PHONE);
  await visit(page, `/thread/${id}`);
  const code = page.locator("#thread-text pre");
  await code.locator(".hljs-keyword", { hasText: "export" }).waitFor();
  await code.getByText("ts", { exact: true }).waitFor();
  const sizes = await page.locator("#thread-text table").evaluate((table) => ({
    isWider: table.scrollWidth > table.clientWidth,
    cell: table.querySelector("td")!.getBoundingClientRect().width,
    align: getComputedStyle(table.querySelector("td[align=right]")!).textAlign,
    page: document.documentElement.scrollWidth - innerWidth,
  }));
  expect(sizes.isWider).toBe(true);
  expect(sizes.cell).toBeGreaterThan(60);
  expect(sizes.align).toMatch(/right/);
  expect(sizes.page).toBe(0);
});

test("only the author is read by a link, and other threads about the same stand below", async () => {
  const page = await browser.openPage({ width: 1440, height: 900 });
  await visit(page, `/thread/${id}`);
  await page.getByRole("link", { name: "只看楼主" }).click();
  await page.waitForURL(`/thread/${id}?sort=author`);
  await page.getByText("From somebody else").waitFor({ state: "detached" });
  await page.getByText("From the author").waitFor();

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const related = page.getByRole("region", { name: "相关帖子" });
  await related.getByRole("link", { name: "A window full of mango" }).waitFor();
  expect(await related.getByRole("link", { name: "Mango trees by the window" }).count()).toBe(0);
});

test("at the end of a long thread the line says so", async () => {
  const long = await longThread(forum, ada, 41);
  const page = await browser.openPage({ width: 1440, height: 900 });
  await visit(page, `/thread/${long}?page=3#p41`);
  await page.locator("#p41").waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("navigation", { name: "阅读进度" }).getByText("41 / 41").waitFor();
});
