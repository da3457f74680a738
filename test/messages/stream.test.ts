import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { STREAMS_PER_ADDRESS, STREAMS_PER_MEMBER, WAITING_MAX_BYTES } from "../../server/http/stream/hub.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Longest time until news must have arrived. */
const SOON_MS = 3_000;

interface Told {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: Record<string, unknown>;
}

let forum: Forum;
let ada: Person;
let bo: Person;
const open: Stream[] = [];
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(async () => {
  for (const stream of open) stream.close();
  await forum.close();
});
beforeEach(async () => void ([ada, bo] = [await forum.member(), await forum.member()]));

/** An event source as browsers have one, that can be cut and come back. */
class Stream {
  readonly told: Told[] = [];
  status = 0;
  isOver = false;
  private response: IncomingMessage | null = null;

  constructor(person: Person | null, lastId?: string) {
    open.push(this);
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (person) headers["cookie"] = person.credentials!.cookie;
    if (lastId) headers["last-event-id"] = lastId;
    let text = "";
    get(`${forum.url}/events`, { headers }, (response) => {
      this.response = response;
      this.status = response.statusCode!;
      response.on("data", (bytes: Buffer) => {
        text += bytes.toString();
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          this.read(text.slice(0, end));
          text = text.slice(end + 2);
        }
      });
      response.on("close", () => (this.isOver = true));
      response.on("error", () => (this.isOver = true));
    }).on("error", () => (this.isOver = true));
  }

  private read(block: string): void {
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
    const name = value("event");
    if (name) this.told.push({ name, id: value("id"), data: JSON.parse(value("data")!) as Told["data"] });
  }

  get messages(): unknown[] {
    return this.told.filter(({ name }) => name === "message").map(({ data }) => data["id"]);
  }

  get lastId(): string {
    return this.told.map(({ id }) => id).findLast((id) => id !== undefined)!;
  }

  until(what: () => boolean): Promise<void> {
    return expect.poll(() => what(), { timeout: SOON_MS, interval: 10 }).toBe(true);
  }

  close(): void {
    this.response?.destroy();
  }
}

async function listen(person: Person, lastId?: string): Promise<Stream> {
  const stream = new Stream(person, lastId);
  await stream.until(() => stream.told.some(({ name }) => name === "counts"));
  return stream;
}

const send = async (from: Person, to: Person, body = "kanaristream"): Promise<string> =>
  (
    await from.graphql(
      `mutation ($u: ID!, $b: String!) { sendMessage(input: {userId: $u, body: $b}) { id } }`,
      {
        u: to.id,
        b: body,
      },
    )
  ).sendMessage.id as string;

test("a message reaches both browsers at once, named and not told, with the new count", async () => {
  const [adas, bos] = [await listen(ada), await listen(bo)];
  const id = await send(ada, bo);

  await bos.until(() => bos.messages.includes(id));
  await adas.until(() => adas.messages.includes(id));
  expect(bos.told.find(({ name }) => name === "message")!.data).toEqual({
    id,
    peerId: String(ada.id),
    isMine: false,
  });
  await bos.until(() => bos.told.at(-1)!.data["dialogMessage"] === 1);
  expect(JSON.stringify([...adas.told, ...bos.told])).not.toContain("kanaristream");
});

test("who has read is told to the other, and other tabs hear of it", async () => {
  const [adas, bos] = [await listen(ada), await listen(bo)];
  const id = await send(ada, bo);
  await bo.graphql(`mutation ($id: ID!) { markDialogRead(userId: $id) { id } }`, { id: ada.id });

  await adas.until(() => adas.told.some(({ name }) => name === "read"));
  expect(adas.told.find(({ name }) => name === "read")!.data).toEqual({ peerId: String(bo.id), upTo: id });
  await bos.until(() => bos.told.some(({ name }) => name === "dialog"));
});

test("a stream that was cut goes on where it stood, without gap or repeat", async () => {
  const first = await listen(bo);
  const before = [await send(ada, bo), await send(ada, bo)];
  await first.until(() => first.messages.length === 2);
  first.close();
  const meanwhile = [];
  for (let n = 0; n < 120; n++) meanwhile.push(await send(ada, bo, `m${n}`));
  const second = await listen(bo, first.lastId);
  const after = await send(ada, bo);
  await second.until(() => second.messages.includes(after));

  expect(first.messages).toEqual(before);
  expect(second.messages).toEqual([...meanwhile, after]);
});

test("many at once are told once each and in order", async () => {
  const cy = await forum.member();
  const stream = await listen(bo);
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => send(n % 2 ? ada : cy, bo, `n${n}`)));
  await stream.until(() => stream.messages.length >= 30);

  expect(stream.messages).toEqual(
    ids
      .map(Number)
      .sort((a, b) => a - b)
      .map(String),
  );
});

test("nobody else hears of it", async () => {
  const cys = await listen(await forum.member());
  const bos = await listen(bo);
  const id = await send(ada, bo);
  await bos.until(() => bos.messages.includes(id));

  expect(cys.messages).toEqual([]);
});

test("visitors are told not to come back, and one member keeps so many streams and no more", async () => {
  const visitor = new Stream(null);
  await visitor.until(() => visitor.status === 204);
  for (let n = 0; n < STREAMS_PER_MEMBER; n++) await listen(ada);
  const oneMore = new Stream(ada);
  await oneMore.until(() => oneMore.status === 429);
});

test("a session that ran out ends its stream with the next heartbeat", async () => {
  const stream = await listen(ada);
  await forum.write((ctx) =>
    ctx.db.query("UPDATE sessions SET expiresAt = '1970-01-02 00:00:00.000' WHERE userId = ?", [ada.id]),
  );
  await (forum.app.streams as unknown as { beat(): Promise<void> }).beat();

  await stream.until(() => stream.isOver);
});

test("heartbeats to a crowd hold up nobody", async () => {
  const hub = forum.app.streams;
  const cy = await forum.member();
  let beats = 0;
  let turnsBetween = 0;
  const sink = {
    write: (text: string) => {
      if (!text.startsWith(":")) return 0;
      beats++;
      // As long as the operating system takes.
      for (const began = performance.now(); performance.now() - began < 0.05;);
      return 0;
    },
    drained: () => Promise.resolve(),
    end: () => undefined,
  };
  const closers = Array.from({ length: 1_000 }, () =>
    hub.open({ userId: cy.id, sessionId: 1, address: "192.0.2.9" }, 0, sink),
  );
  let isDone = false;
  const others = (): void => {
    if (beats > 0 && beats < closers.length) turnsBetween++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await (hub as unknown as { beat(): Promise<void> }).beat();
  isDone = true;
  closers.forEach((close) => close());

  expect(beats).toBe(closers.length);
  expect(turnsBetween).toBeGreaterThanOrEqual(3);
});

/** A browser that takes so many bytes and leaves the rest waiting. */
function reader(waitingBytes: () => number) {
  let isOver = false;
  const drained = () => Promise.resolve();
  return { write: waitingBytes, drained, end: () => void (isOver = true), isOver: () => isOver };
}

test("who reads too slowly is cut off, is not kept in memory, and catches up when it comes back", async () => {
  const hub = forum.app.streams;
  const before = hub.size;
  const owner = { userId: bo.id, sessionId: 1, address: "192.0.2.1" };
  let waiting = 0;
  const slow = reader(() => waiting);
  hub.open(owner, null, slow);
  const quick = await listen(bo);
  const id = await send(ada, bo);
  await quick.until(() => quick.messages.includes(id));
  expect(slow.isOver()).toBe(false);
  waiting = WAITING_MAX_BYTES + 1;
  const missed = await send(ada, bo);
  await quick.until(() => quick.messages.includes(missed));

  expect(slow.isOver()).toBe(true);
  expect(hub.size).toBe(before + 1);
  const back = await listen(bo, id);
  await back.until(() => back.messages.includes(missed));
  expect(back.messages).toEqual([missed]);
});

test("one address has room for a school and not for all streams of the site", async () => {
  const hub = forum.app.streams;
  const address = "192.0.2.2";
  const closes: (() => void)[] = [];
  for (let n = 0; n < STREAMS_PER_ADDRESS; n++) {
    if (n % 500 === 0) expect(hub.hasRoom(ada.id, address)).toBe("yes");
    closes.push(
      hub.open(
        { userId: bo.id, sessionId: 1, address },
        0,
        reader(() => 0),
      ),
    );
  }
  expect(hub.hasRoom(ada.id, address)).toBe("address");
  expect(hub.hasRoom(ada.id, "192.0.2.3")).toBe("yes");
  for (const close of closes) close();
  expect(hub.hasRoom(ada.id, address)).toBe("yes");
});
