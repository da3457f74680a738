import { In, MoreThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { lockById } from "../../core/write.ts";
import { Change, ChangeHead } from "./change.entity.ts";
import { readEarlier } from "./change.sql.ts";
import { CHANGE_HEAD_ID } from "./record.service.ts";

/** Time for which all changes are kept, in milliseconds: 90 days, a quarter in which a program may stand still. */
export const ALL_KEPT_MS = 90 * 86_400_000;
/** Changes of one transaction, which holds up those who write meanwhile. */
const SLICE = 100;

/**
 * Deletes old changes that later ones have overtaken, slice by slice. The last change of each thing stays: what happens next
 * is judged by it, and who begins to read learns of everything that is there.
 */
export async function compactChanges(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  const head = await ctx.db.findOneByOrFail(ChangeHead, { id: CHANGE_HEAD_ID });
  const [first] = await ctx.db.find(Change, {
    select: { id: true },
    where: { at: MoreThanOrEqual(new Date(ctx.now.getTime() - ALL_KEPT_MS)) },
    order: { at: "ASC", id: "ASC" },
    take: 1,
  });
  const endId = first ? first.id - 1 : head.lastId;
  for (let afterId = head.horizonId ?? 0; afterId < endId; afterId += SLICE) {
    const horizonId = Math.min(endId, afterId + SLICE);
    await inTransaction(ctx, async (ctx) => {
      await lockById(ctx, ChangeHead, CHANGE_HEAD_ID);
      const overtaken = await readEarlier(ctx, afterId, horizonId);
      if (overtaken.length > 0) await ctx.db.delete(Change, { id: In(overtaken) });
      await ctx.db.update(ChangeHead, { id: CHANGE_HEAD_ID }, { horizonId });
    });
    await pause();
  }
}
