import type { Feature } from "../../core/feature.ts";
import { erasureJobs } from "./erasure.jobs.ts";

/** All that the forum holds of one member: handed out as a file, and erased when the account is closed. */
export const accountData: Feature = { name: "account-data", jobs: erasureJobs };
