import type { Job } from "../../core/feature.ts";
import { VIEW_FLUSH_MS } from "../../core/viewBuffer.ts";
import { flushViewCounts } from "./view.service.ts";

/** Timed work on threads. */
export const threadJobs: readonly Job[] = [
  { name: "flushViewCounts", everyMs: VIEW_FLUSH_MS, flushOnStop: true, run: flushViewCounts },
];
