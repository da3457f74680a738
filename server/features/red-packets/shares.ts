import { randomInt } from "node:crypto";
import { splitEvenly } from "../../core/money.ts";
import { RedPacketRule } from "./redPacket.entity.ts";

/**
 * Divides a red packet. Equal shares differ by a cent at most, the first ones having it. Random ones are the spans
 * between distinct cuts at whole cents, so that each is a cent at least and together they are exactly the amount.
 * @param randomBelow gives a whole number from 0 up to, and without, its argument
 * @throws {RangeError} if there are fewer cents than shares.
 */
export function sharesOf(
  rule: RedPacketRule,
  amountCents: number,
  count: number,
  randomBelow: (end: number) => number = (end) => randomInt(end),
): number[] {
  if (!Number.isSafeInteger(amountCents) || amountCents < count)
    throw new RangeError("A red packet has a cent for each share at least.");
  if (rule === RedPacketRule.FIXED) return splitEvenly(amountCents, count);
  const cuts = distinctBelow(amountCents - 1, count - 1, randomBelow);
  const ends = [...cuts.map((cut) => cut + 1).sort((a, b) => a - b), amountCents];
  return ends.map((end, index) => end - (ends[index - 1] ?? 0));
}

/** Draws distinct whole numbers below an end, every choice alike (Floyd's algorithm): never a retry. */
function distinctBelow(end: number, count: number, randomBelow: (end: number) => number): number[] {
  const chosen = new Set<number>();
  for (let limit = end - count; limit < end; limit++) {
    const candidate = randomBelow(limit + 1);
    chosen.add(chosen.has(candidate) ? limit : candidate);
  }
  return [...chosen];
}
