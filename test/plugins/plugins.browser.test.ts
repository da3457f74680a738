import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { open } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { filesOf, manifestOf, packageOf } from "./packing.ts";
import { install, installOn, setOn } from "./people.ts";

/** Plugins on desks and phones: uploaded, shown, broken, switched off; and none of the hostile ones hurts anybody. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let ada: Person;
let threadId: string;

/** Lines that plugins which break on purpose write to the console. */
const expectedErrors = [
  /\[plugin /,
  /Blocked/i,
  /sandbox/i,
  /Content Security Policy/i,
  /It broke/,
  /ERR_/,
  /page error/,
];

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum, { hasScreen: true });
  admin = await forum.admin();
  ada = await forum.member();
  const draft = { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" };
  threadId = (await publish(ada, draft)).id;
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

const frameIn = (page: Page) => page.frameLocator("iframe[sandbox='allow-scripts']");
const state = async () =>
  (await admin.graphql(`{ plugins { isEnabled health { count } faults { message } } }`)).plugins[0];

/** Installs and shows a plugin that runs in the page. */
async function trust(code: string, change: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const ctx = forum.app.context();
  await installTrusted(ctx, filesOf(manifestOf({ capabilities: [], ...change }), code));
  await switchPluginNamed(ctx, "welcome", true);
}

test("an administrator uploads a plugin and shows it; visitors see it on desks and phones; it is uninstalled", async () => {
  const file = join(tmpdir(), `luntan-plugin-${process.pid}.zip`);
  writeFileSync(file, packageOf());
  const desk = await browser.openPage({ person: admin });
  await open(desk, "/admin/plugins");
  await desk.getByText("还没有安装插件").waitFor();
  await desk.getByText("用 luntan plugin new 可以写一个自己的插件").waitFor();
  await desk.locator("input[type=file]").setInputFiles(file);
  await desk.getByText("已安装 welcome 1.0.0").waitFor();
  await desk.getByRole("switch", { name: "启用「欢迎语」" }).click({ force: true });
  await expect.poll(async () => (await state()).isEnabled).toBe(true);
  await expectNoViolations(desk);

  for (const device of [{}, PHONE]) {
    const page = await browser.openPage({ ...device, person: ada });
    await visit(page, "/");
    await frameIn(page).getByText(`Hello, ${ada.nickname}`).waitFor();
    await expectNoViolations(page);
    const visitor = await browser.openPage(device);
    await visit(visitor, "/user/username-login");
    expect(await visitor.locator("iframe").count()).toBe(0);
  }

  await desk.getByRole("button", { name: "插件「欢迎语」" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "问候" }).fill("Good day");
  await dialog.getByRole("button", { name: "保存设置" }).click();
  await desk.getByText("已保存").first().waitFor();
  await expectNoViolations(desk);
  const again = await browser.openPage({});
  await visit(again, "/");
  await frameIn(again).getByText("Good day, guest").waitFor();

  await dialog.getByRole("button", { name: "卸载" }).click();
  const question = desk.getByRole("dialog", { name: "卸载「欢迎语」？" });
  await question.getByRole("button", { name: "卸载" }).click();
  await desk.getByText("还没有安装插件").waitFor();
  const last = await browser.openPage({});
  await visit(last, "/");
  expect(await last.locator("iframe").count()).toBe(0);
  await browser.expectNoComplaints();
});

test("without plugins a page asks for nothing of theirs", async () => {
  const page = await browser.openPage({});
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, "/");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /plugin/i.test(url))).toEqual([]);
  expect(await page.locator("iframe, [data-plugin], script[type=importmap]").count()).toBe(0);
  for (const path of ["/", `/thread/${threadId}`])
    expect((await forum.visitor().request("GET", path)).text).not.toMatch(
      /data-plugin|plugin-files|importmap/,
    );
});

test("a trusted banner shows with the React of the page and follows clicks, on desks and phones", async () => {
  await trust(
    `export default ({ React, settings }) => ({
      line({ userInfo, locale }) {
        const [count, setCount] = React.useState(0);
        return React.createElement("button", { onClick: () => setCount(count + 1) },
          settings.greeting + " " + (userInfo ? userInfo.nickname : "guest") + " " + locale + " " + count);
      },
    });`,
  );
  for (const device of [{}, PHONE]) {
    const page = await browser.openPage({ ...device, person: ada });
    await visit(page, "/");
    await page.getByRole("button", { name: `Hello ${ada.nickname} zh-CN 0` }).click();
    await page.getByRole("button", { name: `Hello ${ada.nickname} zh-CN 1` }).waitFor();
  }
  await browser.expectNoComplaints();
});

test("a plugin that throws while it renders leaves the page alone; five times switch it off; safe mode shows none", async () => {
  await trust(`export default () => ({ line() { throw new Error("It broke in render"); } });`, {
    slots: [{ part: "line", target: "plugin_index", hookName: "right_replace_hook" }],
  });
  for (let look = 1; look <= 5; look++) {
    const page = await browser.openPage({ person: admin, expectedErrors });
    const loads = page.waitForRequest((request) => request.url().includes("/plugin-files/"));
    await visit(page, "/");
    await loads;
    await page.getByRole("article", { name: "月亮" }).waitFor();
    await expect.poll(async () => (await state()).health.count).toBeGreaterThanOrEqual(look);
    if (look === 1) {
      const before = (await state()).health.count;
      const safe = await browser.openPage({ person: admin });
      const asked: string[] = [];
      safe.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await visit(safe, "/?safe=1");
      await safe.waitForLoadState("networkidle");
      expect(asked.filter((path) => path.startsWith("/plugin-files/"))).toEqual([]);
      expect((await state()).health.count).toBe(before);
      await safe.close();
    }
    await page.close();
  }
  expect(await state()).toMatchObject({ isEnabled: false, faults: expect.any(Array) });
  const page = await browser.openPage({ person: admin });
  await open(page, "/admin/plugins");
  await page.getByText("出错过多，已自动停用").waitFor();
  await browser.expectNoComplaints();
});

test.each([
  [
    "in an effect",
    `line() { React.useEffect(() => { throw new Error("It broke"); }, []); return null; }`,
    false,
  ],
  [
    "in an event",
    `line() { return React.createElement("button", { onClick() { throw new Error("It broke"); } }, "Break"); }`,
    true,
  ],
])("a trusted plugin that throws %s is named, and the page goes on", async (_where, part, isClicked) => {
  await trust(`export default ({ React }) => ({ ${part} });`);
  const page = await browser.openPage({ person: admin, expectedErrors });
  await visit(page, "/");
  if (isClicked) await page.getByRole("button", { name: "Break" }).click();
  await expect.poll(async () => (await state()).health.count).toBe(1);
  expect((await state()).faults[0].message).toContain("It broke");
  await page.getByRole("link", { name: "月亮" }).first().click();
  await page.getByText("今晚很圆。").first().waitFor();
  await browser.expectNoComplaints();
});

test("the module of a trusted plugin that throws while it loads is named, and the page goes on", async () => {
  await trust(`throw new Error("It broke at once");`);
  const page = await browser.openPage({ person: admin, expectedErrors });
  await visit(page, "/");
  await expect.poll(async () => (await state()).health.count).toBeGreaterThanOrEqual(1);
  await page.getByRole("article", { name: "月亮" }).waitFor();
  await browser.expectNoComplaints();
});

test("a frame reaches nothing: not the parent, storage, cookies, other hosts, the site's API, or the top", async () => {
  const tries = `const tries = {
      parent: () => parent.document.title,
      top: () => { top.location.href = "/wallet"; },
      storage: () => localStorage.length,
      session: () => sessionStorage.length,
      cookie: () => document.cookie.length,
      opened: () => { if (!open("/")) throw new Error("closed"); },
    };
    const out = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try { attempt(); out.push(name + " REACHED"); } catch { out.push(name + " closed"); }
    }
    for (const url of ["https://example.org/", "/graphql"])
      await fetch(url).then(() => out.push("fetch REACHED"), () => out.push("fetch closed"));
    document.getElementById("root").innerHTML = "<img src=x onerror='window.hit=1'><p>" + out.join(", ") + "</p>";
    setTimeout(() => { document.querySelector("p").append(window.hit ? " inline REACHED" : " inline closed"); }, 300);`;
  await installOn(admin, packageOf({}, tries));
  const page = await browser.openPage({ person: ada, expectedErrors });
  await visit(page, "/");
  const text = frameIn(page).locator("p");
  await expect.poll(() => text.innerText()).toContain("inline closed");
  expect(await text.innerText()).not.toContain("REACHED");
  expect(new URL(page.url()).pathname).toBe("/");
});

test.each([
  ["throws", `throw new Error("It broke");`, "It broke"],
  [
    "throws when it is told of the page",
    `luntan.onState(() => { throw new Error("It broke"); });`,
    "It broke",
  ],
  ["rejects", `Promise.reject(new Error("It broke"));`, "It broke"],
  [
    "floods",
    `setInterval(() => { for (let i = 0; i < 500; i++) luntan.navigate("/x" + i); }, 10);`,
    "a second",
  ],
  ["speaks nonsense", `luntan.navigate("//evil.example");`, "no message"],
  ["loops for ever", `luntan.onState(() => setTimeout(() => { for (;;); }));`, "within 3800 ms"],
  ["leaves its page", `luntan.onState(() => { location.href = "/plugin-frames/none"; });`, "left its page"],
])("a frame that %s is named, and the page goes on", async (_what, code, message) => {
  await installOn(admin, packageOf({ capabilities: [] }, code));
  const page = await browser.openPage({ person: admin, expectedErrors });
  await visit(page, "/");
  await expect
    .poll(async () => (await state()).faults[0]?.message ?? "", { timeout: 40_000 })
    .toContain(message);
  await page.getByRole("link", { name: "月亮" }).first().click();
  await page.getByText("今晚很圆。").first().waitFor();
});

test("a frame that allocates without end takes no page along: it is named, and the page goes on", async () => {
  const code = `luntan.onState(() => setTimeout(() => {
    const all = [];
    for (;;) all.push(new Array(1e6).fill(all.length + 0.5));
  }));`;
  await installOn(admin, packageOf({ capabilities: [] }, code));
  const small = await Browser.open(forum, { heapMb: 128, hasScreen: true });
  try {
    const page = await small.openPage({ person: admin, expectedErrors });
    // Of a process that ends, the driver only says that it was one of the page's: the page itself says that it goes on.
    await page.addInitScript(() => {
      let hadFrame = false;
      const look = setInterval(() => {
        const hasFrame = document.querySelector("iframe") !== null;
        if (hadFrame && !hasFrame) {
          clearInterval(look);
          document.querySelector<HTMLAnchorElement>("article a[href^='/thread/']")!.click();
        }
        hadFrame = hasFrame;
      }, 100);
    });
    const read: string[] = [];
    page.on("request", (request) => read.push(request.postData() ?? ""));
    await visit(page, "/");
    const fault = async () => (await state()).faults[0]?.message ?? "";
    await expect.poll(fault, { timeout: 40_000 }).toContain("within 3800 ms");
    await expect.poll(() => read.join(), { timeout: 20_000 }).toMatch(/query ThreadPage/);
  } finally {
    await small.close();
  }
});

test("no page fails while a plugin comes, is upgraded, switched off, and goes", async () => {
  let isOver = false;
  const answers: string[] = [];
  const reading = ["/", `/thread/${threadId}`].map(async (path) => {
    while (!isOver) {
      const { status, text } = await forum.visitor().request("GET", path);
      answers.push(`${status} ${path} ${text.includes("plugin_index@header_insert_before_hook")}`);
    }
  });
  try {
    const { id } = await installOn(admin, packageOf());
    await expect.poll(() => answers, { timeout: 20_000 }).toContain("200 / true");
    await install(admin, packageOf({ version: "1.1.0" }, "// The next version."));
    await setOn(admin, id, false);
    answers.push("off");
    await expect
      .poll(() => answers.slice(answers.indexOf("off")), { timeout: 20_000 })
      .toContain("200 / false");
    await admin.graphql(`mutation ($id: ID!) { uninstallPlugin(pluginId: $id) }`, { id });
  } finally {
    isOver = true;
    await Promise.all(reading);
  }

  expect(answers.filter((answer) => !answer.startsWith("200 "))).toEqual(["off"]);
});

test("a page that a plugin adds has its address; other addresses below /plugin lead nowhere", async () => {
  await installOn(
    admin,
    packageOf({
      slots: [{ part: "line", target: "plugin_system", hookName: "add_page_hook", path: "/calendar" }],
    }),
  );
  const page = await browser.openPage({ person: ada });
  await visit(page, "/plugin/calendar");
  await frameIn(page).getByText(`Hello, ${ada.nickname}`).waitFor();
  await browser.expectNoComplaints();
  expect((await forum.visitor().request("GET", "/plugin/moon")).status).toBe(404);
});

test("a frame on the page of a thread is told its title, if it asked for that", async () => {
  const code = `luntan.onState(({ thread, viewer }) => {
    document.getElementById("root").textContent = thread.title + " " + thread.id + " " + viewer;
  });`;
  await installOn(
    admin,
    packageOf(
      {
        capabilities: ["thread"],
        slots: [{ part: "line", target: "plugin_detail", hookName: "thread_extension_display_hook" }],
      },
      code,
    ),
  );
  const page = await browser.openPage({ ...PHONE, person: ada });
  await visit(page, `/thread/${threadId}`);
  await frameIn(page).getByText(`月亮 ${threadId} undefined`).waitFor();
  await browser.expectNoComplaints();
});
