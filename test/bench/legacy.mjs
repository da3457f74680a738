/**
 * Calls of the legacy shim at a steady rate: each request is sent when its time has come, whether or not those before it
 * are answered, and its time is counted from then. So a server that stops for a second is told by all whom it kept waiting.
 */
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { finding } from "./table.mjs";

const PER_SECOND = 100;
const CALL_MS = 4_000;
const P99_MAX_MS = 100;
/** Old clients give up after this. */
const TIMEOUT_MS = 1_000;
/** Words that are imported before the list of them is read. */
const WORDS = 5_000;

const get = (path, query = "") => ({ method: "GET", path: `${path}${query}` });
const post = (path, body) => ({ method: "POST", path, body });

/** Every `.v2` call by name: how to ask it the n-th time. Those that need what others made come after them. */
const CALLS = {
  "GET siteinfo": () => get("/api/siteinfo.v2"),
  "GET settings": () => get("/api/settings.v2%20", "?key=site_name&tag=default"),
  "GET groups.list": () => get("/api/groups.list.v2", "?include=permission"),
  "GET group.resource": () => get("/api/group.resource.v2", "?id=10&include=permission"),
  "GET signinfields.list": () => get("/api/admin/signinfields.list.v2"),
  "GET user/signinfields.list": () => get("/api/user/signinfields.list.v2", "?userId=1"),
  "GET notification/tpl": () => get("/api/notification.v2/tpl", "?page=1&perPage=50&name=&typeStatus="),
  "GET notification/tpl/detail": () =>
    get("/api/notification.v2/tpl/detail", `?typeName=${encodeURIComponent("内容回复通知")}`),
  "GET unreadnotification": () => get("/api/unreadnotification.v2"),
  "POST stop-words/batch": (n) =>
    post("/api/stop-words/batch.v2", {
      data: { type: "stop-words", words: [`bench${n}={MOD}`], overwrite: true },
    }),
  "GET stop-words": (n) => get("/api/stop-words.v2", `?page=${(n % 100) + 1}&perPage=50&filter[keyword]=ben`),
  "DELETE stop-words": (n, made) => ({
    method: "DELETE",
    path: `/api/stop-words.v2?id=${made.words[n] ?? 0}`,
  }),
  "POST permission": (n) =>
    post("/api/permission.v2", {
      groupId: 8,
      permissions: ["viewThreads", n % 2 ? "thread.viewPosts" : "thread.reply"],
    }),
  "POST settings": (n) =>
    post("/api/settings.v2%20", { data: [{ key: "site_keywords", value: `bench ${n}`, tag: "default" }] }),
  "POST settings/logo": (n) => ({ method: "POST", path: "/api/settings/logo.v2", form: logo(n) }),
  "POST settings/delete.logo": () => post("/api/settings/delete.logo.v2", { type: "background_image" }),
  "POST groups.create": (n) => post("/api/groups.create.v2%20", { name: `g${n}` }),
  "POST groups/batchupdate": (n) =>
    post("/api/groups/batchupdate.v2", { data: [{ id: 8, name: "免费体验", description: `${n}` }] }),
  "POST groups.batchdelete": (n, made) =>
    post("/api/groups.batchdelete.v2", { ids: String(made.groups[n] ?? 0) }),
  "POST signinfields.create": (n) =>
    post("/api/admin/signinfields.create.v2", {
      data: [{ ...(n ? { id: 1 } : {}), name: `f${n}`, type: 0, sort: 1 }],
    }),
  "GET signinfields.resource": (_n, made) => get("/api/admin/signinfields.resource.v2", `?id=${made.field}`),
  "POST signinfields.update": (n, made) =>
    post("/api/admin/signinfields.update.v2", { id: made.field, status: n % 2 ? 1 : -1 }),
};

/** How long calls at a steady rate take, one after the other; all of them are named if one is too slow. */
export async function checkLegacy({ engine, subjects }, program) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = subjects.admin;
  const ask = (call) => send(agent, program.port, headers, call);
  const made = { groups: [], words: [], field: 0 };
  await ask(
    post("/api/stop-words/batch.v2", {
      data: { type: "stop-words", words: Array.from({ length: WORDS }, (_, n) => `benchmark${n}={IGNORE}`) },
    }),
  );
  const slow = [];
  let [worst, worstName, failures] = [0, "", 0];
  for (const [name, call] of Object.entries(CALLS)) {
    if (name === "DELETE stop-words") made.words = await idsOfWords(ask);
    const took = [];
    const running = [];
    const began = performance.now();
    for (let n = 0; n < (PER_SECOND * CALL_MS) / 1000; n++) {
      const due = began + (n * 1000) / PER_SECOND;
      await wait(Math.max(0, due - performance.now()));
      running.push(
        ask(call(n, made)).then(({ Code, Data }) => {
          took.push(performance.now() - due);
          if (Code !== 0) failures++;
          if (name === "POST groups.create" && Data?.id) made.groups.push(Data.id);
          if (name === "POST signinfields.create" && Data?.[0]) made.field = Data[0].id;
        }),
      );
    }
    await Promise.all(running);
    took.sort((one, other) => one - other);
    const p99 = took[Math.floor(took.length * 0.99)];
    if (p99 > P99_MAX_MS || took.at(-1) > TIMEOUT_MS) slow.push(`${name} ${p99.toFixed(0)} ms`);
    if (p99 > worst) [worst, worstName] = [p99, name];
  }
  agent.destroy();
  if (slow.length > 0) console.error(`slow calls (${engine.name}): ${slow.join(", ")}`);
  const title = `each .v2 call at ${PER_SECOND}/s, p99 of the slowest`;
  const shown = `${worst.toFixed(0)} ms (${worstName})${failures > 0 ? `, ${failures} refused` : ""}`;
  return [finding(title, engine.name, shown, `≤ ${P99_MAX_MS} ms`, slow.length === 0 && failures === 0)];
}

async function idsOfWords(ask) {
  const ids = [];
  for (let page = 1; ids.length < (PER_SECOND * CALL_MS) / 1000; page++) {
    const { Data } = await ask(get("/api/stop-words.v2", `?page=${page}&perPage=50&filter[keyword]=bench`));
    if (Data.pageData.length === 0) break;
    ids.push(...Data.pageData.map(({ id }) => id));
  }
  return ids;
}

/** Sends a call and gives its envelope; what fails otherwise counts as refused. */
function send(agent, port, headers, { method, path, body, form }) {
  const bytes = form ? form.bytes : body === undefined ? null : Buffer.from(JSON.stringify(body));
  const type = form ? form.type : "application/json";
  return new Promise((resolve) => {
    const failed = () => resolve({ Code: -1 });
    const asked = request(
      {
        ...{ agent, port, host: "127.0.0.1", method },
        path: `${path}${path.includes("?") ? "&" : "?"}dzqSid=abcdefgh-1&dzqPf=pc`,
        headers: { ...headers, ...(bytes ? { "content-type": type, "content-length": bytes.length } : {}) },
      },
      (response) => {
        const pieces = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () => {
          try {
            resolve(JSON.parse(Buffer.concat(pieces).toString()));
          } catch {
            failed();
          }
        });
      },
    );
    asked.on("error", failed);
    asked.end(bytes ?? undefined);
  });
}

/** A form with a small picture, another one each time. */
function logo(n) {
  const boundary = "----bench7MA4YWxkTrZu0gW";
  const part = (name, value) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${value}\r\n`;
  const bytes = Buffer.concat([
    Buffer.from(`${part("type", "")}\r\nbackground_image\r\n${part("logo", '; filename="x.png"')}\r\n`),
    png(n),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** A grey PNG of 32 × 32 pixels. */
function png(n) {
  const row = Buffer.from([0, ...Array(32).fill(n % 256)]);
  const head = Buffer.from([0, 0, 0, 32, 0, 0, 0, 32, 8, 0, 0, 0, 0]);
  const pixels = deflateSync(Buffer.concat(Array(32).fill(row)));
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const magic = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([magic, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function crc(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
