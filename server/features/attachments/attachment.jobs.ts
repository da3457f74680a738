import type { Job } from "../../core/feature.ts";
import { removeUnusedUploads } from "./cleanup.service.ts";

/** Timed work on uploads. */
export const attachmentJobs: readonly Job[] = [
  { name: "removeUnusedUploads", everyMs: 3_600_000, run: removeUnusedUploads },
];
