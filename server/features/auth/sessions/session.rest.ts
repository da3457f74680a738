import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyLogin } from "../accounts/account.input.ts";
import { loginForLegacy } from "./legacyLogin.ts";

/** Signing in for legacy clients (legacy-facts 3.1). */
export const sessionRest: RestRoutes = {
  "POST /api/v3/users/username.login": route(LegacyLogin, loginForLegacy, {
    always: true,
    codes: [-4009, -7040],
  }),
};
