import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RedPacketRule } from "../../server/features/red-packets/redPacket.entity.ts";
import { sharesOf } from "../../server/features/red-packets/shares.ts";

const CASES = { numRuns: 20_000 };
const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);
const packet = fc
  .integer({ min: 1, max: 100 })
  .chain((count) => fc.tuple(fc.integer({ min: count, max: 2_000_000 }), fc.constant(count)));

describe("the shares of a red packet", () => {
  test("that is divided evenly differ by a cent at most, and add up to all of it", () => {
    fc.assert(
      fc.property(packet, ([cents, count]) => {
        const shares = sharesOf(RedPacketRule.FIXED, cents, count);
        expect([shares.length, sum(shares)]).toEqual([count, cents]);
        expect(Math.max(...shares) - Math.min(...shares)).toBe(cents % count === 0 ? 0 : 1);
      }),
      { numRuns: 2_000 },
    );
  });

  test("that is divided at random are a cent at least each, and add up to all of it, however the dice fall", () => {
    const dice = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 100,
      maxLength: 100,
    });
    fc.assert(
      fc.property(packet, dice, ([cents, count], thrown) => {
        let next = 0;
        const shares = sharesOf(RedPacketRule.RANDOM, cents, count, (end) =>
          Math.floor(thrown[next++]! * end),
        );
        if (shares.length !== count || sum(shares) !== cents || shares.some((share) => !(share >= 1)))
          throw new Error(`${cents} cents in ${count} shares: ${shares.join(" ")}`);
      }),
      CASES,
    );
  });

  test("of as many cents as there are shares are a cent each, by either rule", () => {
    for (const rule of Object.values(RedPacketRule))
      expect(sharesOf(rule, 100, 100)).toEqual(Array(100).fill(1));
  });

  test("are refused where there is less than a cent for each", () => {
    for (const rule of Object.values(RedPacketRule)) expect(() => sharesOf(rule, 4, 5)).toThrow(RangeError);
  });

  test("favour no place: the first of two gets half of it on average", () => {
    const rounds = 4_000;
    let first = 0;
    for (let round = 0; round < rounds; round++) first += sharesOf(RedPacketRule.RANDOM, 101, 2)[0]!;
    expect(first / rounds).toBeGreaterThan(47);
    expect(first / rounds).toBeLessThan(54);
  });
});
