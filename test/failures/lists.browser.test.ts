import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chatHref } from "../../client/platform/chatAddress.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { visit } from "../journeys/steps.ts";

/** Every list that goes on, read over a line that is cut, refused and slow: each says so, and offers to try again. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let other: Person;
let thread: { id: string };
let post: { id: string };
let topicId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [admin, other] = [await forum.admin(), await forum.member()];
  thread = await publish(admin, {
    categoryId: await forum.categoryId(),
    title: "Tea #leaf#",
    body: "About #leaf# and tea",
  });
  post = await reply(other, thread.id, { body: "tea" });
  await reply(admin, thread.id, { body: "a comment", replyToPostId: post.id });
  await reply(admin, thread.id, { body: "more tea" });
  await other.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: admin.id });
  await admin.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: other.id });
  await admin.graphql(`mutation ($u: ID!) { sendMessage(input: {userId: $u, body: "hello"}) { id } }`, {
    u: other.id,
  });
  const third = await forum.member();
  await admin.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: third.id });
  await admin.graphql(`mutation { importStopWords(lines: ["casino"]) { created } }`);
  await admin.graphql(
    `mutation ($id: ID!) { setWatchLevel(target: THREAD, targetId: $id, level: WATCHING) { id } }`,
    { id: thread.id },
  );
  await forum.delivered();
  await forum.searchable();
  topicId = (await admin.graphql(`{ topics { nodes { id } } }`)).topics.nodes[0].id;
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Each list: where it stands, and the question that it asks. */
const LISTS: readonly (readonly [list: string, operation: string, address: () => string])[] = [
  ["threads of the home page", "HomePage", () => "/"],
  ["what a search found", "SearchPage", () => "/search?keyword=tea"],
  ["topics", "TopicsPage", () => "/topic"],
  ["threads of a topic", "TopicPage", () => `/topic/${topicId}`],
  ["threads of a member", "ProfileThreads", () => "/my"],
  ["replies of a member", "ProfileReplies", () => "/my?tab=replies"],
  ["whom a member follows", "RelatedPeople", () => "/my?tab=follows"],
  ["whom one blocks", "BlockedPeople", () => "/my?tab=blocked"],
  ["what one watches", "WatchList", () => "/my/settings?section=notifications"],
  ["private chats", "MessageDialogs", () => "/message?page=index"],
  ["messages of a chat", "MessageChat", () => chatHref({ id: String(other.id), nickname: "x" })],
  ["notifications", "MessageNotifications", () => "/message?page=thread"],
  ["members to manage", "MembersAdminPage", () => "/admin/members"],
  ["topics to manage", "TopicsAdminPage", () => "/admin/topics"],
  ["the log of the staff", "AuditAdminPage", () => "/admin/log"],
  ["stop words", "StopWordsAdminPage", () => "/admin/stop-words"],
  ["comments on a reply", "PostComments", () => `/thread/comment/${post.id}`],
];

type Line = "whole" | "cut" | "refusing" | "slow";

/** A browser whose list has a second page, read over a line that the test governs. */
async function open(operation: string, address: string) {
  const page = await browser.openPage({
    person: admin,
    expectedErrors: [/ERR_FAILED/, /503/, /Failed to load resource/],
  });
  const state = { line: "whole" as Line, asked: 0, release: () => undefined as void };
  await page.route("**/graphql", async (route: Route) => {
    const body = route.request().postDataJSON() as { operationName: string; variables: { after?: unknown } };
    if (body.operationName !== operation) return route.continue();
    if (body.variables.after !== "next") {
      const response = await route.fetch();
      const text = (await response.text())
        .replaceAll('"hasNextPage":false', '"hasNextPage":true')
        .replaceAll(/"endCursor":(?:null|"[^"]*")/g, '"endCursor":"next"');
      return route.fulfill({ response, body: text });
    }
    state.asked++;
    if (state.line === "cut") return route.abort();
    if (state.line === "refusing") {
      const errors = [{ message: "操作太频繁", extensions: { code: "RATE_LIMITED", requestId: "r1" } }];
      return route.fulfill({ json: { data: null, errors } });
    }
    if (state.line === "slow") await new Promise<void>((done) => (state.release = done));
    // The second page holds what the first does, so nothing comes twice.
    const answer = await route.fetch({
      postData: { ...body, variables: { ...body.variables, after: null } },
    });
    return route.fulfill({ response: answer });
  });
  return { page, state, go: () => goTo(page, address) };
}

/** Follows a link to a page, so that the browser asks for its list and not the server. */
async function goTo(page: Page, address: string): Promise<void> {
  await visit(page, address === "/" ? "/topic" : "/");
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    link.textContent = "go";
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
}

const retry = (page: Page) => page.getByText("重试", { exact: true });

test.each(LISTS)("%s: a cut line is told in place and tried again", async (_list, operation, address) => {
  const { page, state, go } = await open(operation, address());
  state.line = "cut";
  await go();
  await pressUntil(page, () => state.asked > 0);
  await page.getByRole("alert").filter({ hasText: "网络连接失败" }).waitFor();
  state.line = "whole";
  await retry(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => retry(page).count()).toBe(0);
  await expect.poll(() => page.getByRole("alert").filter({ hasText: "网络连接失败" }).count()).toBe(0);
});

test.each(LISTS)("%s: a refusal is told, a slow answer shows", async (_list, operation, address) => {
  const { page, state, go } = await open(operation, address());
  state.line = "refusing";
  await go();
  await pressUntil(page, () => state.asked > 0);
  await page.getByRole("alert").filter({ hasText: "操作太频繁" }).waitFor();
  state.line = "slow";
  const { asked } = state;
  await retry(page).click();
  await page.locator('[aria-busy="true"]', { hasText: "加载中" }).waitFor();
  // The control is busy before the request arrives here and can be released.
  await expect.poll(() => state.asked).toBeGreaterThan(asked);
  state.release();
  await expect.poll(() => page.locator('[aria-busy="true"]', { hasText: "加载中" }).count()).toBe(0);
  expect(await retry(page).count()).toBe(0);
});

/** Lists that load while scrolling need no press; where there is one, it is the control at the list's end. */
async function pressUntil(page: Page, isAsked: () => boolean): Promise<void> {
  const control = page.getByText(/^(加载更多|查看更早的消息|更早的消息|查看全部.*)$/);
  await expect
    .poll(async () => {
      if (!isAsked() && (await control.count()) > 0)
        await control
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined);
      return isAsked();
    })
    .toBe(true);
}
