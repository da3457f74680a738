import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";

/** Steps that people take again and again in the stories, in the words of the page. */

/** Passes every rule for passwords. */
export const PASSWORD = "correct-horse-42";

/** Opens an address and waits until the page listens. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Waits until the page listens to clicks and keys. */
export async function ready(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Presses a key until it is heard: what keys mean arrives after all that is to be seen. */
export async function pressUntil(page: Page, key: string, isHeard: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await isHeard())) await page.keyboard.press(key);
      return isHeard();
    })
    .toBe(true);
}

/** Becomes a member and lands on the home page. */
export async function register(page: Page, name: string): Promise<void> {
  await visit(page, "/user/register");
  await page.getByLabel("用户名").fill(name);
  await page.getByLabel("昵称").fill(name);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await ready(page);
}

/** Signs in on the page that asks for it, and waits to be led back. */
export async function signIn(page: Page, name: string): Promise<void> {
  await ready(page);
  await page.getByLabel("用户名").fill(name);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "登录" }).click();
  await page.waitForURL((url) => url.pathname !== "/user/username-login");
  await ready(page);
}

/** Chooses a category on the page that publishes: the one of that name, else the first. */
export async function chooseCategory(page: Page, name?: string): Promise<void> {
  await page.getByRole("button", { name: /^板块/ }).click();
  const options = page.getByRole("option");
  await (name === undefined ? options : options.filter({ hasText: name })).first().click();
  await options.first().waitFor({ state: "detached" });
}

/** The text of a new thread, once the editor has taken the place of the plain field. */
export async function editor(page: Page): Promise<Locator> {
  const text = page.locator('[contenteditable="true"]');
  await text.waitFor();
  return text;
}

/** The field of a reply at the end of a thread, once the composer has taken its place. */
export async function composer(page: Page): Promise<Locator> {
  const field = page.getByRole("textbox", { name: "你的回复" });
  await page.locator("#reply").scrollIntoViewIfNeeded();
  await page.locator('#reply form [contenteditable="true"]').waitFor();
  return field;
}

/** Reads what stands in a field, in either kind of editor. */
export const written = (field: Locator): Promise<string> =>
  field.evaluate((element) => (element as HTMLTextAreaElement).value ?? (element as HTMLElement).innerText);

/** A picture as a camera would give it. */
export async function picture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#d1495b" } })
    .png()
    .toBuffer();
  return { name: "mango.png", mimeType: "image/png", buffer };
}
