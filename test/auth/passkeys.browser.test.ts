import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashNewPassword } from "../../server/features/auth/passwords/password.ts";
import { getSettings } from "../../server/features/settings/setting.service.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum, freePort } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Passkeys in Chromium, with its virtual authenticator: adding, naming, signing in, removing. */
const PASSWORD = "a quiet harbour";
const SETTINGS = "/my/settings";

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  const PORT = String(await freePort());
  // Browsers have passkeys for names alone, not for bare addresses.
  forum = await Forum.open({ listen: true, env: { PORT, PUBLIC_URL: `http://localhost:${PORT}` } });
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** A member with a password who has not proven who they are for a while. */
async function memberWithPassword(): Promise<Person> {
  const person = await forum.member();
  const owner = { username: "", nickname: "" };
  const passwordHash = await hashNewPassword(
    forum.app.context(),
    PASSWORD,
    owner,
    await getSettings(forum.app.context()),
  );
  await forum.write(async (ctx) => {
    await ctx.db.update(User, { id: person.id }, { passwordHash });
    await ctx.db.query(`UPDATE sessions SET provenAt = NULL WHERE userId = ${person.id}`);
  });
  return person;
}

/** Gives a page an authenticator that holds keys and checks its user. */
async function plugIn(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page): Promise<void> {
  await visit(page, SETTINGS);
  await page.getByRole("button", { name: "添加通行密钥" }).click();
  await page.getByLabel("当前密码").fill(PASSWORD);
  await page.getByRole("button", { name: "继续" }).click();
  await page.getByText("通行密钥已添加").waitFor();
}

/** Makes a browser one that offers passkeys by the button alone. */
const withoutOffers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test.each([
  ["a desktop", {}],
  ["a phone", PHONE],
])("on %s a member adds a passkey, names it, signs in with it, and removes it", async (_, size) => {
  const person = await memberWithPassword();
  const page = await browser.openPage({ ...size, person });
  await withoutOffers(page);
  await plugIn(page);
  await addPasskey(page);
  await page.locator("#passkeys").getByText("尚未使用").waitFor();
  await page.getByRole("button", { name: /^给.+改名$/ }).click();
  await page.getByLabel("名称").fill("办公室电脑");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "给“办公室电脑”改名" }).waitFor();

  await signOut(page);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await visit(page, "/user/login?next=%2Fthread%2Fpost");
  const button = page.getByRole("button", { name: "使用通行密钥登录" });
  await button.waitFor();
  const first = new Set(scripts);
  await button.click();
  await page.waitForURL((url) => url.pathname === "/thread/post");
  // The library comes when it is needed, not with the page.
  expect(scripts.some((url) => !first.has(url))).toBe(true);

  await visit(page, SETTINGS);
  await page.locator("#passkeys").getByText("最近使用：").waitFor();
  await page.getByRole("button", { name: "移除“办公室电脑”" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "移除" }).click();
  await page.getByText("通行密钥已移除").waitFor();
  expect(await forum.rows("SELECT id FROM passkeys WHERE userId = ?", [person.id])).toEqual([]);
});

test("an unknown passkey is refused in words", async () => {
  const person = await memberWithPassword();
  const page = await browser.openPage({ person });
  await withoutOffers(page);
  await plugIn(page);
  await addPasskey(page);
  await forum.write((ctx) => ctx.db.query(`DELETE FROM passkeys WHERE userId = ${person.id}`));
  await signOut(page);
  await visit(page, "/user/login");
  await page.getByRole("button", { name: "使用通行密钥登录" }).click();
  await page.getByRole("alert").getByText("通行密钥无效").waitFor();
});

test("the field for the name offers a passkey; without a password it confirms changes of the account, too", async () => {
  const person = await memberWithPassword();
  const page = await browser.openPage({ person });
  await plugIn(page);
  await addPasskey(page);
  await signOut(page);
  // The authenticator takes the first offer, as a person would who picks it.
  await visit(page, "/user/login?next=%2Fmy%2Fsettings");
  await page.waitForURL((url) => url.pathname === SETTINGS);

  await forum.write(async (ctx) => {
    await ctx.db.update(User, { id: person.id }, { passwordHash: "" });
    await ctx.db.query(`UPDATE sessions SET provenAt = NULL WHERE userId = ${person.id}`);
  });
  await visit(page, SETTINGS);
  const name = `key-holder-${person.id}`.slice(0, 15);
  await page.getByLabel("新用户名").fill(name);
  await page.locator("#username").getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("请用通行密钥确认").waitFor();
  expect(await dialog.getByRole("link", { name: "重新登录以确认" }).getAttribute("href")).toBe(
    "/user/username-login?next=%2Fmy%2Fsettings",
  );
  await dialog.getByRole("button", { name: "继续" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await forum.rows("SELECT username FROM users WHERE id = ?", [person.id]))[0])
    .toEqual({ username: name });
});
