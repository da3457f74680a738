import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/**
 * Every page in a real browser, on a desk and on a phone, in both themes: no error and no hydration warning in the
 * console, no request to a foreign host, nothing that axe objects to.
 */
let forum: Forum;
let browser: Browser;
let member: Person;
let admin: Person;
/** A thread that the member may change. */
let ownId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await seedInto(forum.app, { force: false, threads: 40, tell: () => undefined });
  browser = await Browser.open(forum);
  member = await forum.member();
  admin = await forum.admin();
  const own = { categoryId: await forum.categoryId(), title: "窗边的薄荷", body: "长得太快了。" };
  ownId = (await publish(member, own)).id;
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const VISITOR_PAGES = [
  "/",
  "/?sort=NEWEST",
  "/category/2",
  "/thread/3",
  "/search?keyword=番茄",
  "/search?keyword=zzqqxx",
  "/user/2",
  "/user/username-login",
  "/user/register",
  "/setup",
  "/404",
];
const MEMBER_PAGES = [
  "/",
  "/category/2",
  "/thread/3",
  "/thread/post",
  "/thread/OWN/edit",
  "/user/2",
  "/search?keyword=番茄",
  "/my",
];
const ADMIN_PAGES = [
  "/admin",
  "/admin/review",
  "/admin/content",
  "/admin/topics",
  "/admin/members",
  "/admin/groups",
  "/admin/groups/10",
  "/admin/categories",
  "/admin/settings",
  "/admin/stop-words",
  "/admin/log",
];
const LOOKS = [
  { name: "desk, light", ...DESKTOP, colorScheme: "light" as const },
  { name: "desk, dark", ...DESKTOP, colorScheme: "dark" as const },
  { name: "phone, light", ...PHONE, colorScheme: "light" as const },
  { name: "phone, dark", ...PHONE, colorScheme: "dark" as const },
];

const visits = LOOKS.flatMap((look) => [
  ...VISITOR_PAGES.map((path) => ({ who: "a visitor", path, look, on: look.name })),
  ...MEMBER_PAGES.map((path) => ({ who: "a member", path, look, on: look.name })),
  // Once in each theme and once on each kind of device: the administration has its parts in common.
  ...(look.name === "desk, light" || look.name === "phone, dark" ? ADMIN_PAGES : ["/admin"]).map((path) => ({
    who: "an administrator",
    path,
    look,
    on: look.name,
  })),
]);

test.each(visits)("$path for $who on a $on", async ({ who, path, look }) => {
  const person = { "a member": member, "an administrator": admin }[who];
  // The page that does not exist answers 404, which Chromium notes in its console.
  const expectedErrors = path === "/404" ? [/status of 404/] : [];
  const page = await browser.openPage({ ...look, expectedErrors, ...(person ? { person } : {}) });

  const answer = await page.goto(path.replace("OWN", ownId), { waitUntil: "networkidle" });

  expect(answer?.status()).toBe(path === "/404" ? 404 : 200);
  await expectNoViolations(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "scrolls sideways").toBeLessThanOrEqual(look.width);
  await browser.expectNoComplaints();
});

test("the first page is readable without JavaScript", async () => {
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto("/");
  const [newest] = await forum.rows<{ title: string }>(
    "SELECT t.title FROM threads t ORDER BY t.lastPostedAt DESC LIMIT 1",
  );
  expect(await page.innerText("body")).toContain(newest!.title);
  await browser.expectNoComplaints();
});
