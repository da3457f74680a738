import type { Context } from "../../../core/context.ts";
import { row } from "../../../core/sql.ts";

/**
 * Raw since each reply asks it of the author, through a cached statement.
 * Tells whether one member blocks another.
 */
export async function hasBlocked(ctx: Context, userId: number, blockedUserId: number): Promise<boolean> {
  const where = "b.userId = ? AND b.blockedUserId = ?";
  return (await row(ctx, `SELECT b.userId FROM blocks b WHERE ${where}`, [userId, blockedUserId])) !== null;
}
