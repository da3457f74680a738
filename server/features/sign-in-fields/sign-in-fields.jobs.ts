import type { Job } from "../../core/feature.ts";
import { releaseFieldsMissing } from "./field.service.ts";

/** Jobs of sign-in fields: members who wait for a form without fields are released within a minute. */
export const signInFieldJobs: readonly Job[] = [
  {
    name: "releaseFieldsMissing",
    everyMs: 60_000,
    run: async (ctx) => {
      await releaseFieldsMissing(ctx);
    },
  },
];
