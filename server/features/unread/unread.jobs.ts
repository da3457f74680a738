import type { Job } from "../../core/feature.ts";
import { checkSomeUnreadCounts } from "./repair.service.ts";

/** Interval of recounting unread counters of some members, in milliseconds. */
const CHECK_EVERY_MS = 60_000;

/** Timed work on what is unread. */
export const unreadJobs: readonly Job[] = [
  { name: "checkUnreadCounts", everyMs: CHECK_EVERY_MS, run: checkSomeUnreadCounts },
];
