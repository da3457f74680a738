import { route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyDialogId,
  LegacyDialogList,
  LegacyDialogPeer,
  LegacyDialogRef,
  LegacyFirstMessage,
  LegacyMessageList,
  LegacyNextMessage,
} from "./legacy.input.ts";
import {
  answerDialogForLegacy,
  deleteDialogForLegacy,
  findDialogForLegacy,
  listDialogsForLegacy,
  listMessagesForLegacy,
  openDialogForLegacy,
  readDialogForLegacy,
} from "./legacyDialogs.ts";

const who = "member";

/** Private messages for legacy clients (legacy-facts 3.4). A dialog of others is as unknown as one that never was. */
export const messagesRest: RestRoutes = {
  "GET /api/v3/dialog": route(LegacyDialogList, listDialogsForLegacy, { who, answer: "page" }),
  "POST /api/v3/dialog.create": route(LegacyFirstMessage, openDialogForLegacy, {
    who,
    codes: [-4002, -4004, -7061, -7068, -11000],
  }),
  "GET /api/v3/dialog/message": route(LegacyMessageList, listMessagesForLegacy, {
    who,
    answer: "page",
    codes: [-4004],
  }),
  "POST /api/v3/dialog/message.create": route(LegacyNextMessage, answerDialogForLegacy, {
    who,
    codes: [-4002, -4004, -7061, -7068, -11000],
  }),
  "POST /api/v3/dialog.update": route(LegacyDialogRef, readDialogForLegacy, {
    who,
    answer: "nothing",
    codes: [-4004],
  }),
  "POST /api/v3/dialog.delete": route(LegacyDialogId, deleteDialogForLegacy, {
    who,
    answer: "nothing",
    codes: [-4004],
  }),
  "GET /api/v3/dialog.record": route(LegacyDialogPeer, findDialogForLegacy, { who }),
};
