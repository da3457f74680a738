import type { Job } from "../../core/feature.ts";
import { checkSomeCounters } from "./counter.service.ts";
import { renderOldBodies } from "./rerender.service.ts";

/** How often some kept numbers are counted anew. */
const CHECK_EVERY_MS = 60_000;

/** How often bodies are looked for that older rules have rendered. */
const RENDER_EVERY_MS = 10_000;

/** Timed work on replies and on what is counted of them. */
export const postJobs: readonly Job[] = [
  { name: "checkCounters", everyMs: CHECK_EVERY_MS, run: checkSomeCounters },
  {
    name: "renderOldBodies",
    everyMs: RENDER_EVERY_MS,
    run: async (ctx, stopping) => void (await renderOldBodies(ctx, stopping)),
  },
];
