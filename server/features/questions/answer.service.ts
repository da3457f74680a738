import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { chain, load } from "../../core/loaders.ts";
import { MARKDOWN_VERSION, readMarkdown } from "../../core/markdown/markdown.ts";
import { cleanText, lengthOf, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, lockById } from "../../core/write.ts";
import { EntitledObject } from "../entitlements/entitlement.entity.ts";
import { ownsRight } from "../entitlements/entitlement.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold } from "../money/ledger/hold.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import { namedText, withCurrentNames } from "../users/mentionedUsers.service.ts";
import { BODY_MAX, Thread } from "../threads/thread.entity.ts";
import { Question, QuestionAnswer, QuestionState, stateOf } from "./question.entity.ts";
import { answerOf, questionOf } from "./question.loaders.ts";
import { questionReference } from "./question.service.ts";

/** The part of an error that says why nothing can be answered any more. */
const CLOSED = { text: { zh: "问题已回答或已过期", en: "The question was answered, or has expired." } };

/** Input of `answerQuestion`. */
export interface AnswerInput {
  readonly threadId: string;
  readonly body: string;
}

/**
 * Answers a question to the viewer, who is paid for it in the same transaction. An answer is given once and stays as it is.
 * @emits notificationRaised
 * @throws {DomainError} NOT_FOUND for threads without a question, or that nobody sees; FORBIDDEN for all but who was asked;
 *   INVALID_PARAMETER for an empty or too long text; STOP_WORD, also for words that hold other texts for approval;
 *   ORDER_CLOSED if it was answered or has expired.
 */
export const answerQuestion = verb({
  name: "answerQuestion",
  who: "member",
  rate: "post",
  publishes: true,
  async run(ctx: Context, input: AnswerInput): Promise<Question> {
    const threadId = parseId(input.threadId, "threadId");
    const { id } = await findOwn(ctx, threadId);
    const answer = await prepare(ctx, input.body);
    return inTransaction(ctx, async (ctx) => {
      const question = (await lockById(ctx, Question, id))!;
      if (stateOf(question, ctx.now) !== QuestionState.OPEN) throw new DomainError("ORDER_CLOSED", CLOSED);
      const { answererId, askerId, amountCents } = question;
      const { title } = await ctx.db.findOneOrFail(Thread, {
        select: { id: true, title: true },
        where: { id: threadId },
      });
      await insert(ctx, QuestionAnswer, { questionId: id, ...answer });
      await ctx.db.update(Question, { id }, { state: QuestionState.ANSWERED, answeredAt: ctx.now });
      await payFromHold(
        ctx,
        questionReference(id),
        "answer",
        [{ kind: AccountKind.AVAILABLE, ownerId: answererId, amountCents }],
        { kind: TransactionKind.QUESTION, memo: title },
      );
      const about = { actorId: answererId, threadId, postId: null, data: {} };
      ctx.emit(notificationRaised({ userId: askerId, kind: "question.answered", ...about, amountCents }));
      return ctx.db.findOneByOrFail(Question, { id });
    });
  },
});

/** Finds the question of a thread that the viewer was asked. */
async function findOwn(ctx: Context, threadId: number): Promise<Question> {
  const thread = await ctx.db.findOne(Thread, {
    select: { id: true, categoryId: true, visible: true, hasQuestion: true },
    where: { id: threadId },
  });
  const isSeen = thread?.visible && thread.hasQuestion && isReader(ctx, thread);
  const question = isSeen ? await load(ctx, questionOf, threadId) : null;
  if (!question) throw new DomainError("NOT_FOUND", { field: "threadId" });
  if (question.answererId !== ctx.viewer.id) throw new DomainError("FORBIDDEN");
  return question;
}

const isReader = ({ viewer }: Context, { categoryId }: Pick<Thread, "categoryId">): boolean =>
  viewer.may("thread.viewPosts", categoryId);

async function prepare(
  ctx: Context,
  source: string,
): Promise<Pick<QuestionAnswer, "body" | "bodyHtml" | "markdownVersion">> {
  const written = cleanText(source);
  if (showsNothing(written)) throw invalid("body", "内容不能为空", "The text must not be empty.");
  if (lengthOf(written) > BODY_MAX)
    throw invalid("body", `内容不能超过 ${BODY_MAX} 个字符`, `The text has at most ${BODY_MAX} characters.`);
  const { text: body, heldBackBy } = await censor(ctx, CensoredField.BODY, written);
  // Nobody could approve it without reading what others pay for.
  if (heldBackBy.length > 0) throw new DomainError("STOP_WORD", { field: "body" });
  const read = readMarkdown(body);
  if (read.isTooComplex) throw new DomainError("TEXT_TOO_COMPLEX", { field: "body" });
  return { body, bodyHtml: await answerHtml(ctx, body), markdownVersion: MARKDOWN_VERSION };
}

async function answerHtml(ctx: Context, body: string): Promise<string> {
  return (await namedText(ctx, readMarkdown(body))).html();
}

/** Finds the question of a thread; null if it has none, and for who may not read the thread. */
export function findQuestion(
  ctx: Context,
  thread: Pick<Thread, "id" | "categoryId" | "hasQuestion">,
): Question | null | Promise<Question | null> {
  return thread.hasQuestion && isReader(ctx, thread) ? load(ctx, questionOf, thread.id) : null;
}

/** Parts of a thread that decide who reads the answer. */
export type Asked = Pick<Thread, "id" | "categoryId">;

/** True if the viewer reads the answer: everybody does, or they asked, answered, bought it, or need not. */
export function readsAnswer(
  ctx: Context,
  { id, categoryId }: Asked,
  { onlookerCents, askerId, answererId }: Question,
): boolean | Promise<boolean> {
  const { viewer } = ctx;
  if (onlookerCents === 0 || viewer.may("thread.freeViewPosts", categoryId)) return true;
  if (!viewer.isMember || viewer.isShared) return false;
  if (viewer.id === askerId || viewer.id === answererId) return true;
  return ownsRight(ctx, EntitledObject.ANSWER, id);
}

/** Gives the answer to a question, rendered; null if there is none, or the viewer may not read it. */
export async function findAnswer(ctx: Context, thread: Asked, question: Question): Promise<string | null> {
  if (question.state !== QuestionState.ANSWERED || !(await readsAnswer(ctx, thread, question))) return null;
  return chain(load(ctx, answerOf, question.id), (answer) => {
    if (!answer) return null;
    const { body, bodyHtml, markdownVersion } = answer;
    return markdownVersion === MARKDOWN_VERSION ? withCurrentNames(ctx, bodyHtml) : answerHtml(ctx, body);
  });
}
