import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Pages with little on them stand still on a phone: nothing scrolls for nothing (review of the design, minor 15). */
const VISITOR_PAGES = [
  "/user/username-login",
  "/user/register",
  "/user/reset-password",
  "/no/such/page",
  "/thread/987654",
  "/search",
  "/search?q=nothinglikeit",
  "/forum",
  "/close",
  "/500",
  "/my",
  "/discover",
  "/topics",
  "/categories",
];
const MEMBER_PAGES = [
  "/message",
  "/message?page=thread",
  "/my",
  "/my?tab=favorites",
  "/my?tab=drafts",
  "/user/status",
  "/thread/987654",
  "/search?q=nothinglikeit",
  "/wallet",
  "/my/settings",
];

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});

test("nothing scrolls", async () => {
  const visitor = await browser.openPage({ ...PHONE });
  const member = await browser.openPage({ ...PHONE, person: await forum.member() });
  const out: unknown[] = [];
  for (const [page, paths] of [
    [visitor, VISITOR_PAGES],
    [member, MEMBER_PAGES],
  ] as const)
    for (const path of paths) {
      await visit(page, path);
      await page.waitForTimeout(400);
      const m = await page.evaluate(() => {
        const main = document.querySelector("main")!;
        return [
          document.documentElement.scrollHeight,
          innerHeight,
          Math.round(main.getBoundingClientRect().height),
          Math.round(
            [...main.children].reduce((b, c) => Math.max(b, c.getBoundingClientRect().bottom + scrollY), 0),
          ),
          Math.round(document.querySelector("footer")?.getBoundingClientRect().height ?? 0),
        ];
      });
      out.push([path, page.url().replace(/^.*?\d\//, "/"), ...m]);
    }
  console.log(out.map((x) => JSON.stringify(x)).join("\n"));
});
