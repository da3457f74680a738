import { readFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { readManifest } from "./check.mjs";
import { answers } from "./host/answers.mjs";
import { openServer } from "./memoryServer.mjs";
import { initialSettings, sampleProps, sampleState } from "./sampleProps.mjs";

const require = createRequire(import.meta.url);
// Plugins import what the forum gives them: React, Apollo and this package.
register("./resolve.mjs", import.meta.url);

/**
 * Loads a plugin for its tests: `const plugin = await loadPlugin(import.meta.dirname)`.
 * @throws {Error} with what is wrong with the package.
 */
export async function loadPlugin(folder) {
  const manifest = readManifest(folder);
  return {
    manifest,
    /**
     * Renders a component of a trusted plugin with the props of a place, and gives its HTML.
     * @param answer what Apollo's hooks answer: a function of the text of a document and its variables
     */
    async render(place, { props = {}, settings = {}, answer = null, ...options } = {}) {
      const React = require("react");
      const { renderToStaticMarkup } = require("react-dom/server");
      const { default: make } = await import(pathToFileURL(resolve(folder, "client.js")).href);
      const values = { ...initialSettings(manifest), ...settings };
      const parts = make({ React, settings: values, locale: options.locale ?? "en" });
      const given = { ...sampleProps(manifest, place, options), settings: values, ...props };
      answers.current = answer;
      try {
        return renderToStaticMarkup(React.createElement(parts[partAt(manifest, place)], given));
      } finally {
        answers.current = null;
      }
    },
    /** Opens its server part with tables in memory. */
    openServer: (options) => openServer(folder, manifest, options),
    /** Runs the code of a plugin in a frame in a page with an empty root, and gives that root. */
    runFrame(place, { state = {}, ...options } = {}) {
      partAt(manifest, place);
      const root = { textContent: "", innerHTML: "", append: (text) => (root.textContent += text) };
      const told = { ...sampleState(manifest, place, options), ...state };
      const luntan = { onState: (listener) => listener(told), navigate: () => undefined };
      const document = { getElementById: (id) => (id === "root" ? root : null) };
      vm.runInNewContext(readFileSync(join(folder, "client.js"), "utf8"), { luntan, document });
      return root;
    },
  };
}

function partAt({ slots }, place) {
  const slot = slots.find(({ target, hookName }) =>
    [target].flat().some((each) => `${each}@${hookName}` === place),
  );
  if (!slot) throw new Error(`The plugin shows nothing at ${place}.`);
  return slot.part;
}

export { definePlugin, useAnswer } from "./host/kit.mjs";
export { sampleProps, sampleState };
