import type { Aside } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";

/** Kinds of work that take places of each other; what is none of them is always answered. */
export type Work = "page" | "data" | "file" | "upload" | "stream";

/** Limits of one kind of work: how much runs at once, and how much may wait. */
export interface Room {
  /** Requests at work. */
  readonly places: number;
  /** Requests that wait for a place; whoever comes after is refused at once. */
  readonly waiting: number;
  /** Longest time to wait, in milliseconds. */
  readonly patienceMs: number;
  /** While the first in line has waited for so long, nobody else is let in line, in milliseconds; none if absent. */
  readonly tellAfterMs?: number;
}

/**
 * Measured: one processor answers about 150 rendered pages, 700 lists or 1,000 threads a second, and more at once only
 * makes each of them slower. What waits is served within half a second there, and the event loop comes round within
 * 50 ms, so that who is refused hears of it at once.
 */
export const ROOMS: Readonly<Record<Work, Room>> = {
  page: { places: 4, waiting: 48, patienceMs: 2_000 },
  // Documents differ a thousandfold in what they cost, so that the length of the line says little of the wait.
  data: { places: 32, waiting: 384, patienceMs: 2_000, tellAfterMs: 500 },
  file: { places: 64, waiting: 512, patienceMs: 5_000 },
  // A place is held as long as the file arrives, which costs little.
  upload: { places: 200, waiting: 0, patienceMs: 0 },
  // After a restart all browsers come back, and one that is refused might not try again.
  stream: { places: 32, waiting: 10_000, patienceMs: 30_000 },
};

/** Seconds until a refused client may retry; different for each, so that not all come back at once. */
const RETRY_AFTER_S = [1, 2, 3] as const;

/** Makes the refusal of a request for which there is no room. */
export function overloaded(): DomainError {
  const retryAfterSeconds = RETRY_AFTER_S[Math.floor(Math.random() * RETRY_AFTER_S.length)]!;
  return new DomainError("OVERLOADED", { retryAfterSeconds });
}

interface Waiting {
  readonly since: number;
  admit(): void;
  refuse(): void;
}

/** Admits a bounded number of requests of one kind, in the order in which they came. */
export class Gate {
  private atWork = 0;
  private readonly queue: Waiting[] = [];
  private first = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly room: Room) {}

  /** True if the next request is refused. */
  get isFull(): boolean {
    if (this.atWork < this.room.places) return false;
    return this.waiting >= this.room.waiting || this.hasWaitedLong;
  }

  private get hasWaitedLong(): boolean {
    const { tellAfterMs } = this.room;
    if (tellAfterMs === undefined || this.waiting === 0) return false;
    return performance.now() - this.queue[this.first]!.since > tellAfterMs;
  }

  /** Number of requests that hold a place. */
  get taken(): number {
    return this.atWork;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.queue.length - this.first;
  }

  /**
   * Does work when there is a place for it, which the work may give to others for a time.
   * @param isWanted asked when the place is there: who has gone meanwhile is not served
   * @throws {DomainError} OVERLOADED at once where too many wait, and after too long a wait.
   */
  async admit<T>(work: (aside: Aside) => Promise<T>, isWanted: () => boolean = () => true): Promise<T> {
    if (this.atWork < this.room.places) this.atWork++;
    else if (this.isFull) throw overloaded();
    else await this.wait();
    try {
      if (!isWanted()) throw overloaded();
      return await work((slow) => this.stepAside(slow));
    } finally {
      // Not before the event loop has come round: on SQLite a request is answered in one go, so that places would be
      // free again before the next request is read, and whatever waits would wait unseen in the sockets.
      setImmediate(() => this.leave());
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ since: performance.now(), admit: resolve, refuse: () => reject(overloaded()) });
      this.timer ??= setInterval(() => this.giveUp(), this.room.patienceMs / 4).unref();
    });
  }

  /**
   * Gives a place to others while slow work goes on. Who comes back does not wait again: what they do aside has a queue of
   * its own, which sends them back one by one.
   */
  private async stepAside<T>(slow: () => Promise<T>): Promise<T> {
    this.leave();
    try {
      return await slow();
    } finally {
      this.atWork++;
    }
  }

  private leave(): void {
    // Above the places are those who have come back.
    const next = this.atWork > this.room.places ? undefined : this.shift();
    if (next) next.admit();
    else this.atWork--;
  }

  private shift(): Waiting | undefined {
    if (this.waiting === 0) return undefined;
    const next = this.queue[this.first++];
    // Taken off in large pieces: taking the first of a long list off moves all the others.
    if (this.first > 1_000 || this.waiting === 0) {
      this.queue.splice(0, this.first);
      this.first = 0;
    }
    return next;
  }

  /** Refuses who has waited too long. */
  private giveUp(): void {
    const late = performance.now() - this.room.patienceMs;
    while (this.waiting > 0 && this.queue[this.first]!.since < late) this.shift()!.refuse();
    if (this.waiting > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

/** The gates of one program. */
export type Admission = Readonly<Record<Work, Gate>>;

/** Opens the gates. @param rooms what differs from the usual */
export function openAdmission(rooms: Partial<Record<Work, Room>> = {}): Admission {
  const gate = (work: Work): Gate => new Gate(rooms[work] ?? ROOMS[work]);
  return {
    page: gate("page"),
    data: gate("data"),
    file: gate("file"),
    upload: gate("upload"),
    stream: gate("stream"),
  };
}
