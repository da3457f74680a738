import { route, type RestRoutes } from "../../core/rest.ts";
import {
  deleteStopWordsForLegacy,
  importStopWordsForLegacy,
  listStopWordsForLegacy,
} from "./legacyStopWords.ts";
import { LegacyStopWordBatch, LegacyStopWordFilter, LegacyStopWordIds } from "./stopWord.input.ts";

const who = "admin";

/** Stop words for legacy clients (legacy-facts 2.16–2.18). */
export const stopWordsRest: RestRoutes = {
  "GET /api/stop-words.v2": route(LegacyStopWordFilter, listStopWordsForLegacy, {
    who,
    refusal: { zh: "您没有访问敏感词列表的权限", en: "You are not allowed to see stop words." },
    answer: "page",
  }),
  "POST /api/stop-words/batch.v2": route(LegacyStopWordBatch, importStopWordsForLegacy, {
    who,
    refusal: { zh: "您没有保存敏感词的权限", en: "You are not allowed to save stop words." },
  }),
  "DELETE /api/stop-words.v2": route(LegacyStopWordIds, deleteStopWordsForLegacy, { who, answer: "nothing" }),
};
