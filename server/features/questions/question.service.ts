import { IsNull, LessThanOrEqual, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { parseAmount } from "../../core/money.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow } from "../../core/viewer.ts";
import { insert, lockById } from "../../core/write.ts";
import { placeHold, releaseHold } from "../money/ledger/hold.service.ts";
import { admitPayment, checkPayPassword } from "../money/pay-password/payPassword.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../settings/setting.service.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { blocks } from "../users/relations/relation.service.ts";
import { User } from "../users/user.entity.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import { Question, QuestionState } from "./question.entity.ts";
import type { QuestionInput } from "./question.input.ts";

const CENTS_PER_YUAN = 100;
/** Least and greatest price of an answer. */
const [LEAST_CENTS, MOST_CENTS] = [10, 10_000_000];
/** Time within which a question is answered, in milliseconds: seven days, as with the predecessor. */
const LASTS_MS = 7 * 86_400_000;
/** Time after which a deleted thread is not expected back, in milliseconds. */
const DELETED_FOR_GOOD_MS = 600_000;
/** Questions that one run of the job gives back. */
const BATCH = 100;

/** Names the hold of a question in the books. */
export function questionReference(id: number): string {
  return `question:${id}`;
}

/** A question that passed the rules. */
export type QuestionPlan = Pick<Question, "answererId" | "amountCents" | "onlookerCents">;

/**
 * Checks whom somebody wants to ask with a new thread, and that they may; null if it is nobody. Anonymous threads ask
 * nobody, since the books would name their author (decision 0321).
 * @throws {DomainError} FORBIDDEN without `thread.insertReward`, and where bounties are off; INVALID_PARAMETER; NOT_FOUND for
 *   unknown members; BLOCKED_YOU; PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED after too many wrong ones.
 */
export async function checkQuestion(
  ctx: Context,
  input: QuestionInput | null | undefined,
  { isAnonymous }: { readonly isAnonymous: boolean },
): Promise<QuestionPlan | null> {
  if (!input) return null;
  allow(ctx.viewer.check("thread.insertReward"));
  await refuseIfOffHere(ctx, "site_areward");
  if (isAnonymous) throw invalid("question", "匿名帖子不能提问", "Anonymous threads ask nobody.");
  const { amountCents } = input;
  if (!(amountCents >= LEAST_CENTS && amountCents <= MOST_CENTS))
    throw invalid(
      "amountCents",
      `提问金额须在 ${LEAST_CENTS / CENTS_PER_YUAN} 到 ${MOST_CENTS / CENTS_PER_YUAN} 元之间`,
      `An answer is paid with ${LEAST_CENTS} to ${MOST_CENTS} cents.`,
    );
  const answererId = parseId(input.userId, "userId");
  if (answererId === ctx.viewer.id) throw invalid("userId", "不能向自己提问", "You cannot ask yourself.");
  const answerer = await ctx.db.findOneBy(User, { id: answererId });
  if (!answerer) throw new DomainError("NOT_FOUND", { field: "userId" });
  if (await blocks(ctx, answererId, ctx.viewer.id)) throw new DomainError("BLOCKED_YOU");
  if (!canReceiveMoney(answerer, ctx.now))
    throw invalid("userId", "这位成员不能收款", "This member cannot be given money.");
  const onlookerCents = input.hasOnlookers ? await onlookerPrice(ctx) : 0;
  await checkPayPassword(ctx, input.payPassword);
  return { answererId, amountCents, onlookerCents };
}

/** Reads the price of the site for reading an answer, in cents; 0 if that is free. */
export async function onlookerPrice(ctx: Context): Promise<number> {
  return parseAmount((await getSettings(ctx)).site_onlooker_price || "0", "site_onlooker_price");
}

/**
 * Sets the money of a question aside and tells who is asked, in the transaction that publishes its thread.
 * @emits notificationRaised
 * @throws {DomainError} BALANCE_TOO_LOW; RATE_LIMITED after too many wrong pay passwords.
 */
export async function placeQuestion(
  ctx: Context,
  thread: Pick<Thread, "id" | "title">,
  plan: QuestionPlan,
): Promise<void> {
  await admitPayment(ctx);
  const [askerId, { answererId, amountCents }] = [ctx.viewer.id, plan];
  const id = await insert(ctx, Question, {
    ...plan,
    threadId: thread.id,
    askerId,
    onlookerCount: 0,
    state: QuestionState.OPEN,
    createdAt: ctx.now,
    endsAt: new Date(ctx.now.getTime() + LASTS_MS),
    answeredAt: null,
  });
  const reference = questionReference(id);
  await placeHold(ctx, { userId: askerId, amountCents, reference, memo: thread.title });
  const about = { actorId: askerId, threadId: thread.id, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId: answererId, kind: "question.asked", ...about, amountCents }));
}

/**
 * Gives the money of questions back that were not answered in time, whose thread is gone or was refused, and of whom one
 * side leaves: each in a transaction of its own.
 * @emits notificationRaised
 */
export async function expireQuestions(ctx: Context): Promise<void> {
  const [state, gone] = [QuestionState.OPEN, new Date(ctx.now.getTime() - DELETED_FOR_GOOD_MS)];
  const due = await ctx.db.find(Question, {
    select: { id: true },
    where: [
      { state, endsAt: LessThanOrEqual(ctx.now) },
      { state, threadRow: { deletedAt: LessThanOrEqual(gone) } },
      { state, threadRow: { approval: ApprovalState.IGNORED } },
      { state, threadRow: { mergedIntoId: Not(IsNull()) } },
      { state, askerRow: { closesAt: Not(IsNull()) } },
      { state, answererRow: { closesAt: Not(IsNull()) } },
    ],
    order: { id: "ASC" },
    take: BATCH,
  });
  for (const { id } of due) await inTransaction(ctx, (ctx) => expire(ctx, id));
}

async function expire(ctx: Context, id: number): Promise<void> {
  const question = await lockById(ctx, Question, id);
  if (question?.state !== QuestionState.OPEN) return;
  const { threadId, askerId } = question;
  const thread = await ctx.db.findOne(Thread, { select: { title: true }, where: { id: threadId } });
  const amountCents = await releaseHold(ctx, questionReference(id), thread?.title);
  await ctx.db.update(Question, { id }, { state: QuestionState.EXPIRED });
  const about = { actorId: null, threadId, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId: askerId, kind: "question.expired", ...about, amountCents }));
}
