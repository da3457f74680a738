import type { Context } from "../../core/context.ts";
import { marks, row, rows, run, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { RedPacket, RedPacketCondition, RedPacketShare, RedPacketState } from "./redPacket.entity.ts";

/** Raw since a crowd claims at once, and each claim runs all of them. */

/** A reply as a claim sees it, with its thread. */
export interface ClaimingReply {
  readonly authorId: number;
  readonly likeCount: number;
  readonly title: string;
}

/** Finds those of the threads whose red packet may have shares that nobody has; locks nothing. */
export async function findThreadsWithShares(
  ctx: Context,
  threadIds: readonly number[],
): Promise<Set<number>> {
  const sql = `SELECT p.threadId FROM red_packets p WHERE p.threadId IN (${marks(threadIds)}) AND p.state = ?`;
  const found = await rows<{ threadId: number }>(ctx, sql, [...threadIds, RedPacketState.OPEN]);
  return new Set(found.map(({ threadId }) => Number(threadId)));
}

/** Looks whether the red packet of a thread has shares left for replies; locks nothing. */
export async function hasSharesForReplies(ctx: Context, threadId: number): Promise<boolean> {
  const sql = "SELECT p.id FROM red_packets p WHERE p.threadId = ? AND p.state = ? AND p.claimBy = ?";
  const values = [threadId, RedPacketState.OPEN, RedPacketCondition.REPLY];
  return (await row(ctx, sql, values)) !== null;
}

/** Locks the red packet of a thread. */
export function lockPacket(ctx: Context, threadId: number): Promise<RedPacket | null> {
  return selectOne(ctx, RedPacket, "p", `red_packets p WHERE p.threadId = ?${forUpdate(ctx)}`, [threadId]);
}

/** Finds a reply with a name that others see in a thread that others see; no comment. */
export async function findReply(
  ctx: Context,
  threadId: number,
  postId: number,
): Promise<ClaimingReply | null> {
  const found = await row<ClaimingReply>(
    ctx,
    `SELECT p.authorId, p.likeCount, t.title FROM posts p JOIN threads t ON t.id = p.threadId
     WHERE p.id = ? AND p.threadId = ? AND p.parentId IS NULL AND p.visible = 1 AND p.isAnonymous = 0 AND t.visible = 1`,
    [postId, threadId],
  );
  return found && { ...found, authorId: Number(found.authorId), likeCount: Number(found.likeCount) };
}

/** Finds the next share that nobody has. */
export function findFreeShare(ctx: Context, packetId: number): Promise<RedPacketShare | null> {
  const free = "red_packet_shares s WHERE s.packetId = ? AND s.userId IS NULL ORDER BY s.sequence LIMIT 1";
  return selectOne(ctx, RedPacketShare, "s", free, [packetId]);
}

/** Gives a share that nobody has to the author of a reply. @returns false if somebody has it */
export async function giveShare(
  ctx: Context,
  { packetId, sequence }: RedPacketShare,
  { userId, postId }: { readonly userId: number; readonly postId: number },
): Promise<boolean> {
  const sql = `UPDATE red_packet_shares SET userId = ?, postId = ?, claimedAt = ?
    WHERE packetId = ? AND sequence = ? AND userId IS NULL`;
  return (await run(ctx, sql, [userId, postId, ctx.now, packetId, sequence])).affected === 1;
}

/** Stores what is left of a red packet. */
export async function storeRest(
  ctx: Context,
  { id, claimedCount, remainingCents, state }: RedPacket,
): Promise<void> {
  const sql = "UPDATE red_packets SET claimedCount = ?, remainingCents = ?, state = ? WHERE id = ?";
  await run(ctx, sql, [claimedCount, remainingCents, state, id]);
}
