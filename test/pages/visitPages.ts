import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { Browser, expectNoViolations, type Rules } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { PAGES, type Who } from "./pageList.ts";

declare global {
  interface Window {
    /** Shifts without anybody's doing: their size and their elements. */
    shifts: { value: number; moved: string[] }[];
  }
}

/**
 * Every page in a real browser, at three widths, in both themes and both languages: no error and no hydration warning in
 * the console, no request to a foreign host, nothing that axe objects to, nothing that moves while the page loads.
 */
let forum: Forum;
let browser: Browser;
let people: Record<Who, Person | undefined>;
/** A thread that the member may change. */
let ownId: string;
/** A reply that has comments. */
let replyId: string;

/** Pages that tell of something amiss say so to programs as well. */
const STATUSES: Readonly<Record<string, number>> = { "/404": 404, "/plugin/none": 404, "/500": 500 };
/** Languages in which pages are visited. */
type Language = "zh-CN" | "en";
/** Rules of axe about colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
/** Themes and rules by language: a theme changes colours and nothing else, a language everything but colours. */
const JUDGED = {
  "zh-CN": [
    ["light", {}],
    ["dark", { only: COLOURS }],
  ],
  en: [["light", { except: COLOURS }]],
} as const satisfies Record<Language, readonly (readonly ["light" | "dark", Rules])[]>;
/** Most that may move by itself while a page loads, as browsers count it (Cumulative Layout Shift). */
const SHIFT_MAX = 0.02;

/** A device, and the widths at which its page is looked at: one that only changes its width is not loaded again. */
export interface Device {
  readonly name: string;
  readonly languages: readonly Language[];
  readonly widths: readonly number[];
  readonly height: number;
}

/** The page on which one person visits all addresses in one language, and the errors that its console may show. */
let kept: { readonly key: string; readonly page: Page; readonly expected: RegExp[] } | null = null;

/** Gives the page of a person in a language, which stays open from visit to visit: to open one takes as long as a visit. */
async function pageOf(who: Who, language: Language, device: Device): Promise<Page> {
  const key = `${who} ${language}`;
  if (kept?.key === key) return kept.page;
  await browser.closePages();
  const expected: RegExp[] = [];
  const page = await browser.openPage({
    width: device.widths[0],
    height: device.height,
    locale: language,
    expectedErrors: expected,
    person: people[who],
  });
  await page.context().addCookies([{ name: "locale", value: language, url: forum.url }]);
  await page.addInitScript(countShifts);
  // In one language every visit is like a first one, without the browser's cache: what comes late then shifts the page.
  if (language === "zh-CN") {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  }
  kept = { key, page, expected };
  return page;
}

/** Closes the page that visits share. */
async function closeKept(): Promise<void> {
  kept = null;
  await browser?.closePages();
}

/** Declares the visits of all pages on one device; files that take equally long, so that they run beside each other. */
export function visitPages(device: Device): void {
  beforeAll(async () => {
    forum = await Forum.open({ listen: true });
    await seedInto(forum.app, { force: false, threads: 40, tell: () => undefined });
    browser = await Browser.open(forum);
    const member = await forum.member();
    people = { visitor: undefined, member, administrator: await forum.admin() };
    const own = { categoryId: await forum.categoryId(), title: "窗边的薄荷", body: "长得太快了。" };
    ownId = (await publish(member, own)).id;
    const [commented] = await forum.rows<{ id: number }>(
      "SELECT p.id FROM posts p WHERE p.commentCount > 1 AND p.visible = 1 ORDER BY p.id LIMIT 1",
    );
    replyId = String(commented!.id);
  });
  afterAll(async () => {
    kept = null;
    await browser?.close();
    await forum?.close();
  });

  const visits = (Object.keys(PAGES) as Who[]).flatMap((who) =>
    device.languages.flatMap((language) => PAGES[who].map((path) => ({ who, path, language }))),
  );

  test.each(visits)(`$path for a $who on a ${device.name} in $language`, async ({ who, path, language }) => {
    onTestFailed(closeKept);
    const { height } = device;
    const page = await pageOf(who, language, device);
    await page.setViewportSize({ width: device.widths[0]!, height });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    const status = STATUSES[path] ?? 200;
    // Chromium notes in its console what is not found or broken.
    const expected = status === 200 ? [] : [new RegExp(`status of ${status}|^${status} from`)];
    kept!.expected.splice(0, Infinity, ...expected);

    const answer = await page.goto(path.replace("OWN", ownId).replace("REPLY", replyId));
    await page.waitForSelector("html[data-hydrated=true]");

    expect(answer?.status()).toBe(status);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    for (const width of device.widths) {
      await page.setViewportSize({ width, height });
      for (const [colorScheme, rules] of JUDGED[language]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectNoViolations(page, `at ${width} px, ${colorScheme}`, rules);
      }
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(width);
      if (width === device.widths[0]) {
        const shifts = await page.evaluate(() => window.shifts);
        const total = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(SHIFT_MAX);
      }
    }
    browser.expectNoComplaintsYet();
  });

  test.each(device.languages)(
    "the closed site says so and lets administrators in, in %s",
    async (language) => {
      const close = (value: string) =>
        people.administrator!.graphql(
          `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`,
          { entries: [{ key: "site_close", value }] },
        );
      await closeKept();
      await close("1");
      try {
        const page = await browser.openPage({
          width: device.widths[0],
          height: device.height,
          locale: language,
          expectedErrors: [/503/],
        });
        await page.context().addCookies([{ name: "locale", value: language, url: forum.url }]);
        const answer = await page.goto("/thread/3");
        await page.waitForSelector("html[data-hydrated=true]");

        expect(answer?.status()).toBe(503);
        expect(new URL(page.url()).pathname).toBe("/close");
        await expectNoViolations(page);
        await page.click('a[href^="/user/username-login"]');
        await page.waitForSelector('input[name="username"]');
        await browser.expectNoComplaints();
      } finally {
        await close("0");
      }
    },
  );

  test("a button without a name and grey words on grey do not pass", async () => {
    const page = await browser.openPage({ width: device.widths[0], height: device.height });
    await page.goto("/");
    await page.waitForSelector("html[data-hydrated=true]");
    await page.evaluate(() => {
      const words = Object.assign(document.createElement("p"), { textContent: "Words" });
      Object.assign(words.style, { color: "#999", background: "#aaa" });
      document.querySelector("main")!.append(document.createElement("button"), words);
    });
    const found = (rule: string) => ({
      actual: expect.arrayContaining([expect.stringMatching(rule)]) as string[],
    });
    await expect(expectNoViolations(page)).rejects.toMatchObject(found("^button-name"));
    await expect(expectNoViolations(page, "", { only: COLOURS })).rejects.toMatchObject(
      found("^color-contrast"),
    );
    await browser.closePages();
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
}

/** Runs in the page: adds up what moves without anybody's doing. */
function countShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | Text | null }[];
    })[])
      if (!entry.hadRecentInput)
        window.shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) =>
            node instanceof Element ? node.className : (node?.textContent ?? ""),
          ),
        });
  }).observe({ type: "layout-shift", buffered: true });
}
