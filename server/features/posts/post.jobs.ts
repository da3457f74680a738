import type { Job } from "../../core/feature.ts";
import { renderOldBodies } from "./rerender.service.ts";

/** Interval between two looks for bodies that older rules have rendered. */
const RENDER_EVERY_MS = 10_000;

/** Timed work on replies. */
export const postJobs: readonly Job[] = [
  {
    name: "renderOldBodies",
    everyMs: RENDER_EVERY_MS,
    run: async (ctx, stopping) => void (await renderOldBodies(ctx, stopping)),
  },
];
