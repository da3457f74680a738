import type { Context } from "../core/context.ts";
import { rows } from "../core/sql.ts";
import { WatchLevel } from "../features/watches/watch.entity.ts";

/**
 * True if a member's lists leave something out: people they block, or what they have muted. Raw since it stands before
 * each cached list that a member opens: one statement that reads two index entries.
 */
export async function leavesOut(ctx: Context): Promise<boolean> {
  const { id } = ctx.viewer;
  const [found] = await rows<{ leavesOut: number }>(
    ctx,
    `SELECT (EXISTS (SELECT 1 FROM blocks b WHERE b.userId = ?)
       OR EXISTS (SELECT 1 FROM watches w WHERE w.userId = ? AND w.level = ?)) AS leavesOut`,
    [id, id, WatchLevel.MUTED],
  );
  return Number(found!.leavesOut) === 1;
}
