import { on } from "../../../core/events.ts";
import type { Feature } from "../../../core/feature.ts";
import { documentsQueued } from "./index.events.ts";
import { indexJobs } from "./index.jobs.ts";
import { prepareSearchState } from "./index.service.ts";
import { SearchQueueRow, SearchState } from "./searchQueue.entity.ts";

/** The words under which threads, replies, members and topics are found; `search/results` reads it. */
export const searchIndex: Feature = {
  name: "search/index",
  entities: [SearchQueueRow, SearchState],
  subscriptions: [on(documentsQueued, ({ services }) => services.searchIndexer.kick())],
  jobs: indexJobs,
  prepare: prepareSearchState,
};
