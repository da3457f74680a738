import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

test("it shows what its fragment asks for, in the language of the page", async () => {
  const plugin = await loadPlugin(import.meta.dirname);
  const data = { countThreads: 12, countPosts: 34, countUsers: 5 };
  const shown = (locale) =>
    plugin.runFrame("plugin_index@qrcode_replace_hook", { locale, state: { data } }).textContent;
  assert.equal(shown("en"), "Example forum: 12 threads · 34 replies · 5 members");
  assert.equal(shown("zh-CN"), "Example forum: 12 帖子 · 34 回复 · 5 成员");
});
