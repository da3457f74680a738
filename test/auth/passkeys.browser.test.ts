import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashNewPassword } from "../../server/features/auth/passwords/password.ts";
import { hotp } from "../../server/features/auth/second-factor/totp.ts";
import { getSettings } from "../../server/features/settings/setting.service.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum, freePort } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { bytesOfBase32, SoftwareAuthenticator } from "./authenticator.ts";

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
  const passwordHash = await hashNewPassword(PASSWORD, owner, await getSettings(forum.app.context()));
  await forum.write(async (ctx) => {
    await ctx.db.update(User, { id: person.id }, { passwordHash });
    await ctx.db.query(`UPDATE sessions SET provenAt = NULL WHERE userId = ${person.id}`);
  });
  return person;
}

/** Gives a page an authenticator that holds keys, and checks its user if it can. */
async function plugIn(page: Page, canVerify = true): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: canVerify ? "internal" : "usb",
      hasResidentKey: true,
      hasUserVerification: canVerify,
      isUserVerified: canVerify,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function addPasskey(page: Page): Promise<void> {
  await visit(page, SETTINGS);
  await page.getByRole("button", { name: "添加通行密钥" }).click();
  await page.getByLabel("当前密码").fill(PASSWORD);
  await page.getByRole("button", { name: "继续" }).click();
  await page.getByText("通行密钥已添加").waitFor();
}

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

test("whose key checks no finger is asked for the second factor as well", async () => {
  const person = await forum.member();
  const key = new SoftwareAuthenticator();
  const begun = await person.post("/graphql", { query: `mutation { beginPasskey }` });
  person.with({ passkey: /passkey=([^;]*)/.exec(String(begun.headers["set-cookie"]))![1]! });
  const answer = key.create(begun.json().data.beginPasskey, { origin: forum.url, isVerified: false });
  await person.graphql(`mutation ($answer: String!) { addPasskey(name: "Key", answer: $answer) { id } }`, {
    answer,
  });
  const { secret } = (await person.graphql(`mutation { beginSecondFactor { secret } }`)).beginSecondFactor;
  const codeAt = (steps: number): string =>
    hotp(bytesOfBase32(secret), Math.floor(Date.now() / 30_000) + steps);
  await person.graphql(`mutation ($code: String!) { confirmSecondFactor(code: $code) }`, { code: codeAt(0) });

  const page = await browser.openPage();
  const { cdp, authenticatorId } = await plugIn(page, false);
  await cdp.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      credentialId: key.id.toString("base64"),
      isResidentCredential: true,
      rpId: "localhost",
      privateKey: key.privateKey.toString("base64"),
      userHandle: Buffer.from(key.userHandle, "base64url").toString("base64"),
      signCount: 1,
    },
  });
  await visit(page, "/user/login");
  await page.getByRole("button", { name: "使用通行密钥登录" }).click();
  await page.getByLabel("动态验证码").fill("000000");
  await page.getByRole("button", { name: "使用通行密钥登录" }).click();
  await page.getByRole("alert").getByText("动态验证码错误").waitFor();
  await page.getByLabel("动态验证码").fill(codeAt(1));
  await page.getByRole("button", { name: "使用通行密钥登录" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("an unknown passkey is refused in words", async () => {
  const person = await memberWithPassword();
  const page = await browser.openPage({ person });
  await plugIn(page);
  await addPasskey(page);
  await forum.write((ctx) => ctx.db.query(`DELETE FROM passkeys WHERE userId = ${person.id}`));
  await signOut(page);
  await visit(page, "/user/login");
  await page.getByRole("button", { name: "使用通行密钥登录" }).click();
  await page.getByRole("alert").getByText("通行密钥无效").waitFor();
});
