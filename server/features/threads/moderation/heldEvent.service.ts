import { In, IsNull } from "typeorm";
import type { Context } from "../../../core/context.ts";
import type { DomainEvent } from "../../../core/events.ts";
import { insert } from "../../../core/write.ts";
import { HeldEvent } from "./heldEvent.entity.ts";

/** Held content: a thread, or a reply in one. */
export interface HeldPlace {
  readonly threadId: number;
  readonly postId: number | null;
}

/** Stores the event of new content that waits for approval, in the caller's transaction. */
export async function holdEvent(ctx: Context, place: HeldPlace, event: DomainEvent): Promise<void> {
  const payload = JSON.stringify(event.payload);
  await insert(ctx, HeldEvent, { ...place, type: event.type, payload, createdAt: ctx.now });
}

/**
 * Emits the held events of content that was approved, once, in the caller's transaction.
 * @emits the events given to `holdEvent`
 */
export async function releaseEvents(ctx: Context, { threadId, postId }: HeldPlace): Promise<void> {
  const where = { threadId, postId: postId ?? IsNull() };
  const held = await ctx.db.find(HeldEvent, { where, order: { id: "ASC" } });
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await ctx.db.delete(HeldEvent, { id: In(ids) });
  for (const { type, payload } of held) ctx.emit({ type, payload: JSON.parse(payload) as unknown });
}

/** New place of held replies. */
export interface HeldMove {
  readonly threadId: number;
  readonly threadAuthorId: number;
  /** Their new numbers; those that are missing are comments, which have none. */
  readonly numberOf: ReadonlyMap<number, number>;
  /** Replies that are numbered now, although they were comments before. */
  readonly risenIds?: ReadonlySet<number>;
}

/** Lets the held events of replies that move to another thread tell of their new place, in the caller's transaction. */
export async function moveHeldEvents(ctx: Context, fromThreadId: number, move: HeldMove): Promise<void> {
  const held = await ctx.db.findBy(HeldEvent, { threadId: fromThreadId });
  const { threadId, threadAuthorId, numberOf, risenIds } = move;
  for (const { id, postId, payload } of held) {
    if (postId === null) continue;
    const before = JSON.parse(payload) as { parentId?: number | null };
    const parentId = risenIds?.has(postId) ? null : (before.parentId ?? null);
    if (!numberOf.has(postId) && (parentId === null || !numberOf.has(parentId))) continue;
    const after = { ...before, threadId, threadAuthorId, parentId, number: numberOf.get(postId) ?? null };
    await ctx.db.update(HeldEvent, { id }, { threadId, payload: JSON.stringify(after) });
  }
}
