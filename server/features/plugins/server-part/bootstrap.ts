import { FRAME_MAX_BYTES } from "./frames.ts";

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
require("os").setPriority = refuse("change priorities");
syncBuiltinESMExports();
for (const name of ["kill", "_kill", "_debugProcess", "_debugEnd", "binding", "_linkedBinding", "dlopen", "execve",
  "_getActiveHandles", "_getActiveRequests", "_startProfilerIdleNotifier"])
  Object.defineProperty(process, name, { value: refuse("reach past its process"), configurable: false, writable: false });
for (const name of ["fetch", "WebSocket", "EventSource"])
  Object.defineProperty(globalThis, name, { value: refuse("reach the network"), configurable: false, writable: false });
`;

/**
 * Opens the channel to the forum: a pipe of our own, since whatever is written to the one of Node's own messages is obeyed or
 * ends the forum. Classes of streams can be patched to get hold of it, so it opens nothing else.
 */
const CHANNEL = `
import { Socket } from "node:net";
const channel = new Socket({ fd: 3, readable: true, writable: true });
const noWay = function () { throw new Error("A plugin may not reach the network or open a port."); };
for (const prototype of [Socket.prototype, Object.getPrototypeOf(channel._handle)])
  for (const name of ["connect", "connect6", "bind", "listen", "open", "fchmod"])
    Object.defineProperty(prototype, name, { value: noWay, configurable: false, writable: false });
const send = (message, what) => {
  const body = Buffer.from(JSON.stringify(message));
  if (body.length > ${FRAME_MAX_BYTES}) throw new Error("The " + what + " is too long.");
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  channel.write(Buffer.concat([head, body]));
};
`;

/**
 * Runs in the process of a server part before the plugin: guards it, loads the code that the forum sends, and answers its
 * questions.
 */
export const BOOTSTRAP = `${CHANNEL}${GUARD}
process.send = process._send = refuse("speak to the forum past its interface");
const waiting = new Map();
let count = 0;
const call = (what, payload) => new Promise((resolve, reject) => {
  const id = ++count;
  send({ type: "call", id, what, payload }, "call");
  waiting.set(id, { resolve, reject });
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
const take = async (message) => {
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
    } else value = (await handlerOf(message)(message.payload, { viewerId: message.viewerId, canInsert: message.canInsert === true })) ?? null;
    send({ type: "done", id: message.id, value }, "answer");
  } catch (error) {
    send({ type: "done", id: message.id, error: textOf(error) }, "error");
  }
};
let length = null;
channel.on("readable", () => {
  for (;;) {
    length ??= channel.read(4)?.readUInt32BE() ?? null;
    const body = length === null ? null : channel.read(length);
    if (!body) return;
    length = null;
    take(JSON.parse(body));
  }
});
channel.on("end", () => process.exit(0));
channel.on("error", () => process.exit(0));
`;
