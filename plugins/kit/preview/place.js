/* global EventSource, MessageChannel, location */
/** Page of the preview: every place of the plugin, one below the other. */
const show = (text) =>
  document.body.append(Object.assign(document.createElement("pre"), { textContent: text }));
new EventSource("/changes").onmessage = () => location.reload();
window.addEventListener("error", ({ message }) => show(message));

const answer = await fetch(`/plugin.json${location.search}`);
if (answer.ok) await showAll(await answer.json());
else show(await answer.text());

async function showAll({ isFramed, places }) {
  const parts = isFramed ? null : await loadParts(places);
  for (const { part, place, given } of places) {
    document.body.append(Object.assign(document.createElement("h3"), { textContent: place }));
    if (isFramed) document.body.append(frameOf(given));
    else parts(part, given);
  }
}

async function loadParts(places) {
  const { React, createRoot } = await import("/react.js");
  const { default: make } = await import("/client.js");
  const components = make({ React, settings: places[0].given.settings, locale: places[0].given.locale });
  return (part, given) => {
    const root = document.body.appendChild(document.createElement("div"));
    const nothing = () => undefined;
    const store = {};
    const actions = {
      isLogin: () => true,
      pluginStore: store,
      pluginAction: { set: (key, value) => void (store[key] = value), get: (key) => store[key] },
      dzqRouter: { push: nothing, replace: nothing, back: nothing },
      server: { query: async () => ({}), mutate: async () => ({}) },
      insertText: nothing,
      changeFilter: nothing,
      onNavigationClick: nothing,
      onSearch: nothing,
    };
    createRoot(root).render(React.createElement(components[part], { ...given, ...actions }));
  };
}

function frameOf(state) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.addEventListener("load", () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.type === "ready") port1.postMessage({ type: "state", state });
      if (data.type === "height") frame.style.height = `${data.height}px`;
      if (data.type === "fault") show(`${data.message}\n${data.stack}`);
    };
    frame.contentWindow.postMessage({ type: "luntan" }, "*", [port2]);
  });
  frame.src = "/frame";
  return frame;
}
