import type { Feature } from "../../core/feature.ts";
import { prepareList } from "./list.service.ts";
import { stopWordsRest } from "./stop-words.rest.ts";
import { StopWord } from "./stopWord.entity.ts";
import { stopWordJobs } from "./stopWord.jobs.ts";
import { StopWordResolver } from "./stopWord.resolver.ts";
import { StopWordBatch, StopWordBatchItem } from "./stopWordBatch.entity.ts";
import { StopWordBatchResolver } from "./stopWordBatch.resolver.ts";
import { StopWordList, StopWordTally } from "./stopWordList.entity.ts";

/** Words that content, names, signatures and messages must not say, and the filter that finds them. */
export const stopWords: Feature = {
  name: "stop-words",
  entities: [StopWord, StopWordList, StopWordTally, StopWordBatch, StopWordBatchItem],
  resolvers: [StopWordResolver, StopWordBatchResolver],
  rest: stopWordsRest,
  jobs: stopWordJobs,
  prepare: prepareList,
};
