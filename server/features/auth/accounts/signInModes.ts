import { registerEnumType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { BY_PHONE, BY_WECHAT } from "../../settings/catalogue/settingRules.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findCodeSender } from "../../sms/smsProvider.ts";
import { isWechatOffered } from "../../wechat/wechatApps.ts";

/** Way of signing in. */
export enum SignInMode {
  PASSWORD = "PASSWORD",
  MAIL_CODE = "MAIL_CODE",
  PHONE_CODE = "PHONE_CODE",
  WECHAT = "WECHAT",
}
registerEnumType(SignInMode, {
  name: "SignInMode",
  description: "A way of signing in.",
  valuesConfig: {
    PASSWORD: { description: "User name or mail address, and password." },
    MAIL_CODE: { description: "A code that is mailed." },
    PHONE_CODE: { description: "A code in a text message." },
    WECHAT: { description: "WeChat." },
  },
});

/** Gives the ways of signing in that the site offers, the preferred one first: phone or WeChat where it registers by them. */
export async function signInModesOf(ctx: Context): Promise<SignInMode[]> {
  const { sign_in_codes: mode, register_type: registerType } = await getSettings(ctx);
  const modes = [SignInMode.PASSWORD];
  if (mode !== "0" && (await mailSettings(ctx)) !== null) {
    if (mode === "2") modes.unshift(SignInMode.MAIL_CODE);
    else modes.push(SignInMode.MAIL_CODE);
  }
  if ((await findCodeSender(ctx)) !== null) {
    if (registerType === BY_PHONE) modes.unshift(SignInMode.PHONE_CODE);
    else modes.push(SignInMode.PHONE_CODE);
  }
  if (!(await isWechatOffered(ctx))) return modes;
  return registerType === BY_WECHAT ? [SignInMode.WECHAT, ...modes] : [...modes, SignInMode.WECHAT];
}

/** True if new members register by phone alone. */
export async function registersByPhone(ctx: Context): Promise<boolean> {
  const { register_type: registerType } = await getSettings(ctx);
  return registerType === BY_PHONE && (await findCodeSender(ctx)) !== null;
}

/** True if new members register by WeChat alone. */
export async function registersByWechat(ctx: Context): Promise<boolean> {
  const { register_type: registerType } = await getSettings(ctx);
  return registerType === BY_WECHAT && (await isWechatOffered(ctx));
}
