import type { Job } from "../../../core/feature.ts";
import { deleteOldDeletions } from "./notification.deletion.service.ts";

/** How often deleted notifications are forgotten, in milliseconds. */
const FORGET_EVERY_MS = 60_000;

/** Timed work on notifications. */
export const notificationJobs: readonly Job[] = [
  { name: "forgetDeletedNotices", everyMs: FORGET_EVERY_MS, run: deleteOldDeletions },
];
