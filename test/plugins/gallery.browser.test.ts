import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packageFiles } from "../../plugins/kit/check.mjs";
import { seedInto } from "../../server/cli/seed.ts";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { HOOKS_BY_TARGET } from "../../server/features/plugins/hookTable.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { drawHookPictures, type Stop, takeScreenshots, waitForGallery, WIDTHS } from "./hookPictures.ts";

/**
 * Every hook of every target at once, by the gallery: each shows in its place on desks and phones (legacy-facts 7.3). With
 * `LUNTAN_PICTURES=FOLDER` the pictures of the docs are drawn, and screenshots of all pages go to the folder.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const PICTURES = process.env["LUNTAN_PICTURES"];
const INDEX = "plugin_index@";
const FRAME = [
  "plugin_global@header_replace_hook",
  "plugin_global@footer_replace_hook",
  `${INDEX}copyright_replace_hook`,
];
const HOME = [
  `${INDEX}header_insert_before_hook`,
  `${INDEX}header_replace_hook`,
  `${INDEX}header_insert_after_hook`,
  `${INDEX}tabs_replace_hook`,
  `${INDEX}topping_insert_before_hook`,
  `${INDEX}topping_replace_hook`,
  `${INDEX}topping_insert_after_hook`,
  `${INDEX}thread_extension_display_hook`,
];
/** The columns beside the list; the legacy system has them on desks alone. */
const COLUMNS = ["left", "right", "recommend", "qrcode"].map((part) => `${INDEX}${part}_replace_hook`);

let forum: Forum;
let browser: Browser;
let ada: Person;
let stops: Stop[];

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const ctx = forum.app.context();
  if (PICTURES) await seedInto(forum.app, { force: true, threads: 40, tell: () => undefined });
  await installTrusted(ctx, packageFiles(join(ROOT, "plugins/samples/gallery")));
  await switchPluginNamed(ctx, "gallery", true);
  const admin = await forum.admin();
  ada = await forum.member();
  const draft = { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" };
  const { id: threadId } = await publish(ada, draft);
  await publish(ada, { ...draft, title: "潮水" });
  await reply(ada, threadId);
  await forum.searchable();
  const PIN = `mutation ($id: ID!) { setThreadSticky(threadId: $id, sticky: true) { id } }`;
  if (!PICTURES) await admin.graphql(PIN, { id: threadId });
  const stop = (
    name: string,
    path: string,
    places: readonly string[],
    deskOnly: readonly string[] = [],
  ): Stop => ({
    name,
    path,
    desk: [...places, ...deskOnly, ...FRAME],
    phone: [...places, ...FRAME],
  });
  stops = [
    stop("home", "/", HOME, COLUMNS),
    stop("thread", `/thread/${threadId}`, [
      "plugin_detail@thread_extension_display_hook",
      "plugin_detail@post_extension_display_hook",
    ]),
    stop("search", `/search?keyword=${encodeURIComponent("月亮")}`, [
      `${INDEX}search_extension_display_hook`,
    ]),
    stop("post", "/thread/post", [
      "plugin_post@post_extension_entry_hook",
      "plugin_post@post_extension_content_hook",
    ]),
    stop("user", `/user/${admin.id}`, [
      "plugin_user@user_extension_action_hook",
      "plugin_user@user_extension_left_layout_hook",
    ]),
    stop("page", "/plugin/gallery", ["plugin_system@add_page_hook"]),
  ];
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Places by what they must stand in, as selectors. */
const WITHIN: Readonly<Record<string, string>> = {
  [`${INDEX}thread_extension_display_hook`]: "main article",
  [`${INDEX}recommend_replace_hook`]: `aside [data-hook="${INDEX}right_replace_hook"]`,
  [`${INDEX}qrcode_replace_hook`]: `aside [data-hook="${INDEX}right_replace_hook"]`,
  [`${INDEX}copyright_replace_hook`]: `[data-hook="plugin_global@footer_replace_hook"] footer`,
  [`${INDEX}search_extension_display_hook`]: "main section article",
  "plugin_detail@thread_extension_display_hook": "main article",
  "plugin_detail@post_extension_display_hook": "main article[id=p1]",
  "plugin_post@post_extension_entry_hook": "main form",
  "plugin_post@post_extension_content_hook": "main form",
  "plugin_user@user_extension_action_hook": "main",
  "plugin_user@user_extension_left_layout_hook": "main aside",
  "plugin_system@add_page_hook": "main",
};
/** Places by the part of the page that they replace and the gallery leaves in them. */
const AROUND: Readonly<Record<string, string>> = {
  "plugin_global@header_replace_hook": "header",
  "plugin_global@footer_replace_hook": "footer",
  [`${INDEX}topping_replace_hook`]: "article",
  [`${INDEX}tabs_replace_hook`]: "a",
};
/** Places one below the other. */
const ORDER = ["plugin_global@header_replace_hook", ...HOME, "plugin_global@footer_replace_hook"] as const;

const at = (page: Page, place: string) => page.locator(`[data-hook="${place}"]`);
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function expectPlaces(page: Page, stop: Stop, isPhone: boolean): Promise<void> {
  await visit(page, stop.path);
  await waitForGallery(page, stop, isPhone);
  for (const place of isPhone ? stop.phone : stop.desk) {
    const found = at(page, place);
    expect(await found.first().isVisible(), place).toBe(true);
    expect(await found.first().locator("> code").innerText(), place).toBe(place);
    const outer = WITHIN[place];
    if (outer)
      expect(await page.locator(`${outer} [data-hook="${place}"]`).count(), place).toBe(await found.count());
    const inner = AROUND[place];
    if (inner) expect(await found.locator(inner).count(), place).toBeGreaterThan(0);
  }
}

test("the gallery names every hook that there is", () => {
  const all = Object.entries(HOOKS_BY_TARGET).flatMap(([target, hooks]) =>
    hooks.map((hook) => `${target}@${hook}`),
  );
  expect([...new Set(stops.flatMap(({ desk }) => desk))].toSorted()).toEqual(all.toSorted());
});

test.each([
  ["a desk", WIDTHS[0]],
  ["a phone", PHONE],
])("on %s every hook shows in its place, and no page is wider than the window", async (_, device) => {
  const isPhone = device === PHONE;
  const page = await browser.openPage({ ...device, person: ada });
  for (const stop of stops) {
    await expectPlaces(page, stop, isPhone);
    expect(await overflow(page), stop.name).toBe(0);
  }
  await browser.expectNoComplaints();
});

test("on the home page the places stand in their order, and the columns beside the list", async () => {
  const page = await browser.openPage({ ...WIDTHS[0], person: ada });
  await visit(page, "/");
  await waitForGallery(page, stops[0]!, false);
  const box = async (place: string) => (await at(page, place).first().boundingBox())!;
  const tops = await Promise.all(ORDER.map(async (place) => (await box(place)).y));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  const list = await box(`${INDEX}topping_replace_hook`);
  const left = await box(`${INDEX}left_replace_hook`);
  const right = await box(`${INDEX}right_replace_hook`);
  expect(left.x + left.width).toBeLessThanOrEqual(list.x);
  expect(right.x).toBeGreaterThanOrEqual(list.x + list.width);
  expect(await page.locator(`[data-hook="${INDEX}left_replace_hook"] a`).count()).toBeGreaterThan(0);
  await browser.expectNoComplaints();
});

test.runIf(PICTURES)(
  "draws the pictures of the docs, and screenshots to look at",
  { timeout: 600_000 },
  async () => {
    await drawHookPictures(browser, ada, stops, join(ROOT, "docs/images/hooks"));
    await takeScreenshots(browser, ada, stops, PICTURES!);
  },
);
