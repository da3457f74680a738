import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold } from "../money/ledger/hold.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { userById } from "../users/user.loaders.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import {
  findFreeShare,
  findReply,
  findThreadsWithShares,
  giveShare,
  hasSharesForReplies,
  lockPacket,
  storeRest,
  type ClaimingReply,
} from "./claim.sql.ts";
import {
  RedPacketCondition,
  RedPacketShare,
  RedPacketState,
  stateOf,
  type RedPacket,
} from "./redPacket.entity.ts";
import { packetReference } from "./redPacket.service.ts";

/** A reply that may get a share. */
export interface Claim {
  readonly threadId: number;
  readonly postId: number;
}

/**
 * Gives replies their shares, one after the other, in the transaction that delivers the events of them. Those who come
 * too late cost one statement together, and no lock.
 */
export async function claimShares(ctx: Context, claims: readonly Claim[]): Promise<void> {
  const left = await findThreadsWithShares(ctx, [...new Set(claims.map(({ threadId }) => threadId))]);
  for (const { threadId, postId } of claims)
    if (left.has(threadId) && !(await claimShare(ctx, threadId, postId))) left.delete(threadId);
}

/**
 * Gives the author of a new reply their share in the transaction that stores it, so that the answer can name it. The
 * thread is locked by then, the packet and the accounts come after it. Replies that find no share left cost one statement.
 * @emits notificationRaised
 */
export async function claimByReply(ctx: Context, { threadId, postId }: Claim): Promise<void> {
  if (await hasSharesForReplies(ctx, threadId)) await claimShare(ctx, threadId, postId);
}

/**
 * Gives the author of a reply the next free share of its thread, if there is one, they have none yet, and the reply has
 * what it needs. The lock of the packet lets one claim after the other; one that comes twice finds the share taken.
 * @emits notificationRaised
 * @returns false if nobody can claim any more
 */
async function claimShare(ctx: Context, threadId: number, postId: number): Promise<boolean> {
  const packet = await lockPacket(ctx, threadId);
  if (!packet || stateOf(packet, ctx.now) !== RedPacketState.OPEN) return false;
  const reply = await findReply(ctx, threadId, postId);
  if (!reply || !(await canClaim(ctx, packet, reply))) return true;
  const { authorId: userId, title } = reply;
  if (await ctx.db.existsBy(RedPacketShare, { packetId: packet.id, userId })) return true;
  const share = (await findFreeShare(ctx, packet.id))!;
  const { amountCents, sequence } = share;
  if (!(await giveShare(ctx, share, { userId, postId })))
    throw new Error(`Share ${sequence} of packet ${packet.id} went although it was locked.`);
  packet.claimedCount++;
  packet.remainingCents -= amountCents;
  const isLast = packet.claimedCount === packet.shareCount;
  if (isLast) packet.state = RedPacketState.FINISHED;
  await storeRest(ctx, packet);
  await payFromHold(
    ctx,
    packetReference(packet.id),
    `claim:${sequence}`,
    [{ kind: AccountKind.AVAILABLE, ownerId: userId, amountCents }],
    { kind: TransactionKind.RED_PACKET, memo: title },
  );
  const about = { actorId: packet.userId, threadId, postId, data: {} };
  ctx.emit(notificationRaised({ userId, kind: "red_packet.gotten", ...about, amountCents }));
  return !isLast;
}

/** Refuses the giver's own replies, those with too few likes, and those of members who may not be given money. */
async function canClaim(ctx: Context, packet: RedPacket, reply: ClaimingReply): Promise<boolean> {
  if (reply.authorId === packet.userId) return false;
  if (packet.claimBy === RedPacketCondition.LIKES && reply.likeCount < packet.likesNeeded) return false;
  const author = await load(ctx, userById, reply.authorId);
  return author !== null && canReceiveMoney(author, ctx.now);
}
