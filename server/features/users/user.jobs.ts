import type { Job } from "../../core/feature.ts";
import { endBans } from "./members/member.service.ts";

/** Interval of ending bans whose time is over, in milliseconds. */
const BANS_EVERY_MS = 60_000;

/** Timed work on members. */
export const userJobs: readonly Job[] = [{ name: "endBans", everyMs: BANS_EVERY_MS, run: endBans }];
