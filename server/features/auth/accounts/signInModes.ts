import { registerEnumType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { getSettings } from "../../settings/setting.service.ts";

/** Way of signing in. */
export enum SignInMode {
  PASSWORD = "PASSWORD",
  MAIL_CODE = "MAIL_CODE",
}
registerEnumType(SignInMode, { name: "SignInMode", description: "A way of signing in." });

/** Gives the ways of signing in that the site offers, the preferred one first. */
export async function signInModesOf(ctx: Context): Promise<SignInMode[]> {
  const { sign_in_codes: mode } = await getSettings(ctx);
  if (mode === "0" || (await mailSettings(ctx)) === null) return [SignInMode.PASSWORD];
  const modes = [SignInMode.PASSWORD, SignInMode.MAIL_CODE];
  return mode === "2" ? modes.reverse() : modes;
}
