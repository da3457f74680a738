import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { ready, visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { filesOf, manifestOf, packageOf } from "./packing.ts";
import { installOn } from "./people.ts";

/** Plugins in the server's pages: what stands there before their code has come, and what they get from the page. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  const draft = { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" };
  threadId = (await publish(await forum.member(), draft)).id;
});
afterEach(async () => {
  await browser?.closePages();
  const ctx = forum.app.context();
  for (const plugin of await ctx.db.find(Plugin)) await removePlugin(ctx, plugin);
});
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const BEFORE = { part: "line", target: "plugin_index", hookName: "header_insert_before_hook" };

/** Installs and shows a plugin that runs in the page, with styles of its own. */
async function trust(
  name: string,
  code: string,
  slots: readonly object[] = [{ ...BEFORE, rendersOnServer: true }],
  styles = "",
): Promise<void> {
  const manifest = manifestOf({ pluginName: name, appid: name, capabilities: [], slots });
  const files = filesOf(manifest, code);
  files.set("client.css", Buffer.from(styles));
  const ctx = forum.app.context();
  await installTrusted(ctx, files);
  await switchPluginNamed(ctx, name, true);
}

const pageOf = async (path: string): Promise<string> => (await forum.visitor().request("GET", path)).text;
/** Gives what plugins have rendered on a page, without the page. */
const slotsOf = (html: string): string =>
  html
    .split("<div data-plugin=")
    .slice(1)
    .map((part) => part.slice(0, 500))
    .join("");

/** Holds the code of plugins back until it is released. */
async function holdCode(page: Page): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((done) => (release = done));
  await page.route("**/plugin-files/**/client.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Adds up what moves on a page. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

const GREETING = `import { useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { gql } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { definePlugin } from "@luntan/plugin-kit";
export default definePlugin(({ React }) => ({
  line({ settings, siteData, userInfo }) {
    const [count, setCount] = useState(0);
    const client = useApolloClient();
    const ask = async () => {
      const { data } = await client.query({ query: gql("query { site { name } }"), fetchPolicy: "no-cache" });
      setCount(data.site.name.length > 0 ? count + 1 : -1);
    };
    return jsxs("div", { className: "greeting", style: { minHeight: 120 }, children: [
      jsx("h2", { children: settings.greeting + " " + siteData.webConfig.setSite.siteName + " " + (userInfo?.nickname ?? "guest") }),
      React.createElement("button", { key: "b", onClick: ask }, "Clicked " + count),
    ] });
  },
}));`;

test("a trusted plugin stands in the server's page; nothing jumps when its code comes, and it has the page's React", async () => {
  await trust("greeting", GREETING, undefined, ".greeting { padding: 7px }");
  const html = await pageOf("/");
  expect(slotsOf(html)).toMatch(/^"[^"]+"><div class="greeting" data-style="\d+"><h2>Hello /);
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toMatch(/<link rel="stylesheet" href="\/plugin-files\/greeting\/[\da-f]{64}\/client\.css">/);
  expect(head).toContain('<script type="importmap">');

  for (const device of [{}, PHONE]) {
    const page = await browser.openPage({ ...device, isFirstVisit: true });
    const shifts = await watchShifts(page);
    const release = await holdCode(page);
    await page.goto("/");
    await ready(page);
    const button = page.getByRole("button", { name: "Clicked 0" });
    const before = await button.boundingBox();
    expect(await page.locator("[data-plugin] .greeting").count()).toBe(1);
    release();
    await expect.poll(() => page.locator("[data-plugin]").count()).toBe(0);
    expect(await button.boundingBox()).toEqual(before);
    await button.click();
    await page.getByRole("button", { name: "Clicked 1" }).waitFor();
    expect(await shifts()).toBe(0);
    expect(await page.locator(".greeting").evaluate((element) => getComputedStyle(element).paddingTop)).toBe(
      "7px",
    );
  }
  await browser.expectNoComplaints();
});

const READING = `export default ({ React }) => {
  const line = (name, text) => React.createElement("p", { "data-line": name }, text);
  const names = (thing) => Object.keys(thing).toSorted().join(" ");
  return {
    reply: ({ postData, data }) => line("reply", names(postData) + ": " + data.likeCount + " for " + data.author.nickname),
    hit: ({ hitData, message, data }) => line("hit", names(hitData) + ": " + message + " in " + data.thread.title),
    tabs: ({ renderData, data }) =>
      line("tabs", renderData.categories.map((each) => names(each) + ": " + data[each.id].displayColor).join()),
    head: ({ data }) => line("head", data ? "In " + data.name : "At home"),
  };
};`;

test("replies, results and categories have the fields that were asked for: on the server, on desks and on phones", async () => {
  const on = (part: string, target: string, hookName: string, fragment: string) => ({
    part,
    target,
    hookName,
    fragment: `fragment F on ${fragment}`,
    rendersOnServer: true,
  });
  await trust("reading", READING, [
    on("reply", "plugin_detail", "post_extension_display_hook", "Post { likeCount author { nickname } }"),
    on("hit", "plugin_index", "search_extension_display_hook", "SearchHit { thread { title } }"),
    on("tabs", "plugin_index", "tabs_replace_hook", "Category { displayColor }"),
    on("head", "plugin_index", "header_insert_before_hook", "Category { name }"),
  ]);
  const ada = await forum.member();
  await reply(ada, threadId);
  await forum.searchable();
  const [{ id, name, displayColor }] = (await ada.graphql("{ categories { id name displayColor } }"))
    .categories;
  const search = `/search?keyword=${encodeURIComponent("月亮")}`;
  const lines = {
    hit: "id kind: 月亮 in 月亮",
    reply: `id number: 0 for ${ada.nickname}`,
    head: `In ${name}`,
    tabs: `children id name: ${displayColor}`,
  };
  for (const [path, part] of [
    [search, "hit"],
    [`/thread/${threadId}`, "reply"],
    [`/category/${id}`, "head"],
    [`/category/${id}`, "tabs"],
  ] as const)
    expect(slotsOf(await pageOf(path)), part).toContain(lines[part]);

  for (const device of [{}, PHONE]) {
    const page = await browser.openPage(device);
    const line = (part: string) => page.locator(`[data-line="${part}"]`);
    const expectLine = (part: keyof typeof lines, text = lines[part]) =>
      line(part).filter({ hasText: text }).first().waitFor();
    await visit(page, search);
    await expectLine("hit");
    await page.locator("main").getByRole("link", { name: "月亮", exact: true }).click();
    await expectLine("reply");
    await visit(page, `/category/${id}`);
    await expectLine("head");
    await expectLine("tabs");
    await visit(page, "/");
    await expectLine("head", "At home");
  }
  await browser.expectNoComplaints();
});

test("styles of a plugin stand below those of the forum, however exact they are", async () => {
  await trust(
    "loud",
    `export default ({ React }) => ({ line: () => React.createElement("p", { className: "loud" }, "Loud") });`,
    undefined,
    "html body header, html body article.card, .loud { background: rgb(1, 2, 3); color: rgb(4, 5, 6) }",
  );
  const page = await browser.openPage();
  await visit(page, "/");
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(() => background(".loud")).toBe("rgb(1, 2, 3)");
  expect(await background("header")).not.toBe("rgb(1, 2, 3)");
  await browser.expectNoComplaints();
});

test("a frame has its room before it has loaded, and where it replaces a part of the page that part is not shown first", async () => {
  const slots = [
    { part: "line", target: "plugin_index", hookName: "header_insert_before_hook", height: 60 },
    { part: "line", target: "plugin_detail", hookName: "thread_extension_display_hook", height: 90 },
  ];
  await installOn(admin, packageOf({ slots }, `document.getElementById("root").style.height = "60px";`));
  expect(slotsOf(await pageOf("/"))).toMatch(/^"[^"]+"><div data-style="\d+"><\/div><\/div>/);
  expect(slotsOf(await pageOf(`/thread/${threadId}`))).toMatch(/^"plugin_detail@thread_extension/);
  const page = await browser.openPage({ isFirstVisit: true });
  const shifts = await watchShifts(page);
  await visit(page, "/");
  await page.locator("iframe").waitFor();
  await expect.poll(() => page.locator("[data-plugin]").count()).toBe(0);
  expect(await shifts()).toBe(0);
  await browser.expectNoComplaints();
});

test.each([
  ["throws", `throw new Error("It broke");`, "On the server: It broke"],
  ["loops for ever", `for (;;);`, "does not render within"],
  ["allocates without end", `const all = []; for (;;) all.push(new Array(1e6).fill(1));`, "On the server"],
  [
    "writes HTML as it is",
    `return React.createElement("div", { dangerouslySetInnerHTML: { __html: "</div></div></main>" } });`,
    "dangerouslySetInnerHTML is not rendered",
  ],
  ["gives a script", `return React.createElement("script", null, "window.hit = 1");`, "<script> is not"],
  ["reaches for the network", `return React.createElement("p", null, String(fetch("/")));`, "fetch"],
  [
    "reaches for the process",
    `return React.createElement("p", null, String(this.constructor.constructor("return process")().pid));`,
    "On the server",
  ],
])("a plugin that %s on the server is named; the page and the others go on", async (_what, body, message) => {
  await trust("bad", `export default ({ React }) => ({ line() { ${body} } });`);
  await trust("greeting", GREETING);
  const answer = await forum.visitor().request("GET", "/");
  expect(answer.status).toBe(200);
  expect(answer.text.includes("月亮")).toBe(true);
  expect(slotsOf(answer.text) + slotsOf(await pageOf("/?sort=newest"))).toContain('class="greeting"');
  const state = async () =>
    (await admin.graphql(`{ plugins { name isEnabled faults { message } } }`)).plugins as {
      name: string;
      faults: { message: string }[];
    }[];
  await expect
    .poll(async () => (await state()).find(({ name }) => name === "bad")!.faults[0]?.message ?? "")
    .toContain(message);
  expect((await state()).find(({ name }) => name === "greeting")!.faults).toEqual([]);
});
