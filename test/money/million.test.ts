import { expect, test } from "vitest";
import {
  AMOUNT_MAX_CENTS,
  feeOf,
  parseAmount,
  splitByShares,
  splitByWeights,
  splitEvenly,
} from "../../server/core/money.ts";
import { RedPacketRule } from "../../server/features/red-packets/redPacket.entity.ts";
import { sharesOf } from "../../server/features/red-packets/shares.ts";
import { ENGINE } from "../support/forum.ts";
import { numbersFrom } from "../support/numbers.ts";

/**
 * A million cases of each rule that divides or reads money, computed anew by other means. They are the same on every
 * engine, so that one of them is enough; `values.test.ts` has fewer, which it makes small when they fail.
 */
const CASES = 1_000_000;
const TIMEOUT_MS = 60_000;
const CHARACTERS = [..."0123456789012345.,-+eE ０１٣_x\u200b"];
const onOneEngine = test.runIf(ENGINE === "sqlite");

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);

/** Counts the cases for which a rule does not hold, and names the first; `expect` for each would take minutes. */
function expectAlways(seed: number, holds: (next: (below: number) => number) => [boolean, unknown]): void {
  const next = numbersFrom(seed);
  let [failures, first]: [number, unknown] = [0, null];
  for (let turn = 0; turn < CASES; turn++) {
    const [isRight, about] = holds(next);
    if (!isRight && failures++ === 0) first = about;
  }
  expect({ failures, first }).toEqual({ failures: 0, first: null });
}

onOneEngine(
  "shares, equal parts, weights and fees never lose or make a cent",
  () =>
    expectAlways(1, (next) => {
      const amount = next(4) === 0 ? next(200) : next(AMOUNT_MAX_CENTS + 1);
      const [bps, other, count] = [next(6_001), next(4_001), 1 + next(20)];
      const [one, two, rest] = splitByShares(amount, [bps, other]) as [number, number, number];
      // Below 10⁹ · 10⁴ numbers are exact.
      const areShares =
        one === Math.floor((amount * bps) / 10_000) && two === Math.floor((amount * other) / 10_000);
      const even = splitEvenly(amount, count);
      const isEven = even.length === count && even[0]! - even.at(-1)! <= 1 && sum(even) === amount;
      const weights = [next(50), next(50), 1 + next(50)];
      const weighed = splitByWeights(amount, weights);
      const areClose = weighed.every(
        (part, at) => Math.abs(part - (amount * weights[at]!) / sum(weights)) < 1,
      );
      const fee = feeOf(amount, bps);
      const isFee = fee === Math.ceil((amount * bps) / 10_000);
      const isWhole = one + two + rest === amount && rest >= 0 && sum(weighed) === amount;
      return [areShares && isEven && areClose && isFee && isWhole, { amount, bps, other, count, weights }];
    }),
  TIMEOUT_MS,
);

onOneEngine(
  "shares of red packets are a cent at least each and add up",
  () =>
    expectAlways(2, (next) => {
      const count = 1 + next(8);
      const cents = count + next(next(2) === 0 ? 20 : 20_000);
      const rule = next(2) === 0 ? RedPacketRule.FIXED : RedPacketRule.RANDOM;
      const shares = sharesOf(rule, cents, count, next);
      const isRight = shares.length === count && sum(shares) === cents && shares.every((share) => share >= 1);
      return [isRight, { rule, cents, count, shares }];
    }),
  TIMEOUT_MS,
);

onOneEngine(
  "a text is refused, or means what it says to the cent",
  () => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      expectAlways(3, (next) => {
        const text = Array.from({ length: 1 + next(9) }, () => CHARACTERS[next(CHARACTERS.length)]).join("");
        const [, whole, places = ""] = /^(0|[1-9][0-9]{0,7})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
        const meant =
          whole === undefined ? null : Number(BigInt(whole) * 100n + BigInt(places.padEnd(2, "0")));
        let read: number | null = null;
        try {
          read = parseAmount(text, "amount");
        } catch {
          // Refused.
        }
        return [read === (meant !== null && meant <= AMOUNT_MAX_CENTS ? meant : null), text];
      });
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  },
  TIMEOUT_MS,
);
