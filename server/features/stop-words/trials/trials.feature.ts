import type { Feature } from "../../../core/feature.ts";
import { WordTrialResolver } from "./wordTrial.resolver.ts";

/** What stop words would do, tried on what members wrote before they are in use. */
export const wordTrials: Feature = {
  name: "stop-words/trials",
  resolvers: [WordTrialResolver],
};
