import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "./content.ts";

/** Members react to threads and replies, and see who did. */
let forum: Forum;
let browser: Browser;
let author: Person;
let member: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  [author, member] = [await forum.member(), await forum.member()];
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("a member points at the like of a reply, reacts, sees who did, and takes it back", async () => {
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title: "Good news" });
  await reply(author, id, { body: "We won" });
  const page = await browser.openPage({ ...DESKTOP, person: member, locale: "en" });
  await visit(page, `/thread/${id}`);
  await page.waitForLoadState("networkidle");
  const row = page.locator("#p1");
  await row.getByRole("button", { name: "Like 0" }).hover();
  await page.getByRole("menuitemradio", { name: "🎉" }).click();
  await row.getByRole("button", { name: "🎉 1" }).click();
  const sheet = page.getByRole("dialog", { name: "Who reacted" });
  await sheet.getByRole("link", { name: member.nickname }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });

  // With the keyboard alone, to the same choice, which takes it back.
  await row.getByRole("button", { name: "Like 1" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitemradio", { name: "🎉", checked: true }).press("Enter");
  await row.getByRole("button", { name: "Like 0" }).waitFor();
  await row.getByRole("button", { name: "🎉 1" }).waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});

test("on a phone the like is held, and a short press is still a like", async () => {
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title: "Small screens" });
  const { id: postId } = await reply(author, id, { body: "Held" });
  const page = await browser.openPage({ ...PHONE, person: member, locale: "en" });
  await visit(page, `/thread/${id}`);
  await page.waitForLoadState("networkidle");
  const like = page.locator("#p1").getByRole("button", { name: /^Like/ });
  const finger = { pointerType: "touch", bubbles: true, isPrimary: true };
  await like.dispatchEvent("pointerdown", finger);
  const choice = page.getByRole("menuitemradio", { name: "😄" });
  await choice.waitFor();
  await like.dispatchEvent("pointerup", finger);
  await like.dispatchEvent("click");
  await choice.click();
  await page.locator("#p1").getByRole("button", { name: "😄 1" }).waitFor();
  const stored = () => forum.rows(`SELECT l.reaction FROM post_likes l WHERE l.postId = ${postId}`);
  expect(await stored()).toEqual([{ reaction: "😄" }]);
  await like.click();
  await expect.poll(stored).toEqual([]);
  await browser.expectNoComplaints();
});
