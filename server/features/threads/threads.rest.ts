import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyNewThread, LegacyThreadList, LegacyThreadRef } from "./legacy.input.ts";
import { listThreadsForLegacy, publishForLegacy, readThreadForLegacy } from "./legacyThreads.ts";

/** Threads for legacy clients (legacy-facts 3.5). */
export const threadsRest: RestRoutes = {
  "GET /api/v3/thread.list": route(LegacyThreadList, listThreadsForLegacy),
  "GET /api/v3/thread.detail": route(LegacyThreadRef, readThreadForLegacy),
  "POST /api/v3/thread.create": route(LegacyNewThread, publishForLegacy, { who: "member" }),
};
