import type { Context } from "../../../core/context.ts";
import { insert } from "../../../core/write.ts";
import { lockedSince, Thread } from "../thread.entity.ts";
import { isPinned } from "../thread.policy.ts";
import { type EventFacts, ThreadEvent, ThreadEventKind } from "./threadEvent.entity.ts";

/** Something that is done to a thread now; what the forum does by itself has its own time and no actor. */
interface Recorded {
  readonly kind: ThreadEventKind;
  readonly facts?: EventFacts;
  /** Time at which it happened by itself. */
  readonly byItselfAt?: Date;
}

/** Records what is done to a thread, for its readers, in the caller's transaction. */
export async function recordEvent(
  ctx: Context,
  threadId: number,
  { kind, facts = {}, byItselfAt }: Recorded,
): Promise<void> {
  await insert(ctx, ThreadEvent, {
    threadId,
    kind,
    actorId: byItselfAt ? null : ctx.viewer.id,
    createdAt: byItselfAt ?? ctx.now,
    dataJson: JSON.stringify(facts),
  });
  await ctx.db.increment(Thread, { id: threadId }, "eventCount", 1);
}

/** Records that a thread goes to another category, in the caller's transaction; nothing if it stays. */
export async function recordMove(
  ctx: Context,
  { id, categoryId }: Pick<Thread, "id" | "categoryId">,
  toCategoryId: number,
): Promise<void> {
  if (toCategoryId === categoryId) return;
  const facts = { fromCategoryId: categoryId, toCategoryId };
  await recordEvent(ctx, id, { kind: ThreadEventKind.MOVED, facts });
}

/** Records that a thread is featured, or no longer, in the caller's transaction. */
export function recordFeature(ctx: Context, threadId: number, isEssence: boolean): Promise<void> {
  const kind = isEssence ? ThreadEventKind.FEATURED : ThreadEventKind.UNFEATURED;
  return recordEvent(ctx, threadId, { kind });
}

type Pin = Pick<Thread, "isSticky" | "stickyUntil">;

/** Records a change of the pin of a thread, in the caller's transaction; nothing if it stays as it is. */
export async function recordPin(ctx: Context, thread: Pin & Pick<Thread, "id">, next: Pin): Promise<void> {
  const wasPinned = isPinned(thread, ctx.now);
  // Its time was over, and the job has not come to it.
  if (thread.isSticky && !wasPinned) await recordEndOfPin(ctx, thread);
  if (!next.isSticky) {
    if (wasPinned) await recordEvent(ctx, thread.id, { kind: ThreadEventKind.UNPINNED });
    return;
  }
  if (wasPinned && thread.stickyUntil?.getTime() === next.stickyUntil?.getTime()) return;
  const facts = next.stickyUntil ? { until: next.stickyUntil.toISOString() } : {};
  await recordEvent(ctx, thread.id, { kind: ThreadEventKind.PINNED, facts });
}

/** Records that the pin of a thread ended by itself when its time came, in the caller's transaction. */
export function recordEndOfPin(
  ctx: Context,
  { id, stickyUntil }: Pick<Thread, "id" | "stickyUntil">,
): Promise<void> {
  return recordEvent(ctx, id, { kind: ThreadEventKind.UNPINNED, byItselfAt: stickyUntil! });
}

/** Records that a thread, as it was before, was locked by itself, if that is not written yet; in the caller's transaction. */
export async function recordDueLock(ctx: Context, thread: Thread): Promise<void> {
  const byItselfAt = lockedSince(thread, ctx.now);
  if (thread.lockedAt !== null || byItselfAt === null) return;
  const facts = thread.closesAfterDays === null ? {} : { afterDays: thread.closesAfterDays };
  await recordEvent(ctx, thread.id, { kind: ThreadEventKind.LOCKED_BY_ITSELF, facts, byItselfAt });
}

/** Deletes the events of a thread that is merged into another, in the caller's transaction. */
export async function dropEvents(ctx: Context, { id, eventCount }: Thread): Promise<void> {
  if (eventCount === 0) return;
  await ctx.db.delete(ThreadEvent, { threadId: id });
  await ctx.db.update(Thread, { id }, { eventCount: 0 });
}
