import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

const plugin = await loadPlugin(import.meta.dirname);
const places = plugin.manifest.slots.map(({ target, hookName }) => `${target}@${hookName}`);

test("it writes at each of its places what that is called", async () => {
  for (const place of places)
    assert.match(await plugin.render(place), new RegExp(`data-hook="${place}".*>${place}<`));
});

test("what stands there stays, and a color that is none changes nothing", async () => {
  const html = await plugin.render("plugin_global@header_replace_hook", {
    props: { children: "The header" },
    settings: { color: "red;display:none" },
  });
  assert.match(html, /The header/);
  assert.doesNotMatch(html, /style=/);
});
