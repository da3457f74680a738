import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { answerQuestion, findAnswer, findQuestion, readsAnswer, type Asked } from "./answer.service.ts";
import { Question, QuestionState, stateOf } from "./question.entity.ts";

/** Questions of threads. */
@Resolver(() => Thread)
export class ThreadQuestionResolver {
  @FieldResolver(() => Question, {
    nullable: true,
    description: "The question to one member that it asks; null if it asks everybody.",
  })
  question(@Ctx() ctx: Context, @Root() thread: Thread) {
    return findQuestion(ctx, thread);
  }
}

/** Fields of a question beside its columns, and its answer. */
@Resolver(() => Question)
export class QuestionResolver {
  @Mutation(() => Question, { description: "Answers a question to the viewer, who is paid for it." })
  answerQuestion(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "The thread that asks." }) threadId: string,
    @Arg("body", () => String, { description: "The answer in Markdown." }) body: string,
  ) {
    return answerQuestion(ctx, { threadId, body });
  }

  @FieldResolver(() => QuestionState, { description: "Whether it waits for its answer." })
  state(@Ctx() ctx: Context, @Root() question: Question) {
    return stateOf(question, ctx.now);
  }

  @FieldResolver(() => User, { nullable: true, description: "The member who is asked." })
  answerer(@Ctx() ctx: Context, @Root() { answererId }: Question) {
    return load(ctx, userById, answererId);
  }

  @FieldResolver(() => Boolean, { description: "The viewer was asked, and may answer now." })
  viewerCanAnswer(@Ctx() ctx: Context, @Root() question: Question) {
    const isAsked = ctx.viewer.isMember && !ctx.viewer.isShared && ctx.viewer.id === question.answererId;
    return isAsked && stateOf(question, ctx.now) === QuestionState.OPEN;
  }

  @FieldResolver(() => Boolean, { description: "The viewer reads the answer without paying, or has paid." })
  async viewerReadsAnswer(@Ctx() ctx: Context, @Root() question: Question) {
    return readsAnswer(ctx, await askedBy(ctx, question), question);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The answer as HTML; null if there is none, or the viewer has to pay for reading it.",
  })
  async answerHtml(@Ctx() ctx: Context, @Root() question: Question) {
    return findAnswer(ctx, await askedBy(ctx, question), question);
  }
}

async function askedBy(ctx: Context, { threadId }: Question): Promise<Asked> {
  return ctx.db.findOneOrFail(Thread, { select: { id: true, categoryId: true }, where: { id: threadId } });
}
