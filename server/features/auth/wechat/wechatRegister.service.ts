import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { storePhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { asksConsent } from "../../settings/catalogue/agreements.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { checkName } from "../../users/name.ts";
import { NO_PASSWORD, User } from "../../users/user.entity.ts";
import { emailGiven } from "../accounts/account.events.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { freeName } from "../accounts/freeName.ts";
import { checkRegisterEmail } from "../accounts/registerEmail.ts";
import { createMember } from "../accounts/registration.service.ts";
import { consumeCode, returnGuess } from "../codes/code.service.ts";
import { PhoneCodePurpose } from "../phones/phone.input.ts";
import { checkPhoneCode, type ProvenPhone } from "../phones/phoneCode.service.ts";
import { WechatPhoneChoice, type WechatPhoneInput, type WechatRegisterInput } from "./wechat.input.ts";
import { findWechatOfUser, storeWechat } from "./wechatAccount.service.ts";
import { dropWechatState } from "./wechatCookie.ts";
import { clientOf, mayRegisterByWechat, unboundArrival, type WechatArrival } from "./wechatLogin.service.ts";
import { consumeTicket } from "./wechatTicket.service.ts";

/** Gates that a new member has passed, and what they have given. */
interface NewWechatMember {
  readonly nickname: string;
  readonly email: string | null;
  readonly inviteCode: string | null | undefined;
  /** Stores what else belongs to the member, in the same transaction. */
  readonly store?: (ctx: Context, userId: number) => Promise<void>;
}

/**
 * Registers somebody whom WeChat has named, at the gates of the site; their user name is made, and can be changed.
 * @emits userRegistered, emailGiven
 * @throws {DomainError} IDENTITY_EXPIRED; WECHAT_TAKEN if there is an account already; REGISTRATION_CLOSED, also where new
 *   members register by phone; INVALID_PARAMETER for `agreed`; EMAIL_REQUIRED; INVITATION_NEEDED, INVITATION_INVALID; NICKNAME_TAKEN and its like; RATE_LIMITED.
 */
export const registerByWechat = verb({
  name: "registerByWechat",
  who: "anyone",
  rate: "register",
  withoutCompanion: true,
  beforeJoining: true,
  async run(ctx: Context, input: WechatRegisterInput): Promise<SignedIn> {
    const arrival = await unboundArrival(ctx, input.ticket);
    if (!(await mayRegisterByWechat(ctx))) throw new DomainError("REGISTRATION_CLOSED");
    await mustAgree(ctx, input.agreed);
    const email = await checkRegisterEmail(ctx, input.email ?? "");
    const { nickname, inviteCode } = input;
    return registerArrival(ctx, arrival, { nickname: nickname ?? "", email, inviteCode });
  },
});

async function mustAgree(ctx: Context, isAgreed: boolean): Promise<void> {
  if (asksConsent(await getSettings(ctx)) && !isAgreed)
    throw invalid("agreed", "请先同意网站的协议", "Please agree to the terms of the site first.");
}

async function registerArrival(
  ctx: Context,
  arrival: WechatArrival,
  member: NewWechatMember,
): Promise<SignedIn> {
  const name = await freeName(ctx);
  const nickname = checkName("nickname", member.nickname.trim() || name);
  await censor(ctx, CensoredField.NICKNAME, nickname.name);
  const { id } = await inTransaction(ctx, async (ctx) => {
    await consumeTicket(ctx, arrival);
    const created = await createMember(ctx, {
      username: checkName("username", name),
      nickname,
      passwordHash: NO_PASSWORD,
      inviteCode: member.inviteCode,
    });
    await storeWechat(ctx, created.id, arrival.person);
    await member.store?.(ctx, created.id);
    if (member.email !== null)
      ctx.emit(emailGiven({ userId: created.id, email: member.email, locale: ctx.locale }));
    return created;
  });
  const user = await ctx.db.findOneByOrFail(User, { id });
  const attempt = { succeeded: () => Promise.resolve() };
  const signedIn = await enter(ctx, user, { attempt, client: clientOf(arrival) });
  dropWechatState(ctx);
  return signedIn;
}

/**
 * Brings a WeChat account and a phone number together, once its owner has chosen how: bound to the account that has the
 * number, or both to a new one. Nothing is joined without that choice.
 * @emits userRegistered
 * @throws {DomainError} IDENTITY_EXPIRED; WECHAT_TAKEN; SMS_OFF; PHONE_INVALID; CODE_WRONG; CODE_EXPIRED; with the right code
 *   alone WECHAT_LINK_NEEDED or WECHAT_REGISTER_NEEDED unless that was chosen; WECHAT_BOUND;
 *   REGISTRATION_CLOSED; INVALID_PARAMETER for `agreed`; SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG; ACCOUNT_BANNED;
 *   RATE_LIMITED.
 */
export const linkWechatByPhone = verb({
  name: "linkWechatByPhone",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, input: WechatPhoneInput): Promise<SignedIn> {
    const arrival = await unboundArrival(ctx, input.ticket);
    const proven = await checkPhoneCode(ctx, input, PhoneCodePurpose.SIGN_IN);
    const { owner, code } = proven;
    try {
      const fitting = owner ? WechatPhoneChoice.LINK : WechatPhoneChoice.REGISTER;
      if (input.choice !== fitting) throw choiceNeeded(owner);
      return owner
        ? await linkOwner(ctx, arrival, proven, owner, input.secondFactor)
        : await registerWithPhone(ctx, arrival, proven, input);
    } catch (error) {
      // The code was right: what else is missing may be given with the same one.
      await returnGuess(ctx, code);
      throw error;
    }
  },
});

/** Gives the question that says what the number would lead to. */
function choiceNeeded(owner: User | null): DomainError {
  if (!owner) return new DomainError("WECHAT_REGISTER_NEEDED");
  const { nickname } = owner;
  return new DomainError("WECHAT_LINK_NEEDED", {
    text: {
      zh: `账号「${nickname}」使用这个手机号。确认后，微信会绑定到这个账号。`,
      en: `The account “${nickname}” has this number. Once you confirm, WeChat is bound to it.`,
    },
  });
}

async function linkOwner(
  ctx: Context,
  arrival: WechatArrival,
  { code, attempt }: ProvenPhone,
  owner: User,
  secondFactor: string | null | undefined,
): Promise<SignedIn> {
  if (await findWechatOfUser(ctx, owner.id)) throw new DomainError("WECHAT_BOUND");
  const consume = (): Promise<void> =>
    inTransaction(ctx, async (ctx) => {
      await consumeCode(ctx, code);
      await consumeTicket(ctx, arrival);
      await storeWechat(ctx, owner.id, arrival.person);
    });
  const signedIn = await enter(ctx, owner, { attempt, client: clientOf(arrival), secondFactor, consume });
  dropWechatState(ctx);
  return signedIn;
}

async function registerWithPhone(
  ctx: Context,
  arrival: WechatArrival,
  { phone, code }: ProvenPhone,
  { agreed, inviteCode }: WechatPhoneInput,
): Promise<SignedIn> {
  const { register_close: isOpen } = await getSettings(ctx);
  if (isOpen !== "1" || ctx.viewer.closedMessage !== null) throw new DomainError("REGISTRATION_CLOSED");
  await mustAgree(ctx, agreed);
  await ctx.services.rateLimiter.take("register", ctx.address);
  return registerArrival(ctx, arrival, {
    nickname: "",
    email: null,
    inviteCode,
    async store(ctx, userId) {
      await consumeCode(ctx, code);
      await storePhone(ctx, userId, phone);
    },
  });
}
