import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

const BANNER = "plugin_index@header_insert_before_hook";
const HEADER = "plugin_global@header_replace_hook";
const plugin = await loadPlugin(import.meta.dirname);

test("the banner says what the fragment brought, or what the administrator wrote", async () => {
  const data = { name: "Moon", countThreads: 7 };
  assert.match(await plugin.render(BANNER, { props: { data } }), /Welcome to Moon · 7 threads/);
  assert.match(await plugin.render(BANNER, { settings: { text: "Open day" } }), />Open day</);
});

test("the banner leads to no other site", async () => {
  for (const link of ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
    assert.doesNotMatch(await plugin.render(BANNER, { settings: { link } }), /href/);
});

test("the header shows the site, a search, and what is unread; visitors sign in", async () => {
  const html = await plugin.render(HEADER);
  assert.match(html, /Example forum/);
  assert.match(html, /role="search"/);
  assert.match(html, /Messages 3/);
  assert.match(await plugin.render(HEADER, { userInfo: null }), /Sign in/);
});
