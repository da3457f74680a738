import type { Feature } from "../../../core/feature.ts";
import { WordTrialResolver } from "./wordTrial.resolver.ts";

/** Trials of stop words on existing texts, before the words are in use. */
export const wordTrials: Feature = {
  name: "stop-words/trials",
  resolvers: [WordTrialResolver],
};
