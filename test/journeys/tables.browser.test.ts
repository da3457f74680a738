import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "../threads/content.ts";
import { editor, visit } from "./steps.ts";

/** Tables as people make them: picked by size, shaped by the bar above them, published, read and edited again. */
let forum: Forum;
let browser: Browser;
let categoryId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  categoryId = await forum.categoryId();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Words and alignment of each cell, row by row. */
const cellsOf = (place: Locator): Promise<string[][]> =>
  place.locator("tr").evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => {
        const align = getComputedStyle(cell).textAlign;
        return `${cell.tagName.toLowerCase()} ${align === "start" ? "left" : align} ${cell.textContent}`;
      }),
    ),
  );

const bar = (page: Page) => page.getByRole("toolbar", { name: "表格工具" });
const tool = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const pick = (page: Page, size: string) =>
  page.getByRole("dialog", { name: "插入表格" }).getByRole("button", { name: size, exact: true });

test("a table of three rows and four columns is made, shaped, published, read and edited again", async () => {
  const person = await forum.member();
  const page = await browser.openPage({ person });
  await visit(page, `/thread/post?category=${categoryId}`);
  await page.getByRole("textbox", { name: "标题" }).fill("路由器的价格");
  const text = await editor(page);
  await text.click();

  await page.getByRole("button", { name: "表格", exact: true }).click();
  await expectNoViolations(page);
  await pick(page, "3 行 × 4 列").click();
  for (const word of ["型号", "价格", "速度", "备注", "A", "299", "3 Gb", "好", "B", "1099", "6 Gb", "快"]) {
    await page.keyboard.type(word);
    await page.keyboard.press("Tab");
  }
  // Tab behind the last cell has begun a fourth row.
  await page.keyboard.type("C");
  await text.getByText("价格", { exact: true }).click();
  await tool(page, "右对齐").click();
  expect(await tool(page, "右对齐").getAttribute("aria-pressed")).toBe("true");
  await text.getByText("A", { exact: true }).click();
  await tool(page, "在下方插入行").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("新");
  await text.getByText("B", { exact: true }).click();
  await tool(page, "删除行").click();
  await text.getByText("备注").click();
  await tool(page, "在右侧插入列").click();
  await page.keyboard.press("Tab");
  await page.keyboard.type("店家");
  await text.getByText("速度").click();
  await tool(page, "删除列").click();
  await text.getByText("备注").click();
  await tool(page, "居中对齐").click();
  await expectNoViolations(page);

  const expected = [
    ["th left 型号", "th right 价格", "th center 备注", "th left 店家"],
    ["td left A", "td right 299", "td center 好", "td left "],
    ["td left 新", "td right ", "td center ", "td left "],
    ["td left C", "td right ", "td center ", "td left "],
  ];
  expect(await cellsOf(text)).toEqual(expected);
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.locator("#thread-text table").waitFor();
  expect(await cellsOf(page.locator("#thread-text"))).toEqual(expected);

  const { pathname } = new URL(page.url());
  const phone = await browser.openPage(PHONE);
  await visit(phone, pathname);
  expect(await cellsOf(phone.locator("#thread-text"))).toEqual(expected);
  await expectNoViolations(phone);

  await visit(page, `${pathname}/edit`);
  expect(await cellsOf(await editor(page))).toEqual(expected);
  await browser.expectNoComplaints();
});

test("four steps of headings and tasks look in the page as they did in the editor", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, `/thread/post?category=${categoryId}`);
  const title = page.getByRole("textbox", { name: "标题" });
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("六千预算");
  const text = await editor(page);
  await text.click();
  for (const level of ["一", "二", "三", "四"]) {
    await page.getByRole("button", { name: "标题", exact: true }).click();
    await page.getByRole("menuitemradio", { name: `${level}级标题` }).click();
    await page.keyboard.type(`第${level}`);
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: "任务列表" }).click();
  for (const task of ["买土", "浇水", "换盆"]) {
    await page.keyboard.type(task);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Enter");
  await page.keyboard.type("写完了");
  await text.getByRole("checkbox", { name: "浇水" }).check();
  await expectNoViolations(page);

  const looks = (place: Locator) =>
    place.evaluate((root) => {
      const marks = [...root.querySelectorAll("h1, h2, h3, h4, h5, li, input")];
      const edges = marks.map((mark) => mark.getBoundingClientRect());
      return marks.map((mark, index) => [
        // The editor names its boxes by words that are not seen.
        (mark.querySelector("div") ?? mark).textContent.trim(),
        getComputedStyle(mark).fontSize,
        Math.round(edges[index]!.left - edges[0]!.left),
        Math.round(edges[index]!.top - edges[0]!.top),
      ]);
    });
  const written = await looks(text);
  const headings = written.filter(([words]) => String(words).startsWith("第"));
  expect(headings.map(([, size]) => size)).toEqual(["25.5px", "21.25px", "19.125px", "17px"]);
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await page.waitForURL(/\/thread\/\d+$/);
  const published = page.locator("#thread-text [data-prose]");
  await published.getByText("写完了").waitFor();
  expect(await looks(published)).toEqual(written);
  expect(await published.getByRole("checkbox", { name: "浇水" }).isChecked()).toBe(true);
  expect(await published.getByRole("checkbox", { name: "换盆" }).isChecked()).toBe(false);
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("a list becomes tasks when their signs are typed", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, "/thread/post");
  const text = await editor(page);
  await text.click();
  await page.keyboard.type("- 土\n[x] 浇水\n换盆");
  await text.getByRole("checkbox", { name: "换盆" }).waitFor();
  expect(await text.getByRole("checkbox", { name: "浇水" }).isChecked()).toBe(true);
  expect(await text.getByRole("checkbox", { name: "换盆" }).isChecked()).toBe(false);
  expect(await text.innerText()).not.toContain("[");
  expect(await text.getByRole("checkbox", { name: "土", exact: true }).isChecked()).toBe(false);
  await browser.expectNoComplaints();
});

test("within a table no other one begins, Enter leads down and out, and the whole table can go", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, "/thread/post");
  const text = await editor(page);
  await text.click();
  await page.getByRole("button", { name: "表格", exact: true }).press("Enter");
  const chosen = page.getByRole("dialog", { name: "插入表格" }).locator("button:focus");
  await chosen.waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  expect(await chosen.getAttribute("aria-label")).toBe("2 行 × 2 列");
  await page.keyboard.press("Enter");
  await page.keyboard.type("up");

  await page.getByRole("button", { name: /^表格 · / }).click({ force: true });
  expect(await page.getByRole("dialog", { name: "插入表格" }).count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("down");
  await page.keyboard.press("Enter");
  await page.keyboard.type("out");
  expect(await cellsOf(text)).toEqual([
    ["th left up", "th left "],
    ["td left down", "td left "],
  ]);
  expect(await text.locator(":scope > p").first().innerText()).toBe("out");
  expect(await bar(page).count()).toBe(0);

  await text.getByText("down").click();
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("Escape");
  await page.keyboard.type("stairs ");
  await tool(page, "删除表格").click();
  expect(await text.locator("table").count()).toBe(0);
  expect(await text.innerText()).toContain("out");
  await browser.expectNoComplaints();
});

test("a pasted table becomes what it will be when it is published", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, "/thread/post");
  const text = await editor(page);
  await text.click();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const rows =
      '<tr><td>a</td><td style="color: red; text-align: right">b</td></tr><tr><td><p>one</p><p>two</p></td><td>3</td></tr>';
    transfer.setData("text/html", `<table>${rows}</table>`);
    const paste = new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true });
    document.querySelector('[contenteditable="true"]')!.dispatchEvent(paste);
  });
  await text.locator("table").waitFor();
  expect(await cellsOf(text)).toEqual([
    ["th left a", "th right b"],
    ["td left one two", "td right 3"],
  ]);
  await browser.expectNoComplaints();
});

test("on a phone a table is tapped into a reply", async () => {
  const { id } = await publish(await forum.member(), { categoryId });
  const page = await browser.openPage({ person: await forum.member(), ...PHONE });
  await visit(page, `/thread/${id}`);
  await page.getByRole("button", { name: "写下你的回复" }).tap();
  const text = await editor(page);
  await text.tap();
  await page.getByRole("button", { name: "表格", exact: true }).tap();
  const box = (await page.getByRole("dialog", { name: "插入表格" }).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  await pick(page, "2 行 × 2 列").tap();
  await page.keyboard.type("口味");
  await tool(page, "居中对齐").tap();
  await page.getByRole("button", { name: "回复", exact: true }).last().tap();
  const reply = page.locator("#p1");
  await reply.locator("table").waitFor();
  expect((await cellsOf(reply))[0]).toEqual(["th center 口味", "th left "]);
  await browser.expectNoComplaints();
});
