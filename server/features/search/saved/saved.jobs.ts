import type { Job } from "../../../core/feature.ts";
import { checkSavedSearches } from "./check.service.ts";

/** Interval of looking for searches that are to be checked, in milliseconds. */
const CHECKS_EVERY_MS = 3 * 60_000;

/** Timed work on saved searches. */
export const savedSearchJobs: readonly Job[] = [
  { name: "checkSavedSearches", everyMs: CHECKS_EVERY_MS, onStart: true, run: checkSavedSearches },
];
