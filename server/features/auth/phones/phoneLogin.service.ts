import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { storePhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { asksConsent } from "../../settings/catalogue/agreements.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { checkName } from "../../users/name.ts";
import { NO_PASSWORD, User } from "../../users/user.entity.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { freeName } from "../accounts/freeName.ts";
import { createMember } from "../accounts/registration.service.ts";
import { registersByWechat } from "../accounts/signInModes.ts";
import { consumeCode, returnGuess } from "../codes/code.service.ts";
import { PhoneCodePurpose, type PhoneLoginInput } from "./phone.input.ts";
import { checkPhoneCode, type ProvenPhone, type TypedPhoneCode } from "./phoneCode.service.ts";

type PhoneLogin = Omit<PhoneLoginInput, "request"> & TypedPhoneCode;

/**
 * Signs in by a code that was sent to a phone, which works once. A number that no account has becomes a new member where
 * registration is open, with a name that they can change (legacy-facts 3.1).
 * @emits userRegistered
 * @throws {DomainError} SMS_OFF; PHONE_INVALID; CODE_WRONG; CODE_EXPIRED; RATE_LIMITED; with the right code alone
 *   REGISTRATION_CLOSED, INVALID_PARAMETER for `agreed`, INVITATION_NEEDED, INVITATION_INVALID, SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG, ACCOUNT_BANNED.
 */
export const loginByPhone = verb({
  name: "loginByPhone",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, input: PhoneLogin): Promise<SignedIn> {
    const proven = await checkPhoneCode(ctx, input, PhoneCodePurpose.SIGN_IN);
    const { owner, code, attempt } = proven;
    const { client, secondFactor } = input;
    try {
      if (owner) {
        const consume = (): Promise<void> => consumeCode(ctx, code);
        return await enter(ctx, owner, { attempt, client, secondFactor, consume });
      }
      const user = await registerByPhone(ctx, proven, input);
      return await enter(ctx, user, { attempt, client });
    } catch (error) {
      // The code was right: what else is missing may be given with the same one.
      await returnGuess(ctx, code);
      throw error;
    }
  },
});

/** Makes a member of a phone number, and uses its code up. */
async function registerByPhone(
  ctx: Context,
  { phone, code }: ProvenPhone,
  { agreed, inviteCode }: PhoneLogin,
): Promise<User> {
  const settings = await getSettings(ctx);
  if (settings.register_close !== "1" || ctx.viewer.closedMessage !== null) throw registrationClosed();
  if (await registersByWechat(ctx)) throw registrationClosed();
  if (asksConsent(settings) && !agreed)
    throw invalid("agreed", "请先同意网站的协议", "Please agree to the terms of the site first.");
  await ctx.services.rateLimiter.take("register", ctx.address);
  const name = await freeName(ctx);
  const user = await inTransaction(ctx, async (ctx) => {
    await consumeCode(ctx, code);
    const created = await createMember(ctx, {
      username: checkName("username", name),
      nickname: checkName("nickname", name),
      passwordHash: NO_PASSWORD,
      inviteCode,
    });
    await storePhone(ctx, created.id, phone);
    return created;
  });
  return ctx.db.findOneByOrFail(User, { id: user.id });
}

function registrationClosed(): DomainError {
  return new DomainError("REGISTRATION_CLOSED", {
    text: {
      zh: "没有账号使用这个手机号，站点目前也不开放注册",
      en: "No account has this number, and registration is closed.",
    },
  });
}
