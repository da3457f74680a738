import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyMiniProgramLogin, loginMiniProgramForLegacy } from "./legacyMiniProgram.ts";

/** REST route by which the predecessor's mini-program signs in (legacy-facts 3.1). */
export const wechatRest: RestRoutes = {
  "POST /api/v3/users/wechat/miniprogram.login": route(LegacyMiniProgramLogin, loginMiniProgramForLegacy, {
    always: true,
    codes: [-2001, -4009, -7032],
  }),
};
