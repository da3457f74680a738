import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseCategory, editor, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Threads that are written now and published later, as their authors do it. */

let forum: Forum;
let browser: Browser;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  categoryId = await forum.categoryId();
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const SIZES = [
  ["a desk", DESKTOP],
  ["a phone", PHONE],
] as const;
const HOUR_MS = 3_600_000;

const SCHEDULE = `mutation ($input: ScheduleThreadInput!) { scheduleThread(input: $input) { id publishAt } }`;
const STATUS = `mutation ($id: ID!, $status: UserStatus!) { setUserStatus(userId: $id, status: $status) { id } }`;
const DRAFTS = `{ drafts { id title publishAt problem { code message } } }`;

/** Schedules a thread, a day ahead. @returns its id as a draft */
async function schedule(author: Person, title: string): Promise<string> {
  const publishAt = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const thread = { categoryId, title, body: "写好了，等时间到。" };
  return (await author.graphql(SCHEDULE, { input: { thread, publishAt } })).scheduleThread.id as string;
}

/** The time of every scheduled thread comes. */
async function letTimeCome(): Promise<void> {
  await forum.write((ctx) =>
    ctx.db.query("UPDATE drafts SET publishAt = '2026-01-01 08:00:00.000' WHERE publishAt IS NOT NULL"),
  );
  await forum.app.clock.runAll(["publishDueThreads"]);
}

const draftsOf = async (person: Person) => (await person.graphql(DRAFTS)).drafts;

/** A time as a field for date and time holds it, in the zone of the page. */
const localTime = (page: Page, ahead: number): Promise<string> =>
  page.evaluate((at: number) => {
    const zone = new Date(at).getTimezoneOffset() * 60_000;
    return new Date(at - zone).toISOString().slice(0, 16);
  }, Date.now() + ahead);

/** Fills in the form of a new thread. */
async function write(page: Page, title: string): Promise<void> {
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill(title);
  await (await editor(page)).fill("写好了，等时间到。");
}

const row = (page: Page, title: string): Locator => page.getByRole("listitem").filter({ hasText: title });

/** Chooses from the menu of a scheduled draft. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await row(page, title)
    .getByRole("button", { name: /^更多操作/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

test.each(SIZES)(
  "a thread gets its time, another one, and is published at once on %s",
  async (device, size) => {
    const title = device === "a desk" ? "周末去爬山" : "路上写的帖子";
    const ada = await forum.member();
    const page = await browser.openPage({ ...size, person: ada });
    await write(page, title);
    await page.getByRole("button", { name: "定时发布…" }).click();
    const dialog = page.getByRole("dialog", { name: "定时发布" });
    await dialog.getByText("自定义", { exact: true }).click();
    const time = dialog.getByLabel("发布时间");
    await time.fill(await localTime(page, 2 * 60_000));
    await dialog.getByText("请选择至少 5 分钟以后的时间").waitFor();
    await expectNoViolations(page, "dialog");
    await dialog.getByRole("button", { name: "定时发布" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await time.fill(await localTime(page, 26 * HOUR_MS));
    await dialog.getByRole("button", { name: "定时发布" }).click();
    await page.waitForURL(/\/my\?tab=drafts$/);
    await page
      .getByText(/^将于 \d{4}-\d\d-\d\d \d\d:\d\d 发布$/)
      .first()
      .waitFor();
    expect(await draftsOf(ada)).toMatchObject([{ title, publishAt: expect.any(String), problem: null }]);
    await expectNoViolations(page, "list");

    await choose(page, title, "改时间…");
    const other = page.getByRole("dialog", { name: "改发布时间" });
    const later = await localTime(page, 50 * HOUR_MS);
    await other.getByLabel("发布时间").fill(later);
    await other.getByRole("button", { name: "保存" }).click();
    await other.waitFor({ state: "detached" });
    await row(page, title)
      .getByText(`将于 ${later.replace("T", " ")} 发布`)
      .waitFor();

    await choose(page, title, "立即发布");
    await page
      .getByRole("dialog", { name: /^立即发布/ })
      .getByRole("button", { name: "立即发布" })
      .click();
    await page.getByRole("button", { name: "查看" }).click();
    await page.waitForURL(/\/thread\/\d+$/);
    await page.getByRole("article", { name: title }).waitFor();
    expect(await draftsOf(ada)).toEqual([]);
  },
);

test.each(SIZES)(
  "a scheduled thread is edited in the form and keeps its time on %s",
  async (_device, size) => {
    const title = "明早的问候";
    const ada = await forum.member();
    const id = await schedule(ada, title);
    const [before] = await draftsOf(ada);
    const page = await browser.openPage({ ...size, person: ada });
    await visit(page, `/thread/post?draft=${id}`);
    await page.getByText(/^定于 \d{4}-\d\d-\d\d \d\d:\d\d 发布$/).waitFor();
    await page.getByRole("button", { name: "立即发布" }).waitFor();
    await page.getByRole("textbox", { name: "标题" }).fill("明早的新问候");
    await page.getByText(/^已保存/).waitFor();
    expect(await draftsOf(ada)).toMatchObject([{ title: "明早的新问候", publishAt: before.publishAt }]);
    await expectNoViolations(page, "form");

    // A new thread starts empty: scheduled drafts stay in their list.
    await visit(page, "/thread/post");
    await editor(page);
    await page.getByRole("button", { name: "定时发布…" }).waitFor();
    expect(await page.getByRole("textbox", { name: "标题" }).inputValue()).toBe("");

    await visit(page, `/thread/post?draft=${id}`);
    await page.getByRole("button", { name: "改回草稿" }).click();
    await page.getByRole("button", { name: "发布", exact: true }).waitFor();
    expect(await draftsOf(ada)).toMatchObject([{ id, title: "明早的新问候", publishAt: null }]);
  },
);

test("at its time the thread is published, and the notification leads to it, in English too", async () => {
  const title = "Sunday walk";
  const ada = await forum.member();
  const page = await browser.openPage({ person: ada, locale: "en" });
  await visit(page, "/thread/post");
  await page.getByRole("button", { name: /^Category/ }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await (await editor(page)).fill("Who comes along?");
  await page.getByRole("button", { name: "Schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await dialog.getByText("Tomorrow 08:00", { exact: true }).click();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.waitForURL(/\/my\?tab=drafts$/);
  const [draft] = await draftsOf(ada);
  // Eight in the morning, in the zone of the browser.
  expect(await page.evaluate((time: string) => new Date(time).getHours(), draft.publishAt)).toBe(8);

  await letTimeCome();
  await visit(page, "/message?page=account");
  await page.getByRole("link").filter({ hasText: title }).first().click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByRole("article", { name: title }).waitFor();
  expect(await draftsOf(ada)).toEqual([]);
});

test("a thread that is refused at its time says why, in the list, the notification and the form", async () => {
  const title = "不会发布的帖子";
  const ada = await forum.member();
  const id = await schedule(ada, title);
  const admin = await forum.admin();
  await admin.graphql(STATUS, { id: ada.id, status: "BANNED" });
  await letTimeCome();
  await admin.graphql(STATUS, { id: ada.id, status: "NORMAL" });
  const [draft] = await draftsOf(ada);
  expect(draft).toMatchObject({ id, publishAt: null, problem: { code: "ACCOUNT_BANNED" } });

  const page = await browser.openPage({ person: ada });
  await visit(page, "/my?tab=drafts");
  await row(page, title)
    .getByText(/^没有发布：.*封禁/)
    .waitFor();
  await expectNoViolations(page, "list");
  await visit(page, "/message?page=account");
  await page.getByRole("link").filter({ hasText: title }).first().click();
  await page.waitForURL(new RegExp(`/thread/post\\?draft=${id}$`));
  await page.getByText(/^没有发布：.*封禁/).waitFor();
  await page.getByRole("button", { name: "定时发布…" }).waitFor();
});

test("what has to be paid at once cannot be scheduled", async () => {
  const ada = await forum.member("thread.insertRedPacket", "thread.insertReward");
  const page = await browser.openPage({ ...PHONE, person: ada });
  await write(page, "红包雨");
  const later = page.getByRole("button", { name: "定时发布…" });
  await later.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByText("悬赏", { exact: true }).first().click();
  await later.waitFor({ state: "detached" });
});
