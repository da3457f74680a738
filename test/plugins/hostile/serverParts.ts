const broken = (body: string) =>
  `export default ({ data, forum }) => ({ query: { broken: async () => { ${body} } } });`;

/** Code that writes bytes of its own to the channel, where the forum reads messages: length in four bytes, then JSON. */
const writes = (bytes: string) =>
  broken(`const { writeSync, closeSync } = await import("node:fs");
    const frame = (text) => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(text.length);
      return Buffer.concat([head, Buffer.from(text)]);
    };
    ${bytes}
    await new Promise(() => {});`);

/** Code that gets hold of the channel by patching the class that all streams have. */
const TAKING_THE_CHANNEL = `import { EventEmitter } from "node:events";
    let channel;
    const { emit } = EventEmitter.prototype;
    EventEmitter.prototype.emit = function (...args) {
      if (this._handle) channel = this;
      return emit.apply(this, args);
    };
    `;

/** A server part that does what it must not: what, its code, and what stands among its faults. */
export type HostilePart = readonly [what: string, code: string, fault: string];

/** Server parts that are installed, asked, contained and named: the forum and the other plugins go on. */
export const HOSTILE_PARTS: readonly HostilePart[] = [
  ["throws", broken(`throw new Error("It broke")`), "It broke"],
  ["crashes", broken(`setTimeout(() => { throw new Error("later") }); await new Promise(() => {})`), "ended"],
  ["ends itself", broken(`process.exit(3)`), "ended (code 3)"],
  ["hangs", broken(`for (;;);`), "does not answer within 3000 ms"],
  ["allocates without end", broken(`const all = []; for (;;) all.push(new Array(1e6).fill(1))`), "ended"],
  [
    "floods",
    broken(`for (let i = 0; i < 2000; i++) data.count("votes"); await new Promise(() => {})`),
    "more than 500 messages",
  ],
  ["answers what does not fit its types", broken(`return "no number"`), "does not fit its types"],
  ["writes to another's table", broken(`await data.delete("users", {})`), "no table users of this plugin"],
  [
    "names a column of its own making",
    broken(`await data.find("votes", { where: { "1=1 --": 1 } })`),
    "no column",
  ],
  [
    "opens a port",
    broken(`(await import("node:http")).createServer().listen(0)`),
    "may not reach the network or open a port",
  ],
  ["reaches a host", broken(`await fetch("http://127.0.0.1:9/")`), "may not reach the network"],
  [
    "opens a port by what only Node itself uses",
    broken(`const net = await import("node:net"); new net.Server()._listen2("127.0.0.1", 0, 4, 5)`),
    "may not reach the network or open a port",
  ],
  [
    "takes the network from another module",
    broken(
      `const { createRequire } = await import("node:module"); createRequire("file:///")("net").connect(9)`,
    ),
    "may not reach the network or open a port",
  ],
  [
    "sends what it knows in the names of hosts",
    broken(`await (await import("node:dns/promises")).resolve("secret.example.org")`),
    "may not ask for names of hosts",
  ],
  ["kills the forum", broken(`process.kill(process.ppid, "SIGKILL")`), "may not reach past its process"],
  [
    "opens the inspector of the forum",
    broken(`process._debugProcess(process.ppid)`),
    "may not reach past its process",
  ],
  [
    "starts a thread",
    broken(`new (await import("node:worker_threads")).Worker("1", { eval: true })`),
    "restricted",
  ],
  [
    "speaks to the forum past its interface",
    broken(`process.send({ type: "call", id: 1, what: "data", payload: [] })`),
    "past its interface",
  ],
  ["speaks to the forum by what only Node itself uses", broken(`process._send(null)`), "past its interface"],
  ["writes a line into the channel", writes(`writeSync(3, "nonsense\\n");`), "is no message"],
  ["writes nothing as a message", writes(`writeSync(3, frame("null"));`), "is no message"],
  ["writes what is no JSON", writes(`writeSync(3, frame("{nonsense"));`), "is no message"],
  [
    "writes an order of Node's own messages",
    writes(`writeSync(3, frame('{"cmd":"NODE_HANDLE_ACK"}'));`),
    "is no message",
  ],
  [
    "calls what the forum does not have",
    writes(`writeSync(3, frame('{"type":"call","id":1,"what":"constructor"}'));`),
    "is no message",
  ],
  [
    "answers what nobody asked",
    writes(`writeSync(3, frame('{"type":"done","id":99,"value":1}'));`),
    "answers what was not asked",
  ],
  [
    "announces a message without end",
    writes(`const part = Buffer.alloc(65536, 120); for (let i = 0; i < 6400; i++) writeSync(3, part);`),
    "is no message of at most",
  ],
  ["closes the channel", writes(`closeSync(3);`), "ended"],
  [
    "changes the priority of the forum",
    broken(`(await import("node:os")).setPriority(process.ppid, 19)`),
    "may not change priorities",
  ],
  [
    "reaches a host by the class of the channel",
    `${TAKING_THE_CHANNEL}${broken(`new channel.constructor().connect(9)`)}`,
    "may not reach the network",
  ],
  [
    "opens a port by the handle of the channel",
    `${TAKING_THE_CHANNEL}${broken(`new channel._handle.constructor(1).bind("port")`)}`,
    "may not reach the network",
  ],
  [
    "deletes rows of another plugin",
    broken(`await data.delete("neighbour_votes", {})`),
    "no table neighbour_votes of this plugin",
  ],
  ["changes what it may only read", broken(`await forum.query("mutation { logout }")`), "Give one query"],
  [
    "hides an order among queries",
    broken(`await forum.query("query A { site { name } } mutation B { logout }")`),
    "Give one query",
  ],
  [
    "asks the forum for more than visitors may at once",
    broken(
      `await forum.query("{ threads(first: 100) { nodes { posts(first: 100) { nodes { id body } } } } }")`,
    ),
    "at most 10000 are allowed",
  ],
  ["asks in brackets without end", broken(`await forum.query("{a".repeat(900))`), "nests too deeply"],
  [
    "reads what is for members",
    broken(`if (!(await forum.query("{ viewer { id } }")).viewer) throw new Error("nobody there")`),
    "nobody there",
  ],
  ["reads files", broken(`(await import("node:fs")).readFileSync("/etc/passwd")`), "restricted"],
  ["starts a program", broken(`(await import("node:child_process")).execSync("id")`), "restricted"],
  [
    "reads the environment",
    broken(`if (!process.env.PATH) throw new Error("nothing there")`),
    "nothing there",
  ],
  ["does not load", "nonsense(", "Unexpected"],
  ["lacks what it declares", "export default () => ({});", "server.js has no query.broken"],
];
