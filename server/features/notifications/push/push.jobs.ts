import type { Job } from "../../../core/feature.ts";
import { sweepSubscriptions } from "./subscription.service.ts";

/** How often what is dead is removed; it is used no more from the moment at which it dies. */
const SWEEP_EVERY_MS = 10 * 60_000;

/** Timed work on push. */
export const pushJobs: readonly Job[] = [
  { name: "sweepPushSubscriptions", everyMs: SWEEP_EVERY_MS, run: sweepSubscriptions },
];
