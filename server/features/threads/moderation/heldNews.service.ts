import { In, IsNull } from "typeorm";
import type { Context } from "../../../core/context.ts";
import type { DomainEvent } from "../../../core/events.ts";
import { insert } from "../../../core/write.ts";
import { HeldNews } from "./heldNews.entity.ts";

/** Held content: a thread, or a reply in one. */
export interface HeldPlace {
  readonly threadId: number;
  readonly postId: number | null;
}

/** Keeps news of something new that waits for approval, in the caller's transaction. */
export async function holdNews(ctx: Context, place: HeldPlace, event: DomainEvent): Promise<void> {
  const payload = JSON.stringify(event.payload);
  await insert(ctx, HeldNews, { ...place, type: event.type, payload, createdAt: ctx.now });
}

/**
 * Tells the news of what may be seen from now on, once, in the caller's transaction.
 * @emits what `holdNews` was given
 */
export async function releaseNews(ctx: Context, { threadId, postId }: HeldPlace): Promise<void> {
  const where = { threadId, postId: postId ?? IsNull() };
  const held = await ctx.db.find(HeldNews, { where, order: { id: "ASC" } });
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await ctx.db.delete(HeldNews, { id: In(ids) });
  for (const { type, payload } of held) ctx.emit({ type, payload: JSON.parse(payload) as unknown });
}
