import { MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { isCaptchaAsked, passCaptcha } from "../../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../../captcha/captcha.view.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { beginAttempt, type Attempt } from "./attempt.service.ts";
import { LimitCounter } from "./limitCounter.entity.ts";
import { addPoint, counterId } from "./limitCounter.service.ts";

/** Time after which failures are forgotten, in seconds. */
const FAILURES_LAST_S = 900;
/** Failures of one address for each that one account may have: a school is behind one address. */
const ACCOUNTS_PER_ADDRESS = 10;

/** A sign-in by password before it is begun. */
export interface PasswordAttempt {
  /** Name of the account, as it is counted. */
  readonly account: string;
  /** Browser that the member is known on; it is never asked. */
  readonly device: string | null;
  /** Solved captcha. */
  readonly captcha?: string | null | undefined;
}

/**
 * Begins an attempt to sign in by password. After as many failures as `sign_in_captcha` says, for the account from
 * wherever or for the address, it needs a captcha besides; attempts are counted before the password is verified, so that
 * none of those that come together gets round it.
 * @throws {DomainError} CAPTCHA_NEEDED, CAPTCHA_WRONG; RATE_LIMITED.
 */
export async function beginPasswordAttempt(ctx: Context, asked: PasswordAttempt): Promise<Attempt> {
  const { account, device, captcha } = asked;
  if (device !== null || !(await isCaptchaAsked(ctx, CaptchaPurpose.SIGN_IN)))
    return beginAttempt(ctx, account, device);
  const most = Number((await getSettings(ctx)).sign_in_captcha);
  if (captcha) await passCaptcha(ctx, CaptchaPurpose.SIGN_IN, captcha);
  const ofName = `signin-captcha-name ${nameKey(account).slice(0, 100)}`;
  const ofAddress = `signin-captcha-address ${ctx.address}`;
  const attempt = await inTransaction(ctx, async (ctx) => {
    const atAddress = await addPoint(ctx, ofAddress, FAILURES_LAST_S);
    const atName = await addPoint(ctx, ofName, FAILURES_LAST_S);
    const isOver = atName.points > most || atAddress.points > most * ACCOUNTS_PER_ADDRESS;
    // A refusal rolls back: who solves it has not failed twice.
    if (isOver && !captcha) throw new DomainError("CAPTCHA_NEEDED", { field: "captcha" });
    return beginAttempt(ctx, account, device);
  });
  return {
    succeeded: (ctx) =>
      inTransaction(ctx, async (ctx) => {
        const used = { id: counterId(ofAddress), points: MoreThan(0) };
        await ctx.db.decrement(LimitCounter, used, "points", 1);
        await ctx.db.delete(LimitCounter, { id: counterId(ofName) });
        await attempt.succeeded(ctx);
      }),
  };
}
