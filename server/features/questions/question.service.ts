import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { parseAmount } from "../../core/money.ts";
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
import { getSettings } from "../settings/setting.service.ts";
import type { Thread } from "../threads/thread.entity.ts";
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

/** Questions as money that is set aside with a thread. */
const QUESTIONS: ThreadHold<Question> = {
  table: Question,
  prefix: "question",
  permission: "thread.insertReward",
  offBy: "site_areward",
  open: QuestionState.OPEN,
  end: "endsAt",
  people: ["askerRow", "answererRow"],
};

/** Names the hold of a question in the books. */
export function questionReference(id: number): string {
  return referenceOf(QUESTIONS, id);
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
  thread: { readonly isAnonymous: boolean },
): Promise<QuestionPlan | null> {
  if (!input) return null;
  const nameless = ["question", "匿名帖子不能提问", "Anonymous threads ask nobody."] as const;
  await checkThreadHold(ctx, QUESTIONS, thread, nameless);
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
  const [askerId, { answererId, amountCents }] = [ctx.viewer.id, plan];
  const endsAt = new Date(ctx.now.getTime() + LASTS_MS);
  const values = { ...plan, askerId, onlookerCount: 0, endsAt, answeredAt: null };
  await placeThreadHold(ctx, QUESTIONS, thread, amountCents, values);
  const about = { actorId: askerId, threadId: thread.id, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId: answererId, kind: "question.asked", ...about, amountCents }));
}

/**
 * Gives the money of questions back that were not answered in time, whose thread is gone or was refused, and of whom one
 * side leaves: each in a transaction of its own.
 * @emits notificationRaised
 */
export async function expireQuestions(ctx: Context): Promise<void> {
  await settleThreadHolds(ctx, QUESTIONS, expire);
}

async function expire(ctx: Context, question: Question, thread: HeldThread): Promise<void> {
  const { threadId, askerId } = question;
  const amountCents = await returnThreadHold(ctx, QUESTIONS, question, thread, QuestionState.EXPIRED);
  const about = { actorId: null, threadId, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId: askerId, kind: "question.expired", ...about, amountCents }));
}
