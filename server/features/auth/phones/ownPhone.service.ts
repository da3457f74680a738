import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { clearPhone, findPhone, storePhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { User } from "../../users/user.entity.ts";
import { getUser } from "../../users/user.service.ts";
import { consumeCode, returnGuess } from "../codes/code.service.ts";
import { hashNewPassword, hasPassword } from "../passwords/password.ts";
import { replacePassword } from "../passwords/passwordChange.service.ts";
import { requireProof, storeProof } from "../sessions/proof.service.ts";
import { PhoneCodePurpose, type PhoneResetInput } from "./phone.input.ts";
import { checkPhoneCode, type TypedPhoneCode } from "./phoneCode.service.ts";

/**
 * Binds a phone number to the viewer's account; it takes the place of the one before.
 * @throws {DomainError} PROOF_NEEDED; SMS_OFF; PHONE_INVALID; CODE_WRONG; CODE_EXPIRED; PHONE_TAKEN; RATE_LIMITED.
 */
export const bindPhone = verb({
  name: "bindPhone",
  who: "member",
  rate: "session",
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, input: TypedPhoneCode): Promise<User> {
    await requireProof(ctx);
    const { phone, code, attempt } = await checkPhoneCode(ctx, input, PhoneCodePurpose.BIND);
    const userId = ctx.viewer.accountId;
    await inTransaction(ctx, async (ctx) => {
      await consumeCode(ctx, code);
      await storePhone(ctx, userId, phone);
    });
    await attempt.succeeded(ctx);
    return getUser(ctx, userId);
  },
});

/**
 * Takes the phone number of the viewer's account away.
 * @throws {DomainError} PROOF_NEEDED; FORBIDDEN without a password, since nothing else might open the account again.
 */
export const removePhone = verb({
  name: "removePhone",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<User> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const { passwordHash } = await ctx.db.findOneByOrFail(User, { id: userId });
    if (!hasPassword(passwordHash))
      throw new DomainError("FORBIDDEN", {
        text: {
          zh: "请先设置密码，否则将无法再次登录",
          en: "Please set a password first: without one you could not sign in again.",
        },
      });
    await inTransaction(ctx, (ctx) => clearPhone(ctx, userId));
    return getUser(ctx, userId);
  },
});

/** A code that was sent to the number of the account. */
export interface OwnPhoneCode {
  readonly request: TypedPhoneCode["request"];
  readonly code: string;
}

/**
 * Proves by a code to the number of the account that the viewer owns it; the session counts as proven for ten minutes.
 * @throws {DomainError} SMS_OFF; PHONE_UNKNOWN; CODE_WRONG; CODE_EXPIRED; RATE_LIMITED.
 */
export const proveByPhone = verb({
  name: "proveByPhone",
  who: "member",
  rate: "session",
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, { request, code: typed }: OwnPhoneCode): Promise<boolean> {
    const phone = await findPhone(ctx, ctx.viewer.accountId);
    if (!phone) throw new DomainError("PHONE_UNKNOWN");
    const input = { request, phone, code: typed };
    const { code, attempt } = await checkPhoneCode(ctx, input, PhoneCodePurpose.PROOF);
    await inTransaction(ctx, async (ctx) => {
      await consumeCode(ctx, code);
      await storeProof(ctx);
    });
    await attempt.succeeded(ctx);
    return true;
  },
});

/**
 * Sets a new password by a code that was sent to the phone of an account, and ends all sessions of the member.
 * @emits sessionsEnded
 * @throws {DomainError} SMS_OFF; PHONE_INVALID; CODE_WRONG; CODE_EXPIRED; RATE_LIMITED; with the right code alone
 *   PHONE_UNKNOWN, PASSWORD_TOO_SHORT and its like.
 */
export const resetPasswordByPhone = verb({
  name: "resetPasswordByPhone",
  who: "anyone",
  rate: "login",
  anyStanding: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, input: TypedPhoneCode & Pick<PhoneResetInput, "password">): Promise<boolean> {
    const { owner, code, attempt } = await checkPhoneCode(ctx, input, PhoneCodePurpose.RESET);
    try {
      if (!owner) throw new DomainError("PHONE_UNKNOWN", { field: "phone" });
      const passwordHash = await hashNewPassword(ctx, input.password, owner, await getSettings(ctx));
      await inTransaction(ctx, async (ctx) => {
        await consumeCode(ctx, code);
        await replacePassword(ctx, owner, passwordHash);
      });
    } catch (error) {
      await returnGuess(ctx, code);
      throw error;
    }
    await attempt.succeeded(ctx);
    return true;
  },
});
