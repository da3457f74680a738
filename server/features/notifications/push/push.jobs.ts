import type { Job } from "../../../core/feature.ts";
import { sweepSubscriptions } from "./subscription.service.ts";

/** Interval of removing ended subscriptions, in milliseconds; they are not used from the moment they end. */
const SWEEP_EVERY_MS = 10 * 60_000;

/** Timed work on push. */
export const pushJobs: readonly Job[] = [
  { name: "sweepPushSubscriptions", everyMs: SWEEP_EVERY_MS, run: sweepSubscriptions },
];
