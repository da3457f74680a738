import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("the explorer asks its first question without a word in the console", async () => {
  const page = await browser.openPage();
  await page.goto("/graphiql?query=%7B%20site%20%7B%20name%20%7D%20%7D");
  await page
    .locator(".graphiql-query-editor .view-line, .graphiql-query-editor .CodeMirror-line")
    .first()
    .waitFor();
  await page.getByRole("button", { name: /execute/i }).click();
  await page
    .locator(".result-window")
    .getByText(/"?name"?/)
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));

  await browser.expectNoComplaints();
});

test("the page of the shim shows its calls without a word in the console", async () => {
  const page = await browser.openPage();
  await page.goto("/api/docs");
  await page.locator(".opblock").first().waitFor();
  await page.locator(".opblock-summary-control").first().click();
  await page.locator(".opblock-body").first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await page.locator(".opblock").count()).toBeGreaterThan(20);

  await browser.expectNoComplaints();
});
