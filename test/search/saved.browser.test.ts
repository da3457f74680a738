import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { check, foundOf, save, savedOf } from "./saving.ts";

/** Members save searches and come back to what is new in them. */

let forum: Forum;
let browser: Browser;
let author: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  author = await forum.member();
  categoryId = await forum.categoryId();
  await publish(author, { categoryId, title: "SQLite 备份怎么做" });
  await publish(author, { categoryId, title: "Sourdough for beginners" });
  await forum.searchable();
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("at a desk a member saves a search, sees on the start page what is new, renames and deletes it", async () => {
  const ada = await forum.member();
  const page = await browser.openPage({ ...DESKTOP, person: ada });
  await visit(page, "/search?keyword=SQLite 备份&title=1");
  await page.getByRole("button", { name: "保存搜索" }).click();
  const dialog = page.getByRole("dialog", { name: "保存搜索" });
  await dialog.getByRole("textbox", { name: "名称" }).fill("备份");
  expect(await dialog.getByRole("switch", { name: "有新结果时通知我" }).isChecked()).toBe(true);
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "已保存" }).waitFor();
  expect(await savedOf(ada)).toMatchObject([
    { name: "备份", query: "SQLite 备份", filter: { titleOnly: true } },
  ]);

  await publish(author, { categoryId, title: "SQLite 备份脚本" });
  await check(forum);
  await visit(page, "/search");
  const link = section(page, "保存的搜索").getByRole("link", { name: "备份 1 条新结果" });
  await expectNoViolations(page, "main");
  await link.click();
  await page.getByRole("link", { name: "SQLite 备份脚本" }).waitFor();
  await page.getByRole("button", { name: "已保存" }).waitFor();
  await expect.poll(async () => (await savedOf(ada))[0]?.newCount).toBe(0);

  await visit(page, "/my?tab=searches");
  await page.getByRole("switch", { name: "“备份”有新结果时通知我" }).uncheck();
  await page.getByRole("button", { name: "重命名: 备份" }).click();
  await page.getByRole("textbox", { name: "名称" }).fill("备份方案");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("link", { name: "备份方案" }).waitFor();
  expect(await savedOf(ada)).toMatchObject([{ name: "备份方案", notifies: false }]);
  await expectNoViolations(page, "main");
  await page.getByRole("button", { name: "删除: 备份方案" }).click();
  await page.getByText("还没有保存的搜索").waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await page.getByRole("link", { name: "备份方案" }).waitFor();
  expect(await savedOf(ada)).toMatchObject([{ name: "备份方案", notifies: false, query: "SQLite 备份" }]);
  await browser.expectNoComplaints();
});

test("on a phone in English a search is saved, changed where it was saved, and deleted", async () => {
  const ada = await forum.member();
  const page = await browser.openPage({ ...PHONE, person: ada, locale: "en" });
  await visit(page, "/search?keyword=sourdough&span=month");
  await page.getByRole("button", { name: "Save this search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this search" });
  await dialog.getByRole("switch", { name: "Notify me about new results" }).uncheck();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  expect(await savedOf(ada)).toMatchObject([{ name: "sourdough", notifies: false, withinDays: 31 }]);
  const again = page.getByRole("dialog", { name: "Saved search" });
  await expectNoViolations(page, "dialog");
  await again.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Save this search" }).waitFor();
  expect(await savedOf(ada)).toEqual([]);
  await browser.expectNoComplaints();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("on %s a notification leads to the new results, newest first", async (_, size) => {
  const ada = await forum.member();
  const word = size === PHONE ? "rye" : "spelt";
  await save(ada, word);
  const { id } = await publish(author, { categoryId, title: "Flour" });
  await reply(author, id, { body: `About ${word}` });
  await check(forum);
  expect(await foundOf(forum, ada)).toHaveLength(1);
  const page = await browser.openPage({ ...size, person: ada, locale: "en" });
  await visit(page, "/message?page=thread");
  await page.getByRole("link", { name: `1 new result for “${word}”` }).click();
  await page.getByText(`About ${word}`).waitFor();
  expect(new URL(page.url()).search).toBe(`?keyword=${word}&kind=replies&sort=newest`);
  await expect.poll(async () => (await savedOf(ada))[0]?.newCount).toBe(0);
  await expect.poll(async () => (await foundOf(forum, ada))[0]?.isRead).toBe(true);

  // A link in a mail says the same, and works without scripts.
  const [{ id: savedId }] = (await savedOf(ada)) as [{ id: string }];
  const answer = await ada.get(`/search?saved=${savedId}`);
  expect([answer.status, answer.headers["location"]]).toEqual([302, `/search?keyword=${word}&sort=newest`]);
  await browser.expectNoComplaints();
});

test("a search that a program saved opens with its dates, and comes back whole when its removal is undone", async () => {
  const ada = await forum.member();
  const times = { writtenFrom: "2020-01-01T08:30:00.000Z", writtenBefore: "2021-06-01T12:00:00.000Z" };
  await save(ada, "sourdough", { name: "Old bread", filter: { ...times, phrases: ["for beginners"] } });
  const page = await browser.openPage({ ...DESKTOP, person: ada, locale: "en" });
  await visit(page, "/my?tab=searches");
  await page.getByRole("link", { name: "Old bread" }).click();
  const filters = page.getByRole("group", { name: "Filters" });
  await filters.getByRole("link", { name: /^Before .*2021/ }).waitFor();
  expect(await page.getByRole("link", { name: "Sourdough for beginners" }).count()).toBe(0);
  await filters.getByRole("link", { name: /^Before .*2021/ }).click();
  await page.getByRole("link", { name: "Sourdough for beginners" }).waitFor();

  await visit(page, "/my?tab=searches");
  await page.getByRole("button", { name: "Delete: Old bread" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Old bread" }).waitFor();
  expect(await savedOf(ada)).toMatchObject([{ filter: { ...times, phrases: ["for beginners"] } }]);
});
