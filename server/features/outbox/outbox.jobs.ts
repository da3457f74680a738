import type { Job } from "../../core/feature.ts";

/** Time between two looks for due entries: failed, delayed, or left by another process. In milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** Jobs of the outbox. */
export const outboxJobs: readonly Job[] = [
  {
    name: "deliverOutbox",
    everyMs: LOOK_EVERY_MS,
    run: (ctx) => {
      ctx.services.outbox.kick();
      return Promise.resolve();
    },
  },
];
