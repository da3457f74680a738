import type { Job } from "../../../core/feature.ts";
import { removeExpiredCodes } from "./signInCode.service.ts";

/** Jobs of mailed codes. */
export const signInCodeJobs: readonly Job[] = [
  { name: "removeExpiredCodes", everyMs: 600_000, run: removeExpiredCodes },
];
