import type { Job } from "../../../core/feature.ts";
import { forgetDeletedNotices } from "./notice.deletion.service.ts";

/** How often deleted notices are forgotten, in milliseconds. */
const FORGET_EVERY_MS = 60_000;

/** Timed work on notices. */
export const noticeJobs: readonly Job[] = [
  { name: "forgetDeletedNotices", everyMs: FORGET_EVERY_MS, run: forgetDeletedNotices },
];
