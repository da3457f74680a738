import type { Job } from "../../core/feature.ts";
import { awardDeeds, awardInTurn } from "./award.service.ts";

/** Interval of rewarding what members have just done, in milliseconds. */
const DEEDS_EVERY_MS = 5_000;
/** Interval of looking at the next members, in milliseconds. */
const TURN_EVERY_MS = 60_000;

/** Timed work on badges. */
export const badgeJobs: readonly Job[] = [
  { name: "awardDeeds", everyMs: DEEDS_EVERY_MS, run: awardDeeds },
  { name: "awardInTurn", everyMs: TURN_EVERY_MS, run: awardInTurn },
];
