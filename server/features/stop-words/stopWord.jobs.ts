import type { Job } from "../../core/feature.ts";
import { deleteOldTallies, flushTallies } from "./filter/tally.service.ts";
import { deleteOldStopWordBatches } from "./stopWordBatch.service.ts";

/** Counts wait at most this long in memory, in milliseconds; a crash loses what waits. */
const TALLY_FLUSH_MS = 5_000;

/** Interval of deleting batches and tallies that nobody can see any more, in milliseconds. */
const CLEAN_MS = 86_400_000;

/** Timed work of stop words. */
export const stopWordJobs: readonly Job[] = [
  { name: "stopWords.tally", everyMs: TALLY_FLUSH_MS, flushOnStop: true, run: flushTallies },
  { name: "deleteOldStopWordBatches", everyMs: CLEAN_MS, run: deleteOldStopWordBatches },
  { name: "deleteOldTallies", everyMs: CLEAN_MS, onStart: true, run: deleteOldTallies },
];
