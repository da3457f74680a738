import type { BountyRest } from "../../gql/graphql.ts";
import { moneyTyped } from "../../platform/money.ts";

/** Least and greatest bounty, in cents; the server has the last word. */
const [LEAST_CENTS, MOST_CENTS] = [10, 100_000_000];
/** Days that a bounty may last: more than one. */
export const BOUNTY_DAYS = [2, 3, 7, 15, 30] as const;

/** A bounty as it is typed. */
export interface BountyDraft {
  /** In yuan. */
  readonly amount: string;
  readonly days: number;
  readonly rest: BountyRest;
}

/** A bounty that was typed right. */
export interface BountyPlan {
  readonly amountCents: number;
  readonly days: number;
  readonly rest: BountyRest;
}

/** The bounty that stands there at first. */
export const FIRST_BOUNTY: BountyDraft = { amount: "10", days: 7, rest: "RETURN" };

/** Reads what was typed; null if it is no amount. */
export function bountyPlanOf({ amount, days, rest }: BountyDraft): BountyPlan | null {
  const amountCents = moneyTyped(amount);
  if (amountCents === null || amountCents < LEAST_CENTS || amountCents > MOST_CENTS) return null;
  return { amountCents, days, rest };
}
