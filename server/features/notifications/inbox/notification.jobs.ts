import type { Job } from "../../../core/feature.ts";
import { deleteOldDeletions } from "./notification.deletion.service.ts";
import { deleteOldNotifications } from "./oldNotification.service.ts";

/** Interval of deleting expired deletions, in milliseconds. */
const DELETE_EVERY_MS = 60_000;

/** Interval of deleting notifications that were read long ago, in milliseconds. */
const OLD_EVERY_MS = 86_400_000;

/** Timed work on notifications. */
export const notificationJobs: readonly Job[] = [
  { name: "deleteOldDeletions", everyMs: DELETE_EVERY_MS, run: deleteOldDeletions },
  { name: "deleteOldNotifications", everyMs: OLD_EVERY_MS, onStart: true, run: deleteOldNotifications },
];
