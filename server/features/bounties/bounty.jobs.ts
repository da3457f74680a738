import type { Job } from "../../core/feature.ts";
import { settleBounties } from "./bounty.service.ts";

/** Timed work of bounties. */
export const bountyJobs: readonly Job[] = [{ name: "settleBounties", everyMs: 60_000, run: settleBounties }];
