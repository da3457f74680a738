import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { EntitledObject } from "../entitlements/entitlement.entity.ts";
import { entitle } from "../entitlements/entitlement.service.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { readsAnswer } from "./answer.service.ts";
import { Question, QuestionState } from "./question.entity.ts";
import { questionOf } from "./question.loaders.ts";

/**
 * Refuses what nobody has to buy: an answer that does not exist, that the viewer reads anyway, or at another price.
 * @throws {DomainError} NOT_FOUND; CANNOT_BUY_OWN; ALREADY_BOUGHT; INVALID_PARAMETER for free ones; PRICE_CHANGED.
 */
export async function checkOnlooking(ctx: Context, thread: Thread, amountCents: number): Promise<void> {
  const question = thread.visible && thread.hasQuestion ? await load(ctx, questionOf, thread.id) : null;
  if (question?.state !== QuestionState.ANSWERED) throw new DomainError("NOT_FOUND");
  const { onlookerCents, askerId, answererId } = question;
  if (onlookerCents === 0) throw invalid("threadId", "这个回答是免费的", "This answer is free.");
  if (ctx.viewer.id === askerId || ctx.viewer.id === answererId) throw new DomainError("CANNOT_BUY_OWN");
  if (await readsAnswer(ctx, thread, question)) throw new DomainError("ALREADY_BOUGHT");
  if (onlookerCents !== amountCents) throw new DomainError("PRICE_CHANGED", { field: "amountCents" });
}

/** Lets a member read the answer of a thread, in the transaction of the payment. @throws {DomainError} ALREADY_BOUGHT. */
export async function giveAnswer(
  ctx: Context,
  userId: number,
  threadId: number,
  source: string,
): Promise<void> {
  const right = { userId, objectKind: EntitledObject.ANSWER, objectId: threadId, source };
  if (!(await entitle(ctx, right))) throw new DomainError("ALREADY_BOUGHT");
  await ctx.db.increment(Question, { threadId }, "onlookerCount", 1);
}

/** Finds who answered the question of a thread and gets half of what onlookers pay. @throws {DomainError} NOT_FOUND. */
export async function answererOf(ctx: Context, threadId: number): Promise<number> {
  const question = await load(ctx, questionOf, threadId);
  if (!question) throw new DomainError("NOT_FOUND");
  return question.answererId;
}
