import { moneyTyped } from "../../platform/money.ts";

/** Least and greatest price of an answer, in cents; the server has the last word. */
const [LEAST_CENTS, MOST_CENTS] = [10, 10_000_000];

/** A question to one member as it is typed. */
export interface QuestionDraft {
  readonly nickname: string;
  /** The member of that nickname; null while there is none. */
  readonly userId: string | null;
  /** In yuan. */
  readonly amount: string;
  readonly hasOnlookers: boolean;
}

/** A question that was typed right. */
export interface QuestionPlan {
  readonly userId: string;
  readonly amountCents: number;
  readonly hasOnlookers: boolean;
}

/** The question that stands there at first. */
export const FIRST_QUESTION: QuestionDraft = { nickname: "", userId: null, amount: "5", hasOnlookers: true };

/** Reads the price of an answer; null if it is none. */
export function answerCents(amount: string): number | null {
  const cents = moneyTyped(amount);
  return cents === null || cents < LEAST_CENTS || cents > MOST_CENTS ? null : cents;
}

/** Reads what was typed; null if a part is missing. */
export function questionPlanOf({ userId, amount, hasOnlookers }: QuestionDraft): QuestionPlan | null {
  const amountCents = answerCents(amount);
  return userId === null || amountCents === null ? null : { userId, amountCents, hasOnlookers };
}
