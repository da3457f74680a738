import type { Job } from "../../core/feature.ts";
import { flushTallies } from "./filter/tally.service.ts";

/** Counts wait at most this long in memory, in milliseconds; a crash loses what waits. */
const TALLY_FLUSH_MS = 5_000;

/** Timed work of stop words. */
export const stopWordJobs: readonly Job[] = [
  { name: "stopWords.tally", everyMs: TALLY_FLUSH_MS, flushOnStop: true, run: flushTallies },
];
