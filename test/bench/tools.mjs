import { connect, createServer } from "node:net";
import { Luntan } from "../../sdk/luntan.mjs";
import { finding } from "./table.mjs";

/** Replies that a tool reads, oldest first; and for a quick run. */
const [REPLIES, QUICK_REPLIES] = [100_000, 10_000];
/** Rows of a page, the most that a list gives. */
const PAGE_SIZE = 100;
/** Parts of what a tool needs that reads thread by thread. */
const [BYTES_MAX, REQUESTS_MAX] = [1.2, 0.6];

const FIELDS = "id number body createdAt author { id nickname }";
const REPLIES_OF_FORUM = `query ($first: Int!, $after: String) {
  posts(first: $first, after: $after) { nodes { ${FIELDS} thread { id } } pageInfo { hasNextPage endCursor } }
}`;
const THREADS = `query ($first: Int!, $after: String) {
  threads(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}`;
const REPLIES_OF_THREAD = `query ($id: ID!, $first: Int!, $after: String) {
  thread(id: $id) { posts(first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }
}`;

/** Stands between a client and the program and counts what goes over the wire, both ways, with its headers. */
class Meter {
  bytes = 0;
  requests = 0;
  sockets = new Set();

  static async open(port) {
    const meter = new Meter();
    meter.server = createServer((client) => meter.pass(client, connect({ port, host: "127.0.0.1" })));
    await new Promise((done) => meter.server.listen(0, "127.0.0.1", done));
    return meter;
  }

  pass(client, program) {
    for (const [from, to] of [
      [client, program],
      [program, client],
    ]) {
      this.sockets.add(from.setNoDelay());
      from.on("data", (data) => (this.bytes += data.length));
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  }

  /** Gives an SDK whose requests are counted. */
  client({ authorization }) {
    return new Luntan({
      url: `http://127.0.0.1:${this.server.address().port}`,
      token: authorization.replace("Bearer ", ""),
      fetch: (address, request) => {
        this.requests++;
        return fetch(address, request);
      },
    });
  }

  close() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/** A tool reads replies of the whole forum by the SDK, and once more thread by thread, as tools had to before. */
export async function checkTools(bench) {
  const { engine, options, subjects } = bench;
  const count = options.sizeName === "normal" ? REPLIES : QUICK_REPLIES;
  const program = await bench.startProgram();
  try {
    const read = (way) => measure(program.port, subjects.members[0], (forum) => way(forum, count, engine));
    const ours = await read(readForum);
    const old = await read(readByThread);
    mustBeAlike(ours.ids, old.ids, count);
    const [bytes, requests] = [ours.bytes / old.bytes, ours.requests / old.requests];
    const shown = (way) =>
      `${way.requests} requests, ${(way.bytes / 1e6).toFixed(2)} MB, ${(count / way.seconds).toFixed(0)} replies/s`;
    return [
      finding(
        `a tool reads ${count} replies, beside thread by thread`,
        engine.name,
        `${shown(ours)}; thread by thread ${shown(old)}: × ${bytes.toFixed(2)} bytes, × ${requests.toFixed(3)} requests`,
        `≤ × ${BYTES_MAX} bytes, ≤ × ${REQUESTS_MAX} requests`,
        bytes <= BYTES_MAX && requests <= REQUESTS_MAX,
      ),
    ];
  } finally {
    await program.stop();
  }
}

async function measure(port, headers, read) {
  const meter = await Meter.open(port);
  const began = performance.now();
  try {
    const ids = await read(meter.client(headers));
    const { bytes, requests } = meter;
    return { ids, bytes, requests, seconds: (performance.now() - began) / 1_000 };
  } finally {
    meter.close();
  }
}

function mustBeAlike(ours, old, count) {
  const missing = [...ours].filter((id) => !old.has(id));
  if (ours.size !== count || old.size !== count || missing.length > 0)
    throw new Error(`${ours.size} and ${old.size} of ${count} replies were read, ${missing.length} differ.`);
}

async function readForum(forum, count) {
  const ids = new Set();
  for await (const { id } of forum.pages(REPLIES_OF_FORUM)) {
    ids.add(id);
    if (ids.size === count) break;
  }
  return ids;
}

/** Asks each thread for no more than is wanted of it, so that both ways read the same. */
async function readByThread(forum, count, engine) {
  const wanted = await engine.query(
    `SELECT threadId, COUNT(*) AS n FROM (SELECT threadId FROM posts WHERE visible = 1 ORDER BY createdAt, id LIMIT ?) p
     GROUP BY threadId`,
    [count],
  );
  const left = new Map(wanted.map(({ threadId, n }) => [String(threadId), Number(n)]));
  const ids = new Set();
  for await (const { id } of forum.pages(THREADS)) {
    let after = null;
    for (let rest = left.get(id) ?? 0; rest > 0;) {
      const first = Math.min(PAGE_SIZE, rest);
      const { thread } = await forum.request(REPLIES_OF_THREAD, { id, first, after });
      const { nodes, pageInfo } = thread.posts;
      for (const post of nodes) ids.add(post.id);
      rest -= first;
      after = pageInfo.endCursor;
    }
    if (ids.size === count) break;
  }
  return ids;
}
