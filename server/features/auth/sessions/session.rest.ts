import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyLogin, LegacyNames, LegacyRegistration } from "../accounts/account.input.ts";
import {
  checkNamesForLegacy,
  loginAdminForLegacy,
  loginForLegacy,
  registerForLegacy,
} from "./legacyLogin.ts";

/** REST route that signs in legacy clients (legacy-facts 3.1). */
export const sessionRest: RestRoutes = {
  "POST /api/v3/users/username.login": route(LegacyLogin, loginForLegacy, {
    always: true,
    codes: [-4009, -7040],
  }),
  "POST /api/v3/users/mobilebrowser/username.login": route(LegacyLogin, loginForLegacy, {
    always: true,
    codes: [-4009, -7040],
  }),
  "POST /api/v3/users/username.check": route(LegacyNames, checkNamesForLegacy, {
    always: true,
    answer: "nothing",
    codes: [-7041, -7042, -7057],
  }),
  "POST /api/v3/users/username.register": route(LegacyRegistration, registerForLegacy, {
    beforeJoining: true,
    codes: [-7032, -7041, -7042, -7057],
  }),
  "POST /api/backAdmin/login": route(LegacyLogin, loginAdminForLegacy, {
    always: true,
    codes: [-4002, -4009, -7040],
  }),
};
