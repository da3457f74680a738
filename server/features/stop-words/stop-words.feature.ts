import type { Feature } from "../../core/feature.ts";
import { stopWordsRest } from "./stop-words.rest.ts";
import { StopWord } from "./stopWord.entity.ts";
import { StopWordResolver } from "./stopWord.resolver.ts";

/** Words that content, names, signatures and messages must not say, and the filter that finds them. */
export const stopWords: Feature = {
  name: "stop-words",
  entities: [StopWord],
  resolvers: [StopWordResolver],
  rest: stopWordsRest,
};
