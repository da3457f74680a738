import type { Feature } from "../../core/feature.ts";
import { captchaJobs } from "./captcha.jobs.ts";
import { CaptchaResolver } from "./captcha.resolver.ts";
import { CaptchaUse } from "./captchaUse.entity.ts";

/** Captchas: proofs of work that the browser does by itself or Tencent's puzzles, behind the interface of a provider. */
export const captcha: Feature = {
  name: "captcha",
  entities: [CaptchaUse],
  resolvers: [CaptchaResolver],
  jobs: captchaJobs,
};
