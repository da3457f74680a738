import type { Job } from "../../core/feature.ts";
import { removeOldCalls, sendCalls } from "./send.service.ts";

/** Time between two looks for calls that are due, in milliseconds. */
const SEND_MS = 1_000;
const CLEAN_MS = 3_600_000;

/** Calls webhooks, and keeps their log short. */
export const webhookJobs: readonly Job[] = [
  { name: "sendWebhookCalls", everyMs: SEND_MS, run: sendCalls },
  { name: "removeOldWebhookCalls", everyMs: CLEAN_MS, run: removeOldCalls },
];
