/**
 * Measures the processor time of some work, in milliseconds. What else the machine does takes no part in it, nor does the
 * system, which gives memory page by page and needs longer for it on a busy machine.
 */
export function cpuMs(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  return process.cpuUsage(began).user / 1000;
}

/** Measures the least processor time of some runs, in milliseconds. */
export function shortest(work: () => unknown, runs = 5): number {
  let best = Infinity;
  for (let count = 0; count < runs; count++) best = Math.min(best, cpuMs(work));
  return best;
}

/** Lengths of the texts whose costs are compared: both so long that what is fixed does not count. */
export interface Lengths {
  readonly short: number;
  /** A multiple of `short`. */
  readonly long: number;
  /** A long text that costs less is noise, in milliseconds. */
  readonly noticeableMs: number;
}

/**
 * Compares the cost of one long text with that of as many characters in short ones.
 * @returns 1 for linear growth, `long / short` for growth by the square, 0 for noise
 */
function growthOf(work: (length: number) => unknown, { short, long, noticeableMs }: Lengths): number {
  const longMs = shortest(() => work(long));
  if (longMs < noticeableMs) return 0;
  const inShortMs = shortest(() => {
    for (let done = 0; done < long; done += short) work(short);
  });
  return longMs / Math.max(0.05, inShortMs);
}

/** Measures growth until it is at most `most`, a few times: what a busy machine does to one measurement is no finding. */
export function leastGrowthOf(work: (length: number) => unknown, lengths: Lengths, most: number): number {
  let least = Infinity;
  for (let turn = 0; turn < 4 && least > most; turn++) least = Math.min(least, growthOf(work, lengths));
  return least;
}
