import { tmpdir } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { openAdmission, type Work } from "../../server/http/admission.ts";
import { PATIENCE } from "../../server/http/connections.ts";
import type { HttpAnswer, Route } from "../../server/http/route.ts";
import { openHttp, type Http } from "../../server/http/server.ts";
import { makeMetrics } from "../../server/http/metrics.ts";
import {
  queueRendition,
  queueUpload,
  UPLOADS_WAITING_MAX,
} from "../../server/features/attachments/pictures/pictureQueue.ts";

let http: Http | undefined;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await http?.close();
  http = undefined;
});

const TEXT = { "content-type": "text/plain" };
const ok: HttpAnswer = { status: 200, headers: TEXT, body: "ok" };
const room = { places: 2, waiting: 1, patienceMs: 60_000 };

/** A server of few doors, and what its doors are asked. */
async function open(doors: readonly Partial<Route>[], stalledMs = 100): Promise<string> {
  const whole = doors.map((door) => ({ method: "ANY", name: "test", work: "data", ...door }) as Route);
  http = await openHttp(whole, {
    publicUrl: "http://localhost",
    trustProxy: [],
    log: pino({ level: "silent" }),
    metrics: makeMetrics(tmpdir()),
    admission: openAdmission({ data: room, page: room, upload: { ...room, waiting: 0 } }),
    // Everything as usual, many times as fast; an upload that moves may wait for a busy machine in between.
    patience: {
      bodyMs: 60_000,
      uploadWindowMs: 1_500,
      uploadBytesPerSecond: PATIENCE.uploadBytesPerSecond,
      stalledMs,
      readBytesPerSecond: 1e7,
      lookEveryMs: 10,
    },
  });
  return http.listen(0, "127.0.0.1");
}

function promise<T = void>(): { value: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  return { value: new Promise<T>((done) => (resolve = done)), resolve };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

/** A line on which something is sent as it is; `heard` is what has come back. */
function line(address: string, text: string): { socket: Socket; heard: () => string; closed: Promise<void> } {
  const { port } = new URL(address);
  let heard = "";
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
  sockets.push(socket);
  socket.on("data", (data) => (heard += data.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  return { socket, heard: () => heard, closed };
}

test("who finds no room is told so at once, in order of coming, and later finds it", async () => {
  const release = promise();
  let atWork = 0;
  const address = await open([
    { path: "/busy", handle: async () => (atWork++, await release.value, ok) },
    { path: "/healthz", work: "none", handle: () => Promise.resolve(ok) },
  ]);
  const first = [1, 2].map(() => fetch(`${address}/busy`));
  await until(() => atWork === 2);
  const waiting = fetch(`${address}/busy`);
  // The fourth is refused as soon as the third waits; before that it would wait in its place.
  const refused = line(address, "POST /busy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{");
  await until(() => refused.heard().includes("\r\n\r\n") || atWork > 2);

  expect(refused.heard()).toMatch(/^HTTP\/1.1 503 /);
  expect(refused.heard()).toMatch(/retry-after: [123]\r\n/);
  expect(refused.heard()).toContain('"code":"OVERLOADED"');
  expect(atWork).toBe(2);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  release.resolve();
  const answers = await Promise.all([...first, waiting]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await fetch(`${address}/busy`)).status).toBe(200);
});

test("who hashes a password gives its place to others meanwhile, and comes back without waiting again", async () => {
  const [hashed, answered] = [promise(), promise()];
  let aside = 0;
  const address = await open([
    { path: "/sign-in", handle: async ({ aside: go }) => (await go(() => (aside++, hashed.value)), ok) },
    { path: "/data", handle: () => Promise.resolve(ok) },
    { path: "/busy", handle: async () => (await answered.value, ok) },
  ]);
  const signIns = Array.from({ length: 5 }, () => fetch(`${address}/sign-in`));
  // More than there are places and seats to wait on.
  await until(() => aside === 5);
  expect((await fetch(`${address}/data`)).status).toBe(200);
  const others = [1, 2].map(() => fetch(`${address}/busy`));
  hashed.resolve();
  for (const { status } of await Promise.all(signIns)) expect(status).toBe(200);
  answered.resolve();
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
  // Who came back gave the place back once: there are as many as before.
  const all = await Promise.all(Array.from({ length: 3 }, () => fetch(`${address}/data`)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("who sends a body slowly takes nobody's place meanwhile", async () => {
  const address = await open([{ path: "/data", handle: () => Promise.resolve(ok) }]);
  const slow = Array.from({ length: 10 }, () =>
    line(
      address,
      "POST /data HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ),
  );
  for (let turn = 0; turn < 5; turn++) expect((await fetch(`${address}/data`)).status).toBe(200);
  for (const { socket, heard } of slow) {
    socket.write('"a": 12}');
    await until(() => heard().startsWith("HTTP/1.1 200"));
  }
});

test("uploads and forms with files take places of each other, not of quick requests", async () => {
  const release = promise();
  let arriving = 0;
  const wait = async () => (arriving++, await release.value, ok);
  const address = await open([
    { path: "/uploads", work: "upload", streams: true, handle: wait },
    { path: "/api", handle: (request) => (request.method === "POST" ? wait() : Promise.resolve(ok)) },
  ]);
  const form = {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "--x--",
  };
  const held = [fetch(`${address}/uploads`, form), fetch(`${address}/api`, form)];
  await until(() => arriving === 2);
  expect((await fetch(`${address}/uploads`, form)).status).toBe(503);
  for (let turn = 0; turn < 5; turn++) expect((await fetch(`${address}/api`)).status).toBe(200);
  release.resolve();
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
});

test("an upload that hardly moves is ended, one that moves is not", async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n\r\n`;
  const never = promise<HttpAnswer>();
  const read: Route["handle"] = async (request) => {
    void request.openFile().catch(() => null);
    return never.value;
  };
  const address = await open([{ path: "/uploads", work: "upload", streams: true, handle: read }]);
  const [slow, quick] = [line(address, head("/uploads")), line(address, head("/uploads"))];
  const sending = setInterval(() => quick.socket.write("x".repeat(4_000)), 10);
  await slow.closed;
  const isOpen = !quick.socket.destroyed;
  clearInterval(sending);
  never.resolve(ok);

  expect(isOpen).toBe(true);
});

test("an answer that nobody reads is given up, one that is read is whole", async () => {
  const large: HttpAnswer = { status: 200, headers: TEXT, body: Buffer.alloc(20_000_000, "x") };
  const doors = [{ path: "/large", handle: () => Promise.resolve(large) }];
  // Who reads on a busy machine may rest for a while.
  const patient = await open(doors, 20_000);
  expect((await (await fetch(`${patient}/large`)).arrayBuffer()).byteLength).toBe(20_000_000);
  await http?.close();

  const deaf = line(await open(doors), "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
  deaf.socket.pause();
  // Nobody reads here, so only the end of the line can be noticed: by writing to it.
  const failed = promise();
  deaf.socket.once("error", () => failed.resolve());
  const knocking = setInterval(() => deaf.socket.write(" "), 10);
  await Promise.race([failed.value, deaf.closed]);
  clearInterval(knocking);
});

test.each(["page", "data", "file", "upload", "stream"] satisfies Work[])(
  "%s: a failure gives its place back",
  async (work) => {
    const gate = openAdmission({ [work]: { places: 1, waiting: 1, patienceMs: 60_000 } })[work];
    for (let turn = 0; turn < 3; turn++)
      await expect(gate.admit(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await nextTurn();
    const release = promise();
    const held = gate.admit(() => release.value);
    let isWanted = true;
    const gone = gate.admit(
      () => Promise.resolve(),
      () => isWanted,
    );
    expect(gate.isFull).toBe(true);
    await expect(gate.admit(() => Promise.resolve())).rejects.toMatchObject({ code: "OVERLOADED" });
    isWanted = false;
    release.resolve();
    await held;
    await expect(gone).rejects.toMatchObject({ code: "OVERLOADED" });
    expect(await gate.admit(() => Promise.resolve("free"))).toBe("free");
  },
);

test("while the first in line has waited long, others are refused at once, though there is room in line", async () => {
  const tellAfterMs = 20;
  const gate = openAdmission({ data: { places: 1, waiting: 100, patienceMs: 60_000, tellAfterMs } }).data;
  const release = promise();
  const held = gate.admit(() => release.value);
  const first = gate.admit(() => Promise.resolve("first"));
  const second = gate.admit(() => Promise.resolve("second"));
  await until(() => gate.isFull);
  expect(gate.waiting).toBe(2);
  await expect(gate.admit(() => Promise.resolve())).rejects.toMatchObject({ code: "OVERLOADED" });
  release.resolve();
  await held;
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  expect(await gate.admit(() => Promise.resolve("free"))).toBe("free");
});

test("a bounded number of documents at once: the rest of a crowd hears 503 with Retry-After, none waits for it", async () => {
  const release = promise();
  let atWork = 0;
  const address = await open([{ path: "/graphql", handle: async () => (atWork++, await release.value, ok) }]);
  const crowd = Array.from({ length: 40 }, () => fetch(`${address}/graphql`, { method: "POST" }));
  // Refused while nothing is answered: two at work and one in line.
  const refused: Response[] = [];
  for (const each of crowd) void each.then((answer) => void (answer.status === 503 && refused.push(answer)));
  await until(() => refused.length === crowd.length - 3);
  expect(atWork).toBe(2);
  for (const { headers } of refused) expect(headers.get("retry-after")).toMatch(/^[123]$/);
  release.resolve();
  expect((await Promise.all(crowd)).filter(({ status }) => status === 200)).toHaveLength(3);
});

test("who waits too long is refused", async () => {
  const gate = openAdmission({ data: { places: 1, waiting: 5, patienceMs: 20 } }).data;
  const release = promise();
  const held = gate.admit(() => release.value);
  await expect(gate.admit(() => Promise.resolve())).rejects.toMatchObject({ code: "OVERLOADED" });
  release.resolve();
  await held;
});

test("uploaded pictures wait before renditions do, and no more of them than a machine can hold", async () => {
  const release = promise();
  const order: string[] = [];
  // Every place is taken, however many this machine has.
  const holding = Array.from({ length: 2 }, () => queueUpload(() => release.value));
  const drawn = queueRendition(() => Promise.resolve(void order.push("rendition")));
  const uploads = Array.from({ length: UPLOADS_WAITING_MAX + 2 }, () =>
    queueUpload(() => Promise.resolve(void order.push("upload"))).catch((error: unknown) => error),
  );
  release.resolve();
  const refused = (await Promise.all(uploads)).filter(Boolean);
  await Promise.all([...holding, drawn]);

  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused) expect(error).toMatchObject({ code: "OVERLOADED" });
  expect(order.at(-1)).toBe("rendition");
});
