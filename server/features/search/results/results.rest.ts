import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyThreadList } from "./legacy.input.ts";
import { listRecommendedForLegacy, listThreadsForLegacy } from "./legacyThreadList.ts";

/** Lists of threads for legacy clients, which search by the same call (legacy-facts 3.5). */
export const searchResultsRest: RestRoutes = {
  "GET /api/v3/thread.list": route(LegacyThreadList, listThreadsForLegacy, {
    whileReviewed: true,
    beforeJoining: true,
    about: "On a paid site before joining it: scope 3 alone, titles without texts.",
    answer: "page",
    codes: [-3001, -4002],
  }),
  "GET /api/v3/thread.recommends": route(null, listRecommendedForLegacy, {
    whileWaiting: true,
    emptyBeforeJoining: [],
    answer: "list",
    codes: [-3001, -4002],
  }),
};
