import type { Job } from "../../../core/feature.ts";
import { removeEndedCounters } from "../attempts/limitCounter.service.ts";
import { flushSeen, SEEN_FLUSH_MS } from "./seen.service.ts";
import { removeEndedSessions } from "./session.service.ts";

/** Timed work of sessions. */
export const sessionJobs: readonly Job[] = [
  { name: "flushSeen", everyMs: SEEN_FLUSH_MS, flushOnStop: true, run: flushSeen },
  { name: "removeEndedSessions", everyMs: 3_600_000, run: removeEndedSessions },
  { name: "removeEndedCounters", everyMs: 600_000, run: removeEndedCounters },
];
