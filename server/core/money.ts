import { GraphQLError, GraphQLScalarType, Kind } from "graphql";
import { invalid } from "./errors.ts";
import { nameOfField } from "./fieldNames.ts";

/**
 * Money is whole cents in a number: one amount is at most 10⁹ and one balance 10¹², so that every sum stays far below
 * 2⁵³ and is exact on both engines. Clients of the predecessor write and read decimal texts with two places; nothing is
 * ever multiplied as a fraction (`8.2 * 100` is 819.99…).
 */

/** Greatest single amount, in cents. */
export const AMOUNT_MAX_CENTS = 1_000_000_000;
/** Greatest balance of one account, in cents. */
export const BALANCE_MAX_CENTS = 1_000_000_000_000;
/** The whole of something, in basis points. */
export const WHOLE_BPS = 10_000;

/** ASCII digits alone: no sign, exponent, blank, comma, leading zero, and no more than two places. */
const DECIMAL = /^(0|[1-9]\d{0,7})(?:\.(\d{1,2}))?$/;

/** The GraphQL scalar of amounts: an integer of 53 bits, where `Int` ends at 21 million. */
export const Cents = new GraphQLScalarType<number, number>({
  name: "Cents",
  description: "An amount of money in cents: a whole number below 2^53. Never a fraction, never a text.",
  serialize: wholeNumber,
  parseValue: wholeNumber,
  parseLiteral: (node) => {
    if (node.kind !== Kind.INT) throw new GraphQLError("Cents are a whole number.", { nodes: node });
    return wholeNumber(Number(node.value));
  },
});

function wholeNumber(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw new GraphQLError("Cents are a whole number below 2^53.");
  return value;
}

/**
 * Reads an amount as clients of the predecessor write it: "12", "12.3" or "12.34". Numbers of JSON are read by their
 * shortest decimal text.
 * @param field name of the parameter, for the error
 * @returns cents
 * @throws {DomainError} INVALID_PARAMETER for everything else ("0.001", "1e3", "1,00", full-width digits, 2^53 + 1 …)
 */
export function parseAmount(value: unknown, field: string): number {
  const text = typeof value === "number" ? String(value) : value;
  const [, whole, places = ""] = (typeof text === "string" && DECIMAL.exec(text)) || [];
  const cents = whole === undefined ? NaN : Number(whole + places.padEnd(2, "0"));
  const name = nameOfField(field);
  if (!(cents <= AMOUNT_MAX_CENTS))
    throw invalid(
      field,
      `${name.zh}须为最多两位小数的金额，例如 12.34`,
      `${name.en} must be an amount with at most two places, such as 12.34.`,
    );
  return cents;
}

/** Writes cents as a decimal text with two places: "12.34", "-0.05". */
export function amountText(cents: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? "-" : ""}${whole}.${String(rest).padStart(2, "0")}`;
}

/**
 * Checks an amount that somebody names.
 * @throws {DomainError} INVALID_PARAMETER unless it is a whole number from 1 to 10⁹.
 */
export function checkAmount(cents: number, field: string): number {
  if (Number.isSafeInteger(cents) && cents >= 1 && cents <= AMOUNT_MAX_CENTS) return cents;
  const name = nameOfField(field);
  throw invalid(
    field,
    `${name.zh}须在 0.01 到 ${amountText(AMOUNT_MAX_CENTS)} 元之间`,
    `${name.en} must be between 1 and ${AMOUNT_MAX_CENTS} cents.`,
  );
}

/** Computes a fee that is part of an amount: rounded up to the next cent. */
export function feeOf(amountCents: number, feeBps: number): number {
  checkShares([feeBps]);
  return Number((BigInt(amountCents) * BigInt(feeBps) + BigInt(WHOLE_BPS - 1)) / BigInt(WHOLE_BPS));
}

/**
 * Splits an amount between parties that get a share each and one that gets the rest: shares are rounded down, so that
 * what is left of the cents falls to the last.
 * @param sharesBps shares of the whole amount, in basis points, together at most 10,000
 * @returns one part per share, then the rest; together exactly the amount
 */
export function splitByShares(amountCents: number, sharesBps: readonly number[]): number[] {
  checkShares(sharesBps);
  const parts = sharesBps.map((bps) => Number((BigInt(amountCents) * BigInt(bps)) / BigInt(WHOLE_BPS)));
  return [...parts, amountCents - sum(parts)];
}

/** Splits an amount into equal parts; the first ones get a cent more where it does not divide. */
export function splitEvenly(amountCents: number, count: number): number[] {
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError("An amount is split into one part at least.");
  const [each, rest] = [Math.floor(amountCents / count), amountCents % count];
  return Array.from({ length: count }, (_, index) => each + (index < rest ? 1 : 0));
}

/**
 * Splits an amount by weights such as numbers of likes: each part is rounded down, and the cents that are left go to the
 * greatest remainders, the earlier of equal ones first.
 */
export function splitByWeights(amountCents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (weights.some((weight) => weight < 0) || total === 0n)
    throw new RangeError("Weights are whole numbers, at least one of them above zero.");
  const products = weights.map((weight) => BigInt(amountCents) * BigInt(weight));
  const parts = products.map((product) => Number(product / total));
  const order = products
    .map((product, index) => ({ index, remainder: product % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const left = amountCents - sum(parts);
  for (const { index } of order.slice(0, left)) parts[index]! += 1;
  return parts;
}

function checkShares(sharesBps: readonly number[]): void {
  const isShare = (bps: number): boolean => Number.isSafeInteger(bps) && bps >= 0;
  if (!sharesBps.every(isShare) || sum(sharesBps) > WHOLE_BPS)
    throw new RangeError("Shares are whole basis points, together at most 10,000.");
}

function sum(parts: readonly number[]): number {
  return parts.reduce((all, part) => all + part, 0);
}
