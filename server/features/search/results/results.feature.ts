import type { Feature } from "../../../core/feature.ts";
import { searchResultsRest } from "./results.rest.ts";
import { SearchResolver } from "./search.resolver.ts";

/** Search results in threads, replies, members and topics. */
export const searchResults: Feature = {
  name: "search/results",
  resolvers: [SearchResolver],
  rest: searchResultsRest,
};
