import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, see } from "../threads/content.ts";
import { addFolder, bookmarksOf, inHours, mark } from "./bookmarking.ts";

/** Keeping threads for later, as people do it. */

let forum: Forum;
let browser: Browser;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  author = await forum.member();
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const SIZES = [
  ["a desk", DESKTOP],
  ["a phone", PHONE],
] as const;

const thread = async (title: string): Promise<string> =>
  (await publish(author, { categoryId: await forum.categoryId(), title })).id;
const reader = () => forum.member("thread.favorite");
const star = (page: Page): Locator => page.getByRole("button", { name: /^收藏 \d+$/ });
const row = (page: Page, title: string): Locator => page.getByRole("listitem").filter({ hasText: title });

test.each(SIZES)("a reader adds note, folder and reminder to a bookmark on %s", async (device, size) => {
  const title = device === "a desk" ? "周末读什么" : "路上听什么";
  const id = await thread(title);
  const ada = await reader();
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, `/thread/${id}`);
  await star(page).click();
  await page.getByRole("button", { name: "备注、收藏夹、提醒" }).click();
  const dialog = page.getByRole("dialog", { name: "编辑收藏" });
  await dialog.getByRole("textbox", { name: "备注" }).fill("先看第三章");
  await dialog.getByLabel("新建收藏夹").fill("读书");
  await dialog.getByRole("button", { name: "新建" }).click();
  const folder = dialog.getByLabel("收藏夹", { exact: true });
  await expect
    .poll(() => folder.evaluate((each: HTMLSelectElement) => each.selectedOptions[0]?.text))
    .toBe("读书");
  await dialog.getByText("明天", { exact: true }).click();
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });

  const { nodes } = await bookmarksOf(ada);
  expect(nodes).toMatchObject([{ note: "先看第三章", folder: { name: "读书" }, thread: { title } }]);
  // Nine in the morning, in the zone of the browser.
  const hour = await page.evaluate((time: string) => new Date(time).getHours(), nodes[0].remindAt);
  expect(hour).toBe(9);

  await visit(page, "/my?tab=favorites");
  const kept = row(page, title);
  await kept.getByText("先看第三章").waitFor();
  await kept.getByText(/09:00 提醒/).waitFor();
  if (device === "a desk") await page.getByRole("link", { name: /^读书/ }).click();
  else await page.getByLabel("收藏夹", { exact: true }).selectOption({ label: "读书 (1)" });
  await page.waitForURL(/folder=\d+/);
  await kept.waitFor();
  await expectNoViolations(page, "list");

  await kept.getByRole("button", { name: /^编辑备注/ }).click();
  await kept.getByRole("textbox", { name: "备注" }).fill("第三章看完了");
  await kept.getByRole("button", { name: "保存" }).click();
  await kept.getByText("第三章看完了").waitFor();
  expect((await bookmarksOf(ada)).nodes).toMatchObject([{ note: "第三章看完了" }]);
});

test("a tap that removes a bookmark with a note can be taken back", async () => {
  const id = await thread("说走就走");
  const ada = await reader();
  await mark(ada, id, { note: "带上雨衣", remindAt: inHours(30) });
  const page = await browser.openPage({ person: ada });
  await visit(page, `/thread/${id}`);
  await star(page).click();
  const back = page.getByRole("button", { name: "撤销" });
  await back.waitFor();
  expect((await bookmarksOf(ada)).nodes).toEqual([]);
  expect(await star(page).getAttribute("aria-pressed")).toBe("false");

  await back.click();
  await expect.poll(() => star(page).getAttribute("aria-pressed")).toBe("true");
  expect((await bookmarksOf(ada)).nodes).toMatchObject([{ note: "带上雨衣", remindAt: expect.any(String) }]);
  expect(await see(ada, id)).toMatchObject({ favoriteCount: 1 });
});

test("a thread that is gone is named by nothing but the note, and can be removed", async () => {
  const id = await thread("秘密菜谱");
  const ada = await reader();
  await mark(ada, id, { note: "问问阿木" });
  await author.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id });
  const page = await browser.openPage({ ...PHONE, person: ada });
  await visit(page, "/my?tab=favorites");
  const gone = row(page, "内容已不可见");
  await gone.getByText("问问阿木").waitFor();
  expect(await page.content()).not.toContain("秘密菜谱");

  await gone.getByRole("button", { name: /^取消收藏/ }).click();
  await gone.waitFor({ state: "detached" });
  expect((await bookmarksOf(ada)).nodes).toEqual([]);
});

test("folders are renamed, moved and deleted, and their bookmarks stay", async () => {
  const ada = await reader();
  const [id, tea] = [await thread("龙井"), await addFolder(ada, "茶")];
  await addFolder(ada, "酒");
  await mark(ada, id, { folderId: tea });
  const page = await browser.openPage({ person: ada });
  await visit(page, "/my?tab=favorites");
  const names = () => page.getByRole("navigation", { name: "收藏夹" }).getByRole("link").allTextContents();
  expect(await names()).toEqual(["全部", "有提醒的", "未分类", "茶1", "酒0"]);

  await page.getByRole("button", { name: "管理收藏夹" }).click();
  const dialog = page.getByRole("dialog", { name: "管理收藏夹" });
  await dialog.getByRole("button", { name: "下移: 茶" }).click();
  await expect.poll(names).toEqual(["全部", "有提醒的", "未分类", "酒0", "茶1"]);
  await dialog.getByRole("button", { name: "重命名: 酒" }).click();
  await dialog.getByRole("textbox", { name: "收藏夹名称" }).first().fill("茶");
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByText("已有同名的收藏夹").waitFor();
  await dialog.getByRole("textbox", { name: "收藏夹名称" }).first().fill("咖啡");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect.poll(names).toEqual(["全部", "有提醒的", "未分类", "咖啡0", "茶1"]);
  await expectNoViolations(page, "folders");
  await dialog.getByRole("button", { name: "删除: 茶" }).click();
  await page
    .getByRole("dialog", { name: /删除收藏夹/ })
    .getByRole("button", { name: "删除" })
    .click();
  await expect.poll(names).toEqual(["全部", "有提醒的", "未分类", "咖啡0"]);
  expect((await bookmarksOf(ada)).nodes).toMatchObject([{ id, folder: null }]);
});
