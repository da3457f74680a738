import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { settingsChanged } from "../settings/setting.events.ts";
import { SignInAnswer, SignInField } from "./field.entity.ts";
import {
  SignInAnswerPartsResolver,
  SignInFieldPartsResolver,
  SignInFieldResolver,
} from "./field.resolver.ts";
import { releaseFieldsMissing } from "./field.service.ts";
import { signInFieldJobs } from "./sign-in-fields.jobs.ts";
import { signInFieldsRest } from "./sign-in-fields.rest.ts";

/** Fields that new members fill in, their answers, and the review of those. */
export const signInFields: Feature = {
  name: "sign-in-fields",
  entities: [SignInField, SignInAnswer],
  resolvers: [SignInFieldResolver, SignInFieldPartsResolver, SignInAnswerPartsResolver],
  rest: signInFieldsRest,
  deliveries: [
    deliver("releaseFieldsMissing", settingsChanged, async (ctx, payloads) => {
      if (payloads.some(({ names }) => names.includes("open_ext_fields"))) await releaseFieldsMissing(ctx);
    }),
  ],
  jobs: signInFieldJobs,
  erasureHooks: [eraseRows("sign-in-fields", SignInAnswer)],
};
