import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { holdBack } from "../permissions/scene.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { expectCleanInBothThemes, open } from "./desk.ts";

/** Staff at work: settings with their difference, review by keyboard, and two moderators at one queue. */
let forum: Forum;
let browser: Browser;
let author: Person;
let admin: Person;
let mo: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  author = await forum.member();
  admin = await forum.admin();
  mo = await forum.moderator();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const waiting = async (title: string): Promise<string> => {
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title });
  await holdBack(forum, "threads", id);
  return id;
};
const approvalOf = async (id: string): Promise<unknown> =>
  (
    await forum.rows("SELECT approval, deletedAt IS NOT NULL AS gone FROM threads WHERE id = ?", [Number(id)])
  )[0];

test("the owner changes a setting, sees the difference, saves it, sees it on the page, and takes it back", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search settings and pages" }).fill("site_name");
  await page.getByRole("option", { name: /Site name/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/key=default\.site_name/);

  const field = page.locator("[id='setting-default.site_name'] input");
  await field.fill("Tea house");
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect
    .poll(() => page.getByRole("region", { name: "Changes" }).locator("ins").innerText())
    .toContain("Tea house");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("banner").getByText("Tea house").waitFor();
  await expectCleanInBothThemes(page);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => field.inputValue()).toBe("欢迎");
  await browser.expectNoComplaints();
});

const stored = async (key: string) =>
  (await forum.rows<{ value: string }>("SELECT s.value FROM settings s WHERE s.`key` = ?", [key]))[0]?.value;
const lowerReading = (row: Locator) => row.getByRole("textbox", { name: "Reading: calls" }).fill("400");
const switchOn = (row: Locator) => row.getByRole("switch").first().click();

test.each<[string, string, string, (row: Locator) => Promise<unknown>, string, RegExp]>([
  ["a number", "register", "password_length", (row) => row.locator("input").fill("9"), "9", /^8$/],
  ["a switch", "register", "register_validate", switchOn, "On", /^0$/],
  ["a size", "attachment", "support_max_size", (row) => row.locator("input").fill("7"), "7", /^5$/],
  [
    "switches by platform",
    "function",
    "site_comment",
    switchOn,
    "Phone, Mini-program",
    /"key":1,"desc":"PC","value":true/,
  ],
  ["a limit of calls", "function", "api_freq", lowerReading, "Reading 400 in 30 s", /"get":\{"freq":500/],
])(
  "%s of the section %s is changed, seen, saved and taken back",
  async (...[, section, name, change, after, before]) => {
    const page = await browser.openPage({ person: admin, locale: "en" });
    await open(page, `/admin/settings?section=${section}`);
    await change(page.locator(`[id='setting-default.${name}']`));
    await page.getByRole("button", { name: "Show changes" }).click();
    const changes = page.getByRole("region", { name: "Changes" });
    await expect.poll(() => changes.locator("ins").innerText()).toContain(after);
    await expectCleanInBothThemes(page);
    await page.getByRole("button", { name: "Save" }).click();
    await changes.getByRole("button", { name: "Undo" }).waitFor();
    expect(await stored(name)).not.toMatch(before);
    await changes.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => stored(name)).toMatch(before);
    await browser.expectNoComplaints();
  },
);

test("the overview is clean in both themes", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectCleanInBothThemes(page);
  await browser.expectNoComplaints();
});

test("a moderator empties the queue with one key for each thread, and takes the last decision back", async () => {
  const [first, second] = [await waiting("Waits first"), await waiting("Waits second")];
  const page = await browser.openPage({ person: mo, locale: "en" });
  await open(page, "/admin/review");
  await page.getByRole("button", { name: /Approve/ }).waitFor();

  await page.keyboard.press("a");
  await expect.poll(() => approvalOf(first)).toEqual({ approval: 1, gone: 0 });
  await page.getByRole("button", { name: /Waits second/, expanded: true }).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("d");
  await expect.poll(() => approvalOf(second)).toEqual({ approval: 0, gone: 1 });
  await page.getByText("Nothing waits").waitFor();

  await page.keyboard.press("u");
  await expect.poll(() => approvalOf(second)).toEqual({ approval: 0, gone: 0 });
  await page.getByRole("button", { name: /Waits second/ }).waitFor();
  await expectCleanInBothThemes(page);
  await page.keyboard.press("d");
  await expect.poll(() => approvalOf(second)).toEqual({ approval: 0, gone: 1 });
  await browser.expectNoComplaints();
});

test("what one moderator looks at is not offered to the other", async () => {
  const [first, second] = [await waiting("Held by Mo"), await waiting("Free for Pat")];
  const page = await browser.openPage({ person: mo, locale: "en" });
  await open(page, "/admin/review");
  await page.getByRole("button", { name: /Held by Mo/, expanded: true }).waitFor();
  await expect.poll(async () => (await forum.rows("SELECT userId FROM review_claims")).length).toBe(1);

  const pat = await browser.openPage({ person: await forum.moderator(), locale: "en" });
  await open(pat, "/admin/review");
  await pat.getByText(`${mo.nickname} is at it`).waitFor();
  await pat.getByRole("button", { name: /Free for Pat/, expanded: true }).waitFor();
  await pat.keyboard.press("a");

  await expect.poll(() => approvalOf(second)).toEqual({ approval: 1, gone: 0 });
  expect(await approvalOf(first)).toEqual({ approval: 0, gone: 0 });
  await browser.expectNoComplaints();
});
