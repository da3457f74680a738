import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { answerOfLegacy } from "../../captcha/captchaAnswer.ts";
import { setPayPasswordForLegacy } from "../../money/pay-password/legacyPayPassword.ts";
import { legacyToken } from "../sessions/legacyLogin.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import type {
  LegacySmsCode,
  LegacySmsLogin,
  LegacySmsPassword,
  LegacySmsPayPassword,
  LegacySmsRequest,
} from "./legacy.input.ts";
import { bindPhone, proveByPhone, resetPasswordByPhone } from "./ownPhone.service.ts";
import { PhoneCodePurpose } from "./phone.input.ts";
import { requestPhoneCode, type TypedPhoneCode } from "./phoneCode.service.ts";
import { loginByPhone } from "./phoneLogin.service.ts";

/** Seconds until another code may be asked for (legacy-facts 3.1). */
const INTERVAL_S = 60;

/** Purposes by the names of the predecessor. */
const PURPOSES: Readonly<Record<string, PhoneCodePurpose>> = {
  login: PhoneCodePurpose.SIGN_IN,
  bind: PhoneCodePurpose.BIND,
  rebind: PhoneCodePurpose.BIND,
  verify: PhoneCodePurpose.PROOF,
  reset_pwd: PhoneCodePurpose.RESET,
  reset_pay_pwd: PhoneCodePurpose.PROOF,
};

const typedIn = ({ mobile, code }: LegacySmsCode): TypedPhoneCode => ({ request: null, phone: mobile, code });

/** Sends a code by text message (legacy-facts 3.1). */
export async function sendSmsForLegacy(ctx: Context, input: LegacySmsRequest): Promise<object> {
  const purpose = Object.hasOwn(PURPOSES, input.type) ? PURPOSES[input.type] : undefined;
  if (purpose === undefined) throw invalid("type", "type 取值错误", "There is no such type.");
  const captcha = answerOfLegacy(input);
  await requestPhoneCode(ctx, { purpose, phone: input.mobile, captcha, isOfOldClient: true });
  return { interval: INTERVAL_S };
}

/**
 * Signs in, or registers, by a code; the form of old clients says above its button that whoever registers agrees to the
 * terms.
 */
export async function loginBySmsForLegacy(ctx: Context, input: LegacySmsLogin): Promise<object> {
  const { inviteCode } = input;
  const given = { ...typedIn(input), inviteCode, agreed: true, client: ClientKind.API };
  return legacyToken(ctx, await loginByPhone(ctx, given));
}

/** Binds a number to the account, or another one; the sign-in is recent, or `sms.verify` came before. */
export async function bindSmsForLegacy(ctx: Context, input: LegacySmsCode): Promise<[]> {
  await bindPhone(ctx, typedIn(input));
  return [];
}

/** Proves by a code to the number of the account that its owner is here. */
export async function verifySmsForLegacy(ctx: Context, { code }: LegacySmsCode): Promise<[]> {
  await proveByPhone(ctx, { request: null, code });
  return [];
}

/** Sets a new password by a code. */
export async function resetPasswordForLegacy(ctx: Context, input: LegacySmsPassword): Promise<[]> {
  await resetPasswordByPhone(ctx, { ...typedIn(input), password: input.password });
  return [];
}

/** Sets a new pay password by a code to the number of the account. */
export async function resetPayPasswordForLegacy(ctx: Context, input: LegacySmsPayPassword): Promise<[]> {
  await proveByPhone(ctx, { request: null, code: input.code });
  const { payPassword, payPasswordConfirmation } = input;
  await setPayPasswordForLegacy(ctx, { payPassword, payPasswordConfirmation });
  return [];
}
