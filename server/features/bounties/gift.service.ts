import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { checkAmount } from "../../core/money.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, lockWhere } from "../../core/write.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold } from "../money/ledger/hold.service.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import { Bounty, BountyGift, BountyState, stateOf } from "./bounty.entity.ts";
import type { GiveBountyInput } from "./bounty.input.ts";
import { bountyReference } from "./bounty.service.ts";

/**
 * Gives a reply a part of the viewer's bounty. The lock of the bounty lets one gift after the other, so that together they
 * are never more than there is.
 * @emits notificationRaised
 * @throws {DomainError} NOT_FOUND for replies that nobody sees, or to threads without a bounty; FORBIDDEN for all but who
 *   offered it; INVALID_PARAMETER for no amount, and for replies that get none: own ones, comments, nameless ones, those of
 *   members who may get no money; ORDER_CLOSED once it has ended; BALANCE_TOO_LOW if less is left; CONFLICT if the key came
 *   with another gift.
 */
export const giveBounty = verb({
  name: "giveBounty",
  who: "member",
  rate: "pay",
  async run(ctx: Context, input: GiveBountyInput): Promise<Bounty> {
    const postId = parseId(input.postId, "postId");
    const amountCents = checkAmount(input.amountCents, "amountCents");
    const { idempotencyKey: clientKey } = input;
    const threadId = await threadOf(ctx, postId);
    return inTransaction(ctx, async (ctx) => {
      const request = { operation: "giveBounty", clientKey, body: { postId, amountCents } };
      await onceByKey(ctx, request, () => give(ctx, threadId, postId, amountCents));
      return ctx.db.findOneByOrFail(Bounty, { threadId });
    });
  },
});

/** The thread of a reply that has a bounty of the viewer. */
async function threadOf(ctx: Context, postId: number): Promise<number> {
  const post = await ctx.db.findOne(Post, { select: { id: true, threadId: true }, where: { id: postId } });
  const thread =
    post &&
    (await ctx.db.findOne(Thread, {
      select: { id: true, authorId: true, categoryId: true, visible: true, hasBounty: true },
      where: { id: post.threadId },
    }));
  const isSeen = thread?.visible && ctx.viewer.may("thread.viewPosts", thread.categoryId);
  if (!isSeen || !thread.hasBounty) throw new DomainError("NOT_FOUND", { field: "postId" });
  if (!ctx.viewer.owns(thread)) throw new DomainError("FORBIDDEN");
  return thread.id;
}

async function give(
  ctx: Context,
  threadId: number,
  postId: number,
  amountCents: number,
): Promise<{ sequence: number }> {
  const [bounty] = await lockWhere(ctx, Bounty, { threadId });
  if (!bounty || bounty.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND", { field: "postId" });
  if (stateOf(bounty, ctx.now) !== BountyState.OPEN)
    throw new DomainError("ORDER_CLOSED", {
      text: { zh: "悬赏已结束或已发完", en: "The bounty has ended, or all of it was given." },
    });
  const thread = await ctx.db.findOneByOrFail(Thread, { id: threadId });
  const userId = await recipientOf(ctx, bounty, postId);
  if (amountCents > bounty.remainingCents)
    throw new DomainError("BALANCE_TOO_LOW", {
      field: "amountCents",
      text: { zh: "悬赏剩余金额不足", en: "Less than that is left of the bounty." },
    });
  const [sequence, remainingCents] = [bounty.giftCount + 1, bounty.remainingCents - amountCents];
  const { id: bountyId } = bounty;
  const gift = { bountyId, sequence, postId, userId, amountCents, isShared: false, createdAt: ctx.now };
  await insert(ctx, BountyGift, gift);
  const state = remainingCents === 0 ? BountyState.FINISHED : BountyState.OPEN;
  await ctx.db.update(Bounty, { id: bountyId }, { giftCount: sequence, remainingCents, state });
  await payFromHold(
    ctx,
    bountyReference(bountyId),
    `gift:${sequence}`,
    [{ kind: AccountKind.AVAILABLE, ownerId: userId, amountCents }],
    { kind: TransactionKind.BOUNTY, memo: thread.title },
  );
  const about = { actorId: bounty.userId, threadId, postId, data: {} };
  ctx.emit(notificationRaised({ userId, kind: "question.rewarded", ...about, amountCents }));
  return { sequence };
}

/** Finds the member whom a gift to a reply goes to. */
async function recipientOf(ctx: Context, bounty: Bounty, postId: number): Promise<number> {
  const post = await ctx.db.findOne(Post, {
    select: { id: true, threadId: true, authorId: true, parentId: true, isAnonymous: true, visible: true },
    where: { id: postId },
  });
  if (!post?.visible || post.threadId !== bounty.threadId)
    throw new DomainError("NOT_FOUND", { field: "postId" });
  if (post.authorId === bounty.userId)
    throw invalid("postId", "不能把悬赏给自己", "You cannot give yourself a bounty.");
  if (post.parentId !== null)
    throw invalid("postId", "悬赏只能给回复，不能给评论", "Bounties go to replies, not to comments on them.");
  const author = post.isAnonymous ? null : await ctx.db.findOneBy(User, { id: post.authorId });
  if (!author || !canReceiveMoney(author, ctx.now))
    throw invalid("postId", "这位成员不能收款", "This member cannot be given money.");
  return author.id;
}
