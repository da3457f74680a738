const WHOLE_BPS = 10_000;

/** Computes the fee of a withdrawal as the server does: rounded up to the next cent. */
export function feeOf(amountCents: number, feeBps: number): number {
  return Math.ceil((amountCents * feeBps) / WHOLE_BPS);
}
