import { route, type RestRoutes } from "../../../core/rest.ts";
import {
  LegacySmsCode,
  LegacySmsLogin,
  LegacySmsPassword,
  LegacySmsPayPassword,
  LegacySmsRequest,
} from "./legacy.input.ts";
import {
  bindSmsForLegacy,
  loginBySmsForLegacy,
  resetPasswordForLegacy,
  resetPayPasswordForLegacy,
  sendSmsForLegacy,
  verifySmsForLegacy,
} from "./legacyPhones.ts";

const always = true;
const codes = [-7078, -9001, -9002, -9003] as const;
const ofCode = { always, answer: "nothing", codes } as const;
const ofMember = { ...ofCode, who: "member", codes: [-4002, ...codes] } as const;

/** REST routes of phone numbers for legacy clients (legacy-facts 3.1), over the services of the site. */
export const phonesRest: RestRoutes = {
  "POST /api/v3/users/sms.send": route(LegacySmsRequest, sendSmsForLegacy, {
    always,
    codes: [-3001, -5004, -7031, ...codes],
  }),
  "POST /api/v3/users/sms.login": route(LegacySmsLogin, loginBySmsForLegacy, {
    always,
    codes: [-4009, -7032, ...codes],
    about: "A number that no account has becomes a new member.",
  }),
  "POST /api/v3/users/sms.bind": route(LegacySmsCode, bindSmsForLegacy, ofMember),
  "POST /api/v3/users/sms.rebind": route(LegacySmsCode, bindSmsForLegacy, ofMember),
  "POST /api/v3/users/sms.verify": route(LegacySmsCode, verifySmsForLegacy, ofMember),
  "POST /api/v3/users/sms.reset.pwd": route(LegacySmsPassword, resetPasswordForLegacy, {
    ...ofCode,
    codes: [-7031, ...codes],
  }),
  "POST /api/v3/users/sms.reset.pay.pwd": route(LegacySmsPayPassword, resetPayPasswordForLegacy, ofMember),
};
