import type { Job } from "../../core/feature.ts";
import { flushUse } from "./use.service.ts";

/** Time between two flushes, in milliseconds. */
const FLUSH_MS = 5_000;

/** Writes when tokens were used last. */
export const tokenJobs: readonly Job[] = [
  { name: "flushTokenUse", everyMs: FLUSH_MS, flushOnStop: true, run: flushUse },
];
