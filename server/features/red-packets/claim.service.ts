import { IsNull } from "typeorm";
import type { Context } from "../../core/context.ts";
import { lockWhere } from "../../core/write.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold } from "../money/ledger/hold.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import {
  RedPacket,
  RedPacketCondition,
  RedPacketShare,
  RedPacketState,
  stateOf,
} from "./redPacket.entity.ts";
import { packetReference } from "./redPacket.service.ts";

/** A reply that may get a share. */
export interface Claim {
  readonly threadId: number;
  readonly postId: number;
}

/** Gives replies their shares, one after the other, in the transaction that delivers the events of them. */
export async function claimShares(ctx: Context, claims: readonly Claim[]): Promise<void> {
  for (const { threadId, postId } of claims) await claimShare(ctx, threadId, postId);
}

/**
 * Gives the author of a reply the next free share of its thread, if there is one, they have none yet, and the reply has
 * what it needs. The lock of the packet lets one claim after the other; one that comes twice finds the share taken.
 * @emits notificationRaised
 */
async function claimShare(ctx: Context, threadId: number, postId: number): Promise<void> {
  const [packet] = await lockWhere(ctx, RedPacket, { threadId });
  if (!packet || stateOf(packet, ctx.now) !== RedPacketState.OPEN) return;
  const thread = await ctx.db.findOne(Thread, {
    select: { id: true, title: true, visible: true },
    where: { id: threadId },
  });
  if (!thread?.visible) return;
  const userId = await claimantOf(ctx, packet, postId);
  if (userId === null || (await ctx.db.existsBy(RedPacketShare, { packetId: packet.id, userId }))) return;
  const free = { packetId: packet.id, userId: IsNull() };
  const share = (await ctx.db.findOne(RedPacketShare, { where: free, order: { sequence: "ASC" } }))!;
  const { amountCents, sequence } = share;
  const taken = { userId, postId, claimedAt: ctx.now };
  const { affected } = await ctx.db.update(RedPacketShare, { ...free, sequence }, taken);
  if (affected !== 1)
    throw new Error(`Share ${sequence} of packet ${packet.id} went although it was locked.`);
  const claimedCount = packet.claimedCount + 1;
  await ctx.db.update(
    RedPacket,
    { id: packet.id },
    {
      claimedCount,
      remainingCents: packet.remainingCents - amountCents,
      state: claimedCount === packet.shareCount ? RedPacketState.FINISHED : RedPacketState.OPEN,
    },
  );
  await payFromHold(
    ctx,
    packetReference(packet.id),
    `claim:${sequence}`,
    [{ kind: AccountKind.AVAILABLE, ownerId: userId, amountCents }],
    { kind: TransactionKind.RED_PACKET, memo: thread.title },
  );
  const about = { actorId: packet.userId, threadId, postId, data: {} };
  ctx.emit(notificationRaised({ userId, kind: "red_packet.gotten", ...about, amountCents }));
}

/** Finds the member whom a reply gets a share; null if it gets none: comments, nameless ones, the giver's own, too few likes. */
async function claimantOf(ctx: Context, packet: RedPacket, postId: number): Promise<number | null> {
  const post = await ctx.db.findOne(Post, {
    select: {
      id: true,
      threadId: true,
      authorId: true,
      parentId: true,
      isAnonymous: true,
      visible: true,
      likeCount: true,
    },
    where: { id: postId },
  });
  const isReply = post?.visible && post.parentId === null && post.threadId === packet.threadId;
  // Merged from a thread without a name: the list of shares would say who wrote it.
  if (!isReply || post.isAnonymous || post.authorId === packet.userId) return null;
  if (packet.claimBy === RedPacketCondition.LIKES && post.likeCount < packet.likesNeeded) return null;
  const author = await ctx.db.findOneBy(User, { id: post.authorId });
  return author && canReceiveMoney(author, ctx.now) ? author.id : null;
}
