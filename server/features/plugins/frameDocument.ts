import type { PluginCode } from "./codeFiles.ts";

/** The page of a frame, and the scripts that stand in it. */
export interface FrameDocument {
  readonly html: string;
  readonly scripts: readonly string[];
}

/**
 * Runs in the frame before the plugin: speaks with the page through one channel (client/plugins/frame/) and offers
 * `luntan.onState` and `luntan.navigate`. What it is told of the page is what the plugin asked for in its manifest.
 */
export const BRIDGE = `(() => {
  "use strict";
  // The one way to other hosts that no policy of a page closes.
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete window[name];
  const LINES_MAX = 20;
  const listeners = [];
  const early = [];
  let port = null;
  let state = null;
  const send = (message) => (port ? port.postMessage(message) : early.length < LINES_MAX && early.push(message));
  const fail = (error) => send({
    type: "fault",
    message: String((error && error.message) || error).slice(0, 300),
    stack: String((error && error.stack) || "").slice(0, 2000),
  });
  addEventListener("error", (event) => fail(event.error || event.message));
  addEventListener("unhandledrejection", (event) => fail(event.reason));
  const tell = (listener) => {
    try { listener(state); } catch (error) { fail(error); }
  };
  const heard = ({ data }) => {
    if (data.type === "ping") send({ type: "pong" });
    if (data.type !== "state") return;
    state = data.state;
    document.documentElement.style.colorScheme = state.colorScheme;
    document.documentElement.lang = state.locale;
    listeners.forEach(tell);
  };
  const sendHeight = () => send({
    type: "height",
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  });
  addEventListener("message", (event) => {
    if (port || event.source !== parent || !event.ports[0]) return;
    port = event.ports[0];
    port.onmessage = heard;
    send({ type: "ready" });
    early.splice(0).forEach(send);
    new ResizeObserver(sendHeight).observe(document.documentElement);
  });
  Object.defineProperty(window, "luntan", { value: Object.freeze({
    onState(listener) {
      listeners.push(listener);
      if (state) tell(listener);
    },
    navigate: (path) => send({ type: "navigate", path: String(path) }),
  }) });
})();`;

/** Styles of every frame before its own. */
export const BASE_STYLES = `html{font:15px/1.6 system-ui,sans-serif;color:CanvasText;background:transparent}body{margin:0;overflow-wrap:anywhere}`;

/** Puts the page of a frame together; its code stands in the page, so that it needs no address of its own. */
export function frameDocument({ script, styles }: PluginCode): FrameDocument {
  const html = [
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><title>plugin</title>`,
    `<style>${BASE_STYLES}${styles}</style>`,
    `<script>${BRIDGE}</script></head><body><div id="root"></div>`,
    `<script type="module">${script}</script></body></html>`,
  ].join("");
  return { html, scripts: [BRIDGE, script] };
}
