import type { Job } from "../../core/feature.ts";
import { eraseClosedAccounts } from "./erasure.service.ts";

/** Jobs of closed accounts. */
export const erasureJobs: readonly Job[] = [
  { name: "eraseClosedAccounts", everyMs: 600_000, run: eraseClosedAccounts },
];
