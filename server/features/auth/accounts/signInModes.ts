import { registerEnumType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { BY_PHONE } from "../../settings/catalogue/settingRules.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findCodeSender } from "../../sms/smsProvider.ts";

/** Way of signing in. */
export enum SignInMode {
  PASSWORD = "PASSWORD",
  MAIL_CODE = "MAIL_CODE",
  PHONE_CODE = "PHONE_CODE",
}
registerEnumType(SignInMode, { name: "SignInMode", description: "A way of signing in." });

/** Gives the ways of signing in that the site offers, the preferred one first: the phone where it registers by it. */
export async function signInModesOf(ctx: Context): Promise<SignInMode[]> {
  const { sign_in_codes: mode, register_type: registerType } = await getSettings(ctx);
  const modes = [SignInMode.PASSWORD];
  if (mode !== "0" && (await mailSettings(ctx)) !== null) {
    if (mode === "2") modes.unshift(SignInMode.MAIL_CODE);
    else modes.push(SignInMode.MAIL_CODE);
  }
  if ((await findCodeSender(ctx)) === null) return modes;
  return registerType === BY_PHONE ? [SignInMode.PHONE_CODE, ...modes] : [...modes, SignInMode.PHONE_CODE];
}

/** True if new members register by phone alone. */
export async function registersByPhone(ctx: Context): Promise<boolean> {
  const { register_type: registerType } = await getSettings(ctx);
  return registerType === BY_PHONE && (await findCodeSender(ctx)) !== null;
}
