import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AMOUNT_MAX_CENTS,
  amountText,
  Cents,
  checkAmount,
  feeOf,
  parseAmount,
  splitByShares,
  splitByWeights,
  splitEvenly,
} from "../../server/core/money.ts";

const CASES = { numRuns: 4_000 };
const cents = fc.integer({ min: 0, max: AMOUNT_MAX_CENTS });
const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);

describe("amounts of clients of the predecessor", () => {
  test.each([
    ["0", 0],
    ["0.00", 0],
    ["0.1", 10],
    ["0.07", 7],
    ["8.2", 820],
    ["12", 1200],
    ["1234.56", 123_456],
    ["10000000.00", 1_000_000_000],
    [8.2, 820],
    [0.07, 7],
    [1.005e3, 100_500],
  ])("%j is %i cents", (text, expected) => {
    expect(parseAmount(text, "amount")).toBe(expected);
  });

  test.each([
    "",
    " 1",
    "1 ",
    "1\n",
    "+1",
    "-1",
    "-0",
    "0.001",
    "1.",
    ".5",
    "01",
    "1e3",
    "1,00",
    "1,000.00",
    "1_000",
    "0x10",
    "１２",
    "١",
    "NaN",
    "Infinity",
    "10000000.01",
    "99999999.99",
    "90071992547409.93",
    "9007199254740993",
    2 ** 53 + 2,
    1e21,
    1e-7,
    -1,
    0.001,
    NaN,
    Infinity,
    null,
    undefined,
    true,
    [],
    ["1"],
    {},
    { toString: () => "1" },
  ])("%j is refused", (value) => {
    expect(() => parseAmount(value, "amount")).toThrow(
      expect.objectContaining({ code: "INVALID_PARAMETER" }),
    );
  });

  test("what is written is read back to the cent", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const text = amountText(amount);
        expect(text).toMatch(/^\d+\.\d\d$/);
        expect(parseAmount(text, "amount")).toBe(amount);
        expect(parseAmount(Number(text), "amount")).toBe(amount);
      }),
      CASES,
    );
  });

  test("whatever text comes in, it is refused or means what it says", () => {
    const characters = fc.constantFrom(..."0123456789.,-+eE ０１٣_x\u200b");
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        let amount: number;
        try {
          amount = parseAmount(text, "amount");
        } catch {
          return;
        }
        expect(text).toMatch(/^[0-9]+(\.[0-9]{1,2})?$/);
        const [whole, places = ""] = text.split(".");
        expect(BigInt(amount)).toBe(BigInt(whole!) * 100n + BigInt(places.padEnd(2, "0")));
      }),
      CASES,
    );
  });

  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [-120, "-1.20"],
    [380_753, "3807.53"],
  ])("%i cents are shown as %s", (amount, text) => {
    expect(amountText(amount)).toBe(text);
  });
});

describe("amounts of GraphQL", () => {
  test.each([[0], [-1], [2 ** 53 - 1]])("%i is taken", (value) => {
    expect(Cents.parseValue(value)).toBe(value);
  });

  test.each([[1.5], ["1"], [2 ** 53], [NaN], [null], [true], [{}]])("%j is refused", (value) => {
    expect(() => Cents.parseValue(value)).toThrow("whole number");
  });

  test.each([0, -1, 0.5, AMOUNT_MAX_CENTS + 1, NaN])("%j is no amount that somebody may name", (value) => {
    expect(() => checkAmount(value, "amountCents")).toThrow(
      expect.objectContaining({ code: "INVALID_PARAMETER" }),
    );
  });
});

describe("splits", () => {
  test("by shares: nothing is lost, shares are rounded down, the last gets the rest", () => {
    const shares = fc
      .array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 6 })
      .filter((parts) => sum(parts) <= 10_000);
    fc.assert(
      fc.property(cents, shares, (amount, bps) => {
        const parts = splitByShares(amount, bps);
        expect(sum(parts)).toBe(amount);
        bps.forEach((share, index) => {
          const exact = BigInt(amount) * BigInt(share);
          expect(BigInt(parts[index]!) * 10_000n <= exact).toBe(true);
          expect(BigInt(parts[index]! + 1) * 10_000n > exact).toBe(true);
        });
        expect(parts.at(-1)!).toBeGreaterThanOrEqual(0);
      }),
      CASES,
    );
  });

  test("evenly: parts differ by at most a cent, the greater ones first", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 100 }), (amount, count) => {
        const parts = splitEvenly(amount, count);
        expect(parts).toHaveLength(count);
        expect(sum(parts)).toBe(amount);
        expect(parts[0]! - parts.at(-1)!).toBeLessThanOrEqual(1);
        expect([...parts].sort((a, b) => b - a)).toEqual(parts);
      }),
      CASES,
    );
  });

  test("by weights: each part is its exact share, rounded down or up", () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
      .filter((each) => sum(each) > 0);
    fc.assert(
      fc.property(cents, weights, (amount, each) => {
        const parts = splitByWeights(amount, each);
        const total = BigInt(sum(each));
        expect(sum(parts)).toBe(amount);
        parts.forEach((part, index) => {
          const exact = BigInt(amount) * BigInt(each[index]!);
          expect(BigInt(part) * total > exact - total && BigInt(part) * total < exact + total).toBe(true);
        });
      }),
      CASES,
    );
  });

  test("a fee is rounded up and never more than the amount", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const fee = feeOf(amount, bps);
        expect(fee).toBeLessThanOrEqual(amount);
        expect(BigInt(fee) * 10_000n >= BigInt(amount) * BigInt(bps)).toBe(true);
        expect(BigInt(fee - 1) * 10_000n < BigInt(amount) * BigInt(bps)).toBe(true);
      }),
      CASES,
    );
    expect(feeOf(0, 100)).toBe(0);
  });

  test.each([
    [1, [3_333, 3_333], [0, 0, 1]],
    [100, [2_000, 2_400], [20, 24, 56]],
    [999, [5_000], [499, 500]],
  ])("%i cents by %j are %j", (amount, shares, parts) => {
    expect(splitByShares(amount, shares)).toEqual(parts);
  });

  test("the likes of three answers share ten cents, the first of equals getting the odd one", () => {
    expect(splitByWeights(10, [1, 1, 1])).toEqual([4, 3, 3]);
  });

  test("more than the whole cannot be shared out, nor less than nothing", () => {
    expect(() => splitByShares(100, [6_000, 4_001])).toThrow(RangeError);
    expect(() => splitByShares(100, [-1])).toThrow(RangeError);
    expect(() => feeOf(100, 10_001)).toThrow(RangeError);
    expect(() => splitEvenly(100, 0)).toThrow(RangeError);
    expect(() => splitByWeights(100, [0, 0])).toThrow(RangeError);
  });
});
