/**
 * Runs in the process of a server part before the plugin: takes away what opens or reaches ports, loads the code that the
 * forum sends, and answers its questions. The process has no files and starts no others (Node's permission model).
 */
export const BOOTSTRAP = `
import net from "node:net";
import dgram from "node:dgram";
const refuse = (what) => function () { throw new Error("A plugin may not " + what + "."); };
net.Server.prototype.listen = refuse("open a port");
net.Socket.prototype.connect = refuse("reach the network");
dgram.Socket.prototype.bind = refuse("open a port");
dgram.Socket.prototype.send = refuse("reach the network");

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
