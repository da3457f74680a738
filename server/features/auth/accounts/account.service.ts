import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { passCaptcha } from "../../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../../captcha/captcha.view.ts";
import { asksConsent } from "../../settings/catalogue/agreements.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { checkName } from "../../users/name.ts";
import { rememberDevice } from "../attempts/knownDevice.ts";
import { beginPasswordAttempt } from "../attempts/signInCaptcha.service.ts";
import { emailGiven } from "./account.events.ts";
import type { LoginInput, RegisterInput } from "./account.input.ts";
import { checkCredentials } from "./credentials.service.ts";
import { enter, type SignedIn } from "./enter.service.ts";
import { checkRegisterEmail } from "./registerEmail.ts";
import { createMember } from "./registration.service.ts";
import { hashNewPassword, inTurn } from "../passwords/password.ts";
import { registersByPhone, registersByWechat } from "./signInModes.ts";
import { openSession } from "../sessions/session.service.ts";

const BY_PHONE = { zh: "请使用手机号注册", en: "Please register by phone." } as const;
const BY_WECHAT = { zh: "请使用微信注册", en: "Please register by WeChat." } as const;

/**
 * Registers a member and signs them in.
 * @emits userRegistered, emailGiven
 * @throws {DomainError} REGISTRATION_CLOSED, also where new members register by phone or WeChat; EMAIL_REQUIRED; INVITATION_NEEDED, INVITATION_INVALID; CAPTCHA_NEEDED, CAPTCHA_WRONG; INVALID_PARAMETER for `agreed` where the site shows agreements; USERNAME_TAKEN, NICKNAME_TAKEN, USERNAME_TOO_LONG, PASSWORD_TOO_SHORT and its like, INVALID_PARAMETER, RATE_LIMITED.
 */
export const register = verb({
  name: "register",
  who: "anyone",
  rate: "register",
  withoutCompanion: true,
  beforeJoining: true,
  async run(ctx: Context, input: RegisterInput): Promise<SignedIn> {
    const settings = await getSettings(ctx);
    if (settings.register_close !== "1") throw new DomainError("REGISTRATION_CLOSED");
    if (await registersByPhone(ctx)) throw new DomainError("REGISTRATION_CLOSED", { text: BY_PHONE });
    if (await registersByWechat(ctx)) throw new DomainError("REGISTRATION_CLOSED", { text: BY_WECHAT });
    if (asksConsent(settings) && !input.agreed)
      throw invalid("agreed", "请先同意网站的协议", "Please agree to the terms of the site first.");
    const email = await checkRegisterEmail(ctx, input.email);
    await passCaptcha(ctx, CaptchaPurpose.REGISTER, input.captcha);
    const username = checkName("username", input.username);
    const nickname = checkName("nickname", input.nickname);
    await censor(ctx, CensoredField.USERNAME, username.name);
    await censor(ctx, CensoredField.NICKNAME, nickname.name);
    const owner = { username: username.name, nickname: nickname.name };
    const passwordHash = await hashNewPassword(ctx, input.password, owner, settings);
    const { inviteCode } = input;
    const user = await inTransaction(ctx, async (ctx) => {
      const created = await createMember(ctx, { username, nickname, passwordHash, inviteCode });
      if (email !== null) ctx.emit(emailGiven({ userId: created.id, email, locale: ctx.locale }));
      return created;
    });
    rememberDevice(ctx, { id: user.id, passwordHash });
    return { user, ...(await openSession(ctx, user.id, input.client)) };
  },
});

/** Input of `login`. */
interface SignIn extends LoginInput {
  /** Keeps out all but administrators. */
  readonly isForAdmins?: boolean;
}

/**
 * Signs a member in by user name or proven e-mail address. Response and response time are the same for wrong passwords and unknown names.
 * Failures are limited by name, by address and by both; see attempt.service.ts.
 * @throws {DomainError} LOGIN_FAILED, RATE_LIMITED; CAPTCHA_NEEDED, CAPTCHA_WRONG after failures; with the right password alone SECOND_FACTOR_NEEDED,
 *   SECOND_FACTOR_WRONG, ACCOUNT_BANNED, FORBIDDEN for whom `isForAdmins` keeps out; OVERLOADED where too many sign in.
 */
export const login = verb({
  name: "login",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  run: (ctx: Context, input: SignIn): Promise<SignedIn> => inTurn(ctx, () => signIn(ctx, input)),
});

async function signIn(ctx: Context, input: SignIn): Promise<SignedIn> {
  const { captcha } = input;
  const { user, attempt } = await checkCredentials(ctx, input, (account, device) =>
    beginPasswordAttempt(ctx, { account, device, captcha }),
  );
  return enter(ctx, user, { ...input, attempt });
}
