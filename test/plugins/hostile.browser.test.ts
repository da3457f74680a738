import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { filesOf, manifestOf } from "./packing.ts";

/** Trusted plugins of all sorts on one page: each that does wrong is named, and the good ones and the page go on. */
const HOSTILE = join(import.meta.dirname, "hostile");
const GOOD = `import { jsx } from "react/jsx-runtime";
export default () => ({ line: ({ settings }) => jsx("p", { children: settings.greeting + " from " + "good" }) });`;
const expectedErrors = [/\[plugin/, /It broke/, /Content Security Policy/i, /page error/, /ERR_/, /evil\.js/];
const SETTINGS = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
let forum: Forum;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  await publish(admin, { categoryId: await forum.categoryId(), title: "月亮", body: "今晚很圆。" });
});
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

async function trust(name: string, code: string): Promise<void> {
  const ctx = forum.app.context();
  await installTrusted(ctx, filesOf(manifestOf({ pluginName: name, appid: name, capabilities: [] }), code));
  await switchPluginNamed(ctx, name, true);
}

test("an old bundle that registers itself shows with the React of the page, on desks and phones; its use is counted if the site wants that", async () => {
  await trust("old-vote", readFileSync(join(import.meta.dirname, "old/bundle.js"), "utf8"));
  const quiet = await browser.openPage();
  const told: string[] = [];
  quiet.on("request", (request) => request.url().includes("beacon") && told.push(request.url()));
  await visit(quiet, "/");
  await quiet.getByRole("button", { name: /^Old .* 0$/ }).click();
  const warning = quiet.waitForEvent("console", (line) => line.text().includes("does not name"));
  const answers = await quiet.evaluate(() => {
    const { DZQPlugin } = window as unknown as { DZQPlugin: { register(record: object): boolean } };
    const record = {
      pluginName: "old-vote",
      version: "1.0.0",
      target: ["plugin_index"],
      hookName: "header_insert_before_hook",
      component: () => null,
      author: { name: "Old", email: "old@example.org" },
      type: 9,
      app_id: "old-vote",
      platform: ["pc", "h5"],
    };
    const other = { ...record, hookName: "topping_insert_after_hook" };
    return [other, { ...record, pluginName: "stranger" }].map((each) => DZQPlugin.register(each));
  });
  expect(answers).toEqual([false, false]);
  expect((await warning).text()).toContain("plugin_index@topping_insert_after_hook");
  await quiet.getByRole("button", { name: /^Old .* 1$/ }).waitFor();
  expect(told).toEqual([]);

  await admin.graphql(SETTINGS, { entries: [{ key: "plugin_beacon", value: "1" }] });
  const phone = await browser.openPage(PHONE);
  const sent = phone.waitForRequest((request) => request.url().endsWith("/plugin-beacon"));
  await visit(phone, "/?sort=newest");
  const request = await sent;
  expect((await request.allHeaders())["cookie"]).toBeUndefined();
  expect(request.postDataJSON()).toEqual({
    events: [
      {
        event: "plugin_register",
        plugin_name_en: "old-vote",
        plugin_target: "plugin_index",
        plugin_hookName: "header_insert_before_hook",
        plugin_version: "1.0.0",
        plugin_app_id: "old-vote",
        plugin_type: "widget",
        plugin_author_email: "ada@example.org",
        plugin_author_name: "Ada",
        plugin_path: "",
        page_url: "/",
        plugin_platform_mini: false,
        plugin_platform_pc: true,
        plugin_platform_h5: true,
      },
    ],
  });
  expect((await request.response())?.status()).toBe(204);
  await browser.expectNoComplaints();
});

test("rows that ask one by one are answered by one request", async () => {
  const ctx = forum.app.context();
  const manifest = manifestOf({
    pluginName: "naive",
    appid: "naive",
    capabilities: [],
    slots: [{ part: "row", target: "plugin_index", hookName: "thread_extension_display_hook" }],
    server: { graphql: "type Query { name(id: ID!): String }", capabilities: [] },
  });
  const client = `import { jsx } from "react/jsx-runtime";
    import { useAnswer } from "@luntan/plugin-kit";
    function row({ server, threadData }) {
      const { data } = useAnswer(server, "query ($id: ID!) { name(id: $id) }", { id: threadData.id });
      return jsx("p", { children: data ? data.name : "" });
    }
    export default () => ({ row });`;
  const part = `export default () => ({ query: { name: ({ id }) => "Row " + id } });`;
  const categoryId = await forum.categoryId();
  for (const title of ["One", "Two", "Three"]) await publish(admin, { categoryId, title, body: "…" });
  await installTrusted(ctx, filesOf(manifest, client).set("server.js", Buffer.from(part)));
  await switchPluginNamed(ctx, "naive", true);

  const page = await browser.openPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/"pluginQuer/i.test(request.postData() ?? "")) asked.push(request.postData()!);
  });
  await visit(page, "/");
  await expect.poll(() => page.getByText(/^Row \d+$/).count()).toBeGreaterThanOrEqual(4);
  expect(asked).toHaveLength(1);
  await browser.expectNoComplaints();
  await removePlugin(ctx, await ctx.db.findOneByOrFail(Plugin, { name: "naive" }));
});

test("of many that do wrong on one page each is named, the good one shows, and the page goes on", async () => {
  const bundles = readdirSync(HOSTILE).filter((file) => file.endsWith(".js"));
  const names = bundles.map((file) => basename(file, ".js"));
  for (const name of names) await trust(name, readFileSync(join(HOSTILE, `${name}.js`), "utf8"));
  await trust("good", GOOD);

  const page = await browser.openPage({ person: admin, expectedErrors });
  const lines: string[] = [];
  page.on("console", (message) => lines.push(message.text()));
  await page.route("**/plugin-files/never-loads/**", () => undefined);
  await visit(page, "/");
  await page.getByText("Hello from good").waitFor();
  await page.getByText("Registered").waitFor();
  await page.getByText("Markup").waitFor();
  await page.getByRole("button", { name: "Break" }).click();

  const faults = async () => {
    const { plugins } = await admin.graphql(`{ plugins { name isEnabled faults { message } } }`);
    return Object.fromEntries(
      (plugins as { name: string; faults: { message: string }[] }[]).map(({ name, faults: [fault] }) => [
        name,
        fault?.message ?? "",
      ]),
    );
  };
  await expect.poll(faults, { timeout: 30_000 }).toEqual({
    "old-vote": "",
    good: "",
    "registers-twice": "",
    "markup-with-scripts": "",
    "throws-in-render": "It broke in render",
    "throws-in-effect": "It broke in an effect",
    "throws-in-event": "It broke in an event",
    rejects: "It broke later",
    "gives-no-part": "client.js gives no line.",
    "never-loads": expect.stringContaining("Route did not complete loading"),
    "reaches-elsewhere": expect.stringContaining("Failed to load script"),
  });
  expect(await page.getByText("Registered").count()).toBe(1);
  expect(lines.join("\n")).toContain("version 1.0.0 is held; 0.9.0 is older.");
  expect(lines.join("\n")).toContain("version must be three numbers");
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  await page.getByRole("link", { name: "月亮" }).first().click();
  await page.getByText("今晚很圆。").first().waitFor();
});
