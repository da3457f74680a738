import { availableParallelism } from "node:os";
import { DomainError } from "../../../core/errors.ts";

/**
 * Pictures processed at the same time, uploads and renditions together. They run outside of the event loop, but on the
 * same processors and in the same four threads as files, passwords and compression: one processor and half of the threads
 * stay free.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum length of the queue of uploads; a large picture takes a second or two. */
export const UPLOADS_WAITING_MAX = 20;
/** Maximum length of the queue of renditions; further requests get the original. */
export const RENDITIONS_WAITING_MAX = 200;
/** Time after which a refused upload may be sent again, in seconds. */
const RETRY_AFTER_S = 10;

let running = 0;
const uploads: (() => void)[] = [];
const renditions: (() => void)[] = [];

async function inTurn<T>(queue: (() => void)[], work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // Uploads first: people wait for them, while a rendition has the original in its place.
    const next = uploads.shift() ?? renditions.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Queues work on an uploaded picture.
 * @throws {DomainError} OVERLOADED if the queue is full: its files lie on the disk meanwhile.
 */
export async function queueUpload<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE && uploads.length >= UPLOADS_WAITING_MAX)
    throw new DomainError("OVERLOADED", { retryAfterSeconds: RETRY_AFTER_S });
  return inTurn(uploads, work);
}

/** True if the queue of renditions has room. */
export function hasRoomForRendition(): boolean {
  return renditions.length < RENDITIONS_WAITING_MAX;
}

/** Queues the drawing of a rendition, behind all uploads. */
export function queueRendition<T>(work: () => Promise<T>): Promise<T> {
  return inTurn(renditions, work);
}
