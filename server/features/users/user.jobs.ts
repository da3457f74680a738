import type { Job } from "../../core/feature.ts";
import { endBans } from "./members/member.service.ts";
import { endGroups } from "./paid-groups/groupQueue.service.ts";

/** Interval of ending bans and groups whose time is over, in milliseconds. */
const EVERY_MS = 60_000;

/** Timed work on members. */
export const userJobs: readonly Job[] = [
  { name: "endBans", everyMs: EVERY_MS, run: endBans },
  { name: "endGroups", everyMs: EVERY_MS, run: endGroups },
];
