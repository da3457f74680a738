import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Pages with little on them stand still on a phone, and their footer is whole. */
const VISITOR_PAGES = [
  "/user/username-login",
  "/user/username-login?next=%2Fthread%2F1&for=like",
  "/user/reset-password",
  "/no/such/page",
  "/thread/987654",
  "/search",
  "/search?q=nothinglikeit",
  "/close",
  "/500",
  "/discover",
  "/topics",
  "/categories",
];
const MEMBER_PAGES = [
  "/message",
  "/message?page=thread",
  "/user/status",
  "/thread/987654",
  "/search?q=nothinglikeit",
  "/wallet",
];

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

test.each([
  ["visitors", false, VISITOR_PAGES],
  ["members", true, MEMBER_PAGES],
] as const)("short pages of %s do not scroll on a phone", async (_, isMember, paths) => {
  const page = await browser.openPage({ ...PHONE, ...(isMember && { person: await forum.member() }) });
  const scrolling: Record<string, number> = {};
  for (const path of paths) {
    await visit(page, path);
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(() => page.locator("main").innerText()).not.toBe("");
    const px = await overflow();
    if (px > 0) scrolling[path] = px;
  }
  expect(scrolling).toEqual({});
});
