import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insertIgnore } from "../../core/write.ts";
import { isTencentCaptcha } from "../settings/catalogue/captchaSites.ts";
import { getSettings } from "../settings/setting.service.ts";
import { altcha } from "./altcha.ts";
import { CaptchaPurpose } from "./captcha.view.ts";
import type { CaptchaProvider } from "./captchaProvider.ts";
import { CaptchaUse } from "./captchaUse.entity.ts";
import { tencentCaptcha } from "./tencentCaptcha.ts";

/** Gives the provider of the site: Tencent's captcha once its settings are complete, else proofs of work. */
export async function captchaProvider(ctx: Context): Promise<CaptchaProvider> {
  const settings = await getSettings(ctx);
  return isTencentCaptcha(settings) ? tencentCaptcha(ctx, settings) : altcha(ctx);
}

/**
 * True if the viewer has to pass a captcha first: by the settings of the site, or for groups with
 * `createThreadWithCaptcha` (legacy-facts 5.8), which never binds administrators. A phone that signs in may register, so
 * the captcha of registering holds for its code, too. Nothing is asked where no browser could solve it.
 */
export async function isCaptchaAsked(ctx: Context, purpose: CaptchaPurpose): Promise<boolean> {
  if (!(await captchaProvider(ctx)).isSolvable) return false;
  const {
    register_captcha: onRegistering,
    sms_captcha: onSms,
    sign_in_captcha: failures,
  } = await getSettings(ctx);
  switch (purpose) {
    case CaptchaPurpose.REGISTER:
      return onRegistering === "1";
    case CaptchaPurpose.SMS:
      return onSms === "1" || onRegistering === "1";
    case CaptchaPurpose.SIGN_IN:
      // When it is needed is for the sign-in to say, which counts the failures.
      return failures !== "0";
    case CaptchaPurpose.PUBLISH:
      return !ctx.viewer.isAdmin && ctx.viewer.grants.has("createThreadWithCaptcha");
  }
}

/** Makes a challenge for the viewer; null if nothing is asked. */
export async function findChallenge(ctx: Context, purpose: CaptchaPurpose): Promise<string | null> {
  return (await isCaptchaAsked(ctx, purpose)) ? (await captchaProvider(ctx)).challenge(purpose) : null;
}

/**
 * Uses a solved captcha up, where one is asked for: of several calls at once exactly one passes.
 * @throws {DomainError} CAPTCHA_NEEDED without one; CAPTCHA_WRONG if it is forged, expired, for another action or used;
 *   CAPTCHA_UNAVAILABLE if the service that knows does not answer.
 */
export async function passCaptcha(
  ctx: Context,
  purpose: CaptchaPurpose,
  answer: string | null | undefined,
): Promise<void> {
  if (!(await isCaptchaAsked(ctx, purpose))) return;
  if (!answer) throw new DomainError("CAPTCHA_NEEDED", { field: "captcha" });
  const solved = await (await captchaProvider(ctx)).check(purpose, answer);
  const isNew =
    solved && (await inTransaction(ctx, (ctx) => insertIgnore(ctx, CaptchaUse, [{ ...solved }]))) === 1;
  if (!isNew) throw new DomainError("CAPTCHA_WRONG", { field: "captcha" });
}

/** Deletes the marks of captchas that would be refused anyway by now. */
export async function removeExpiredUses(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(CaptchaUse, { expiresAt: LessThanOrEqual(ctx.now) }));
}
