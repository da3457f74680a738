import type { Job } from "../../core/feature.ts";
import { flushViewCounts, VIEW_FLUSH_MS } from "./view.service.ts";

/** Timed work on threads. */
export const threadJobs: readonly Job[] = [
  { name: "flushViewCounts", everyMs: VIEW_FLUSH_MS, run: flushViewCounts },
];
