import { get, type ClientRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "../support/serverProcess.ts";

const PATIENCE_MS = 600_000;
const ARRIVES_WITHIN_MS = 30_000;
/** Times the server dies. */
const DEATHS = 3;

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()), PATIENCE_MS);
afterAll(() => server?.close());

/** Reader of a stream as browsers are: comes back after a while with the last id that it has heard. */
class EventSource {
  readonly messages: string[] = [];
  /** Times it was connected. */
  connections = 0;
  isOpen = false;
  private lastId = "";
  private request: ClientRequest | null = null;
  private isOver = false;

  constructor(private readonly token: string) {
    this.connect();
  }

  private connect(): void {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (this.lastId) headers["last-event-id"] = this.lastId;
    let text = "";
    let isGone = false;
    const again = () => {
      if (isGone) return;
      isGone = true;
      this.isOpen = false;
      if (!this.isOver) setTimeout(() => this.connect(), 100);
    };
    this.request = get(`${server.url}/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return void response.resume().once("close", again);
      this.connections++;
      response.on("data", (bytes: Buffer) => {
        text += bytes.toString();
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          this.hear(text.slice(0, end));
          text = text.slice(end + 2);
        }
      });
      response.once("error", () => undefined).once("close", again);
    }).once("error", again);
  }

  private hear(block: string): void {
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
    const [id, event] = [value("id"), value("event")];
    if (id !== undefined) this.lastId = id;
    if (event === "message") this.messages.push((JSON.parse(value("data")!) as { id: string }).id);
    if (event === "counts") this.isOpen = true;
  }

  /** The machine sleeps: nothing is heard, and it comes back as it stood. */
  cut(): void {
    this.request?.destroy();
  }

  close(): void {
    this.isOver = true;
    this.request?.destroy();
  }
}

test(
  "through sleep and deaths of the server a stream hears each message once and in order",
  async () => {
    const [ada, bo] = [await server.register("adaline"), await server.register("boleslav")];
    const sent: string[] = [];
    const say = async (body: string): Promise<void> => {
      const send = `mutation ($id: ID!, $b: String!) { sendMessage(input: { userId: $id, body: $b }) { id } }`;
      sent.push((await server.ask(send, { id: bo.id, b: body }, ada.token)).sendMessage.id as string);
    };
    const until = (what: () => boolean) =>
      expect.poll(what, { timeout: ARRIVES_WITHIN_MS, interval: 20 }).toBe(true);
    const stream = new EventSource(bo.token);
    try {
      await until(() => stream.isOpen);
      for (let death = 0; death < DEATHS; death++) {
        await say(`live ${death}`);
        if (death > 0) await until(() => stream.messages.length === sent.length);
        // Sent and acknowledged; nobody knows whether the stream has heard of them when the process is gone.
        await Promise.all(Array.from({ length: 5 }, (_, n) => say(`last words ${death} ${n}`)));
        await server.kill();
        await until(() => !stream.isOpen);
        await server.start();
        // Before and while the browser comes back.
        for (let n = 0; n < 10; n++) await say(`meanwhile ${death} ${n}`);
        await until(() => stream.isOpen);
      }
      stream.cut();
      for (let n = 0; n < 5; n++) await say(`asleep ${n}`);
      await until(() => stream.messages.length >= sent.length);
      await wait(300);

      expect(stream.messages).toEqual(
        sent
          .map(Number)
          .sort((a, b) => a - b)
          .map(String),
      );
      expect(stream.connections).toBe(DEATHS + 2);
      const { unreadCounts } = await server.ask(`{ unreadCounts { dialogMessage } }`, {}, bo.token);
      expect(unreadCounts.dialogMessage).toBe(sent.length);
    } finally {
      stream.close();
    }
  },
  PATIENCE_MS,
);
