/**
 * Runs in a process before code of a plugin: takes away what opens or reaches ports, asks for names of hosts and signals
 * other processes. Every function of the modules of the network is replaced, those that only Node itself uses included, so
 * that no class and no handle of theirs is at hand. Files, programs and threads are closed by Node's permission model.
 */
export const GUARD = `
import { createRequire, isBuiltin, syncBuiltinESMExports } from "node:module";
const refuse = (what) => function () { throw new Error("A plugin may not " + what + "."); };
const withoutFunctions = (module, what) => {
  for (const name of Object.getOwnPropertyNames(module)) {
    const { value, get, configurable, writable } = Object.getOwnPropertyDescriptor(module, name);
    if (!get && typeof value !== "function") continue;
    if (configurable) Object.defineProperty(module, name, { value: refuse(what), configurable: true, writable: true });
    else if (writable) module[name] = refuse(what);
  }
};
const require = createRequire("file:///");
const TAKEN_AWAY = {
  "reach the network or open a port": ["net", "tls", "dgram", "http", "https", "http2", "_http_agent", "_http_client",
    "_http_common", "_http_incoming", "_http_outgoing", "_http_server", "_tls_common", "_tls_wrap", "cluster"],
  "ask for names of hosts": ["dns", "dns/promises"],
  "be inspected": ["inspector", "inspector/promises", "trace_events", "repl"],
  "change the engine": ["v8", "wasi"],
  "watch the process": ["async_hooks"],
};
const modules = Object.entries(TAKEN_AWAY).flatMap(([what, names]) =>
  names.filter((name) => isBuiltin(name)).map((name) => [what, require(name)]));
for (const [what, module] of modules) withoutFunctions(module, what);
syncBuiltinESMExports();
for (const name of ["kill", "_kill", "_debugProcess", "_debugEnd", "binding", "_linkedBinding", "dlopen",
  "_getActiveHandles", "_getActiveRequests", "_startProfilerIdleNotifier"])
  Object.defineProperty(process, name, { value: refuse("reach past its process"), configurable: false, writable: false });
for (const name of ["fetch", "WebSocket", "EventSource"])
  Object.defineProperty(globalThis, name, { value: refuse("reach the network"), configurable: false, writable: false });
`;

/**
 * Runs in the process of a server part before the plugin: guards it, loads the code that the forum sends, and answers its
 * questions.
 */
export const BOOTSTRAP = `${GUARD}
const send = process.send.bind(process);
process.send = refuse("speak to the forum past its interface");
const waiting = new Map();
let count = 0;
const call = (what, payload) => new Promise((resolve, reject) => {
  const id = ++count;
  waiting.set(id, { resolve, reject });
  send({ type: "call", id, what, payload });
});
const operate = (operation) => call("data", [operation]).then(([result]) => result);
const data = Object.freeze({
  insert: (table, values) => operate({ op: "insert", table, values }),
  find: (table, options = {}) => operate({ ...options, op: "find", table }),
  count: (table, options = {}) => operate({ ...options, op: "count", table }),
  update: (table, where, values) => operate({ op: "update", table, where, values }),
  delete: (table, where) => operate({ op: "delete", table, where }),
  together: (operations) => call("data", operations),
});
const forum = Object.freeze({ query: (document, variables = {}) => call("query", { document, variables }) });

let parts = {};
const textOf = (error) => ({
  message: String((error && error.message) || error).slice(0, 300),
  stack: String((error && error.stack) || "").slice(0, 2000),
  isRefusal: Boolean(error && error.isRefusal),
});
const handlerOf = ({ kind, name }) => {
  const group = parts[kind];
  const handler = group && Object.hasOwn(group, name) ? group[name] : undefined;
  if (typeof handler !== "function") throw new Error("server.js has no " + kind + "." + name + ".");
  return handler;
};
process.on("message", async (message) => {
  if (message.type === "answer") {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error === undefined) resolve?.(message.value);
    else reject?.(new Error(message.error));
    return;
  }
  try {
    let value = null;
    if (message.type === "start") {
      const module = await import("data:text/javascript;base64," + message.code);
      const refusal = (text) => Object.assign(new Error(text), { isRefusal: true });
      parts = await module.default({ data, forum, settings: message.settings, refusal });
    } else value = (await handlerOf(message)(message.payload, { viewerId: message.viewerId })) ?? null;
    send({ type: "done", id: message.id, value });
  } catch (error) {
    send({ type: "done", id: message.id, error: textOf(error) });
  }
});
process.on("disconnect", () => process.exit(0));
`;
