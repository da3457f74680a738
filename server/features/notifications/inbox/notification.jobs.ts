import type { Job } from "../../../core/feature.ts";
import { deleteOldDeletions } from "./notification.deletion.service.ts";

/** Interval of deleting expired deletions, in milliseconds. */
const DELETE_EVERY_MS = 60_000;

/** Timed work on notifications. */
export const notificationJobs: readonly Job[] = [
  { name: "deleteOldDeletions", everyMs: DELETE_EVERY_MS, run: deleteOldDeletions },
];
