import type { Job } from "../../core/feature.ts";
import { followPayments } from "./follow.service.ts";

/** Timed work of payments. */
export const paymentJobs: readonly Job[] = [{ name: "followPayments", everyMs: 60_000, run: followPayments }];
