import type { Job } from "../../core/feature.ts";
import { recordActiveMembers } from "./statistics.service.ts";

/** Timed work of the statistics. */
export const statisticsJobs: readonly Job[] = [
  { name: "noteActiveMembers", everyMs: 300_000, run: recordActiveMembers },
];
