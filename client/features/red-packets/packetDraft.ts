import type { RedPacketCondition, RedPacketRule } from "../../gql/graphql.ts";
import { moneyTyped } from "../../platform/money.ts";

/** Most shares, most likes, and the most money of a share or of all random ones; the server has the last word. */
const [SHARES_MAX, LIKES_MAX, AMOUNT_MAX_CENTS] = [100, 250, 20_000];

/** A red packet as it is typed. */
export interface PacketDraft {
  readonly rule: RedPacketRule;
  readonly claimBy: RedPacketCondition;
  /** Of each share if they are equal, of all if they are random; in yuan. */
  readonly amount: string;
  readonly count: string;
  readonly likes: string;
}

/** A red packet as the server takes it. */
export interface PacketPlan {
  readonly rule: RedPacketRule;
  readonly claimBy: RedPacketCondition;
  readonly likesNeeded: number;
  readonly shareCount: number;
  readonly amountCents: number;
}

/** The red packet that stands there at first. */
export const FIRST_PACKET: PacketDraft = {
  rule: "FIXED",
  claimBy: "REPLY",
  amount: "1",
  count: "5",
  likes: "3",
};

/** Names of the fields that are wrong. */
export type PacketMistake = "amount" | "tooFew" | "count" | "likes";

/** Reads what was typed: the plan, or the first mistake in it. */
export function planOf(draft: PacketDraft): PacketPlan | PacketMistake {
  const { rule, claimBy } = draft;
  const typed = moneyTyped(draft.amount);
  const shareCount = wholeUpTo(SHARES_MAX, draft.count);
  const likesNeeded = claimBy === "LIKES" ? wholeUpTo(LIKES_MAX, draft.likes) : 0;
  if (typed === null || typed < 1 || typed > AMOUNT_MAX_CENTS) return "amount";
  if (shareCount === null) return "count";
  if (likesNeeded === null) return "likes";
  const amountCents = rule === "FIXED" ? typed * shareCount : typed;
  return amountCents < shareCount ? "tooFew" : { rule, claimBy, likesNeeded, shareCount, amountCents };
}

function wholeUpTo(most: number, text: string): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}
