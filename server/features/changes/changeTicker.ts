import type { Services } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import { ChangeHead } from "./change.entity.ts";
import { CHANGE_HEAD_ID } from "./record.service.ts";

/** Interval between two looks at the head of the feed while somebody waits for it to move, in milliseconds. */
const LOOK_MS = 60;
/** Readers who read the feed at the same time; all others wait for their turn. */
const READERS_AT_ONCE = 4;

/**
 * Notices that the feed of one program has moved, whichever process wrote: one small read for all who wait. Reads by turns
 * and rests after each as long as it took, so that any number of readers slow each other and nobody else.
 */
export class ChangeTicker {
  private lastId = 0;
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private readonly waiting = new Set<() => void>();
  private reading = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly services: Services) {}

  /** Number of the last change that was noticed. */
  get position(): number {
    return this.lastId;
  }

  /** Resolves when the feed is not at a position any more, or the signal is aborted. */
  moved(from: number, signal: AbortSignal, patienceMs: number): Promise<void> {
    if (this.lastId !== from || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(patience);
        signal.removeEventListener("abort", done);
        this.waiting.delete(done);
        if (this.waiting.size === 0) this.rest();
        resolve();
      };
      const patience = setTimeout(done, patienceMs).unref();
      signal.addEventListener("abort", done, { once: true });
      this.waiting.add(done);
      this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
    });
  }

  /** Does a reader's work when it is their turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.reading >= READERS_AT_ONCE) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.reading++;
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(() => this.next(), performance.now() - began).unref();
    }
  }

  private next(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.reading--;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const { database, log } = this.services;
    try {
      const { lastId } = await database.manager.findOneByOrFail(ChangeHead, { id: CHANGE_HEAD_ID });
      if (lastId === this.lastId) return;
      this.lastId = lastId;
      for (const wake of [...this.waiting]) wake();
    } catch (error) {
      // Who waits goes on to wait; after an outage the next look finds what was missed.
      if (!isDatabaseAway(error))
        log.error({ error: String(error) }, "the feed of changes could not be read");
    } finally {
      this.isLooking = false;
    }
  }

  private rest(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }
}

const tickers = new WeakMap<Services, ChangeTicker>();

/** Gives the ticker of a running program. */
export function tickerOf(services: Services): ChangeTicker {
  let ticker = tickers.get(services);
  if (!ticker) tickers.set(services, (ticker = new ChangeTicker(services)));
  return ticker;
}
