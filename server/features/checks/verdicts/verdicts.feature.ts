import type { Feature } from "../../../core/feature.ts";
import { checkContent } from "./check.service.ts";

/** Time between two looks for checks that are due, in milliseconds. */
const CHECK_MS = 1_000;

/** Calls of the outside service, and what follows from its answers. */
export const checkVerdicts: Feature = {
  name: "checks/verdicts",
  jobs: [{ name: "checkContent", everyMs: CHECK_MS, run: checkContent }],
};
