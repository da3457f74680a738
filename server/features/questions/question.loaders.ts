import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { Question, QuestionAnswer } from "./question.entity.ts";

/** Questions by thread, batched; absent for threads without one. */
export const questionOf = defineLoader<number, Question>("questionOf", async (ctx, threadIds) => {
  const questions = await ctx.db.findBy(Question, { threadId: In([...threadIds]) });
  return new Map(questions.map((question) => [question.threadId, question]));
});

/** Answers by question, batched. Callers check who may read one before they show it. */
export const answerOf = defineLoader<number, QuestionAnswer>("answerOf", async (ctx, questionIds) => {
  const answers = await ctx.db.findBy(QuestionAnswer, { questionId: In([...questionIds]) });
  return new Map(answers.map((answer) => [answer.questionId, answer]));
});
