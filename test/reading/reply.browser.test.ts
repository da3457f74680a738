import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pressUntil, visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";
import { longThread } from "./longThread.ts";

const DESK = { width: 1440, height: 900 } as const;
const FLOOR = 300;
/** From a press to a visible caret, in milliseconds of the page's own work: other programs do not count. */
const CARET_MS = 100;

let forum: Forum;
let browser: Browser;
let ada: Person;
let bo: Person;
let longId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  bo = await forum.member();
  longId = await longThread(forum, ada, 320);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

/** Opens the long thread at a reply and waits until the page rests. */
async function readFrom(page: Page, number: number): Promise<void> {
  await visit(page, `/thread/${longId}?post=${number}#p${number}`);
  await page.locator(`#p${number}`).waitFor();
  await page.locator("nav[aria-label='阅读进度'], [class*=pill]").filter({ visible: true }).first().waitFor();
  await page.waitForFunction(() => {
    const state = window as unknown as { seen?: number; since?: number };
    if (state.seen !== scrollY) [state.seen, state.since] = [scrollY, performance.now()];
    return performance.now() - state.since! > 500;
  });
}

/** Presses something and measures how long the page works until a field in sight has the focus. */
async function pressAndMeasure(page: Page, selector: string): Promise<{ ms: number; moved: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1_000;
  };
  const before = await worked();
  const moved = await pressUntilFocus(page, selector);
  return { ms: (await worked()) - before, moved };
}

/** Presses something and waits for a field in sight with the focus; gives by how much the page scrolled. */
function pressUntilFocus(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (target) => {
    const before = scrollY;
    const start = performance.now();
    document.querySelector<HTMLElement>(target)!.click();
    for (;;) {
      const field = document.activeElement;
      const isField = field?.matches("textarea, [contenteditable=true]");
      const { top, height } = field?.getBoundingClientRect() ?? { top: innerHeight, height: 0 };
      if (isField && height > 0 && top < innerHeight - 20) break;
      if (performance.now() - start > 5_000) break;
      await new Promise((done) => requestAnimationFrame(done));
    }
    return scrollY - before;
  }, selector);
}

const field = (page: Page, name = "你的回复") => page.getByRole("textbox", { name });
const textOf = (page: Page) =>
  field(page).evaluate((element) => (element as HTMLTextAreaElement).value ?? element.textContent);
const docked = (page: Page) => page.locator('[data-mode="docked"]');

test.each([
  ["a desk", DESK, "aside button:has(.row-icon)"],
  ["a phone", PHONE, "[data-reply-bar] button"],
])("on %s a reply from floor 300 takes one press, and nothing scrolls", async (_name, size, button) => {
  const page = await browser.openPage({ person: bo, ...size });
  await readFrom(page, FLOOR);
  // The title lies above the floor that one came for, and not over it.
  const edge = (selector: string, side: "top" | "bottom") =>
    page.locator(selector).evaluate((element, of) => element.getBoundingClientRect()[of], side);
  expect(await edge(`#p${FLOOR}`, "top")).toBeGreaterThanOrEqual(await edge("[data-title-bar]", "bottom"));

  const { ms, moved } = await pressAndMeasure(page, button);
  expect(moved).toBe(0);
  expect(ms).toBeLessThan(CARET_MS);
  const said = `从三百楼说的话 ${size.width}`;
  await page.keyboard.type(said);
  await docked(page).getByRole("button", { name: "回复", exact: true }).click();

  const own = page.locator("article[id^=p]", { hasText: said });
  await own.waitFor();
  await page.locator('[data-mode="inline"]').waitFor();
  const id = await own.getAttribute("id");
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${id}`);
});

test("keys, the quote of a floor and an answer to it open the composer over the place that is read", async () => {
  const page = await browser.openPage({ person: bo, ...DESK });
  await readFrom(page, FLOOR);
  const before = await page.evaluate(() => scrollY);
  // The reply that the address names has the focus; keys on it would answer it alone.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await pressUntil(page, "r", async () => (await docked(page).count()) > 0);
  await page.keyboard.type("先说一句");
  await page.locator(`#p${FLOOR}`).getByRole("button", { name: "引用" }).click();
  await expect.poll(() => textOf(page)).toContain("先说一句");
  await expect.poll(() => textOf(page)).toContain(`Reply ${FLOOR}`);

  await page.locator(`#p${FLOOR}`).getByRole("button", { name: "回复", exact: true }).click();
  await field(page, "对这一楼的回复").waitFor();
  await page.getByRole("region", { name: `回复 ${FLOOR} 楼 ${ada.nickname}` }).waitFor();
  expect(await docked(page).count()).toBe(1);
  await page.keyboard.type("只对这一楼说");
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press("Control+Enter");
  await page.locator(`#p${FLOOR}`).getByText("只对这一楼说").waitFor();
  await docked(page).waitFor({ state: "detached" });
});

test("a thread that is taken away while somebody writes keeps the text and says why", async () => {
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "Soon gone" });
  await reply(ada, id);
  const page = await browser.openPage({ person: bo, ...DESK });
  await visit(page, `/thread/${id}#reply`);
  await docked(page).waitFor();
  await page.locator('[data-mode="docked"] form').waitFor();
  await page.keyboard.type("刚写好的话");
  await act(await forum.admin(), "deleteThread", { threadId: id });
  await page.keyboard.press("Control+Enter");

  await docked(page).getByRole("alert").waitFor();
  expect(await docked(page).innerText()).toContain("资源不存在。写下的内容还在这里。");
  expect(await textOf(page)).toContain("刚写好的话");
});

test("a visitor who wants to reply signs in and writes over the reply that was read", async () => {
  const page = await browser.openPage(DESK);
  await visit(page, `/thread/${longId}?post=${FLOOR}#p${FLOOR}`);
  await page.locator(`#p${FLOOR}`).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#p\d+$/);
  await page.locator("aside").getByRole("button", { name: "回复", exact: true }).click();
  await page.waitForURL(/username-login/);
  const next = new URL(page.url()).searchParams.get("next")!;
  expect(next).toMatch(/^\/thread\/\d+\?post=\d+#reply$/);

  const signedIn = await browser.openPage({ person: bo, ...DESK });
  await visit(signedIn, next);
  await docked(signedIn).waitFor();
  const floor = /post=(\d+)/.exec(next)![1]!;
  await expect
    .poll(async () => (await signedIn.locator(`#p${floor}`).boundingBox())?.y ?? -1)
    .toBeLessThan(300);
  await signedIn.keyboard.type("登录后接着说");
  await expect.poll(() => textOf(signedIn)).toContain("登录后接着说");
});
