import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { savedSearchJobs } from "./saved.jobs.ts";
import { SavedSearch } from "./savedSearch.entity.ts";
import { SavedSearchResolver } from "./savedSearch.resolver.ts";

/** Searches that members save, and are notified of. */
export const savedSearches: Feature = {
  name: "search/saved",
  entities: [SavedSearch],
  resolvers: [SavedSearchResolver],
  jobs: savedSearchJobs,
  erasureHooks: [eraseRows("search.savedSearches", SavedSearch)],
};
