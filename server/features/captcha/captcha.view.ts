import { registerEnumType } from "type-graphql";

/** Action that a captcha is for; it opens no other. */
export enum CaptchaPurpose {
  REGISTER = "REGISTER",
  PUBLISH = "PUBLISH",
  SMS = "SMS",
  SIGN_IN = "SIGN_IN",
}
registerEnumType(CaptchaPurpose, {
  name: "CaptchaPurpose",
  description: "What a captcha is for; it opens nothing else.",
  valuesConfig: {
    REGISTER: { description: "Registering." },
    PUBLISH: { description: "Publishing a thread." },
    SMS: { description: "Asking for a code by text message." },
    SIGN_IN: { description: "Signing in by password after too many failures." },
  },
});

/** Description of the argument that takes a solved captcha. */
export const CAPTCHA_ANSWER =
  "Solved captcha, where `captchaChallenge` gives one, as JSON in Base64: `challenge` and `solution`, or `ticket` and `randStr` with Tencent's. It counts once.";
