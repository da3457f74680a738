import type { Feature } from "../../core/feature.ts";
import { Question, QuestionAnswer } from "./question.entity.ts";
import { QuestionResolver, ThreadQuestionResolver } from "./question.resolver.ts";
import { expireQuestions } from "./question.service.ts";

/** Questions to one member, who is paid for the answer, and whose answer others may have to buy. */
export const questions: Feature = {
  name: "questions",
  entities: [Question, QuestionAnswer],
  resolvers: [ThreadQuestionResolver, QuestionResolver],
  jobs: [{ name: "expireQuestions", everyMs: 60_000, run: expireQuestions }],
};
