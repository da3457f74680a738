import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { codeJobs } from "./code.jobs.ts";
import { OneTimeCode } from "./oneTimeCode.entity.ts";

/** One-time codes of six digits, however they are sent. */
export const codes: Feature = {
  name: "auth/codes",
  entities: [OneTimeCode],
  jobs: codeJobs,
  erasureHooks: [eraseRows("auth/codes", OneTimeCode as new () => { userId: number })],
};
