import { route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyAttachmentRef,
  LegacyLikerList,
  LegacyNewThread,
  LegacyOperation,
  LegacyPinnedList,
  LegacyThreadChange,
  LegacyThreadRef,
} from "./legacy/legacy.input.ts";
import { refuseOwnPin, shareAttachmentForLegacy, shareForLegacy } from "./legacy/legacyExtras.ts";
import { listLikersForLegacy, listTypesForLegacy } from "./legacy/legacyLikers.ts";
import {
  deleteThreadForLegacy,
  listPinnedForLegacy,
  operateForLegacy,
  publishForLegacy,
  readThreadForLegacy,
  readViewsForLegacy,
  updateThreadForLegacy,
} from "./legacy/legacyThreads.ts";

const who = "member";
const whileWaiting = true;

/** Threads for legacy clients (legacy-facts 3.5); lists of them are with the search, which one of their filters is. */
export const threadsRest: RestRoutes = {
  "GET /api/v3/thread.detail": route(LegacyThreadRef, readThreadForLegacy, { codes: [-3001, -4002, -4004] }),
  "POST /api/v3/thread.create": route(LegacyNewThread, publishForLegacy, {
    who,
    codes: [-4002, -4004, -5004, -7076],
  }),
  "POST /api/v3/thread.update": route(LegacyThreadChange, updateThreadForLegacy, {
    who,
    codes: [-4002, -4004, -4005, -4013, -5004, -7076],
  }),
  "POST /api/v3/thread.delete": route(LegacyThreadRef, deleteThreadForLegacy, {
    who,
    answer: "nothing",
    codes: [-4002, -4004],
  }),
  "POST /api/v3/threads/operate": route(LegacyOperation, operateForLegacy, { who, codes: [-4002, -4004] }),
  "GET /api/v3/thread.stick": route(LegacyPinnedList, listPinnedForLegacy, {
    whileWaiting,
    emptyBeforeJoining: [],
    answer: "list",
    codes: [-3001, -4002],
  }),
  "GET /api/v3/thread.likedusers": route(LegacyLikerList, listLikersForLegacy, {
    answer: "page",
    codes: [-3001, -4002, -4004],
  }),
  "GET /api/v3/thread.typelist": route(null, listTypesForLegacy, {
    whileWaiting,
    beforeJoining: true,
    answer: "list",
  }),
  "POST /api/v3/thread.share": route(LegacyThreadRef, shareForLegacy, {
    answer: "nothing",
    codes: [-3001, -4002, -4004],
    about: "Shares are not counted.",
  }),
  "GET /api/v3/attachment.share": route(LegacyAttachmentRef, shareAttachmentForLegacy, {
    codes: [-3001, -4002, -4004],
  }),
  "POST /api/v3/user/thread.stick": route(null, refuseOwnPin, { who, codes: [-4001], about: "Not offered." }),
  "GET /api/v3/view.count": route(LegacyThreadRef, readViewsForLegacy, {
    whileWaiting,
    emptyBeforeJoining: { viewCount: 0 },
    codes: [-3001, -4002, -4004],
  }),
};
