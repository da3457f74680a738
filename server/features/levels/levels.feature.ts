import type { Feature } from "../../core/feature.ts";
import { applyLevels } from "./award.service.ts";
import { Level, UserLevel } from "./level.entity.ts";

const DAY_MS = 86_400_000;

/** Levels that members reach by rules. */
export const levels: Feature = {
  name: "levels",
  entities: [Level, UserLevel],
  jobs: [{ name: "applyLevels", everyMs: DAY_MS, onStart: true, run: applyLevels }],
};
