import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { ready, visit } from "../journeys/steps.ts";
import { bodyOf, longThread } from "./longThread.ts";

const REPLIES = 5_000;
/** Spec of the front: replies in the document however far one scrolls. */
const MOST_REPLIES = 100;
const STEPS = 120;
/** Longer than the address waits before it follows. */
const REST_MS = 500;
const FRAME_MS = 16;
/** A phone of few hundred yuan beside this machine: what comes late must not push away what is read. */
const SLOWER_BY = 6;
/** A hundred turns of the wheel on that phone take over a minute, and more where the machine itself is slow. */
vi.setConfig({ testTimeout: 240_000 });

let forum: Forum;
let browser: Browser;
let ada: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  threadId = await longThread(forum, ada, REPLIES);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

/** Numbers of the replies in the document, and of those in sight with their place. */
const replies = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("article[id^=p]")].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { number: Number(element.id.slice(1)), top, isSeen: bottom > 0 && top < innerHeight };
    }),
  );

/** Turns the wheel as somebody who reads: not on before the replies below are there. */
async function scrollBy(page: Page, distance: number): Promise<void> {
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  await page.mouse.wheel(0, distance);
  await expect.poll(top, { interval: FRAME_MS }).not.toBe(before);
  const isEndInSight = () =>
    page.evaluate(() => {
      const end = document.querySelector("#replies [class*=ghost]");
      return end !== null && end.getBoundingClientRect().top < innerHeight;
    });
  await expect.poll(isEndInSight, { interval: FRAME_MS }).toBe(false);
}

/** Waits until the page has not scrolled for so long that its address has followed, too. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          removeEventListener("scroll", again);
          resolve();
        };
        const again = (): void => {
          clearTimeout(timer);
          timer = setTimeout(end, quietMs);
        };
        let timer = setTimeout(end, quietMs);
        addEventListener("scroll", again);
      }),
    REST_MS,
  );
}

test("however far one scrolls, a hundred replies stand in the document, in order, without a jump", async () => {
  const page = await browser.openPage();
  await visit(page, `/thread/${threadId}`);
  await page.evaluate(() => {
    const seen = { shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift" });
  });
  await page.mouse.move(500, 500);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_BY });

  let most = 0;
  for (let step = 0; step < STEPS; step++) {
    await scrollBy(page, 700);
    const present = await replies(page);
    most = Math.max(most, present.length);
    const numbers = present.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    expect(present.some(({ isSeen }) => isSeen)).toBe(true);
  }

  const far = (await replies(page)).find(({ isSeen }) => isSeen)!.number;
  const { shifts } = await page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen);
  expect(far).toBeGreaterThan(300);
  expect(most).toBeLessThanOrEqual(MOST_REPLIES);
  expect(shifts).toBeLessThanOrEqual(0.02);

  // All the way back: what was left is there again, and the thread begins with its own text. That takes a slow phone as
  // long as it takes to render, which on a slow machine is longer than a step may wait.
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // A key that comes while the wheel still turns may be lost in the browser.
  await rest(page);
  await page.keyboard.press("Home");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.locator("#p1").waitFor();
  expect((await replies(page)).length).toBeLessThanOrEqual(MOST_REPLIES);
});

test("the address follows the reader; reloading, copying and going back lead to the same reply", async () => {
  const page = await browser.openPage();
  await visit(page, `/thread/${threadId}?page=100#p1990`);
  await expect
    .poll(async () => (await replies(page)).find(({ number }) => number === 1990)?.isSeen)
    .toBe(true);
  await page.mouse.move(500, 500);
  await scrollBy(page, 1_500);
  await rest(page);

  const address = new URL(page.url());
  const number = Number(/^#p(\d+)$/.exec(address.hash)![1]);
  expect(number).toBeGreaterThan(1990);
  const topOf = async () => (await replies(page)).find((reply) => reply.number === number)?.top ?? NaN;
  const top = await topOf();

  await page.reload();
  await ready(page);
  await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(3);

  // Not with the mouse, which would scroll the page first.
  await page.evaluate(() => document.querySelector<HTMLElement>("header a[href='/']")!.click());
  await page.waitForURL((url) => url.pathname === "/");
  await page.goBack();
  await page.locator(`#p${number}`).waitFor();
  await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(3);

  const copy = await browser.openPage();
  await visit(copy, address.pathname + address.search + address.hash);
  await expect
    .poll(async () => (await replies(copy)).find((reply) => reply.number === number)?.isSeen)
    .toBe(true);
});

test("scrolling up from the middle brings the replies above without moving what is read", async () => {
  const page = await browser.openPage({ width: 390, height: 844 });
  await visit(page, `/thread/${threadId}?page=100#p1985`);
  await expect.poll(async () => (await replies(page))[0]!.number).toBeLessThan(1981);
  const target = (await replies(page)).find(({ number }) => number === 1985)!;
  expect(target.isSeen).toBe(true);
  expect(await page.locator("#p1985").innerText()).toContain(bodyOf(1985).split("\n")[0]);
});
