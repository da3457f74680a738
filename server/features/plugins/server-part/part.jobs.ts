import type { Job } from "../../../core/feature.ts";
import { deliverPluginEvents, runPluginJobs } from "./partEvents.service.ts";
import { storePluginCosts } from "./costs.service.ts";
import { endIdleParts } from "./partHost.service.ts";

const EVENTS_EVERY_MS = 2_000;
const JOBS_EVERY_MS = 30_000;
const COSTS_EVERY_MS = 30_000;

/** Jobs of server parts. */
export const partJobs: readonly Job[] = [
  {
    name: "deliverPluginEvents",
    everyMs: EVENTS_EVERY_MS,
    async run(ctx) {
      await endIdleParts(ctx);
      await deliverPluginEvents(ctx);
    },
  },
  { name: "storePluginCosts", everyMs: COSTS_EVERY_MS, run: storePluginCosts },
  { name: "runPluginJobs", everyMs: JOBS_EVERY_MS, run: runPluginJobs },
];
