import type { Job } from "../../core/feature.ts";
import { removeExpiredUses } from "./captcha.service.ts";

/** Jobs of captchas. */
export const captchaJobs: readonly Job[] = [
  { name: "removeExpiredCaptchas", everyMs: 600_000, run: removeExpiredUses },
];
