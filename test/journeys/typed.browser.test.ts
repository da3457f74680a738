import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedInto } from "../../server/cli/seed.ts";
import { PAGES, type Who } from "../pages/pageList.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { PASSWORD, ready } from "./steps.ts";

declare global {
  interface Window {
    /** Fields that were filled in, with the content that they were given. */
    filled: { control: HTMLInputElement; content: string }[];
  }
}

/** Fields that are filled in before the script of their page runs: by quick people, and by password managers. */
let forum: Forum;
let browser: Browser;
let people: Record<Who, Person | undefined>;
/** Parts of addresses that a forum has to be asked for. */
let ids: { OWN: string; REPLY: string };

/** Scripts of pages. */
const SCRIPTS = /\/assets\/.*\.js$/;
/** A field other than the search box of the header, in the text of a page. */
const FIELD = /<(textarea|select|input(?![^>]*name="keyword"))\b/;
/** Time in which a field that acts at once has its new content, in milliseconds. */
const SETTLED_MS = 5_000;
/** Time for all pages of somebody, on a busy machine, in milliseconds. */
const VISITS_MS = 300_000;
/** A phone far from its mast, as bytes per second and milliseconds. */
const SLOW = { offline: false, downloadThroughput: 180_000, uploadThroughput: 180_000, latency: 150 };

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await seedInto(forum.app, { force: false, threads: 8, tell: () => undefined });
  browser = await Browser.open(forum);
  const member = await forum.member();
  people = { visitor: undefined, member, administrator: await forum.admin() };
  const own = { categoryId: await forum.categoryId(), title: "窗边的薄荷", body: "长得太快了。" };
  const [reply] = await forum.rows<{ id: number }>("SELECT MIN(id) AS id FROM posts WHERE number > 0");
  ids = { OWN: (await publish(member, own)).id, REPLY: String(reply!.id) };
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Opens an address while its scripts wait. @returns a function that lets them run, and waits until the page listens */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  const hold = (route: Route): unknown => (isHeld ? held.push(route) : route.continue());
  await page.route(SCRIPTS, hold);
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("#state").waitFor({ state: "attached" });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
    await ready(page);
    await page.unroute(SCRIPTS, hold);
  };
}

/** Runs in the page: fills in its fields, or the first of its lists, which act at once. @returns their kinds */
function fillIn(isForLists: boolean): string[] {
  const groups = new Set<string>();
  window.filled = [];
  for (const control of document.querySelectorAll<HTMLInputElement>("#root :is(input, textarea, select)")) {
    const { type, placeholder, inputMode, name } = control;
    const isOpen = !control.disabled && !control.readOnly && control.checkVisibility();
    const isList = control instanceof HTMLSelectElement;
    if (!isOpen || /hidden|file|range/.test(type) || isList !== isForLists) continue;
    const isChoice = type === "radio" || type === "checkbox";
    if (control instanceof HTMLSelectElement) {
      const other = [...control.options].find((option) => !option.selected && !option.disabled);
      if (!other || window.filled.length > 0) continue;
      control.value = other.value;
    } else if (isChoice) {
      if (type === "radio" && (control.checked || groups.has(name))) continue;
      groups.add(name);
      control.click();
    } else if (type === "number" || inputMode === "decimal" || inputMode === "numeric") control.value = "12";
    else if (placeholder.startsWith("#")) control.value = "#1c7ed6";
    else control.value = control.hasAttribute("data-dates-input") ? "2026-03-04" : "typed";
    window.filled.push({ control, content: isChoice ? String(control.checked) : control.value });
  }
  return window.filled.map(({ control }) => control.inputMode || control.type);
}

/**
 * Runs in the page: names the fields that have other content than they were given, on the screen or in their state. A
 * field that is gone was hidden by another, which narrows a list.
 */
function lostFields(): string[] {
  return window.filled.flatMap(({ control, content }) => {
    if (!control.isConnected) return [];
    const key = Object.keys(control).find((each) => each.startsWith("__reactProps$")) ?? "";
    const state = (control as unknown as Record<string, Record<string, unknown> | undefined>)[key];
    const property = control.type === "radio" || control.type === "checkbox" ? "checked" : "value";
    const [shown, known] = [String(control[property]), String(state?.[property] ?? content)];
    const label = control.labels?.[0]?.textContent ?? control.ariaLabel ?? control.placeholder;
    return shown === content && known === content ? [] : [`${label}: ${content}, ${shown}, ${known}`];
  });
}

const VISITS: { who: Who; kinds: string[] }[] = [
  { who: "visitor", kinds: ["text", "password", "numeric", "search", "select-one"] },
  { who: "member", kinds: ["text", "password", "textarea", "checkbox", "radio", "select-one"] },
  { who: "administrator", kinds: ["text", "textarea", "checkbox", "decimal", "select-one"] },
];
test.each(VISITS)(
  "all fields of a $who keep what they are given before the script",
  async ({ who, kinds }) => {
    const page = await browser.openPage({ person: people[who] });
    const lost: Record<string, string[]> = {};
    const filled = new Set<string>();
    for (const pattern of PAGES[who]) {
      const path = pattern.replace("OWN", ids.OWN).replace("REPLY", ids.REPLY);
      const html = await (await page.request.get(path)).text();
      if (!FIELD.test(html)) continue;
      for (const isForLists of html.includes("<select") ? [false, true] : [false]) {
        const release = await openHeld(page, path);
        for (const kind of await page.evaluate(fillIn, isForLists)) filled.add(kind);
        await release();
        const stillLost = () => page.evaluate(lostFields);
        await expect
          .poll(stillLost, { timeout: SETTLED_MS })
          .toEqual([])
          .catch(() => undefined);
        const names = await stillLost();
        if (names.length > 0) lost[path] = names;
      }
    }
    expect(lost).toEqual({});
    expect([...filled]).toEqual(expect.arrayContaining(kinds));
  },
  VISITS_MS,
);

test("what is typed on a slow line registers, and signs in", async () => {
  const page = await browser.openPage(PHONE);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW);
  const open = async (path: string, name: string): Promise<void> => {
    await page.goto(path, { waitUntil: "commit" });
    await page.getByLabel("用户名").pressSequentially(name);
    if (path === "/user/register") await page.getByLabel("昵称").pressSequentially(name);
    await page.getByLabel("密码", { exact: true }).pressSequentially(PASSWORD);
    await ready(page);
    expect(await page.getByLabel("用户名").inputValue()).toBe(name);
  };

  await open("/user/register", "slowly");
  await page.getByRole("button", { name: "注册" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await page.context().clearCookies();
  await open("/user/username-login", "slowly");
  await page.locator("form").getByRole("button", { name: "登录" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await browser.expectNoComplaints();
});

test("the categories that are chosen before the script are those that are made", async () => {
  const page = await browser.openPage({ person: people.administrator });
  const release = await openHeld(page, "/admin/start?step=2");
  await page.getByText("校园", { exact: true }).click();
  await release();

  await page.getByRole("button", { name: "保存并继续" }).click();

  await page.getByRole("heading", { name: "加入与邮件" }).waitFor();
  const names = (await forum.rows<{ name: string }>("SELECT name FROM categories")).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["学习", "社团", "失物招领"]));
  expect(names).not.toContain("作品");
  await browser.expectNoComplaints();
});

test("a list that the browser restores does not act", async () => {
  const page = await browser.openPage();
  const release = await openHeld(page, "/search?keyword=番茄");
  const list = page.getByRole("combobox", { name: "板块" });
  await list.selectOption({ index: 1 });
  await page.goto("/forum", { waitUntil: "commit" });
  // Going back before the page is there is refused by Chromium.
  await page.locator("#state").waitFor({ state: "attached" });
  await page.goBack({ waitUntil: "commit" });
  // Chromium restores fields some time after it has read them.
  await expect.poll(() => list.inputValue()).not.toBe("");
  await release();

  expect(await list.inputValue()).toBe("");
  expect(new URL(page.url()).searchParams.has("category")).toBe(false);
  await browser.expectNoComplaints();
});
