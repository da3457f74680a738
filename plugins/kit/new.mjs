import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { tables } from "./tables.mjs";

const KIT = fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "");
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const ADD_PAGE = "plugin_system@add_page_hook";

/**
 * Writes a plugin that shows a greeting at a place, with a test that passes.
 * @returns the folder
 * @throws {Error} for a name or a place that does not fit, and for a folder that holds something.
 */
export function newPlugin({ name, slot, dir, trusted = false }) {
  if (!NAME.test(name ?? "") || name.length > tables.nameMax)
    throw new Error("Give a NAME of small letters, digits and hyphens, such as moon-phase.");
  if (!tables.places.includes(slot)) throw new Error(`--slot takes one of:\n  ${tables.places.join("\n  ")}`);
  const isFramed = !trusted && tables.framePlaces.includes(slot);
  const folder = resolve(dir ?? name);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  const files = {
    "plugin.json": `${JSON.stringify(manifestOf(name, slot, isFramed), null, 2)}\n`,
    "client.js": isFramed ? FRAMED_CODE : TRUSTED_CODE,
    "client.css": `.${name} {\n  padding: 8px 12px;\n}\n`,
    "plugin.test.js": testOf(slot, isFramed),
    "package.json": `${JSON.stringify({ name, private: true, type: "module" }, null, 2)}\n`,
    "README.md": readmeOf(name, isFramed),
    ".gitignore": "node_modules/\n*.zip\n",
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  linkKit(folder);
  return folder;
}

/**
 * Makes this kit the one that a plugin finds, so that nothing has to be downloaded. A link that leads nowhere, since one of
 * the folders was moved, is made again.
 */
export function linkKit(folder) {
  const place = join(folder, "node_modules", "@luntan", "plugin-kit");
  if (existsSync(place)) return;
  mkdirSync(resolve(place, ".."), { recursive: true });
  rmSync(place, { force: true });
  symlinkSync(relative(realpathSync(resolve(place, "..")), realpathSync(KIT)), place, "junction");
}

function manifestOf(name, slot, isFramed) {
  const [target, hookName] = slot.split("@");
  const label = name.replaceAll("-", " ");
  return {
    pluginName: name,
    version: "1.0.0",
    appid: name,
    type: "widget",
    author: { name: "Your name", email: "you@example.org" },
    platform: ["pc", "h5"],
    host: { from: tables.version, before: nextMajor(tables.version) },
    names: { zh: label, en: label },
    slots: [
      {
        part: "main",
        target,
        hookName,
        height: 40,
        ...(slot === ADD_PAGE && { path: `/${name}`.slice(0, 41) }),
      },
    ],
    ...(isFramed && { capabilities: ["viewer"] }),
    settings: [{ key: "greeting", kind: "text", label: { zh: "问候", en: "Greeting" }, initial: "Hello" }],
  };
}

function nextMajor(version) {
  return `${Number(version.split(".")[0]) + 1}.0.0`;
}

const FRAMED_CODE = `/** Runs in a frame of its own; luntan.onState tells of the page now and whenever it changes. */
luntan.onState(({ settings, viewer }) => {
  document.getElementById("root").textContent = \`\${settings.greeting}, \${viewer ? viewer.nickname : "guest"}!\`;
});
`;

const TRUSTED_CODE = `import { createElement, useState } from "react";
import { definePlugin } from "@luntan/plugin-kit";

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(() => ({
  main({ settings, userInfo, _pluginInfo }) {
    const [count, setCount] = useState(0);
    return createElement(
      "button",
      { type: "button", className: _pluginInfo.name, onClick: () => setCount(count + 1) },
      \`\${settings.greeting}, \${userInfo ? userInfo.nickname : "guest"}!\${count > 0 ? \` \${count}\` : ""}\`,
    );
  },
}));

export default plugin;
`;

function testOf(slot, isFramed) {
  const shown = isFramed ? `plugin.runFrame(PLACE).textContent` : `await plugin.render(PLACE)`;
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

const PLACE = "${slot}";

test("it greets who is signed in", async () => {
  const plugin = await loadPlugin(import.meta.dirname);
  assert.match(${shown}, /Hello, Ada!/);
});
`;
}

function readmeOf(name, isFramed) {
  return `# ${name}

A plugin of the Luntan forum that runs ${isFramed ? "in a frame" : "in the page"}.

In the folder of the forum, with the folder of this plugin for DIR:

    npm run luntan -- plugin dev DIR     shows it and follows what you change
    npm run luntan -- plugin test DIR    checks plugin.json and runs the tests
    npm run luntan -- plugin pack DIR    makes the archive

${isFramed ? "Administrators upload the archive at /admin/plugins." : "The operator installs it: luntan plugin install ARCHIVE"}
`;
}
