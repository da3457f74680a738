import type { Job } from "../../core/feature.ts";
import { removeEndedRecords } from "./oauthStore.service.ts";
import { flushUse } from "./use.service.ts";

/** Time between two flushes, in milliseconds. */
const FLUSH_MS = 5_000;
/** Time between two clean-ups, in milliseconds. */
const CLEAN_MS = 3_600_000;

/** Writes when tokens were used last, and deletes records that have ended. */
export const tokenJobs: readonly Job[] = [
  { name: "flushTokenUse", everyMs: FLUSH_MS, flushOnStop: true, run: flushUse },
  { name: "removeEndedOAuthRecords", everyMs: CLEAN_MS, run: removeEndedRecords },
];
