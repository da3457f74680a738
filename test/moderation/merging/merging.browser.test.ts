import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { expectCleanInBothThemes } from "../../admin/desk.ts";
import { visit } from "../../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";

/** Moderators merge and split threads where they read them, and old addresses lead on. */
let forum: Forum;
let browser: Browser;
let moderator: Person;
let author: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  [moderator, author] = [await forum.moderator(), await forum.member()];
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const thread = async (title: string, bodies: readonly string[]): Promise<string> => {
  const { id } = await publish(author, {
    categoryId: await forum.categoryId(),
    title,
    body: `Text: ${title}`,
  });
  for (const body of bodies) await reply(author, id, { body });
  return id;
};
const choose = (page: Page, item: string) => page.getByRole("menuitem", { name: item, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog").last();
const threadMenu = (page: Page) =>
  page
    .locator("#thread-text footer")
    .getByRole("button", { name: /Manage|More/ })
    .click();

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)("a thread is merged into another by its address, on the %s", async (_name, size) => {
  const target = await thread("Which kettle?", ["A quiet one"]);
  const source = await thread("Kettle again", ["The red one", "The blue one"]);
  const page = await browser.openPage({ ...size, person: moderator, locale: "en" });
  await visit(page, `/thread/${source}`);
  await page.waitForLoadState("networkidle");
  await threadMenu(page);
  await choose(page, "Merge into…");
  await dialog(page)
    .getByRole("textbox", { name: "Target thread" })
    .fill(`http://forum.example/thread/${target}`);
  await dialog(page)
    .getByRole("radio", { name: /Which kettle/ })
    .check();
  await expectCleanInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("heading", { name: "Which kettle?", level: 1 }).waitFor();
  await page.locator("#p4").getByText("The blue one").waitFor();

  // Old addresses lead to where the replies are: by number, by the place behind `#`, and the thread itself.
  const reader = await browser.openPage({ ...size });
  await reader.goto(`${forum.url}/thread/${source}?post=2`);
  await reader.waitForURL(new RegExp(`/thread/${target}#p4$`));
  await reader.goto(`${forum.url}/thread/${source}#p1`);
  await reader.waitForURL(new RegExp(`/thread/${target}#p3$`));
  await reader.goto(`${forum.url}/thread/${source}`);
  await reader.waitForURL(new RegExp(`/thread/${target}#p2$`));
  await reader.locator("#p2").getByText("Text: Kettle again").waitFor();
  await browser.expectNoComplaints();
});

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)("replies are split off from the one that is read on, on the %s", async (_name, size) => {
  const source = await thread("Bread", ["Rye", "About cheese", "Gouda", "Brie"]);
  const page = await browser.openPage({ ...size, person: moderator, locale: "en" });
  await visit(page, `/thread/${source}`);
  await page.waitForLoadState("networkidle");
  await page.locator("#p2").getByRole("button", { name: /More/ }).click();
  await choose(page, "Split from here…");
  await dialog(page).getByRole("textbox", { name: "Title of the new thread" }).fill("Cheese");
  await expectCleanInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Split", exact: true }).click();
  await page.getByRole("heading", { name: "Cheese", level: 1 }).waitFor();
  await page.locator("#thread-text").getByText("About cheese").waitFor();
  await page.locator("#p2").getByText("Brie").waitFor();

  const reader = await browser.openPage({ ...size });
  const made = /\/thread\/(\d+)/.exec(page.url())![1]!;
  await reader.goto(`${forum.url}/thread/${source}#p3`);
  await reader.waitForURL(new RegExp(`/thread/${made}#p1$`));
  // The reply that became the thread's text: by the address that quotes name, and by the place behind `#`.
  for (const address of [`${source}?post=2#p2`, `${source}#p2`]) {
    await reader.goto(`${forum.url}/thread/${address}`);
    await reader.waitForURL(new RegExp(`/thread/${made}#thread-text$`));
    await reader.locator("#thread-text").getByText("About cheese").waitFor();
  }
  await browser.expectNoComplaints();
});
