import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  keepStream,
  STREAM_AGAIN_MAX_MS,
  STREAM_AGAIN_MS,
} from "../../client/features/unread/eventStream.ts";

/** A stream as browsers have it, which the test lets speak and fail. */
class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeStream.all.push(this);
  }
  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
  say(type: string, data: unknown, lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

const onServerEvent = vi.fn();
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeStream);
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<void>) => work(),
  };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  FakeStream.all = [];
  onServerEvent.mockClear();
  stop = keepStream("7", { onCounts: vi.fn(), onServerEvent, onEnded: vi.fn() });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const last = () => FakeStream.all.at(-1)!;

test("a stream that breaks is left to the browser", () => {
  last().fail(0);
  vi.advanceTimersByTime(STREAM_AGAIN_MAX_MS * 2);
  expect(FakeStream.all).toHaveLength(1);
});

test("a stream that the browser has given up, as when a proxy answers for a server that starts, is opened again where it ended", () => {
  last().say("hello", {}, "40");
  last().say("message", { peerId: "3" }, "41");
  last().fail(FakeStream.CLOSED);
  vi.advanceTimersByTime(STREAM_AGAIN_MS - 1);
  expect(FakeStream.all).toHaveLength(1);
  vi.advanceTimersByTime(STREAM_AGAIN_MS + 1);
  expect(FakeStream.all.map(({ url }) => url)).toEqual(["/events", "/events?after=41"]);

  last().say("message", { peerId: "3" }, "42");
  expect(onServerEvent).toHaveBeenCalledTimes(2);
});

test("it is tried more and more rarely, until the server says hello", () => {
  for (let tries = 0; tries < 20; tries++) {
    last().fail(FakeStream.CLOSED);
    vi.advanceTimersByTime(STREAM_AGAIN_MAX_MS * 2);
  }
  last().fail(FakeStream.CLOSED);
  const known = FakeStream.all.length;
  vi.advanceTimersByTime(STREAM_AGAIN_MAX_MS - 1);
  expect(FakeStream.all).toHaveLength(known);
  vi.advanceTimersByTime(STREAM_AGAIN_MAX_MS + 1);

  last().say("hello", {}, "50");
  last().fail(FakeStream.CLOSED);
  vi.advanceTimersByTime(STREAM_AGAIN_MS * 2);
  expect(FakeStream.all).toHaveLength(known + 2);
});

test("nothing is opened any more once it was stopped", () => {
  last().fail(FakeStream.CLOSED);
  stop();
  vi.advanceTimersByTime(STREAM_AGAIN_MAX_MS);
  expect(FakeStream.all).toHaveLength(1);
});
