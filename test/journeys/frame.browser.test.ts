import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { readManifest } from "../../server/ssr/document.ts";
import { Browser, expectNoViolations } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { ROOT } from "../support/root.ts";
import { pressUntil, ready, visit } from "./steps.ts";

/** The frame of the site when the line is slow, breaks or is cut, and on the way through a sign-in. */
let forum: Forum;
let browser: Browser;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await seedInto(forum.app, { force: false, threads: 40, tell: () => undefined });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const CODE_OF_DISCOVER = `**/${readManifest(join(ROOT, "dist/client"))["client/features/search/DiscoverPage.tsx"]?.file}`;

test("a page whose code is slow is announced by a thin line, while the present one stays", async () => {
  const page = await browser.openPage();
  await page.route(CODE_OF_DISCOVER, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  await visit(page, "/");
  const line = page.getByRole("progressbar", { name: "加载中…" });
  expect(await line.count()).toBe(0);
  await page.getByRole("link", { name: "发现" }).click();
  await line.waitFor();
  expect(await page.locator("article").count()).toBeGreaterThan(5);
  await page.getByRole("heading", { name: "等人回复" }).waitFor();
  await line.waitFor({ state: "detached" });
  await browser.expectNoComplaints();
});

test("a page whose code does not come is loaded whole", async () => {
  const page = await browser.openPage({ expectedErrors: [/./] });
  let documents = 0;
  page.on("request", (request) => void (documents += request.isNavigationRequest() ? 1 : 0));
  await visit(page, "/");
  await page.route(CODE_OF_DISCOVER, (route) => (documents > 1 ? route.continue() : route.abort()));
  await page.getByRole("link", { name: "发现" }).click();
  await page.waitForURL("/discover");
  await page.getByRole("heading", { name: "等人回复" }).waitFor();
  await ready(page);
  expect(documents).toBe(2);
});

test("when the line is cut the page says so and stays; another page gives way to the offline page", async () => {
  const page = await browser.openPage({ keepsShell: true, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
  await visit(page, "/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const notice = page.getByText("网络已断开，已打开的内容仍可阅读");
  await page.context().setOffline(true);
  await notice.waitFor();
  await expectNoViolations(page);
  expect(await page.locator("article").count()).toBeGreaterThan(5);

  const other = await page.context().newPage();
  await other.goto("/user/2");
  await other.getByRole("heading", { name: "网络已断开" }).waitFor();
  await expectNoViolations(other);
  const kept = await other.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return all.flat();
  });
  const foreign = kept.filter((path) => !/^\/(assets\/|offline\.|favicon\.svg)/.test(path));
  expect(foreign).toEqual([]);

  await page.context().setOffline(false);
  await notice.waitFor({ state: "detached" });
  await other.getByRole("link", { name: /重试/ }).click();
  await other.getByRole("banner").waitFor();
});

test("whoever must sign in comes back to where they were", async () => {
  const page = await browser.openPage();
  await visit(page, "/thread/3");
  await page.goto("/my/settings?section=devices");
  await page.waitForURL((url) => url.pathname === "/user/username-login");
  await ready(page);
  await page.getByLabel("用户名").fill("demo_member");
  await page.getByLabel("密码", { exact: true }).fill("luntan-demo");
  await page.locator("form").getByRole("button", { name: "登录" }).click();
  await page.waitForURL("/my/settings?section=devices");
  await ready(page);
  expect(await page.evaluate(() => sessionStorage.getItem("__jump_url"))).toBeNull();
  await browser.expectNoComplaints();
});

test("keys lead through the site, and the sheet says which", async () => {
  const page = await browser.openPage();
  await visit(page, "/user/2");
  const sheet = page.getByRole("dialog", { name: "键盘快捷键" });
  await pressUntil(page, "?", () => sheet.isVisible());
  await sheet.getByText("去首页").waitFor();
  await expectNoViolations(page);
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  expect(new URL(page.url()).pathname).toBe("/user/2");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.waitForURL((url) => url.pathname === "/");
  await page.locator("article").first().waitFor();
  await pressUntil(page, "/", async () => (await page.locator("input:focus").count()) === 1);
  await page.keyboard.type("番茄");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("keyword") === "番茄");
  await browser.expectNoComplaints();
});
