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
