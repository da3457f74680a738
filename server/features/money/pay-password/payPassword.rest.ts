import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyPayPassword, provePayPasswordForLegacy } from "./legacyPayPassword.ts";

/** REST route of the pay password for legacy clients, which set it with `users/update.user` (legacy-facts 3.3). */
export const payPasswordRest: RestRoutes = {
  "POST /api/v3/users/pay-password/reset": route(LegacyPayPassword, provePayPasswordForLegacy, {
    who: "member",
    beforeJoining: true,
    about: "`sessionId` is the `payPasswordToken` of `users/update.user`, once within ten minutes.",
  }),
};
