import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Limit } from "../../../core/rateLimit.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { findByPhone, findPhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { passCaptcha } from "../../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../../captcha/captcha.view.ts";
import { parsePhone } from "../../sms/phoneNumber.ts";
import { SmsError } from "../../sms/smsError.ts";
import { findCodeSender, type CodeSender } from "../../sms/smsProvider.ts";
import type { User } from "../../users/user.entity.ts";
import { beginAttempt, type Attempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { clearCounter, takePoints } from "../attempts/limitCounter.service.ts";
import {
  codeOf,
  countGuess,
  findLastCode,
  findOpenCode,
  isRightCode,
  issueCode,
  withdrawCode,
} from "../codes/code.service.ts";
import { CodePurpose, type OneTimeCode } from "../codes/oneTimeCode.entity.ts";
import { digest } from "../sessions/digest.ts";
import { PhoneCodePurpose, type PhoneCodeInput } from "./phone.input.ts";

/** Time within which a code by text message works, in minutes. */
export const PHONE_CODE_MINUTES = 5;
/** Text messages to one number, whoever asks: the first is the wait before another one (legacy-facts 3.1). */
const PER_NUMBER: readonly Limit[] = [
  { points: 1, seconds: 60 },
  { points: 5, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
];

const PURPOSES: Readonly<Record<PhoneCodePurpose, CodePurpose>> = {
  SIGN_IN: CodePurpose.PHONE_SIGN_IN,
  BIND: CodePurpose.PHONE_BIND,
  PROOF: CodePurpose.PHONE_PROOF,
  RESET: CodePurpose.PHONE_RESET,
};

/** @throws {DomainError} SMS_OFF if the site sends no codes by text message. */
export async function mustSendSms(ctx: Context): Promise<CodeSender> {
  const sender = await findCodeSender(ctx);
  if (!sender) throw new DomainError("SMS_OFF");
  return sender;
}

/** A code that is asked for. */
export interface PhoneCodeRequest {
  readonly purpose: PhoneCodePurpose;
  /** Not needed for a proof, which goes to the number of the account. */
  readonly phone?: string | null;
  /** Solved captcha, where the site asks for one. */
  readonly captcha?: string | null;
  /** Asked for by a client that keeps no request: the number and the code are all that it sends back. */
  readonly isOfOldClient?: boolean;
}

/** A code as it is typed in; without a request by old clients, for the code that one of them asked for last. */
export type TypedPhoneCode = Omit<PhoneCodeInput, "request"> & { readonly request: string | null };

const OLD_CLIENT = "old client";

/**
 * Sends a code to a phone. It is sent to every number alike: whether an account has it shows after the code was given.
 * @returns what belongs to the code: it works for the browser that asked alone
 * @throws {DomainError} SMS_OFF; PHONE_INVALID; LOGIN_REQUIRED to bind or prove; PHONE_UNKNOWN for a proof without a
 *   number; CAPTCHA_NEEDED, CAPTCHA_WRONG; RATE_LIMITED for the number or the address; SMS_FAILED if the provider does not take it.
 */
export const requestPhoneCode = verb({
  name: "requestPhoneCode",
  who: "anyone",
  rate: "smsCode",
  anyStanding: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, input: PhoneCodeRequest): Promise<string> {
    const { purpose, phone: typed, captcha, isOfOldClient = false } = input;
    const { provider, templateId } = await mustSendSms(ctx);
    const isOwn = purpose === PhoneCodePurpose.BIND || purpose === PhoneCodePurpose.PROOF;
    if (isOwn && !ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
    const phone = purpose === PhoneCodePurpose.PROOF ? await ownPhone(ctx) : parsePhone(typed ?? "");
    await passCaptcha(ctx, CaptchaPurpose.SMS, captcha);
    const windows = ctx.services.rateLimiter.windowsOf("sms-number", phone, PER_NUMBER);
    const { request, id } = await inTransaction(ctx, async (ctx) => {
      if (ctx.services.rateLimiter.factor > 0) await takePoints(ctx, windows);
      return issueCode(ctx, {
        purpose: PURPOSES[purpose],
        account: phone,
        minutes: PHONE_CODE_MINUTES,
        userId: isOwn ? ctx.viewer.accountId : null,
        ...(isOfOldClient && { state: OLD_CLIENT }),
      });
    });
    try {
      await provider.send({ phone, templateId, values: [codeOf(ctx, id), String(PHONE_CODE_MINUTES)] });
    } catch (error) {
      // Who got nothing need not wait a minute to try again.
      await withdrawCode(ctx, id);
      await inTransaction(ctx, (ctx) => clearCounter(ctx, windows[0]!.key));
      if (!(error instanceof SmsError)) throw error;
      ctx.services.log.warn({ requestId: ctx.requestId, code: error.message }, "text message refused");
      throw error.failure === "number"
        ? new DomainError("PHONE_INVALID", { field: "phone" })
        : new DomainError("SMS_FAILED");
    }
    return request;
  },
});

async function ownPhone(ctx: Context): Promise<string> {
  const phone = await findPhone(ctx, ctx.viewer.accountId);
  if (!phone) throw new DomainError("PHONE_UNKNOWN");
  return phone;
}

/** A phone number whose code was right. */
export interface ProvenPhone {
  readonly phone: string;
  /** The member whose number it is; null if there is none. */
  readonly owner: User | null;
  readonly code: OneTimeCode;
  readonly attempt: Attempt;
}

/**
 * Compares a code with what was sent to a phone; it is not used up yet. Wrong ones count for the account like wrong
 * passwords.
 * @throws {DomainError} SMS_OFF; PHONE_INVALID; CODE_EXPIRED; CODE_WRONG, also for another number; RATE_LIMITED.
 */
export async function checkPhoneCode(
  ctx: Context,
  { request, phone: typed, code }: TypedPhoneCode,
  purpose: PhoneCodePurpose,
): Promise<ProvenPhone> {
  await mustSendSms(ctx);
  const phone = parsePhone(typed);
  const row =
    request === null
      ? await findLastCode(ctx, { purpose: PURPOSES[purpose], account: phone, state: OLD_CLIENT })
      : await findOpenCode(ctx, request, PURPOSES[purpose]);
  const owner = await findByPhone(ctx, phone);
  const device = owner && findKnownDevice(ctx, owner);
  const attempt = await beginAttempt(ctx, owner?.usernameKey ?? phone, device);
  const guessed = await countGuess(ctx, row);
  const isOfNumber = guessed.account === digest(phone);
  const isOfViewer = guessed.userId === null || guessed.userId === ctx.viewer.accountId;
  if (!isRightCode(ctx, guessed, code) || !isOfNumber || !isOfViewer)
    throw new DomainError("CODE_WRONG", { field: "code" });
  return { phone, owner, code: guessed, attempt };
}
