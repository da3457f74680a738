import type { Job } from "../../../core/feature.ts";
import { claimDigests } from "./messages/digest.service.ts";
import { deleteOldDispatches, sendDue } from "./queue/send.service.ts";

/** Interval of sending due dispatches, in milliseconds. */
const SEND_EVERY_MS = 5_000;
/** Interval of claiming due digests, in milliseconds. */
const DIGEST_EVERY_MS = 600_000;
const FORGET_EVERY_MS = 3_600_000;

/** Timed work on what leaves the site. */
export const channelsJobs: readonly Job[] = [
  { name: "sendDue", everyMs: SEND_EVERY_MS, run: sendDue },
  { name: "claimDigests", everyMs: DIGEST_EVERY_MS, run: claimDigests },
  { name: "forgetOldDispatches", everyMs: FORGET_EVERY_MS, run: deleteOldDispatches },
];
