import { Random } from "../../server/cli/demo/random.ts";
import type { Multiple } from "./multiply.ts";

/** Size of the benchmark's forum. */
export interface Size {
  readonly members: number;
  readonly categories: number;
  readonly threads: number;
  readonly replies: number;
  /** Replies of one more thread, for its deep pages. */
  readonly longThread: number;
  /** Members and threads that are added afterwards without texts worth reading, for lists of the administration. */
  readonly grow?: number;
  /** The multiple that it becomes afterwards, by copies of its threads. */
  readonly multiple?: Multiple;
}

const SEED = 20_261_120;
const DAY_MS = 86_400_000;
/** The forum has existed so long. */
const AGE_MS = 700 * DAY_MS;
/** Three threads of ten fill a page or more, as in forums where some topics run and most do not. */
const BUSY_SHARE = 0.3;
const BUSY_REPLIES_MIN = 20;
const BUSY_REPLIES_SPREAD = 9;

/** A thread before it has a text; people and categories are indices. */
export interface PlannedThread {
  readonly author: number;
  readonly category: number;
  readonly at: number;
  lastAt: number;
  lastAuthor: number | null;
  replies: number;
}

/** Replies with their authors and times, in the order of time: replies of different threads lie mixed, as they do in life. */
export interface Plan {
  readonly threads: readonly PlannedThread[];
  /** Index of the thread with the most replies. */
  readonly longThread: number;
  readonly replyThread: Int32Array;
  readonly replyAuthor: Int32Array;
  readonly replyAt: Float64Array;
}

/** Plans the forum: the same for the same size and moment. Threads are in the order of their age. */
export function planCommunity(size: Size, now: number): Plan {
  const random = new Random(SEED);
  const begin = now - AGE_MS;
  const moments = Array.from({ length: size.threads + 1 }, () => begin + random.next() * AGE_MS * 0.98);
  moments.sort((one, other) => one - other);
  const someone = (): number => Math.floor(random.next() ** 1.8 * size.members);
  const threads = moments.map((at): PlannedThread => ({
    author: someone(),
    category: Math.floor(random.next() ** 1.3 * size.categories),
    at: Math.floor(at),
    lastAt: Math.floor(at),
    lastAuthor: null,
    replies: 0,
  }));
  const longThread = 0;
  const total = size.replies + size.longThread;
  const threadOf = new Int32Array(total);
  const timeOf = new Float64Array(total);
  let filled = 0;
  const reply = (index: number, span: number, skew: number): void => {
    const at = threads[index]!.at;
    threadOf[filled] = index;
    timeOf[filled++] = Math.floor(at + 60_000 + random.next() ** skew * Math.min(span, now - at - 120_000));
  };
  for (let count = 0; count < size.longThread; count++) reply(longThread, AGE_MS, 1);
  const busy = Math.floor(size.threads * BUSY_SHARE);
  for (let index = 1; index <= busy; index++) {
    const wanted = BUSY_REPLIES_MIN + ((index * 7) % BUSY_REPLIES_SPREAD);
    // Busy threads are spread over all ages: every so manyth one.
    const place = 1 + ((index * 7919) % size.threads);
    for (let count = 0; count < wanted && filled < total; count++) reply(place, 60 * DAY_MS, 2);
  }
  while (filled < total) reply(1 + Math.floor(random.next() * size.threads), 60 * DAY_MS, 2);

  const order = Uint32Array.from(timeOf.keys()).sort((one, other) => timeOf[one]! - timeOf[other]!);
  const replyThread = order.map((index) => threadOf[index]!);
  const replyAt = Float64Array.from(order, (index) => timeOf[index]!);
  const replyAuthor = new Int32Array(total);
  for (let index = 0; index < total; index++) {
    const thread = threads[replyThread[index]!]!;
    replyAuthor[index] = someone();
    thread.replies++;
    thread.lastAt = replyAt[index]!;
    thread.lastAuthor = replyAuthor[index]!;
  }
  return { threads, longThread, replyThread: Int32Array.from(replyThread), replyAuthor, replyAt };
}
