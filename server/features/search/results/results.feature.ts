import type { Feature } from "../../../core/feature.ts";
import { searchResultsRest } from "./results.rest.ts";
import { SearchResolver } from "./search.resolver.ts";

/** What is found in threads, replies and members. */
export const searchResults: Feature = {
  name: "search/results",
  resolvers: [SearchResolver],
  rest: searchResultsRest,
};
