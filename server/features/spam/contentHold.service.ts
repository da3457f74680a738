import type { Context } from "../../core/context.ts";
import { insertIgnore } from "../../core/write.ts";
import { ContentHold, HoldReason } from "./contentHold.entity.ts";

/** A thread, or a reply: exactly one of both. */
export type ContentPlace =
  { readonly threadId: number; readonly postId: null } | { readonly threadId: null; readonly postId: number };

/** Gives the place of a text as one value: `t12` or `p34`. */
export function keyOfPlace({ threadId, postId }: ContentPlace): string {
  return threadId === null ? `p${postId}` : `t${threadId}`;
}

/** Rule and numbers of a hold. */
export interface NewHold {
  readonly reason: HoldReason;
  readonly score: number;
  readonly reportCount?: number;
  readonly lastReportId?: number;
}

/** Stores why a text waits from now on, in the caller's transaction, in place of an earlier reason. */
export async function storeHold(ctx: Context, place: ContentPlace, hold: NewHold): Promise<void> {
  const targetKey = keyOfPlace(place);
  const row = { reportCount: 0, ...hold, heldAt: ctx.now, decidedAt: null };
  const changed = await ctx.db.update(ContentHold, { targetKey }, row);
  if (changed.affected === 0)
    await insertIgnore(ctx, ContentHold, [{ ...place, targetKey, lastReportId: 0, ...row }]);
}

/** Finds the newest hold of a text. */
export function findHold(ctx: Context, targetKey: string): Promise<ContentHold | null> {
  return ctx.db.findOneBy(ContentHold, { targetKey });
}

/** True if a text waits for the answer of the outside service and for nothing else. */
export function waitsForCheck(hold: ContentHold | null): boolean {
  return hold?.reason === HoldReason.CHECKING && hold.decidedAt === null;
}

/** Forgets that a text waits for the outside service, in the caller's transaction: something else holds it. */
export async function dropHold(ctx: Context, place: ContentPlace): Promise<void> {
  await ctx.db.delete(ContentHold, { targetKey: keyOfPlace(place) });
}

/** Lets a hold be about the same text in another place, in the caller's transaction. */
export async function moveHold(ctx: Context, fromKey: string, to: ContentPlace): Promise<void> {
  await ctx.db.update(ContentHold, { targetKey: fromKey }, { ...to, targetKey: keyOfPlace(to) });
}

/** Notes that moderators decided about a text that waited, or with null that it waits again, in the caller's transaction. */
export async function setHoldDecided(ctx: Context, targetKey: string, decidedAt: Date | null): Promise<void> {
  await ctx.db.update(ContentHold, { targetKey }, { decidedAt });
}
