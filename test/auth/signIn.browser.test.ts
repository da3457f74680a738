import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ready, signIn, visit, PASSWORD } from "../journeys/steps.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** Signing in ends on the site, at the page that asked for it, in a real browser. */
let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`;
  const input = { username: "traveller", nickname: "Traveller", password: PASSWORD };
  await forum.visitor().graphql(REGISTER, { input });
});
afterAll(async () => {
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem("__jump_url"));

test.each([
  "/.//evil.test/x",
  "/x/..//evil.test/x",
  "/%2e//evil.test/x",
  "/./\\evil.test/x",
  "OWN//evil.test/x",
])("a link to the sign-in page that names %s ends at home", async (form) => {
  const page = await browser.openPage();
  const next = form.replace("OWN", forum.url);
  await visit(page, `/user/username-login?next=${encodeURIComponent(next)}`);

  await signIn(page, "traveller");

  expect(page.url()).toBe(`${forum.url}/`);
});

test("registering by such a link ends at home, too", async () => {
  const page = await browser.openPage();
  await visit(page, `/user/register?next=${encodeURIComponent("/.//evil.test/x")}`);
  await page.getByLabel("用户名").fill("stranger");
  await page.getByLabel("昵称").fill("stranger");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname !== "/user/register");

  expect(page.url()).toBe(`${forum.url}/`);
});

test("the page that asked for a sign-in is kept for the session, not in the address, and is gone once it was returned to", async () => {
  const page = await browser.openPage();
  await visit(page, "/thread/post?from=elsewhere");
  // What the sign-in is for stays in the address (decision 0276).
  await page.waitForURL((url) => url.pathname === "/user/username-login" && url.search === "?for=publish");
  expect(await kept(page)).toBe("/thread/post?from=elsewhere");

  // Somebody who has no account yet is led back as well: the way there carries nothing.
  await page.locator('main a[href^="/user/register"]').click();
  await page.waitForURL((url) => url.pathname === "/user/register" && !url.searchParams.has("next"));
  expect(await kept(page)).toBe("/thread/post?from=elsewhere");
  await page.locator('main a[href^="/user/username-login"]').click();
  await page.waitForURL((url) => url.pathname === "/user/username-login");

  await signIn(page, "traveller");
  expect(page.url()).toBe(`${forum.url}/thread/post?from=elsewhere`);
  await ready(page);
  expect(await kept(page)).toBeNull();
});

test("without storage the address itself says where the sign-in ends", async () => {
  const page = await browser.openPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  await visit(page, "/message");
  await page.waitForURL((url) => url.search === "?next=%2Fmessage");

  await signIn(page, "traveller");

  expect(new URL(page.url()).pathname).toBe("/message");
});

test("a member is led on from every page of signing in, by the server and within the page", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  // A step of a sign-in by WeChat that is for members as well stays, whichever came first.
  await visit(page, "/user/wx-select?failure=PROVIDER_FAILED");
  expect(new URL(page.url()).pathname).toBe("/user/wx-select");
  const paths = [
    "username-login",
    "phone-login",
    "wx-login",
    "register",
    "wx-auth",
    "wx-bind-username",
    "wx-bind-phone",
  ];
  for (const [index, path] of [...paths, "login"].entries()) {
    const next = index % 2 === 0 ? "" : "?next=%2Fforum";
    await visit(page, `/user/${path}${next}`);
    expect(page.url(), path).toBe(`${forum.url}${next ? "/forum" : "/"}`);
  }
  await visit(page, "/user/register?next=%2F%2Fevil.test%2F");
  expect(page.url()).toBe(`${forum.url}/`);

  await visit(page, "/user/reset-password");
  const link = page.getByRole("main").getByRole("link", { name: "登录" });
  await link.first().click();
  await page.waitForURL(`${forum.url}/`);
});

test("a page of WeChat says that it is off instead of offering a form", async () => {
  const page = await browser.openPage();
  for (const path of ["auth", "select", "bind-username", "bind-phone", "authorization", "rebind-action"]) {
    await visit(page, `/user/wx-${path}?scan=made-up`);
    await page.getByText("站点未开启微信登录").waitFor();
    expect(await page.locator("main form").count(), path).toBe(0);
  }
});

test("a browser without the companion of its session is a visitor, and signs in again", async () => {
  const member = await forum.member();
  const page = await browser.openPage({ person: member });
  const signedIn = page.getByRole("banner").getByText(member.nickname).first();
  const door = page.getByRole("banner").getByRole("link", { name: "登录" });
  for (const value of ["x".repeat(43), null]) {
    await page.context().clearCookies({ name: "access_token" });
    if (value !== null) await page.context().addCookies([{ name: "access_token", value, url: forum.url }]);
    await visit(page, "/");
    expect(await signedIn.count(), String(value)).toBe(0);
    await door.waitFor();
  }
  await visit(page, "/thread/post");
  await signIn(page, "traveller");
  expect(new URL(page.url()).pathname).toBe("/thread/post");

  // The other copy of it brings the cookie back.
  await page.context().clearCookies({ name: "access_token" });
  await visit(page, "/");
  await page.getByRole("banner").getByText("Traveller").first().waitFor();
});
