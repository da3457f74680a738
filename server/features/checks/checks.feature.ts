import type { Feature } from "../../core/feature.ts";
import { ContentCheck, PictureCheck } from "./contentCheck.entity.ts";
import { ContentCheckResolver } from "./contentCheck.resolver.ts";
import { deleteOldChecks, eraseChecks } from "./queue.service.ts";

const DAY_MS = 86_400_000;

/** Checks of texts and pictures by an outside service: providers, requests and answers. */
export const checks: Feature = {
  name: "checks",
  entities: [ContentCheck, PictureCheck],
  resolvers: [ContentCheckResolver],
  jobs: [{ name: "deleteOldChecks", everyMs: DAY_MS, onStart: true, run: deleteOldChecks }],
  erasureHooks: [{ name: "checks", erase: eraseChecks }],
};
