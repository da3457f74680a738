import { IsNull, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { splitByWeights, splitEvenly } from "../../core/money.ts";
import { insertAll } from "../../core/write.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold } from "../money/ledger/hold.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { checkPayPassword } from "../money/pay-password/payPassword.service.ts";
import {
  checkThreadHold,
  placeThreadHold,
  referenceOf,
  returnThreadHold,
  settleThreadHolds,
  type HeldThread,
  type ThreadHold,
} from "../money/thread-holds/threadHold.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { Post } from "../posts/post.entity.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import { Bounty, BountyGift, BountyRest, BountyState } from "./bounty.entity.ts";
import type { BountyInput } from "./bounty.input.ts";

const [DAY_MS, CENTS_PER_YUAN] = [86_400_000, 100];
/** Least and greatest bounty (legacy-facts 4.6). */
const [LEAST_CENTS, MOST_CENTS] = [10, 100_000_000];
/** A bounty lasts more than a day (legacy-facts 4.6), and at most a year, in milliseconds. */
const [LEAST_MS, MOST_MS] = [DAY_MS, 366 * DAY_MS];
/** Replies that are looked at when a rest is divided, the most liked first, and members that get a part of it. */
const [REPLIES_MAX, SHARERS_MAX] = [500, 100];

/** Bounties as money that is set aside with a thread. */
const BOUNTIES: ThreadHold<Bounty> = {
  table: Bounty,
  prefix: "bounty",
  permission: "thread.insertReward",
  offBy: "site_areward",
  open: BountyState.OPEN,
  end: "endsAt",
  people: ["userRow"],
};

/** Names the hold of a bounty in the books. */
export function bountyReference(id: number): string {
  return referenceOf(BOUNTIES, id);
}

/** A bounty that passed the rules. */
export type BountyPlan = Pick<Bounty, "totalCents" | "endsAt" | "rest">;

/**
 * Checks what somebody wants to offer with a new thread, and that they may; null if it is nothing. Anonymous threads offer
 * none, since the books would name their author (decision 0320).
 * @throws {DomainError} FORBIDDEN without `thread.insertReward`, and where bounties are off; INVALID_PARAMETER;
 *   PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED after too many wrong ones.
 */
export async function checkBounty(
  ctx: Context,
  input: BountyInput | null | undefined,
  thread: { readonly isAnonymous: boolean },
): Promise<BountyPlan | null> {
  if (!input) return null;
  const nameless = ["bounty", "匿名帖子不能悬赏", "Anonymous threads offer no bounties."] as const;
  await checkThreadHold(ctx, BOUNTIES, thread, nameless);
  const { amountCents: totalCents, endsAt, rest } = input;
  if (!(totalCents >= LEAST_CENTS && totalCents <= MOST_CENTS))
    throw invalid(
      "amountCents",
      `悬赏金额须在 ${LEAST_CENTS / CENTS_PER_YUAN} 到 ${MOST_CENTS / CENTS_PER_YUAN} 元之间`,
      `A bounty is between ${LEAST_CENTS} and ${MOST_CENTS} cents.`,
    );
  const lastsMs = endsAt.getTime() - ctx.now.getTime();
  if (!(lastsMs > LEAST_MS && lastsMs <= MOST_MS))
    throw invalid(
      "endsAt",
      "悬赏的截止时间须在 24 小时之后、一年之内",
      "A bounty ends more than a day and at most a year from now.",
    );
  await checkPayPassword(ctx, input.payPassword);
  return { totalCents, endsAt, rest };
}

/**
 * Sets the money of a bounty aside, in the transaction that publishes its thread.
 * @throws {DomainError} BALANCE_TOO_LOW; RATE_LIMITED after too many wrong pay passwords.
 */
export async function placeBounty(
  ctx: Context,
  thread: Pick<Thread, "id" | "title">,
  plan: BountyPlan,
): Promise<void> {
  const remainingCents = plan.totalCents;
  const values = { ...plan, userId: ctx.viewer.id, remainingCents, giftCount: 0 };
  await placeThreadHold(ctx, BOUNTIES, thread, plan.totalCents, values);
}

/**
 * Settles bounties whose time is over, whose thread is gone or was refused, and whose author leaves: each in a transaction
 * of its own.
 * @emits notificationRaised
 */
export async function settleBounties(ctx: Context): Promise<void> {
  await settleThreadHolds(ctx, BOUNTIES, settle);
}

async function settle(ctx: Context, bounty: Bounty, thread: HeldThread): Promise<void> {
  const { threadId, userId } = bounty;
  const isOver = bounty.endsAt <= ctx.now && thread.visible;
  if (isOver && bounty.rest === BountyRest.SHARE && (await share(ctx, bounty, thread))) return;
  const amountCents = await returnThreadHold(ctx, BOUNTIES, bounty, thread, BountyState.ENDED);
  const about = { actorId: null, threadId, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId, kind: "question.rewarded.expired", ...about, amountCents }));
}

/** Divides what is left between those who replied. @returns false if there is nobody */
async function share(ctx: Context, bounty: Bounty, thread: Pick<Thread, "title">): Promise<boolean> {
  const { id, threadId, remainingCents, giftCount } = bounty;
  const replies = await bestReplies(ctx, bounty);
  if (replies.length === 0) return false;
  const likes = replies.map(({ likeCount }) => likeCount);
  const parts = likes.some((count) => count > 0)
    ? splitByWeights(remainingCents, likes)
    : splitEvenly(remainingCents, replies.length);
  const gifts = replies
    .map(({ id: postId, authorId: userId }, index) => ({ postId, userId, amountCents: parts[index]! }))
    .filter(({ amountCents }) => amountCents > 0);
  await insertAll(
    ctx,
    BountyGift,
    gifts.map((gift, index) => {
      const sequence = giftCount + index + 1;
      return { bountyId: id, sequence, ...gift, isShared: true, createdAt: ctx.now };
    }),
  );
  const settled = { state: BountyState.ENDED, remainingCents: 0, giftCount: giftCount + gifts.length };
  await ctx.db.update(Bounty, { id }, settled);
  await payFromHold(
    ctx,
    bountyReference(id),
    "share",
    gifts.map(({ userId, amountCents }) => ({
      kind: AccountKind.AVAILABLE,
      ownerId: userId,
      amountCents,
    })),
    { kind: TransactionKind.BOUNTY, memo: thread.title },
  );
  for (const { userId, postId, amountCents } of gifts) {
    const about = { actorId: bounty.userId, threadId, postId, data: {} };
    ctx.emit(notificationRaised({ userId, kind: "question.rewarded", ...about, amountCents }));
  }
  return true;
}

/** Finds the most liked reply of each member who may get a part of a bounty, the most liked first. */
async function bestReplies(ctx: Context, { threadId, userId }: Bounty): Promise<Post[]> {
  const replies = await ctx.db.find(Post, {
    select: { id: true, authorId: true, likeCount: true },
    where: { threadId, visible: true, parentId: IsNull(), isAnonymous: false, authorId: Not(userId) },
    order: { likeCount: "DESC", id: "ASC" },
    take: REPLIES_MAX,
  });
  const best = new Map<number, Post>();
  for (const reply of replies) if (!best.has(reply.authorId)) best.set(reply.authorId, reply);
  const eligible: Post[] = [];
  for (const reply of best.values()) {
    if (eligible.length === SHARERS_MAX) break;
    const author = await ctx.db.findOneBy(User, { id: reply.authorId });
    if (author && canReceiveMoney(author, ctx.now)) eligible.push(reply);
  }
  return eligible;
}
