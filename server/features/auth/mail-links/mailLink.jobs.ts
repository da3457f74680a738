import type { Job } from "../../../core/feature.ts";
import { removeExpiredLinks } from "./mailLink.service.ts";

/** Jobs of mailed links. */
export const mailLinkJobs: readonly Job[] = [
  { name: "removeExpiredLinks", everyMs: 3_600_000, run: removeExpiredLinks },
];
