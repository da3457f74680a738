import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish } from "../../threads/content.ts";
import { expectCleanInBothThemes } from "../../admin/desk.ts";

/** Waiting items call staff from every page, and are settled where they open. */
let forum: Forum;
let browser: Browser;
let author: Person;
let reporter: Person;
let moderator: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  [author, reporter, moderator] = [await forum.member(), await forum.member(), await forum.moderator()];
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Publishes a thread and reports it. */
async function reported(reason: string, title: string): Promise<string> {
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title });
  await reporter.graphql(
    `mutation ($id: ID!, $reason: ReportReason!) { reportContent(input: {threadId: $id, reason: $reason}) { id } }`,
    { id, reason },
  );
  return id;
}

const shield = (page: Page, name: string | RegExp) => page.getByRole("banner").getByRole("link", { name });
const isGone = async (id: string): Promise<boolean> =>
  (await forum.rows(`SELECT t.id FROM threads t WHERE t.id = ${id} AND t.deletedAt IS NOT NULL`)).length ===
  1;

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)("a reported thread is settled in two clicks from any page, on the %s", async (_name, size) => {
  const id = await reported("SPAM", "Cheap teapots");
  const page = await browser.openPage({ ...size, person: moderator, locale: "en" });
  await visit(page, "/");
  const clicks = [
    () => shield(page, "1 item waits for review").click(),
    () => page.getByRole("button", { name: /^Delete/ }).click(),
  ];
  await clicks[0]!();
  await page
    .getByRole("radio", { name: "Spam or advertising", checked: true })
    .waitFor({ state: "attached" });
  await page.getByRole("link", { name: "All 1", exact: false }).waitFor();
  await page.waitForLoadState("networkidle");
  await expectCleanInBothThemes(page);
  expect(await page.getByText("x refuse").count()).toBe(0);
  const inNavigation = page.getByRole("navigation", { name: "Administration" }).getByText("1 waiting");
  if (size === DESKTOP) await inNavigation.waitFor();
  await clicks[1]!();

  // The numbers follow at once, in the tabs and in the header.
  await page.getByText("All caught up").waitFor();
  await shield(page, "Review").waitFor();
  await inNavigation.waitFor({ state: "detached" });
  await expect.poll(() => isGone(id)).toBe(true);
  const document = "query ($t: String) { auditLog(target: $t) { nodes { action reason } } }";
  const { auditLog } = await (await forum.admin()).graphql(document, { t: `thread:${id}` });
  expect(auditLog.nodes).toContainEqual({ action: "decideReview", reason: "Spam or advertising" });
  await browser.expectNoComplaints();
});

test("members who decide about nothing see no shield", async () => {
  const page = await browser.openPage({ person: author, locale: "en" });
  await visit(page, "/");
  await page.waitForLoadState("networkidle");
  expect(await shield(page, /review/i).count()).toBe(0);
  await browser.expectNoComplaints();
});

test("administrators read below a page which operation does its work once they switch that on", async () => {
  const page = await browser.openPage({ person: await forum.admin(), locale: "en" });
  await visit(page, "/admin/review");
  expect(await page.getByText("API · ").count()).toBe(0);
  await page.getByRole("button", { name: "Show API notes" }).click();
  await page.getByText("API · decideReview").waitFor();
  await visit(page, "/admin/log");
  await page.getByText("API · ").waitFor();
  await page.getByRole("button", { name: "Hide API notes" }).click();
  await page.getByText("API · ").waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});
