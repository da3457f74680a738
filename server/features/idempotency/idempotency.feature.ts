import type { Feature } from "../../core/feature.ts";
import { idempotencyJobs } from "./idempotency.jobs.ts";
import { IdempotencyKey } from "./idempotencyKey.entity.ts";

/** Requests that run once, however often they are sent: the header `Idempotency-Key`. */
export const idempotency: Feature = {
  name: "idempotency",
  entities: [IdempotencyKey],
  jobs: idempotencyJobs,
};
