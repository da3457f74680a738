import { readFileSync, watch } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fitsFrame, packageFiles, readManifest } from "./check.mjs";
import { sampleProps, sampleState } from "./sampleProps.mjs";
import { tables } from "./tables.mjs";

/** Editors write a file several times; one change is told once. */
const SETTLE_MS = 50;
const require = createRequire(import.meta.url);
const pageOf = (name) => readFileSync(new URL(`./preview/${name}`, import.meta.url), "utf8");

/**
 * Serves a page on this machine that shows a plugin at its places, as on a desk and on a phone, and loads it anew when
 * one of its files changes.
 * @throws {Error} if the plugin is not in order.
 */
export async function openPreview(folder, port = 0) {
  readManifest(folder);
  const listeners = new Set();
  let timer;
  const watcher = watch(folder, (_event, name) => {
    if (!tables.files.includes(name ?? "plugin.json")) return;
    clearTimeout(timer);
    timer = setTimeout(() => listeners.forEach((response) => response.write("data: changed\n\n")), SETTLE_MS);
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://preview.invalid");
    if (pathname === "/changes") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": open\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
      return;
    }
    answer(folder, pathname, searchParams, response);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      watcher.close();
      // Browsers keep connections, some of which have never asked for anything: the server would wait for these.
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

function answer(folder, pathname, searchParams, response) {
  const send = (type, body) =>
    response
      .writeHead(200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" })
      .end(body);
  try {
    if (pathname === "/") return send("text/html", pageOf("index.html"));
    if (pathname === "/place") return send("text/html", pageOf("place.html"));
    if (pathname === "/place.js") return send("text/javascript", pageOf("place.js"));
    if (pathname === "/react.js") return send("text/javascript", reactModule());
    if (pathname.startsWith("/host/")) {
      const code = hostModule(pathname.slice("/host/".length));
      if (code) return send("text/javascript", code);
    }
    if (pathname === "/plugin.json")
      return send("application/json", JSON.stringify(described(folder, searchParams)));
    const files = packageFiles(folder);
    if (pathname === "/client.js") return send("text/javascript", files.get("client.js"));
    if (pathname === "/client.css") return send("text/css", files.get("client.css") ?? "");
    if (pathname === "/frame") return send("text/html", frameOf(files));
    response.writeHead(404).end();
  } catch (error) {
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(error.message);
  }
}

/** Says what the pages of the preview show: the places, and what is given there. */
function described(folder, searchParams) {
  const manifest = readManifest(folder);
  const platform = searchParams.get("platform") ?? "pc";
  const isFramed = fitsFrame(manifest);
  const places = manifest.slots.flatMap(({ part, target, hookName }) =>
    [target].flat().map((each) => ({ part, place: `${each}@${hookName}` })),
  );
  return {
    name: manifest.pluginName,
    isFramed,
    places: places.map(({ part, place }) => ({
      part,
      place,
      given: isFramed
        ? sampleState(manifest, place, { platform })
        : sampleProps(manifest, place, { platform }),
    })),
  };
}

function frameOf(files) {
  return [
    `<!doctype html><meta charset="utf-8"><style>${tables.frameStyles}${files.get("client.css") ?? ""}</style>`,
    `<script>${tables.bridge}</script><div id="root"></div><script type="module">${files.get("client.js")}</script>`,
  ].join("");
}

/** Modules of React that a page needs, in the order in which they need each other. */
const REACT_FILES = [
  ["react", "react.development.js"],
  ["react/jsx-runtime", "react-jsx-runtime.development.js"],
  ["scheduler", "scheduler.development.js"],
  ["react-dom", "react-dom.development.js"],
  ["react-dom/client", "react-dom-client.development.js"],
];

/** Makes one module of React for the browser out of its CommonJS files, so that nothing has to be bundled. */
function reactModule() {
  const dom = createRequire(require.resolve("react-dom"));
  const parts = REACT_FILES.map(([id, file]) => {
    const home = dirname((id === "scheduler" ? dom : require).resolve(id));
    const code = readFileSync(join(home, "cjs", file), "utf8");
    return `modules[${JSON.stringify(id)}] = (() => { const module = { exports: {} }; ((module, exports, require) => {\n${code}\n})(module, module.exports, (id) => modules[id]); return module.exports; })();`;
  });
  return `const process = { env: { NODE_ENV: "development" } };\nconst modules = {};\n${parts.join("\n")}\nexport const React = modules["react"];\nexport const jsxRuntime = modules["react/jsx-runtime"];\nexport const { createRoot } = modules["react-dom/client"];\n`;
}

/** Files of the kit that a page imports as they are. */
const HOST_FILES = ["answers.mjs", "apollo.mjs", "apolloReact.mjs", "kit.mjs"];

/** Gives a module that plugins import, as the import map of preview/place.html names it; null if there is none. */
function hostModule(name) {
  if (name === "react.mjs") {
    const names = Object.keys(require("react")).filter((each) => !each.startsWith("__"));
    return `import { React } from "/react.js";\nexport default React;\nexport const { ${names.join(", ")} } = React;\n`;
  }
  if (name === "jsxRuntime.mjs")
    return `import { jsxRuntime } from "/react.js";\nexport const { Fragment, jsx, jsxs } = jsxRuntime;\n`;
  return HOST_FILES.includes(name) ? readFileSync(new URL(`./host/${name}`, import.meta.url), "utf8") : null;
}
