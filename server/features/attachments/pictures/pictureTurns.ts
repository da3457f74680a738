import { availableParallelism } from "node:os";
import { DomainError } from "../../../core/errors.ts";

/**
 * Pictures worked on at the same time, uploads and renditions together. They run outside of the event loop, but on the
 * same processors and in the same four threads as files, passwords and compression: one processor is left to everybody
 * else, and half of the threads.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Uploaded pictures that wait; a large one takes a second or two. */
export const UPLOADS_WAITING_MAX = 20;
/** Renditions that wait to be drawn; whoever comes after gets the original. */
export const RENDITIONS_WAITING_MAX = 200;
/** When an upload that found no room may come again, in seconds. */
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
    // Somebody waits for an upload; a rendition has the original in its place.
    const next = uploads.shift() ?? renditions.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Works on an uploaded picture when it is its turn.
 * @throws {DomainError} OVERLOADED if too many wait: their files lie on the disk meanwhile.
 */
export async function inUploadTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE && uploads.length >= UPLOADS_WAITING_MAX)
    throw new DomainError("OVERLOADED", { retryAfterSeconds: RETRY_AFTER_S });
  return inTurn(uploads, work);
}

/** Whether another rendition may wait. */
export function mayWaitForRendition(): boolean {
  return renditions.length < RENDITIONS_WAITING_MAX;
}

/** Draws a rendition when it is its turn, after all uploads that wait. */
export function inRenditionTurn<T>(work: () => Promise<T>): Promise<T> {
  return inTurn(renditions, work);
}
