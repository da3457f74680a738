import { ROUTE_TIMEOUT_MS } from "../platform/routeLoad.ts";
import { type FrameMessage, readFrameMessage } from "./frameMessages.ts";

/** Time between two questions whether a frame still answers, in milliseconds. */
const PING_EVERY_MS = 5_000;
/** Messages of a frame within a second; more is a flood. */
const MESSAGES_PER_SECOND_MAX = 100;

/** Answers of the page to what a frame says. */
export interface FrameEvents {
  heard(message: FrameMessage): void;
  /** The frame is of no use any more: it is to be taken away. */
  failed(error: Error): void;
}

/**
 * The line between the page and a frame: one channel, handed over when the frame has loaded. A frame that does not load or
 * answer within 3800 ms, floods, or says what is no message is given up.
 */
export class FrameLine {
  private port: MessagePort | null = null;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private second = 0;
  private count = 0;
  private state: object | null = null;

  constructor(private readonly events: FrameEvents) {
    this.expect("load");
  }

  /** Hands the channel over to a frame that has loaded; to any document that stands in it later, none. */
  open(frame: Window): void {
    if (this.port) {
      this.fail("The frame left its page.");
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => this.take(data);
    // The frame has no origin that could be named; the policy of the page lets no other site stand in it.
    frame.postMessage({ type: "luntan" }, "*", [port2]);
    this.expect("answer");
  }

  /** Tells the frame how the page is now. */
  send(state: object): void {
    this.state = state;
    this.port?.postMessage({ type: "state", state });
  }

  /** Ends the line. */
  close(): void {
    clearTimeout(this.deadline);
    clearInterval(this.pinging);
    this.port?.close();
  }

  private take(data: unknown): void {
    if (this.floods()) {
      this.fail(`The frame sends more than ${MESSAGES_PER_SECOND_MAX} messages a second.`);
      return;
    }
    const message = readFrameMessage(data);
    if (!message) {
      this.fail("The frame sends what is no message.");
      return;
    }
    clearTimeout(this.deadline);
    if (message.type === "ready") {
      if (this.state) this.send(this.state);
      this.pinging = setInterval(() => this.ping(), PING_EVERY_MS);
    }
    this.events.heard(message);
  }

  /** A page in the background has slow timers, and nobody waits for its frames. */
  private ping(): void {
    if (document.visibilityState !== "visible") return;
    this.port?.postMessage({ type: "ping" });
    this.expect("answer");
  }

  private expect(what: "load" | "answer"): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(
      () => this.fail(`The frame does not ${what} within ${ROUTE_TIMEOUT_MS} ms.`),
      ROUTE_TIMEOUT_MS,
    );
  }

  private floods(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.second) this.count = 0;
    this.second = second;
    this.count += 1;
    return this.count > MESSAGES_PER_SECOND_MAX;
  }

  private fail(message: string): void {
    this.close();
    this.events.failed(new Error(message));
  }
}
