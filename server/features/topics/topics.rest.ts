import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyTopicList } from "./legacy.input.ts";
import { listTopicsForLegacy } from "./legacyTopics.ts";

/** REST route of topics for legacy clients (legacy-facts 3.5). */
export const topicsRest: RestRoutes = {
  "GET /api/v3/topics.list": route(LegacyTopicList, listTopicsForLegacy, {
    whileReviewed: true,
    answer: "page",
    codes: [-3001, -4002, -4004],
  }),
};
