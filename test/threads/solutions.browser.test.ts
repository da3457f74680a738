import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "./content.ts";

/** Accepting an answer: the asker marks the reply that helped, and everybody finds it. */
let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)("a reply is accepted, marked, found and taken back on the %s", async (name, size) => {
  const [ada, ben] = [await forum.member(), await forum.member()];
  const title = `Which kettle on a ${name}?`;
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title });
  await reply(ben, id, { body: "No idea" });
  await reply(ben, id, { body: "The blue kettle" });
  const page = await browser.openPage({ ...size, person: ada, locale: "en" });
  await visit(page, `/thread/${id}`);
  const more = page.locator("#p2").getByRole("button", { name: "More actions" });
  await more.click();
  await page.getByRole("menuitem", { name: "Mark as solution" }).click();
  await page.locator("#p2").getByText("Accepted answer").waitFor();
  const article = page.getByRole("article", { name: title });
  await article.getByText("Solved", { exact: true }).waitFor();
  await expectNoViolations(page);
  await article.getByRole("link", { name: "Go to the accepted answer (#2)" }).click();
  await page.waitForURL(/#p2$/);

  const visitor = await browser.openPage({ ...size, locale: "en" });
  await forum.searchable();
  await visit(visitor, `/search?keyword=kettle`);
  await visitor.getByRole("link", { name: "Solved", exact: true }).click();
  await visitor.waitForURL(/solved=1/);
  await visitor.getByRole("main").getByRole("link", { name: title }).waitFor();
  await visit(visitor, "/");
  const row = visitor.getByRole("article").filter({ hasText: title });
  await row.getByText("Solved", { exact: true }).waitFor();
  await visit(visitor, `/thread/${id}`);
  await visitor.locator("#p2").getByText("Accepted answer").waitFor();
  await visitor.locator("#p2").getByRole("button", { name: "More actions" }).click();
  await visitor.getByRole("menuitem", { name: "Copy link" }).waitFor();
  expect(await visitor.getByRole("menuitem", { name: "Mark as solution" }).count()).toBe(0);

  await more.click();
  await page.getByRole("menuitem", { name: "Unmark as solution" }).click();
  await page.locator("#p2").getByText("Accepted answer").waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});
