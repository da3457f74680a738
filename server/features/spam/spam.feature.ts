import type { Feature } from "../../core/feature.ts";
import { TextAssessment } from "./assessment.entity.ts";
import { deleteOldAssessments, eraseAssessments } from "./assessment.service.ts";
import { ContentHold } from "./contentHold.entity.ts";
import { HeldThreadResolver } from "./spam.resolver.ts";

const DAY_MS = 86_400_000;

/** Signs of spam in texts of new members, and the rules by which texts wait for a moderator. */
export const spam: Feature = {
  name: "spam",
  entities: [TextAssessment, ContentHold],
  resolvers: [HeldThreadResolver],
  jobs: [{ name: "deleteOldAssessments", everyMs: DAY_MS, onStart: true, run: deleteOldAssessments }],
  erasureHooks: [{ name: "spam", erase: eraseAssessments }],
};
