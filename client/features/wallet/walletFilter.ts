import type { TransactionKind } from "../../gql/graphql.ts";

/** Kinds of movements, in the order of the filter. */
export const KINDS: readonly TransactionKind[] = [
  "ADJUSTMENT",
  "TOP_UP",
  "PAYMENT",
  "TIP",
  "RED_PACKET",
  "BOUNTY",
  "QUESTION",
  "MEMBERSHIP",
  "GROUP",
  "COMMISSION",
  "WITHDRAWAL",
  "REFUND",
  "HOLD",
  "RELEASE",
];
/** Months that the filter offers: this one and those before it. */
const MONTHS = 12;

/** Filter of a list of movements as its address says it. */
export interface WalletFilter {
  kind: TransactionKind | null;
  month: string | null;
}

/** Reads the filter of an address; what it does not know is left out. */
export function filterOf(search: URLSearchParams): WalletFilter {
  const kind = KINDS.find((each) => each === search.get("kind")) ?? null;
  const month = search.get("month");
  return { kind, month: month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null };
}

/** The months that the filter offers, newest first: `2026-11`, in UTC. */
export function monthsUntil(now: Date, chosen: string | null): string[] {
  const months = Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
  return chosen === null || months.includes(chosen) ? months : [...months, chosen];
}
