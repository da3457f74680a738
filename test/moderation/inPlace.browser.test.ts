import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../admin/desk.ts";
import { composer, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Moderators act where the problem is: on threads, replies, profiles. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let author: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  [admin, author] = [await forum.admin(), await forum.member()];
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const thread = async (title: string): Promise<string> =>
  (await publish(author, { categoryId: await forum.categoryId(), title })).id;
const one = async (sql: string): Promise<Record<string, unknown>> => (await forum.rows(sql))[0]!;
const choose = (page: Page, item: string) => page.getByRole("menuitem", { name: item, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog").last();

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)(
  "somebody is banned with all that they wrote in four clicks, and it is undone, on the %s",
  async (_name, size) => {
    const spammer = await forum.member();
    const id = await thread("Kettles");
    const { id: postId } = await reply(spammer, id, { body: "Cheap kettles here" });
    const { id: own } = await publish(spammer, {
      categoryId: await forum.categoryId(),
      title: "More kettles",
    });
    const page = await browser.openPage({ ...size, person: admin, locale: "en" });
    await visit(page, `/thread/${id}`);
    const row = page.locator("[data-post], article, li").filter({ hasText: "Cheap kettles here" }).last();
    await page.waitForLoadState("networkidle");

    await row
      .getByRole("button", { name: /More|Manage/ })
      .last()
      .click();
    await choose(page, "Ban the author");
    await dialog(page).getByText("Also delete 2 posts").waitFor();
    await expectCleanInBothThemes(page);
    await dialog(page).getByRole("switch", { name: "Also delete 2 posts" }).click();
    await dialog(page).getByRole("button", { name: "Ban", exact: true }).click();
    await page.getByText(`${spammer.nickname} is banned, 2 posts deleted`).waitFor();

    const state = async () => ({
      ...(await one(`SELECT u.status FROM users u WHERE u.id = ${spammer.id}`)),
      ...(await one(`SELECT p.visible AS post FROM posts p WHERE p.id = ${postId}`)),
      ...(await one(`SELECT t.visible AS thread FROM threads t WHERE t.id = ${own}`)),
    });
    expect(await state()).toEqual({ status: 1, post: 0, thread: 0 });
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect.poll(state).toEqual({ status: 0, post: 1, thread: 1 });
    await browser.expectNoComplaints();
  },
);

test("a thread is locked with a reason while somebody writes: their text stays, and they read why", async () => {
  const id = await thread("Which cup?");
  const writer = await browser.openPage({ person: await forum.member() });
  await visit(writer, `/thread/${id}`);
  const field = await composer(writer);
  await field.fill("The blue one, of course");

  const page = await browser.openPage({ person: admin, locale: "en" });
  await visit(page, `/thread/${id}`);
  await page.waitForLoadState("networkidle");
  await page
    .locator("#thread-text footer")
    .getByRole("button", { name: /Manage|More/ })
    .click();
  await choose(page, "Lock");
  await dialog(page).getByRole("combobox", { name: "Reason" }).selectOption("It is settled");
  await expectCleanInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Lock" }).click();
  await page.getByText("Locked, no more replies: It is settled").first().waitFor();

  await writer.locator("#reply").getByRole("button", { name: "回复", exact: true }).click();
  await writer.locator("#reply").getByText("帖子已锁定，不能再回复：It is settled").first().waitFor();
  expect(await field.textContent()).toBe("The blue one, of course");

  const visitor = await browser.openPage({ ...PHONE });
  await visit(visitor, `/thread/${id}`);
  await visitor.locator("#reply").getByText("帖子已锁定，不能再回复：It is settled").waitFor();
  await browser.expectNoComplaints();
});

test("a thread is moved in place, and back", async () => {
  const id = await thread("Green tea");
  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: {name: "Teapots"}) { id } }`,
  );
  const from = (await one(`SELECT t.categoryId FROM threads t WHERE t.id = ${id}`))["categoryId"];
  const category = async () =>
    (await one(`SELECT t.categoryId FROM threads t WHERE t.id = ${id}`))["categoryId"];
  const page = await browser.openPage({ person: admin, locale: "en" });
  await visit(page, `/thread/${id}`);
  await page.waitForLoadState("networkidle");
  await page
    .locator("#thread-text footer")
    .getByRole("button", { name: /Manage|More/ })
    .click();
  await choose(page, "Move to…");
  await dialog(page).getByRole("combobox", { name: "Category" }).selectOption(createCategory.id);
  await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("Moved to Teapots").waitFor();
  expect(await category()).toBe(Number(createCategory.id));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(category).toBe(from);
  await browser.expectNoComplaints();
});

test("a member is warned and noted on their profile, and banned for a day, which everybody sees", async () => {
  const rude = await forum.member();
  const page = await browser.openPage({ person: admin, locale: "en" });
  await visit(page, `/user/${rude.id}`);
  await page.getByRole("button", { name: "Warn", exact: true }).click();
  await dialog(page).getByText("Harassment").click();
  await expectCleanInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Warn", exact: true }).click();
  await page.getByRole("button", { name: "1 warning · 0 notes" }).click();
  await dialog(page).getByRole("textbox", { name: "New note" }).fill("Wrote to us by mail");
  await dialog(page).getByRole("button", { name: "Add the note" }).click();
  await dialog(page).getByText("Wrote to us by mail").waitFor();
  await expectCleanInBothThemes(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "1 warning · 1 note" }).waitFor();

  await page.getByRole("button", { name: "Ban", exact: true }).click();
  await dialog(page).getByText("1 day", { exact: true }).click();
  await dialog(page).getByRole("button", { name: "Ban", exact: true }).click();
  await page.getByRole("heading", { level: 1 }).getByText("Banned").waitFor();

  const visitor = await browser.openPage({ locale: "en" });
  await visit(visitor, `/user/${rude.id}`);
  await visitor.getByRole("heading", { level: 1 }).getByText("Banned").waitFor();

  const banned = await browser.openPage({ person: rude, locale: "en" });
  await visit(banned, "/user/status?statusMsg=evil");
  await banned.getByText("The ban ends:").waitFor();
  await banned.getByText("Reason: Spam or advertising").waitFor();
  expect(await banned.getByText("evil").count()).toBe(0);
  await browser.expectNoComplaints();
});

test("the log tells what was done in sentences with names", async () => {
  const troll = await forum.member();
  await admin.graphql(`mutation ($id: ID!) { banUser(input: {userId: $id, reason: "Spam"}) { id } }`, {
    id: troll.id,
  });
  const page = await browser.openPage({ person: admin });
  await visit(page, "/admin/log");
  const entry = page.locator("summary").filter({ hasText: `封禁了 ${troll.nickname}（正常 → 已封禁）` });
  await entry.getByText(admin.nickname).first().waitFor();
  await page.waitForLoadState("networkidle");
  await expectCleanInBothThemes(page);
  await browser.expectNoComplaints();
});
