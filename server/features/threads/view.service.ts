import type { Context } from "../../core/context.ts";
import { viewBuffer } from "../../core/viewBuffer.ts";
import { Thread } from "./thread.entity.ts";

const views = viewBuffer(Thread);

/** Counts one view of a thread, to be written by `flushViewCounts`. */
export function countView(ctx: Pick<Context, "services">, threadId: number): void {
  views.count(ctx, threadId);
}

/** Writes the counted views of threads. */
export function flushViewCounts(ctx: Context): Promise<void> {
  return views.flush(ctx);
}
