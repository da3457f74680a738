import type { Job } from "../../core/feature.ts";
import { removeOldKeys } from "./once.service.ts";

/** Time between two clean-ups, in milliseconds. */
const CLEAN_MS = 3_600_000;

/** Deletes idempotency keys after a day. */
export const idempotencyJobs: readonly Job[] = [
  { name: "removeOldIdempotencyKeys", everyMs: CLEAN_MS, run: removeOldKeys },
];
