import type { Job } from "../../core/feature.ts";
import { removeEndedSessions } from "./session.service.ts";

/** Timed work of sessions. */
export const sessionJobs: readonly Job[] = [
  { name: "removeEndedSessions", everyMs: 3_600_000, run: removeEndedSessions },
];
