import type { Job } from "../../core/feature.ts";
import { checkSomeCounters } from "./check.service.ts";

/** Interval between two checks of some rows of each table, in milliseconds. */
const CHECK_EVERY_MS = 60_000;

/** Timed check of kept counters. */
export const counterJobs: readonly Job[] = [
  { name: "checkCounters", everyMs: CHECK_EVERY_MS, run: checkSomeCounters },
];
