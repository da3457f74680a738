import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findCodeSender } from "../../sms/smsProvider.ts";
import type { User } from "../../users/user.entity.ts";
import { wechatClient } from "../../wechat/wechatClient.ts";
import { checkCredentials } from "../accounts/credentials.service.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { registersByPhone } from "../accounts/signInModes.ts";
import { beginAttempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import type { MiniProgramLoginInput, WechatLinkInput } from "./wechat.input.ts";
import { WechatIntent, WechatStep, type PendingWechat } from "./wechat.view.ts";
import { addIds, findWechatOwner, storeWechat } from "./wechatAccount.service.ts";
import { dropWechatState } from "./wechatCookie.ts";
import { getWechatApp, namedBy } from "./wechatFlow.service.ts";
import { consumeTicket, getNamedTicket, issueTicket, type NamedTicket } from "./wechatTicket.service.ts";

/** A person whom WeChat has named, with what the site knows of them. */
export interface WechatArrival extends NamedTicket {
  /** The member who has bound it; null if nobody has. */
  readonly owner: User | null;
}

/** Gives who came back from WeChat. @throws {DomainError} IDENTITY_EXPIRED */
export async function arrivalOf(ctx: Context, ticket?: string | null): Promise<WechatArrival> {
  const named = await getNamedTicket(ctx, ticket);
  return { ...named, owner: await findWechatOwner(ctx, named.person) };
}

/** Gives somebody whose WeChat account nobody has bound. @throws {DomainError} IDENTITY_EXPIRED; WECHAT_TAKEN */
export async function unboundArrival(ctx: Context, ticket?: string | null): Promise<WechatArrival> {
  const arrival = await arrivalOf(ctx, ticket);
  if (arrival.row.intent !== WechatIntent.SIGN_IN) throw new DomainError("IDENTITY_EXPIRED");
  if (arrival.owner) throw new DomainError("WECHAT_TAKEN");
  return arrival;
}

/** Gives the kind of session that a ticket opens. */
export function clientOf({ row }: NamedTicket): ClientKind {
  return row.isOfApp ? ClientKind.API : ClientKind.BROWSER;
}

/** Says what is left to do after WeChat has named somebody. @throws {DomainError} IDENTITY_EXPIRED */
export async function findPendingWechat(ctx: Context): Promise<PendingWechat> {
  const { row, person, owner } = await arrivalOf(ctx);
  const { intent } = row;
  const isSignIn = intent === WechatIntent.SIGN_IN;
  return {
    step: isSignIn ? (owner ? WechatStep.SIGN_IN : WechatStep.CHOOSE) : WechatStep.CONNECT,
    intent,
    nickname: person.nickname,
    account: owner?.nickname ?? null,
    mayRegister: await mayRegisterByWechat(ctx),
    mayUsePhone: (await findCodeSender(ctx)) !== null,
  };
}

/** True if WeChat alone makes a member: registration is open, and not by phone alone. */
export async function mayRegisterByWechat(ctx: Context): Promise<boolean> {
  const { register_close: isOpen } = await getSettings(ctx);
  return isOpen === "1" && ctx.viewer.closedMessage === null && !(await registersByPhone(ctx));
}

/**
 * Signs the member in whose WeChat account was named to this browser.
 * @throws {DomainError} IDENTITY_EXPIRED; WECHAT_UNBOUND; SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG; ACCOUNT_BANNED;
 *   RATE_LIMITED.
 */
export const loginByWechat = verb({
  name: "loginByWechat",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, secondFactor: string | null | undefined): Promise<SignedIn> {
    const arrival = await arrivalOf(ctx);
    const { owner, row, person } = arrival;
    if (row.intent !== WechatIntent.SIGN_IN) throw new DomainError("IDENTITY_EXPIRED");
    if (!owner) throw new DomainError("WECHAT_UNBOUND");
    const attempt = await beginAttempt(ctx, owner.usernameKey, findKnownDevice(ctx, owner));
    const consume = (): Promise<void> =>
      inTransaction(ctx, async (ctx) => {
        await consumeTicket(ctx, arrival);
        await addIds(ctx, owner.id, person);
      });
    const signedIn = await enter(ctx, owner, {
      attempt,
      client: ClientKind.BROWSER,
      secondFactor,
      consume,
    });
    dropWechatState(ctx);
    return signedIn;
  },
});

/**
 * Binds WeChat to the account of a name and password, and signs its member in.
 * @throws {DomainError} IDENTITY_EXPIRED; LOGIN_FAILED; with the right password alone WECHAT_TAKEN, WECHAT_BOUND,
 *   SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG, ACCOUNT_BANNED; RATE_LIMITED.
 */
export const linkWechat = verb({
  name: "linkWechat",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, input: WechatLinkInput): Promise<SignedIn> {
    const arrival = await unboundArrival(ctx, input.ticket);
    const { user, attempt } = await checkCredentials(ctx, input, (account, device) =>
      beginAttempt(ctx, account, device),
    );
    const consume = (): Promise<void> =>
      inTransaction(ctx, async (ctx) => {
        await consumeTicket(ctx, arrival);
        await storeWechat(ctx, user.id, arrival.person);
      });
    const { secondFactor } = input;
    const signedIn = await enter(ctx, user, { attempt, client: clientOf(arrival), secondFactor, consume });
    dropWechatState(ctx);
    return signedIn;
  },
});

/**
 * Signs a member in by a code of a mini-program. Somebody who has bound no account gets a ticket instead, for
 * `registerByWechat`, `linkWechat` and `linkWechatByPhone`.
 * @throws {DomainError} WECHAT_OFF; PROVIDER_FAILED; SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG; ACCOUNT_BANNED;
 *   RATE_LIMITED.
 */
export const loginByMiniProgram = verb({
  name: "loginByMiniProgram",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(
    ctx: Context,
    { code, secondFactor }: MiniProgramLoginInput,
  ): Promise<SignedIn | { ticket: string }> {
    const app = await getWechatApp(ctx, "miniProgram");
    const person = await namedBy(ctx, () => wechatClient(ctx, app).personOfMiniProgram(code));
    const owner = await findWechatOwner(ctx, person);
    if (!owner) {
      const intent = WechatIntent.SIGN_IN;
      const ticket = await inTransaction(ctx, (ctx) =>
        issueTicket(ctx, { intent, userId: null, person, scan: null, isOfApp: true }),
      );
      return { ticket };
    }
    const attempt = await beginAttempt(ctx, owner.usernameKey, findKnownDevice(ctx, owner));
    const consume = (): Promise<void> => inTransaction(ctx, (ctx) => addIds(ctx, owner.id, person));
    return enter(ctx, owner, { attempt, client: ClientKind.API, secondFactor, consume });
  },
});
