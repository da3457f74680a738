import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { answer, change, createRoom, invite, members, roomOf, say } from "./company.ts";

/** Longest time until an event must have arrived. */
const SOON_MS = 5_000;

interface StreamEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The event stream of a browser. */
class Stream {
  readonly events: StreamEvent[] = [];
  private response: IncomingMessage | null = null;

  constructor(url: string, person: Person, lastId?: string) {
    const headers: Record<string, string> = {
      cookie: person.credentials!.cookie,
      accept: "text/event-stream",
    };
    if (lastId) headers["last-event-id"] = lastId;
    let text = "";
    get(`${url}/events`, { headers }, (response) => {
      this.response = response;
      response.on("data", (bytes: Buffer) => {
        text += bytes.toString();
        const blocks = text.split("\n\n");
        text = blocks.pop()!;
        blocks.forEach((block) => this.read(block));
      });
      response.on("error", () => undefined);
    });
  }

  private read(block: string): void {
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
    const name = value("event");
    if (name)
      this.events.push({ name, id: value("id"), data: JSON.parse(value("data")!) as StreamEvent["data"] });
  }

  named(name: string): StreamEvent["data"][] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data);
  }

  get lastId(): string {
    return this.events.findLast(({ id }) => id !== undefined)!.id!;
  }

  until(name: string, data: object): Promise<void> {
    return expect.poll(() => this.named(name), { timeout: SOON_MS, interval: 10 }).toContainEqual(data);
  }

  close(): void {
    this.response?.destroy();
  }
}

let forum: Forum;
const open: Stream[] = [];
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(async () => {
  for (const stream of open) stream.close();
  await forum.close();
});

async function listen(person: Person, lastId?: string): Promise<Stream> {
  const stream = new Stream(forum.url, person, lastId);
  open.push(stream);
  await expect
    .poll(() => stream.named("counts").length, { timeout: SOON_MS, interval: 10 })
    .toBeGreaterThan(0);
  return stream;
}

test("messages, reads and changes of a room reach all who have joined, named and without their text", async () => {
  const [mira, tom, ines] = (await members(forum, 3)) as [Person, Person, Person];
  const roomId = await roomOf(mira, tom, ines);
  const [miras, toms] = [await listen(mira), await listen(tom)];
  const { id } = await say(ines, roomId, "kanaristream");
  const own = await say(mira, roomId, "mine");

  for (const stream of [miras, toms]) await stream.until("message", { id, roomId, isMine: false });
  await miras.until("message", { id: own.id, roomId, isMine: true });
  await expect.poll(() => toms.named("counts").at(-1)!["dialogMessage"], { timeout: SOON_MS }).toBe(2);
  await change(tom, "markRoomRead", roomId, { messageId: own.id });
  await miras.until("read", { roomId, userId: String(tom.id), upTo: own.id });
  await change(mira, "renameRoom", roomId, { name: "Walks" });
  await toms.until("room", { roomId });
  expect(JSON.stringify([...miras.events, ...toms.events])).not.toContain("kanaristream");
});

test("an invitation and its withdrawal reach whom they concern; an outsider hears nothing", async () => {
  const [mira, tom, ines] = (await members(forum, 3)) as [Person, Person, Person];
  const [toms, others] = [await listen(tom), await listen(ines)];
  const roomId = await createRoom(mira, "Hikes", [tom]);
  await toms.until("room", { roomId });
  await say(mira, roomId, "nobody else reads this");
  const before = toms.named("room").length;
  await change(mira, "removeFromRoom", roomId, { userId: String(tom.id) });
  await expect.poll(() => toms.named("room").length, { timeout: SOON_MS }).toBeGreaterThan(before);

  const direct = `mutation { sendMessage(input: {userId: "${ines.id}", body: "x"}) { id } }`;
  const { id } = (await mira.graphql(direct)).sendMessage;
  await others.until("message", { id, peerId: String(mira.id), isMine: false });
  expect([toms.named("message"), others.named("room")]).toEqual([[], []]);
});

test("a stream that was cut gets what it missed since, of rooms and dialogs in order and once", async () => {
  const [mira, tom, ines] = (await members(forum, 3)) as [Person, Person, Person];
  const roomId = await roomOf(mira, tom);
  const first = await listen(tom);
  const seen = await say(mira, roomId, "seen");
  await first.until("message", { id: seen.id, roomId, isMine: false });
  first.close();
  const missed: string[] = [];
  for (let n = 0; n < 60; n++) {
    missed.push((await say(mira, roomId, `m${n}`)).id);
    const direct = `mutation { sendMessage(input: {userId: "${tom.id}", body: "d${n}"}) { id } }`;
    missed.push((await mira.graphql(direct)).sendMessage.id as string);
  }
  const second = await listen(tom, first.lastId);
  const last = await say(mira, roomId, "last");
  await second.until("message", { id: last.id, roomId, isMine: false });
  expect(second.named("message").map(({ id }) => id)).toEqual([...missed, last.id]);

  // Who joins afterwards gets nothing from before.
  const late = await listen(ines, first.lastId);
  await invite(mira, roomId, ines);
  await answer(ines, roomId);
  const fresh = await say(mira, roomId, "fresh");
  await late.until("message", { id: fresh.id, roomId, isMine: false });
  expect(late.named("message")).toHaveLength(2);
});
