import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { amountText, checkAmount } from "../../core/money.ts";
import { insertAll } from "../../core/write.ts";
import { checkPayPassword } from "../money/pay-password/payPassword.service.ts";
import {
  checkThreadHold,
  placeThreadHold,
  referenceOf,
  returnThreadHold,
  settleThreadHolds,
  type ThreadHold,
} from "../money/thread-holds/threadHold.service.ts";
import type { Thread } from "../threads/thread.entity.ts";
import {
  RedPacket,
  RedPacketCondition,
  RedPacketRule,
  RedPacketShare,
  RedPacketState,
} from "./redPacket.entity.ts";
import type { RedPacketInput } from "./redPacket.input.ts";
import { sharesOf } from "./shares.ts";

/** Time for which shares can be claimed, in milliseconds: 24 hours (legacy-facts 5.5). */
const LASTS_MS = 86_400_000;
/** Most shares, most likes, and the most money of a share or of all random ones (legacy-facts 4.6). */
const [SHARES_MAX, LIKES_MAX, AMOUNT_MAX_CENTS] = [100, 250, 20_000];

/** Red packets as money that is set aside with a thread. */
const RED_PACKETS: ThreadHold<RedPacket> = {
  table: RedPacket,
  prefix: "packet",
  permission: "thread.insertRedPacket",
  offBy: "site_redpacket",
  open: RedPacketState.OPEN,
  end: "expiresAt",
  people: ["userRow"],
};

/** Names the hold of a red packet in the books. */
export function packetReference(id: number): string {
  return referenceOf(RED_PACKETS, id);
}

/** A red packet that passed the rules; without what only says who pays. */
export type RedPacketPlan = Pick<RedPacket, "rule" | "claimBy" | "likesNeeded" | "shareCount" | "totalCents">;

/**
 * Checks what somebody wants to give with a new thread, and that they may; null if it is nothing. Anonymous threads give
 * none, since the books would name their author (decision 0307).
 * @throws {DomainError} FORBIDDEN without `thread.insertRedPacket`, and where red packets are off; INVALID_PARAMETER;
 *   PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED after too many wrong ones.
 */
export async function checkRedPacket(
  ctx: Context,
  input: RedPacketInput | null | undefined,
  thread: { readonly isAnonymous: boolean },
): Promise<RedPacketPlan | null> {
  if (!input) return null;
  const nameless = ["redPacket", "匿名帖子不能发红包", "Anonymous threads give no red packets."] as const;
  await checkThreadHold(ctx, RED_PACKETS, thread, nameless);
  const plan = planOf(input);
  await checkPayPassword(ctx, input.payPassword);
  return plan;
}

function planOf({ rule, claimBy, shareCount, ...input }: RedPacketInput): RedPacketPlan {
  const byLikes = claimBy === RedPacketCondition.LIKES;
  if (shareCount < 1 || shareCount > SHARES_MAX)
    throw invalid(
      "shareCount",
      `红包个数须在 1 到 ${SHARES_MAX} 之间`,
      `There are 1 to ${SHARES_MAX} shares.`,
    );
  if (byLikes && (input.likesNeeded < 1 || input.likesNeeded > LIKES_MAX))
    throw invalid(
      "likesNeeded",
      `点赞数须在 1 到 ${LIKES_MAX} 之间`,
      `A reply needs 1 to ${LIKES_MAX} likes.`,
    );
  const totalCents = checkAmount(input.amountCents, "amountCents");
  if (totalCents < shareCount)
    throw invalid("amountCents", "红包金额不够分", "There is less than a cent for each share.");
  const most = rule === RedPacketRule.FIXED ? AMOUNT_MAX_CENTS * shareCount : AMOUNT_MAX_CENTS;
  if (totalCents > most)
    throw invalid(
      "amountCents",
      `红包总金额不能超过 ${amountText(most)} 元`,
      `The red packet is at most ${most} cents.`,
    );
  return { rule, claimBy, likesNeeded: byLikes ? input.likesNeeded : 0, shareCount, totalCents };
}

/**
 * Sets the money of a red packet aside and cuts its shares, in the transaction that publishes its thread.
 * @throws {DomainError} BALANCE_TOO_LOW; RATE_LIMITED after too many wrong pay passwords.
 */
export async function placeRedPacket(
  ctx: Context,
  thread: Pick<Thread, "id" | "title">,
  plan: RedPacketPlan,
): Promise<void> {
  const [userId, { rule, totalCents, shareCount }] = [ctx.viewer.id, plan];
  const expiresAt = new Date(ctx.now.getTime() + LASTS_MS);
  const values = { ...plan, userId, remainingCents: totalCents, claimedCount: 0, expiresAt };
  const packetId = await placeThreadHold(ctx, RED_PACKETS, thread, totalCents, values);
  const shares = sharesOf(rule, totalCents, shareCount).map((amountCents, index) => {
    return { packetId, sequence: index + 1, amountCents, userId: null, postId: null, claimedAt: null };
  });
  await insertAll(ctx, RedPacketShare, shares);
}

/**
 * Gives back what is left of red packets whose time is over, whose thread is gone or was refused, and whose author leaves:
 * each in a transaction of its own.
 */
export async function returnRedPackets(ctx: Context): Promise<void> {
  await settleThreadHolds(ctx, RED_PACKETS, async (ctx, packet, thread) => {
    await returnThreadHold(ctx, RED_PACKETS, packet, thread, RedPacketState.ENDED);
  });
}
