import { route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyNewThread,
  LegacyOperation,
  LegacyPinnedList,
  LegacyThreadChange,
  LegacyThreadRef,
} from "./legacy.input.ts";
import {
  deleteThreadForLegacy,
  listPinnedForLegacy,
  operateForLegacy,
  publishForLegacy,
  readThreadForLegacy,
  readViewsForLegacy,
  updateThreadForLegacy,
} from "./legacyThreads.ts";

const who = "member";

/** Threads for legacy clients (legacy-facts 3.5); lists of them are with the search, which one of their filters is. */
export const threadsRest: RestRoutes = {
  "GET /api/v3/thread.detail": route(LegacyThreadRef, readThreadForLegacy),
  "POST /api/v3/thread.create": route(LegacyNewThread, publishForLegacy, { who }),
  "POST /api/v3/thread.update": route(LegacyThreadChange, updateThreadForLegacy, { who }),
  "POST /api/v3/thread.delete": route(LegacyThreadRef, deleteThreadForLegacy, { who }),
  "POST /api/v3/threads/operate": route(LegacyOperation, operateForLegacy, { who }),
  "GET /api/v3/thread.stick": route(LegacyPinnedList, listPinnedForLegacy),
  "GET /api/v3/view.count": route(LegacyThreadRef, readViewsForLegacy),
};
