import { expect, test } from "vitest";
import { splitIncome, splitJoining } from "../../server/features/orders/split.service.ts";
import { AMOUNT_MAX_CENTS } from "../../server/core/money.ts";
import { numbersFrom } from "../support/numbers.ts";

/** Random amounts and shares; the rounding is computed anew here, by whole numbers alone. */
const CASES = 100_000;

test(`the parts of ${CASES} amounts add up to them, nobody gets more than their share`, () => {
  const next = numbersFrom(20_261_123);
  for (let n = 0; n < CASES; n++) {
    const amount = 1 + (n % 3 === 0 ? next(200) : next(AMOUNT_MAX_CENTS));
    const [tenths, percent] = [next(11), next(101)];
    const inviter = n % 5 === 0 ? null : { inviterId: 7, sharePercent: percent };
    const split = splitIncome(amount, tenths, inviter);
    const site = (BigInt(amount) * BigInt(tenths)) / 10n;
    const share = inviter ? ((BigInt(amount) - site) * BigInt(percent)) / 100n : 0n;
    const expected = {
      siteCents: Number(site),
      inviterCents: Number(share),
      payeeCents: Number(BigInt(amount) - site - share),
      inviterId: share > 0n ? 7 : null,
    };
    expect(split, `${amount} at ${tenths} tenths and ${percent} percent`).toEqual(expected);
    const joining = splitJoining(amount, inviter);
    const joiningShare = inviter ? (BigInt(amount) * BigInt(percent)) / 100n : 0n;
    expect(joining.siteCents + joining.inviterCents).toBe(amount);
    expect(joining).toMatchObject({ inviterCents: Number(joiningShare), payeeCents: 0 });
  }
});

test.each([
  [1000, 2, 30, 200, 240, 560],
  [1, 5, 50, 0, 0, 1],
  [3, 0, 50, 0, 1, 2],
  [100, 10, 30, 100, 0, 0],
  [100, 0, 100, 0, 100, 0],
])("%i cents at %i tenths and %i percent", (amount, tenths, sharePercent, site, inviter, payee) => {
  expect(splitIncome(amount, tenths, { inviterId: 7, sharePercent })).toMatchObject({
    siteCents: site,
    inviterCents: inviter,
    payeeCents: payee,
  });
});
