import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { Plugin } from "../../server/features/plugins/plugin.entity.ts";
import { removePlugin } from "../../server/features/plugins/uninstall.service.ts";
import { expectCleanInBothThemes, open } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { filesOf, manifestOf, packageOf } from "./packing.ts";
import { installOn } from "./people.ts";

/** What administrators decide about plugins in their browser: which of two replaces a part, and who uses one. */
let forum: Forum;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
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

/** Installs and shows a plugin that runs in the page. */
async function trust(name: string, code: string, change: object): Promise<void> {
  const ctx = forum.app.context();
  const manifest = manifestOf({ pluginName: name, appid: name, capabilities: [], settings: [], ...change });
  const files = filesOf(manifest, code);
  if ("server" in change)
    files.set("server.js", Buffer.from("export default () => ({ mutation: { start: () => true } });"));
  await installTrusted(ctx, files);
  await switchPluginNamed(ctx, name, true);
}

const footer = (word: string, rendersOnServer: boolean) => ({
  code: `export default ({ React }) => ({ line: () => React.createElement("footer", null, "${word}") });`,
  change: {
    names: { zh: word, en: word },
    slots: [{ part: "line", target: "plugin_global", hookName: "footer_replace_hook", rendersOnServer }],
  },
});

test("two plugins replace the footer: the page names both, the administrator chooses, and new pages follow", async () => {
  for (const [name, word, renders] of [
    ["harbour", "港口的页脚", false],
    ["hill", "山上的页脚", true],
  ] as const) {
    const { code, change } = footer(word, renders);
    await trust(name, code, change);
  }
  const shown = async (word: string) => {
    for (const device of [{}, PHONE]) {
      const page = await browser.openPage(device);
      await visit(page, "/");
      await page.getByText(word).waitFor();
      expect(await page.locator("footer").count()).toBe(1);
      await page.close();
    }
  };
  await shown("港口的页脚");
  const desk = await browser.openPage({ person: admin });
  await open(desk, "/admin/plugins");
  const group = desk.getByRole("group", { name: "多个插件替换同一部分" });
  const choice = group.getByRole("combobox", { name: "页脚" });
  expect(await choice.locator("option").allInnerTexts()).toEqual(["港口的页脚", "山上的页脚"]);
  await expectCleanInBothThemes(desk);
  await choice.selectOption("山上的页脚");
  await desk.getByText("已保存").first().waitFor();
  await shown("山上的页脚");
  expect((await forum.visitor().request("GET", "/")).text).toContain("<footer>山上的页脚</footer>");

  const phone = await browser.openPage({ ...PHONE, person: admin, locale: "en" });
  await open(phone, "/admin/plugins");
  const footers = phone.getByRole("combobox", { name: "Footer" });
  expect(await footers.locator("option:checked").innerText()).toBe("山上的页脚");
  await expectCleanInBothThemes(phone);
  await browser.expectNoComplaints();
});

test("a group is granted the use of a plugin, and its members’ components are told so", async () => {
  await trust(
    "poll",
    `export default ({ React }) => ({
      line: ({ viewerCanInsert }) => React.createElement("p", null, viewerCanInsert ? "You may" : "You may not"),
    });`,
    {
      slots: [
        {
          part: "line",
          target: "plugin_index",
          hookName: "header_insert_before_hook",
          rendersOnServer: true,
        },
      ],
      server: { graphql: "type Query { a: Int } type Mutation { start: Boolean! }", canInsert: ["start"] },
    },
  );
  const ada = await forum.join(10);
  const told = async (person: Person | undefined, words: string) => {
    const page = await browser.openPage({ person });
    await visit(page, "/");
    await expect.poll(() => page.locator("[data-plugin]").count()).toBe(0);
    await page.getByText(words, { exact: true }).waitFor();
    await page.close();
  };
  await told(ada, "You may not");
  await told(undefined, "You may not");
  const desk = await browser.openPage({ person: admin });
  await open(desk, "/admin/groups/10");
  const row = desk
    .getByRole("listitem")
    .filter({ has: desk.getByText("plugin.poll.canInsert", { exact: true }) });
  await row.getByText("使用插件「欢迎语」").waitFor();
  await row.getByRole("switch").click();
  await desk.getByRole("button", { name: "保存" }).click();
  await expect
    .poll(() =>
      forum.rows("SELECT 1 AS n FROM group_permissions p WHERE p.permission = 'plugin.poll.canInsert'"),
    )
    .toHaveLength(1);
  await expectCleanInBothThemes(desk);
  await told(ada, "You may");
  await told(undefined, "You may not");
  await browser.expectNoComplaints();
});

test("the page of a plugin shows its settings, what it is told, its faults with their stack", async () => {
  const { id, version } = await installOn(admin, packageOf());
  const input = {
    pluginId: id,
    version,
    place: "plugin_index@header_insert_before_hook",
    message: "moon is not defined",
    stack: "ReferenceError: moon is not defined\n    at main (client.js:3:7)",
  };
  await admin.graphql(`mutation ($input: PluginFaultInput!) { reportPluginFault(input: $input) }`, { input });
  for (const device of [{}, PHONE]) {
    const page = await browser.openPage({ ...device, person: admin });
    await open(page, "/admin/plugins");
    await page.getByRole("button", { name: "插件「欢迎语」" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("at main (client.js:3:7)").waitFor();
    await dialog.getByText("当前成员的昵称和头像").waitFor();
    await dialog.getByRole("textbox", { name: "问候" }).waitFor();
    await expectCleanInBothThemes(page);
  }
  await browser.expectNoComplaints();
});
