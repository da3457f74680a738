import type { Job } from "../../../core/feature.ts";
import { deleteOldFruitless, flushFruitless } from "./fruitless.service.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Timed work of searches that found nothing. */
export const fruitlessJobs: readonly Job[] = [
  { name: "flushFruitless", everyMs: MINUTE_MS, flushOnStop: true, run: flushFruitless },
  { name: "deleteOldFruitless", everyMs: DAY_MS, onStart: true, run: deleteOldFruitless },
];
