import type { Job } from "../../core/feature.ts";
import { VIEW_FLUSH_MS } from "../../core/viewBuffer.ts";
import { endPins } from "./moderation/thread.pin.service.ts";
import { flushViewCounts } from "./view.service.ts";

/** Interval of ending pins whose time is over, in milliseconds. */
const PINS_EVERY_MS = 60_000;

/** Timed work on threads. */
export const threadJobs: readonly Job[] = [
  { name: "flushViewCounts", everyMs: VIEW_FLUSH_MS, flushOnStop: true, run: flushViewCounts },
  { name: "endPins", everyMs: PINS_EVERY_MS, run: endPins },
];
