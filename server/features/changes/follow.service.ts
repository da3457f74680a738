import type { Context } from "../../core/context.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { tickerOf } from "./changeTicker.ts";
import { endOfChanges, listChanges, type ChangeRequest } from "./change.service.ts";
import type { ChangeEvent } from "./change.view.ts";

/** Time for which a page that was read is told; what waits longer is read again, by the rights of that time. */
const FRESH_MS = 1_000;
/** Interval at which the cursor is told where nothing else is, in milliseconds. */
const CURSOR_EVERY_MS = 15_000;

/** An event with the context of who read it: the rest of the answer is read by the same rights. */
export interface FollowedChange {
  readonly ctx: Context;
  readonly changes: ChangeEvent;
}

/**
 * Tells changes as they come, after a cursor, since a time or from now on: the same that `listChanges` gives, read after
 * the last cursor with a context of that moment, so there is neither gap nor repetition and nobody is told what they may
 * not see any more.
 * @throws {DomainError} what `listChanges` and the renewal of the context throw
 */
export async function* followChanges(
  first: Context,
  { after, since, categoryId }: Omit<ChangeRequest, "first">,
): AsyncGenerator<FollowedChange, void, void> {
  if (!first.open) throw new Error("Changes are followed by requests that stay open.");
  const { renew, signal } = first.open;
  const ticker = tickerOf(first.services);
  const isNew = !after && !since;
  let ctx = first;
  let cursor = isNew ? await endOfChanges(ctx) : after;
  let told: string | undefined;
  let toldAt = -Infinity;
  while (!signal.aborted) {
    const { position } = ticker;
    const request = { first: PAGE_MAX, after: cursor, since: since ?? null, categoryId };
    const page = await ticker.inTurn(() => listChanges(ctx, request));
    const readAt = performance.now();
    let isStale = false;
    for (const { cursor: place, node } of page.edges) {
      if ((isStale = performance.now() - readAt > FRESH_MS)) break;
      yield { ctx, changes: { cursor: place, change: node } };
      if (signal.aborted) return;
      cursor = told = place;
      toldAt = performance.now();
    }
    if (!isStale) {
      cursor = page.pageInfo.endCursor!;
      if (cursor !== told && performance.now() - toldAt >= CURSOR_EVERY_MS) {
        yield { ctx, changes: { cursor, change: null } };
        told = cursor;
        toldAt = performance.now();
      }
      if (!page.pageInfo.hasNextPage) await ticker.moved(position, signal, CURSOR_EVERY_MS);
    }
    if (signal.aborted) return;
    ctx = await renew();
  }
}
