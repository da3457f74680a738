import type { Job } from "../../core/feature.ts";

/** How often news is looked for that nobody announced: what failed before, what another process left, what was delayed. */
const LOOK_EVERY_MS = 5_000;

/** Timed work on news. */
export const outboxJobs: readonly Job[] = [
  {
    name: "deliverNews",
    everyMs: LOOK_EVERY_MS,
    run: (ctx) => {
      ctx.services.outbox.kick();
      return Promise.resolve();
    },
  },
];
