import type { Context } from "../../core/context.ts";
import type { DomainEvent } from "../../core/events.ts";
import { marks, rows, run } from "../../core/sql.ts";

/** What waits: a thread, or a reply in one. */
export interface HeldPlace {
  readonly threadId: number;
  readonly postId: number | null;
}

/** Keeps news of something new that waits for approval, in the caller's transaction. */
export async function holdNews(ctx: Context, place: HeldPlace, event: DomainEvent): Promise<void> {
  await run(
    ctx,
    "INSERT INTO held_news (threadId, postId, type, payload, createdAt) VALUES (?, ?, ?, ?, ?)",
    [place.threadId, place.postId, event.type, JSON.stringify(event.payload), ctx.now],
  );
}

/**
 * Tells the news of what may be seen from now on, once, in the caller's transaction.
 * @emits what `holdNews` was given
 */
export async function releaseNews(ctx: Context, { threadId, postId }: HeldPlace): Promise<void> {
  const which = postId === null ? "n.postId IS NULL" : "n.postId = ?";
  const held = await rows<{ id: number; type: string; payload: string }>(
    ctx,
    `SELECT n.id, n.type, n.payload FROM held_news n WHERE n.threadId = ? AND ${which} ORDER BY n.id`,
    postId === null ? [threadId] : [threadId, postId],
  );
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await run(ctx, `DELETE FROM held_news WHERE id IN (${marks(ids)})`, ids);
  for (const { type, payload } of held) ctx.emit({ type, payload: JSON.parse(payload) as unknown });
}
