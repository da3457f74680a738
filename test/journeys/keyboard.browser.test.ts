import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { composer, picture, pressUntil, visit, written } from "./steps.ts";

/** Somebody without a mouse, and somebody who writes with an input method. */
let forum: Forum;
let browser: Browser;
let reader: Person;
/** Author of the thread. */
let ada: Person;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  reader = await forum.member();
  const { id, url } = await ada.upload("mango.png", (await picture()).buffer);
  const input = { title: "窗边的芒果树", body: `![结果了](${url})`, attachmentIds: [id] };
  threadId = (await publish(ada, { categoryId: await forum.categoryId(), ...input })).id;
  await forum.searchable();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** More presses than any page of these stories has stops. */
const STOPS_MAX = 120;

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, role: "link" | "button" | "textbox", name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).and(page.locator(":focus"));
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press("Tab");
    if ((await target.count()) > 0) return;
  }
  throw new Error(`Tab does not lead to ${role} ${name}.`);
}

test("a thread is found, enlarged, liked and answered by keyboard alone", async () => {
  const page = await browser.openPage({ person: reader });
  await visit(page, "/");
  await tabTo(page, "link", "窗边的芒果树");
  await page.keyboard.press("Enter");
  await page.waitForURL(`/thread/${threadId}`);

  await page.getByRole("button", { name: "放大图片 结果了" }).waitFor();
  await tabTo(page, "button", "放大图片 结果了");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(
    await page.getByRole("button", { name: "放大图片 结果了" }).and(page.locator(":focus")).count(),
  ).toBe(1);

  await tabTo(page, "button", "赞 0");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "赞 1", pressed: true }).waitFor();

  await tabTo(page, "textbox", "你的回复");
  await page.keyboard.type("没有用鼠标");
  await page.keyboard.press("Control+Enter");
  await page.locator("#p1").getByText("没有用鼠标").waitFor();
  await browser.expectNoComplaints();
});

test("a member is found and followed, and the profile card opened and left, by keyboard alone", async () => {
  const page = await browser.openPage({ person: reader });
  await visit(page, "/");
  await pressUntil(page, "/", async () => (await page.locator("input:focus").count()) === 1);
  await page.keyboard.type("芒果");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/search\?keyword=/);
  await tabTo(page, "link", /窗边的芒果树/);
  await page.keyboard.press("Enter");
  // The address changes before the page does, and the results name the author as well.
  await page.getByRole("heading", { level: 1, name: "窗边的芒果树" }).waitFor();

  await tabTo(page, "link", ada.nickname);
  const card = page.locator("[data-profile-card]");
  await card.waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.waitForURL(`/user/${ada.id}`);
  await tabTo(page, "button", "关注");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "已关注" }).waitFor();
  await browser.expectNoComplaints();
});

test("whoever asks for less motion gets none", async () => {
  const page = await browser.openPage({ person: reader });
  const slowest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll("*")].map((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return Math.max(...`${transitionDuration},${animationDuration}`.split(",").map(parseFloat));
        }),
      ),
    );
  await visit(page, "/");
  expect(await slowest()).toBeGreaterThan(0.05);

  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", `/thread/${threadId}`, "/thread/post"]) {
    await visit(page, path);
    expect([path, (await slowest()) < 0.001]).toEqual([path, true]);
  }
  await browser.expectNoComplaints();
});

test("Enter that ends a word of an input method sends nothing", async () => {
  const page = await browser.openPage({ person: reader });
  await visit(page, `/thread/${threadId}`);
  const field = await composer(page);
  await field.focus();
  const keys = await page.context().newCDPSession(page);
  const answers = await countReplies();

  await keys.send("Input.imeSetComposition", { text: "mangguo", selectionStart: 7, selectionEnd: 7 });
  // What browsers report for Enter and Ctrl+Enter while the input method takes them.
  for (const modifiers of [0, 2]) {
    const key = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229, modifiers };
    await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }
  expect(await written(field)).toBe("mangguo");
  await keys.send("Input.insertText", { text: "芒果" });
  expect(await written(field)).toBe("芒果");
  expect(await countReplies()).toBe(answers);

  await field.press("Control+Enter");
  await page
    .locator(`#p${answers + 1}`)
    .getByText("芒果")
    .waitFor();
  await browser.expectNoComplaints();
});

test("the reply field keeps a word that is being composed while its code arrives", async () => {
  const page = await browser.openPage({ person: reader });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/ReplyComposer-[^.]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await visit(page, `/thread/${threadId}`);
  const field = page.getByRole("textbox", { name: "你的回复" });
  await field.focus();
  const keys = await page.context().newCDPSession(page);
  await keys.send("Input.imeSetComposition", { text: "yu", selectionStart: 2, selectionEnd: 2 });
  release();
  await page.waitForLoadState("networkidle");
  await keys.send("Input.insertText", { text: "雨" });

  await page.locator("#reply form").waitFor();
  expect(await written(field)).toBe("雨");
  await page.keyboard.type("天");
  expect(await written(field)).toBe("雨天");
  await browser.expectNoComplaints();
});

async function countReplies(): Promise<number> {
  const [row] = await forum.rows<{ total: number }>(
    "SELECT COUNT(*) AS total FROM posts p WHERE p.threadId = ?",
    [threadId],
  );
  return Number(row!.total);
}
