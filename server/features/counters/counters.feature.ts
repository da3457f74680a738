import type { Feature } from "../../core/feature.ts";
import { counterJobs } from "./counters.jobs.ts";

/** The check of kept counters (posts of a thread, threads of a member …) against what they count. */
export const counters: Feature = { name: "counters", jobs: counterJobs };
