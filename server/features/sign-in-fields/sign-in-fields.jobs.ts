import type { Job } from "../../core/feature.ts";
import { releaseFieldsMissing } from "./field.service.ts";

/** Timed work of sign-in fields: whoever waits for a form that is not asked for is let go within a minute. */
export const signInFieldJobs: readonly Job[] = [
  {
    name: "releaseFieldsMissing",
    everyMs: 60_000,
    run: async (ctx) => {
      await releaseFieldsMissing(ctx);
    },
  },
];
