import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";

/** A page that members share becomes the member's own without a jump, and without looking like that of a visitor. */
let forum: Forum;
let browser: Browser;
let ada: Person;
let readers: Reader[];
let threadId: string;
let likedReply: string;
const REPLIES = 12;
/** So tall a window that everything that could move is in sight. */
const TALL = 3_400;

/** Somebody who has read nine replies, and liked and written something. */
interface Reader {
  readonly member: Person;
  /** The place of what they wrote. */
  readonly own: string;
}

async function readUntilNine(postId: string): Promise<Reader> {
  const member = await forum.member();
  const { number } = await reply(member, threadId, { body: "My own" });
  await act(member, "setThreadLiked", { threadId, liked: true });
  await act(member, "setThreadFavorite", { threadId, favorite: true });
  await act(member, "setPostLiked", { postId, liked: true });
  const mark = `mutation ($id: ID!) { markThreadRead(threadId: $id, number: 9) { id } }`;
  await member.graphql(mark, { id: threadId });
  return { member, own: `#p${number}` };
}

beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
  ada = await forum.member();
  // So long a name that the row of a thread has no room left.
  await ada.graphql(`mutation { updateProfile(input: { nickname: "Wilhelmina-Wood" }) { id } }`);
  const categoryId = await forum.categoryId();
  threadId = (await publish(ada, { categoryId, title: "Tomatoes on the balcony" })).id as string;
  for (let number = 1; number <= REPLIES; number++)
    await reply(ada, threadId, { body: `Reply number ${number}` });
  const liked = await reply(ada, threadId, { body: "Liked" });
  likedReply = `#p${liked.number}`;
  readers = await Promise.all(Array.from({ length: 5 }, () => readUntilNine(liked.id)));
  await act(ada, "setThreadLiked", {
    threadId: (await publish(ada, { categoryId, title: "Basil" })).id,
    liked: true,
  });
  // Until then who has just written gets pages of their own.
  const isShared = async () => (await readers.at(-1)!.member.get("/")).text.includes('"marks":{');
  await vi.waitUntil(isShared, { timeout: 10_000, interval: 200 });
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

interface Watched {
  /** Each with what moved. */
  shifts: string[];
  signInSeen: boolean;
}

/** Notes from the first byte on what moves, and if a way to sign in is ever shown. */
async function watch(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(() => {
    const noted: Watched = { shifts: [], signInSeen: false };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Element | null }[] };
        const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent);
        noted.shifts.push(`${value} ${moved.join()}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver(() => {
      noted.signInSeen ||= document.querySelector('a[href^="/user/username-login"]') !== null;
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { noted: Watched }).noted);
}

/** Names of the operations that a page asks the server for. */
function asked(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/graphql"))
      names.push((request.postDataJSON() as { operationName: string }).operationName);
  });
  return names;
}

/** Mark that the member likes the thread: below its text, on a phone in the bar at the bottom. */
const pressed = (page: Page) =>
  page
    .locator("#thread-text [data-act=like], [data-reply-bar] button")
    .and(page.locator("[aria-pressed=true][aria-label^=赞]:visible"));

test.each([
  ["desk", DESKTOP, 0],
  ["phone", PHONE, 1],
])("on a %s a thread becomes the member's own without a jump", async (_, size, index) => {
  const { member, own } = readers[index]!;
  const page = await browser.openPage({ ...size, height: TALL, isFirstVisit: true, person: member });
  const [noted, names] = [await watch(page), asked(page)];
  await visit(page, `/thread/${threadId}`);
  await pressed(page).waitFor();
  await page.locator(`${likedReply} [data-act=like][aria-pressed=true]`).waitFor();
  await page.locator(`${own}[data-editable]`).waitFor();
  await page.locator("[role=separator] span").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await noted()).toEqual({ shifts: [], signInSeen: false });
  expect(names.filter((name) => name === "PageMarks")).toHaveLength(1);
  expect(names).not.toContain("ThreadPage");
});

test.each([
  ["desk", { ...DESKTOP, width: 1440 }],
  ["tablet", { ...DESKTOP, width: 820 }],
  ["phone", PHONE],
])("on a %s the list shows the member what is unread without a jump", async (_, size) => {
  const page = await browser.openPage({
    ...size,
    height: TALL,
    isFirstVisit: true,
    person: readers.at(-1)!.member,
  });
  const [noted, names] = [await watch(page), asked(page)];
  await visit(page, "/");
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.locator(`a[href="/thread/${threadId}#p10"]`).waitFor();
  // A phone shows no like in lists.
  await card.locator("[data-like][aria-pressed=true]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  expect(await noted()).toEqual({ shifts: [], signInSeen: false });
  expect(names.filter((name) => name === "PageMarks")).toHaveLength(1);
  expect(names).not.toContain("HomePage");
});

/** Markup of a page without ages and counts of views, which change by themselves. */
async function standing(page: Page): Promise<string> {
  await page.waitForLoadState("networkidle");
  return page.locator("#root").evaluate((root) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const time of copy.querySelectorAll("time")) time.textContent = "";
    // Views are counted meanwhile.
    for (const each of copy.querySelectorAll("span, dl > div"))
      if (/浏览/.test(each.getAttribute("title") ?? each.textContent)) each.replaceWith();
    return copy.innerHTML.replace(/ (id|aria-controls|aria-labelledby)="[^"]*"/g, "").replace(/></g, ">\n<");
  });
}

test.each([() => `/thread/${threadId}`, () => "/"])(
  "it ends as the page of the member alone",
  async (address) => {
    const page = await browser.openPage({ person: readers.at(-1)!.member });
    await visit(page, address());
    await page.locator("[aria-pressed=true]").first().waitFor();
    const whole = await browser.openPage({ person: readers.at(-1)!.member });
    await visit(whole, `${address()}?scripts=off`);
    const shared = () => standing(page);
    const own = async () => (await standing(whole)).replaceAll("scripts=off&amp;", "");
    const onOneAlone = async () => {
      const [a, b] = [(await shared()).split("\n"), (await own()).split("\n")];
      return [...a.filter((line) => !b.includes(line)), ...b.filter((line) => !a.includes(line))];
    };
    // What helps to read comes to either page in its own time.
    await expect.poll(onOneAlone).toEqual([]);
    expect(await own()).toBe(await shared());
    // Where scripts run the next page is shared again.
    expect(await whole.evaluate(() => document.cookie)).not.toContain("scripts");
  },
);

test("while the line is cut the page stays as it is, and it becomes the member's own when the line is back", async () => {
  const page = await browser.openPage({
    person: readers.at(-1)!.member,
    expectedErrors: [/ERR_FAILED/],
    isFirstVisit: true,
  });
  const noted = await watch(page);
  let refused = 0;
  await page.route("**/graphql", (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    if (operationName !== "PageMarks") return route.continue();
    refused++;
    return route.abort();
  });
  await visit(page, `/thread/${threadId}`);
  await expect.poll(() => refused).toBeGreaterThanOrEqual(3);
  expect(await pressed(page).count()).toBe(0);
  await page.unroute("**/graphql");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await pressed(page).waitFor();
  expect(await noted()).toEqual({ shifts: [], signInSeen: false });
});

test("without scripts a member gets the page with all that is theirs", async () => {
  const page = await browser.openPage({ person: readers.at(-1)!.member, javaScriptEnabled: false });
  await page.goto(`/thread/${threadId}`);
  await page.waitForURL(/scripts=off/);
  await pressed(page).waitFor();
  expect(await page.locator("#root > header", { hasText: readers.at(-1)!.member.nickname }).count()).toBe(1);
  await page.goto("/");
  await page.locator(`a[href="/thread/${threadId}#p10"]`).waitFor();
  expect(page.url()).not.toContain("scripts");
});
