import type { Job } from "../../../core/feature.ts";
import { removeExpiredCodes } from "./code.service.ts";

/** Jobs of one-time codes. */
export const codeJobs: readonly Job[] = [
  { name: "removeExpiredCodes", everyMs: 600_000, run: removeExpiredCodes },
];
