import { route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyAnswer,
  LegacyField,
  LegacyFieldRef,
  LegacyFieldsOf,
  LegacyFieldStatus,
} from "./field.input.ts";
import {
  listAnswersForLegacy,
  listFieldsForLegacy,
  readFieldForLegacy,
  saveFieldsForLegacy,
  setStatusForLegacy,
  submitAnswersForLegacy,
} from "./legacyFields.ts";

const who = "admin";

/** REST routes of sign-in fields for legacy clients (legacy-facts 2.11–2.15, 5.9). */
export const signInFieldsRest: RestRoutes = {
  "GET /api/admin/signinfields.resource.v2": route(LegacyFieldRef, readFieldForLegacy, {
    who,
    codes: [-4004],
  }),
  "GET /api/admin/signinfields.list.v2": route(null, listFieldsForLegacy, {
    who,
    refusal: { zh: "您没有获取注册扩展列表权限", en: "You are not allowed to see the sign-in fields." },
    answer: "list",
  }),
  "POST /api/admin/signinfields.create.v2": route([LegacyField], saveFieldsForLegacy, {
    who,
    answer: "list",
  }),
  "POST /api/admin/signinfields.update.v2": route(LegacyFieldStatus, setStatusForLegacy, {
    who,
    codes: [-4004],
  }),
  "GET /api/user/signinfields.list.v2": route(LegacyFieldsOf, listAnswersForLegacy, {
    who: "user",
    anyStanding: true,
    refusal: { zh: "没有访问扩展字段的权限", en: "You are not allowed to see sign-in fields." },
    answer: "list",
    codes: [-4002],
  }),
  "POST /api/v3/user/signinfields.create": route([LegacyAnswer], submitAnswersForLegacy, {
    who: "user",
    anyStanding: true,
    refusal: { zh: "没有访问扩展字段的权限", en: "You are not allowed to see sign-in fields." },
    answer: "list",
    codes: [-4002, -4005, -4009],
  }),
};
